/** The user's browser, for examples: it follows redirects and keeps cookies, until it is back at the app. */
import { Effect } from "effect"
import { Emulator } from "gatefold/emulator"

/** Opens a URL of the service; answers the URL of the app's page where it all ends. */
export const browse = Effect.fn(function* (start: string) {
  const { baseUrl, fetch } = yield* Emulator
  const cookies: Array<string> = []
  let url = start
  while (url.startsWith(baseUrl)) {
    const request = new Request(url, { redirect: "manual", headers: { cookie: cookies.join("; ") } })
    const response = yield* Effect.promise(() => fetch(request))
    const location = response.headers.get("location")
    if (location === null) return yield* Effect.die(`The service answered ${response.status}`)
    cookies.push(...response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? ""))
    url = new URL(location, url).href
  }
  return url
})
