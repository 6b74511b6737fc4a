/**
 * Restricted users: an administrator restricts a user and lifts it again. The example shows the effect on the user,
 * lists and sessions.
 */
import { Console, Effect, Stream } from "effect"
import { CurrentUser, Password, Session } from "gatefold"
import { Users } from "gatefold/server"
import { run, server } from "./demo.ts"

/** As if the access token had expired, which it does within ten minutes. */
const refresh = Effect.gen(function* () {
  const { store } = yield* Session.Session
  const tokens = yield* store.get
  if (tokens?.refreshToken !== undefined) yield* store.set({ refreshToken: tokens.refreshToken })
})

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const { id: userId } = yield* CurrentUser.getOrFail

  // The user sees the reason, and only administrators see the details.
  yield* Users.restrict({ userId, reason: "Please call us.", privateDetails: "Charged back twice." })

  // A signed-in user learns it with the next access token.
  yield* refresh
  const ann = yield* CurrentUser.getOrFail
  yield* Console.log("Ann reads:", ann.restrictedReason, ann.restrictedByAdminReason)

  // The service can't list only restricted users, so this filters all of them.
  const restricted = yield* Users.stream({ includeRestricted: true }).pipe(
    Stream.filter((user) => user.restrictedByAdmin === true),
    Stream.runCollect
  )
  for (const user of restricted) {
    yield* Console.log(
      `${user.primaryEmail}: ${user.restrictedByAdminReason} (${user.restrictedByAdminPrivateDetails})`
    )
  }

  yield* Users.liftRestriction(userId)
  yield* refresh
  yield* Console.log("Restricted still?", (yield* CurrentUser.getOrFail).isRestricted)
}).pipe(Effect.provide(server))

run(import.meta.main, example)
