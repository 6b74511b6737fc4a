import { createClientApp } from "./gatefold/client.js"

/** Your project: `await auth.password.signIn({ email, password })`. These are the keys of the emulator. */
export const auth = createClientApp({
  apiUrl: "{{apiUrl}}",
  projectId: "{{projectId}}",
  publishableClientKey: "{{publishableClientKey}}",
  tokenStore: "cookie"
})
