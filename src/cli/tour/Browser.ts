/** The browser of the tour's user: follows redirects by hand and keeps cookies. */
import * as Effect from "effect/Effect"
import { Unexpected } from "./Step.ts"

/** Where the built-in identity provider asks who signs in; these parameters answer instead of a person. */
const answerHeadlessly = (url: URL, email: string): URL => {
  if (!url.pathname.startsWith("/__idp/")) return url
  const answered = new URL(url)
  answered.searchParams.set("login_hint", email)
  answered.searchParams.set("prompt", "none")
  return answered
}

/** Follows a sign-in at a provider until it is back at the app; answers the URL that it came back with. */
export const followUntil = Effect.fnUntraced(function* (start: string, appUrl: string, email: string) {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hops = 0; hops < 20; hops++) {
    if (url.href.startsWith(appUrl)) return url.href
    const answer = yield* Effect.tryPromise(() =>
      fetch(answerHeadlessly(url, email), {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
      })
    )
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = answer.headers.get("location")
    if (location === null) return yield* new Unexpected({ problem: `status ${answer.status} at ${url.pathname}` })
    url = new URL(location, url)
  }
  return yield* new Unexpected({ problem: "too many redirects" })
})
