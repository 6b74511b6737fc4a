/**
 * Try first, sign up later: an anonymous user signs up and keeps their identity, in both generations of the service.
 */
import { Console, Effect } from "effect"
import { Anonymous, ContactChannels, CurrentUser, Password, Sessions } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  // Simultaneous calls of several components create one anonymous user.
  const [user] = yield* Effect.all([CurrentUser.getOrSignUpAnonymously, CurrentUser.getOrSignUpAnonymously], {
    concurrency: "unbounded"
  })
  yield* Console.log("Anonymous:", user.isAnonymous, "counts by default:", (yield* CurrentUser.get) !== null)

  // With the current service, this is all: the request includes the guest's session, and they keep their ID.
  const signedUp = yield* Password.signUp({ email: "bob@example.org", password: "correct horse battery" })
  yield* Console.log("Signing up:", signedUp, (yield* CurrentUser.get)?.id === user.id)
  // The service of 2025-06 returns "signed-up": Bob is a new user there, and the guest stays behind.
  yield* Sessions.signOut

  // This works with both: add an address and a password to the guest.
  const guest = yield* CurrentUser.getOrSignUpAnonymously
  yield* ContactChannels.create({ value: "ann@example.org", usedForAuth: true, isPrimary: true })
  yield* Password.set({ password: "correct horse battery" })
  yield* Sessions.signOut

  yield* Password.signIn({ email: "ann@example.org", password: "correct horse battery" })
  const later = yield* CurrentUser.getIncludingAnonymous
  yield* Console.log("Still the same user:", later?.id === guest.id)

  // Creates another anonymous user, regardless of the session.
  yield* Anonymous.signUp
  yield* Console.log("Somebody new:", (yield* CurrentUser.getIncludingAnonymous)?.id !== user.id)
})

run(import.meta.main, example)
