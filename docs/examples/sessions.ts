/** Where a user is signed in, ending another session, and the tokens for other services. */
import { Console, Effect } from "effect"
import { Password, Sessions } from "gatefold"
import { device, run } from "./demo.ts"

const credentials = { email: "ann@example.org", password: "correct horse battery" }

export const example = Effect.gen(function* () {
  yield* Password.signUp(credentials)
  yield* Password.signIn(credentials).pipe(Effect.provide(device)) // on another device

  const sessions = yield* Sessions.list
  for (const session of sessions) {
    yield* Console.log(session.createdAt, session.isCurrentSession === true ? "this device" : "another device")
    if (session.isCurrentSession !== true) yield* Sessions.revoke(session.id)
  }

  // Fresh for at least half a minute; the value prints as <redacted>.
  const tokens = yield* Sessions.currentTokens({ minimumLifetimeMillis: 30_000 })
  yield* Console.log("Access token:", tokens?.accessToken)
  // As plain texts, for where neither headers nor cookies reach: a message of a WebSocket.
  const { refreshToken } = yield* Sessions.authJson
  yield* Console.log("A refresh token of", refreshToken?.length, "characters")
  yield* Sessions.signOut
})

run(import.meta.main, example)
