/** Terminal login: it shows a link, the browser confirms, and the terminal is signed in. */
import { Console, Deferred, Effect, Fiber } from "effect"
import { Anonymous, CliLogin, CurrentUser, Password, Sessions } from "gatefold"
import { device, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  const link = yield* Deferred.make<string>()
  const terminal = yield* CliLogin.login({
    promptLink: (url) => Effect.andThen(Console.log(`Open ${url}`), Deferred.succeed(link, url))
  }).pipe(Effect.andThen(CurrentUser.getOrFail), Effect.provide(device), Effect.forkChild)

  // The page behind the link, after an explicit click of the signed-in user:
  yield* CliLogin.confirm({ loginCode: loginCodeOf(yield* Deferred.await(link)) })
  yield* Console.log("The terminal is signed in as", (yield* Fiber.join(terminal)).primaryEmail)

  yield* Sessions.signOut
  yield* asGuest
})

/** A terminal that works without an account until its user wants one, and keeps their work. */
const asGuest = Effect.gen(function* () {
  const link = yield* Deferred.make<string>()
  const terminal = yield* Effect.gen(function* () {
    yield* Anonymous.signUp
    yield* CurrentUser.update({ clientMetadata: { notes: ["milk"] } })
    yield* CliLogin.login({ keepAnonymousUser: true, promptLink: (url) => Deferred.succeed(link, url) })
    return yield* CurrentUser.getOrFail
  }).pipe(Effect.provide(device), Effect.forkChild)

  // The page behind the link, with a signed-out visitor. Both steps need an explicit click: once the guest signs up,
  // the sender of the link is signed in as that user.
  const loginCode = loginCodeOf(yield* Deferred.await(link))
  const { hasAnonymousUser } = yield* CliLogin.details({ loginCode })
  if (hasAnonymousUser) yield* CliLogin.claimAnonymousUser({ loginCode })
  yield* Password.signUp({ email: "bob@example.org", password: "correct horse battery" })
  yield* CliLogin.confirm({ loginCode })

  const user = yield* Fiber.join(terminal)
  yield* Console.log("The terminal is signed in as", user.primaryEmail, "and still has", user.clientMetadata)
})

const loginCodeOf = (url: string) => new URL(url).searchParams.get("login_code") ?? ""

run(import.meta.main, example)
