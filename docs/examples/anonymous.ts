/** Try first, sign up later: an anonymous user who signs up and stays who they are, with either generation of the service. */
import { Console, Effect } from "effect"
import { Anonymous, ContactChannels, CurrentUser, Password, Sessions } from "gatefold"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  // However many components ask at once, one anonymous user is made.
  const [user] = yield* Effect.all([CurrentUser.get({ or: "anonymous" }), CurrentUser.get({ or: "anonymous" })], {
    concurrency: "unbounded"
  })
  yield* Console.log("Anonymous:", user.isAnonymous, "counts by default:", (yield* CurrentUser.get()) !== null)

  // With the current service this is all: the guest's session goes along, and they keep their id.
  const signedUp = yield* Password.signUp({ email: "bob@example.org", password: "correct horse battery" })
  yield* Console.log("Signing up:", signedUp, (yield* CurrentUser.get())?.id === user.id)
  // That of 2025-06 answers "signed-up": Bob is somebody new there, and the guest stays behind.
  yield* Sessions.signOut

  // What works with both: an address and a password for the guest.
  const guest = yield* CurrentUser.get({ or: "anonymous" })
  yield* ContactChannels.create({ value: "ann@example.org", usedForAuth: true, isPrimary: true })
  yield* Password.set({ password: "correct horse battery" })
  yield* Sessions.signOut

  yield* Password.signIn({ email: "ann@example.org", password: "correct horse battery" })
  const later = yield* CurrentUser.get({ or: "anonymous-if-exists" })
  yield* Console.log("Still the same user:", later?.id === guest.id)

  // Without a look at who is signed in: another anonymous user.
  yield* Anonymous.signUp
  yield* Console.log("Somebody new:", (yield* CurrentUser.get({ or: "anonymous-if-exists" }))?.id !== user.id)
})

run(import.meta.main, example)
