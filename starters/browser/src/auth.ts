import { createClientApp } from "gatefold/promise"

/** Your project: `await auth.password.signUp({ email, password })`. */
export const auth = createClientApp({
{{options}},
  tokenStore: "cookie"
})
