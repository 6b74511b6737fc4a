/** Options that the server and the browser share. None of them is secret. */
export const options = {
{{options}},
  appUrl: import.meta.env.VITE_APP_URL ?? "http://localhost:5173"
}
