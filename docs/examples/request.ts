/** Calling the app's own server as the user: the page sends its tokens along, the server acts with them. */
import { Console, Effect, Layer } from "effect"
import { ClientApp, CurrentUser, Password, RequestTokenStore, Session, Sessions } from "gatefold"
import { run } from "./demo.ts"

/** The app's server. */
const handle = Effect.fn(function* (request: Request) {
  const { project } = yield* ClientApp.ClientApp
  const session = Session.layer.pipe(Layer.provide(RequestTokenStore.layer(request, project)))
  return yield* CurrentUser.get.pipe(
    Effect.map((user) =>
      user === null ? new Response("Sign in first", { status: 401 }) : new Response(`Orders of ${user.primaryEmail}`)
    ),
    Effect.provide(session),
    Effect.catchTag("InvalidAuthHeader", (error) => Effect.succeed(new Response(error.message, { status: 400 })))
  )
})

export const example = Effect.gen(function* () {
  const call = Effect.fn(function* (headers: HeadersInit) {
    const response = yield* handle(new Request("https://app.example.com/orders", { headers }))
    yield* Console.log(response.status, yield* Effect.promise(() => response.text()))
  })
  // On the page this is `fetch("/orders", { headers })`.
  yield* call(yield* Sessions.authHeaders)
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* call(yield* Sessions.authHeaders)
  yield* call({ "x-stack-auth": "nonsense" })
})

run(import.meta.main, example)
