/** `gatefold logout`: ends the session of this terminal. */
import * as Effect from "effect/Effect"
import * as Session from "../../session/Session.ts"
import * as Wire from "../../wire/generated/Sessions.ts"
import * as Output from "../output/Output.ts"
import * as TerminalSession from "./TerminalSession.ts"

/** Ends the session at the service, within some seconds; returns whether it has ended. */
const revoke = Effect.gen(function* () {
  const { app, credentials } = yield* Session.Session
  const tokens = yield* credentials
  // The service ended the session earlier.
  if (tokens === undefined) return true
  yield* app.call(Wire.deleteCurrentSession, {}, tokens)
  return true
}).pipe(
  Effect.timeout("10 seconds"),
  Effect.catch(() => Effect.succeed(false))
)

type LogoutInput = TerminalSession.SessionInput & { readonly local: boolean }

const logOut = Effect.fnUntraced(function* ({ local }: LogoutInput) {
  const { store } = yield* Session.Session
  if ((yield* store.get) === undefined) return "nobody"
  // No provider keeps the session of a terminal.
  const clear = Effect.ignore(store.clear)
  if (local) return yield* Effect.as(clear, "local" as const)
  const isRevoked = yield* Effect.ensuring(revoke, clear)
  return isRevoked ? "revoked" : "kept"
})

/** Removes the tokens, whatever the service says, and returns whether it has ended the session. */
export const logout = Effect.fnUntraced(function* (input: LogoutInput) {
  const target = yield* TerminalSession.findTarget(input)
  const outcome = yield* TerminalSession.runWithSession(target, TerminalSession.layer(target), logOut(input))
  if (input.json) return yield* Output.printJson({ signedOut: outcome !== "nobody", revoked: outcome === "revoked" })
  const messages = {
    nobody: "Nobody was signed in here.",
    local: "Signed out here. The browser that confirmed the login goes on with the session.",
    revoked: "Signed out.",
    kept: `Signed out here. The service at ${target.apiUrl} did not confirm that the session is over. It may go on there, without its tokens, until it expires or is ended in the app.`
  } as const
  yield* Output.print(messages[outcome])
})
