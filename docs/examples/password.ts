/** Accounts with email and password: sign up, sign in, change and reset the password. */
import { Console, Effect } from "effect"
import { CurrentUser, Password, Sessions } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Password.update({ oldPassword: "correct horse battery", newPassword: "staple and fish" })
  yield* Sessions.signOut

  // Each way to fail is in the type, and caught by name.
  yield* Password.signIn({ email: "ann@example.org", password: "correct horse battery" }).pipe(
    Effect.catchTag("EmailPasswordMismatch", (error) => Console.log(error.message))
  )

  yield* Password.sendResetCode({ email: "ann@example.org" })
  const { mailbox } = yield* Emulator
  const mail = yield* mailbox.take({ to: "ann@example.org", subject: "Reset" })
  yield* Password.checkResetCode({ code: mail.code ?? "" }) // as the page does before it shows the form
  yield* Password.reset({ code: mail.code ?? "", password: "a new password" })

  yield* Password.signIn({ email: "ann@example.org", password: "a new password" })
  const user = yield* CurrentUser.getOrFail
  yield* Console.log(`Welcome back, ${user.primaryEmail}`)
})

run(import.meta.main, example)
