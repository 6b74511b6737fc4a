import { createClientApp } from "gatefold/promise"

/** Use it in the browser: `useNuxtApp().$auth.password.signIn({ email, password })`. */
export default defineNuxtPlugin(() => {
  const auth = createClientApp({ ...{{config}}, tokenStore: "cookie" })
  const user = useUser()
  // Now, after each sign-in and sign-out, also in another tab, and after changes of the user.
  auth.onUserChange((found) => (user.value = found && publicUser(found)))
  return { provide: { auth } }
})
