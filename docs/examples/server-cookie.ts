/** Signing users in on the app's own server: its pages read and write the cookies of the browser. */
import { Console, Effect, Layer } from "effect"
import { ClientApp, CurrentUser, Password, ServerCookieTokenStore, Session, Sessions } from "gatefold"
import { run } from "./demo.ts"

/** One request, one session: compose the layer here, where the request is, never once for all of them. */
const handle = Effect.fn(function* (request: Request) {
  const { project } = yield* ClientApp.ClientApp
  const session = Session.layer.pipe(Layer.provideMerge(ServerCookieTokenStore.layer(request, project)))
  return yield* Effect.gen(function* () {
    const { pathname } = new URL(request.url)
    if (pathname === "/sign-up") {
      yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
    }
    if (pathname === "/sign-out") yield* Sessions.signOut
    const user = yield* CurrentUser.get
    const response = new Response(`Hello ${user?.primaryEmail ?? "stranger"}`)
    yield* ServerCookieTokenStore.appendTo(response.headers)
    return response
  }).pipe(Effect.provide(session))
})

export const example = Effect.gen(function* () {
  let cookie = ""
  for (const path of ["/", "/sign-up", "/", "/sign-out", "/"]) {
    const response = yield* handle(new Request(`https://app.example.com${path}`, { headers: { cookie } }))
    const setCookies = response.headers.getSetCookie()
    yield* Console.log(path, yield* Effect.promise(() => response.text()), `(${setCookies.length} cookies changed)`)
    // A browser handles them like this:
    if (setCookies.length > 0) {
      const kept = setCookies.filter((line) => !line.includes("Max-Age=0"))
      cookie = kept.map((line) => line.split(";")[0]).join("; ")
    }
  }
})

run(import.meta.main, example)
