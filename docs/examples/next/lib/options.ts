/** Options for both the server and the browser. */
export const options = {
  projectId: process.env.NEXT_PUBLIC_STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY ?? "",
  ...(process.env.NEXT_PUBLIC_STACK_API_URL !== undefined && { apiUrl: process.env.NEXT_PUBLIC_STACK_API_URL }),
  ...(process.env.NEXT_PUBLIC_APP_URL !== undefined && { appUrl: process.env.NEXT_PUBLIC_APP_URL })
}
