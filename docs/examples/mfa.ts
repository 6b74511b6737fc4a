/** A second factor: set it up with a QR code, and sign in with six digits. */
import { Console, Effect, Redacted } from "effect"
import { CurrentUser, Mfa, Password, Sessions } from "gatefold"
import { authenticator } from "./authenticator.ts"
import { run } from "./demo.ts"

const credentials = { email: "ann@example.org", password: "correct horse battery" }

export const example = Effect.gen(function* () {
  yield* Password.signUp(credentials)

  const enrolment = yield* Mfa.createSecret({ issuer: "Example" })
  const svg = Redacted.value(enrolment.qrCode)
  yield* Console.log(`Show this to the user: ${svg.slice(0, 40)}…`)
  const phone = authenticator(enrolment.uri)
  yield* Mfa.enable({ secret: enrolment.secret, totp: phone.code() })
  yield* Sessions.signOut

  // `MfaPrompt` asks automatically. Without it, the error has the code to continue.
  const required = yield* Password.signIn(credentials).pipe(
    Effect.as(undefined),
    Effect.catchTag("MultiFactorAuthenticationRequired", Effect.succeed)
  )
  if (required === undefined) return yield* Effect.die("no second factor was asked for")
  const { attemptCode } = required.details
  yield* Mfa.signIn({ attemptCode, totp: "000000" }).pipe(
    Effect.catchTag("InvalidTotpCode", (error) => Console.log(error.message, "Try again:"))
  )
  yield* Mfa.signIn({ attemptCode, totp: phone.code() })
  yield* Console.log("Signed in as", (yield* CurrentUser.getOrFail).primaryEmail)
  yield* Mfa.disable
})

run(import.meta.main, example)
