/** Login of a terminal: it shows a link, a browser confirms, the terminal is signed in. */
import { Console, Deferred, Effect, Fiber } from "effect"
import { CliLogin, CurrentUser, Password } from "gatefold"
import { device, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  const link = yield* Deferred.make<string>()
  const terminal = yield* CliLogin.login({
    promptLink: (url) => Effect.andThen(Console.log(`Open ${url}`), Deferred.succeed(link, url))
  }).pipe(Effect.andThen(CurrentUser.get({ or: "throw" })), Effect.provide(device), Effect.forkChild)

  // The page behind the link, after an explicit click of the signed-in user:
  const url = new URL(yield* Deferred.await(link))
  yield* CliLogin.confirm({ loginCode: url.searchParams.get("login_code") ?? "" })
  yield* Console.log("The terminal is signed in as", (yield* Fiber.join(terminal)).primaryEmail)
})

run(import.meta.main, example)
