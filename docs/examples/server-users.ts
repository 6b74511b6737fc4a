/** Users as a server has them: create, find, change, sign in without asking, page through all. */
import { Console, Effect, Stream } from "effect"
import { CurrentUser as OwnUser, Session } from "gatefold"
import { ApiKeys, Sessions, Users } from "gatefold/server"
import { run, server } from "./demo.ts"

export const example = Effect.gen(function* () {
  const ann = yield* Users.create({
    displayName: "Ann",
    primaryEmail: "ann@example.org",
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    password: "correct horse battery",
    serverMetadata: { plan: "pro" }
  })
  yield* Users.update({ userId: ann.id, clientReadOnlyMetadata: { seats: 3 }, displayName: "Ann B." })
  yield* Users.create({ primaryEmail: "ann@example.org", primaryEmailAuthEnabled: true }).pipe(
    Effect.catchTag("UserWithEmailAlreadyExists", (error) => Console.log("Taken:", error.details.email))
  )

  for (let n = 1; n <= 5; n++) yield* Users.create({ displayName: `Robot ${n}` })
  const page = yield* Users.page({ query: "robot", limit: 2, desc: true })
  yield* Console.log(
    page.items.map((user) => user.displayName),
    "and more:",
    page.nextCursor !== null
  )
  // Only one page is in memory at a time.
  const count = yield* Users.stream({ pageSize: 3 }).pipe(Stream.runCount)
  yield* Console.log("Users:", count)

  // Support acts as the user for ten minutes, in a session marked as impersonation.
  const session = yield* Session.Session
  yield* session.signIn(Sessions.create({ userId: ann.id, expiresInMillis: 600_000, isImpersonation: true }))
  yield* Console.log("Signed in as", (yield* OwnUser.getOrFail).displayName)

  const key = yield* ApiKeys.createForUser({ userId: ann.id, description: "CI", expiresAt: null })
  yield* Console.log("The key of", (yield* Users.findByApiKey(key.value))?.displayName)
  yield* ApiKeys.revoke(key)
  yield* Console.log("Now it is", yield* ApiKeys.checkOfUser(key.value)) // null
  yield* ApiKeys.verifyOfUser(key.value).pipe(
    Effect.catchTag("ApiKeyRevoked", () => Console.log("because of its revocation"))
  )

  // An ID from your database or from a URL.
  const text: string = ann.id
  yield* Console.log("Found:", (yield* Users.find(text))?.displayName)
  yield* Users.delete(ann.id)
  yield* Console.log("Deleted:", yield* Users.find(ann.id)) // null
}).pipe(Effect.provide(server))

run(import.meta.main, example)
