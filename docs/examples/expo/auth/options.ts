/** The project, for phones and the web. None of these options is secret. */
export const options = {
  apiUrl: process.env.EXPO_PUBLIC_STACK_API_URL,
  projectId: process.env.EXPO_PUBLIC_STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.EXPO_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY
}
