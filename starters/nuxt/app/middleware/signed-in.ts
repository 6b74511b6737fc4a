/** Redirects signed-out visitors to the sign-in page. */
export default defineNuxtRouteMiddleware(async (to) => {
  const user = useUser().value ?? (await loadUser())
  if (user === null) return navigateTo({ path: "/sign-in", query: { from: to.fullPath } })
})
