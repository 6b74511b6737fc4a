import { createClientApp } from "gatefold/promise"
import { shallowRef } from "vue"
import type { NavigationGuard } from "vue-router"

/** Your project: `await auth.password.signIn({ email, password })`. */
export const auth = createClientApp({
{{options}},
  tokenStore: "cookie"
})

const readUser = () => auth.currentUser.get()
const user = shallowRef<Awaited<ReturnType<typeof readUser>>>()

// Now, after each sign-in and sign-out, also in another tab, and after changes of the user.
auth.onUserChange((found) => (user.value = found))

/** The signed-in user: null if nobody is signed in, undefined until the first read. */
export const useUser = () => user

/** Redirects signed-out visitors to the sign-in page, as `beforeEnter` of a route. */
export const signedIn: NavigationGuard = async (to) => {
  user.value ??= await readUser()
  return user.value !== null || { path: "/sign-in", query: { from: to.fullPath } }
}
