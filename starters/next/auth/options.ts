/** Options that the server and the browser share. None of them is secret. */
export const options = {
{{options}},
  appUrl: process.env.NEXT_PUBLIC_APP_URL ?? "http://localhost:3000"
}
