/** Passwords: signing up and in, changing and resetting them (docs/protocol/sign-in.md#passwords). */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Password from "../../api/Password.ts"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooShort,
  SignUpNotEnabled,
  UserDoesNotHavePassword
} from "../../domain/errors/Users.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import { measurePassword } from "../../domain/PasswordLength.ts"
import { Caller, anonymousUser, userOrSchemaError } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import { failEmailInUse } from "../accounts/EmailInUse.ts"
import { minPasswordLength, Passwords } from "../accounts/Passwords.ts"
import * as SignUpRules from "../accounts/SignUpRules.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import { Background } from "../background/Background.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import { badRequest, TextAnswer } from "../errors/TextAnswer.ts"
import * as BotChallenge from "../http/BotChallenge.ts"
import { addressKey, countMail, RateLimiter } from "../http/RateLimiter.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Mailer from "../mail/Mailer.ts"
import * as TrustedUrl from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const requirePasswords = Effect.flatMap(Caller, ({ project }) =>
  project.config.credentialEnabled ? Effect.succeed(project) : Effect.fail(new PasswordAuthenticationNotEnabled())
)

const requireLength = (password: string) =>
  measurePassword(password) >= minPasswordLength
    ? Effect.void
    : Effect.fail(new PasswordTooShort({ details: { minLength: minPasswordLength } }))

/** Counts an attempt with a wrong password, not one that was refused because the queue is full. */
const countWrong = <A, E, R>(key: string, attempt: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RateLimiter, (limiter) =>
    limiter.countMisses("wrongPasswordsPerAddress", key, attempt, (exit) =>
      Option.exists(Exit.findErrorOption(exit), (error) => !(error instanceof TextAnswer))
    )
  )

/**
 * Writes in a transaction if the password is still the one that was checked: during the hashing it may have been
 * changed, or the user removed.
 */
const writeIfPasswordUnchanged = Effect.fnUntraced(function* <A, E, R, Conflict>(
  user: UserRow,
  write: (current: UserRow) => Effect.Effect<A, E, R>,
  conflict: Conflict
) {
  const checkAndWrite = Effect.gen(function* () {
    const current = yield* Users.find(user.project_id, user.id)
    if (current === undefined || current.password_hash !== user.password_hash) return yield* Effect.fail(conflict)
    return yield* write(current)
  })
  // A failure leaves the transaction as a value, so that the attempt code is stored.
  return yield* Effect.fromResult(yield* Database.transaction(Effect.result(checkAndWrite)))
})

const signUp = handle(LenientEndpoints.signUp, function* ({ payload }) {
  const project = yield* requirePasswords
  const password = Redacted.value(payload.password)
  const { email, verificationCallbackUrl } = payload
  const { isOnly } = yield* Generation
  if (isOnly("2025-06") && verificationCallbackUrl === undefined) {
    return yield* RequestValidation.failSchema("body.verification_callback_url must be defined")
  }
  if (isOnly("current") && verificationCallbackUrl !== undefined) {
    yield* TrustedUrl.requireTrusted(project, verificationCallbackUrl)
  }
  const requireEnabled = project.config.signUpEnabled ? Effect.void : Effect.fail(new SignUpNotEnabled())
  // The service of 2025-06 checks the password first.
  const checks = [requireLength(password), requireEnabled]
  yield* Effect.all(isOnly("current") ? checks.toReversed() : checks, { discard: true })
  yield* BotChallenge.requireSolved("body", "sign_up_with_credential", payload)
  const admitted = yield* SignUpRules.admit({ project, email, authMethod: "password" })
  const conflict = failEmailInUse(email)
  if ((yield* Users.findByAuthEmail(project.id, email)) !== undefined) return yield* conflict

  const passwordHash = yield* Passwords.use(({ hash }) => hash(password))
  const fields = { ...admitted, passwordHash, email: { value: email, isVerified: false, usedForAuth: true } }
  const user = yield* Effect.catchTag(
    Accounts.create(project, fields, yield* anonymousUser),
    "EmailConflict",
    () => conflict
  )
  // The service of 2025-06 checks the URL in the background: the call succeeds, and no mail is sent.
  if (
    user.email_id !== null &&
    verificationCallbackUrl !== undefined &&
    (yield* TrustedUrl.trusts(project, verificationCallbackUrl))
  ) {
    yield* Accounts.sendVerification({
      project,
      userId: user.id,
      channelId: user.email_id,
      email,
      callbackUrl: verificationCallbackUrl
    })
  }
  return yield* Accounts.signIn(project, user, { isNewUser: true })
})

const signIn = handle(Password.signIn, function* ({ payload }) {
  const project = yield* requirePasswords
  const passwords = yield* Passwords
  const find = Effect.gen(function* () {
    const user = yield* Users.findByAuthEmail(project.id, payload.email)
    // Also hashed for unknown users, so that the time does not reveal them.
    const matches = yield* passwords.verify(Redacted.value(payload.password), user?.password_hash)
    return user !== undefined && matches ? user : yield* new EmailPasswordMismatch()
  })
  const user = yield* countWrong(addressKey(project.id, payload.email), find)
  return yield* writeIfPasswordUnchanged(
    user,
    (current) => Accounts.signIn(project, current),
    new EmailPasswordMismatch()
  )
})

const sendResetCode = handle(Password.sendResetCode, function* ({ payload }) {
  const project = yield* requirePasswords
  // Also checked for unknown addresses, so that the answer does not reveal accounts
  // (docs/protocol/redirects.md#trusted-urls).
  yield* TrustedUrl.requireTrusted(project, payload.callbackUrl)
  const { callbackUrl, email } = payload
  yield* countMail(project.id, email)
  const background = yield* Background
  yield* background.run(
    Effect.gen(function* () {
      const user = yield* Users.findByAuthEmail(project.id, email)
      if (user === undefined) return
      const { code } = yield* VerificationCodes.create({
        projectId: project.id,
        purpose: "password_reset",
        data: { userId: user.id }
      })
      yield* Mailer.sendPasswordReset({ project, to: email, callbackUrl, code, user })
    })
  )
})

const checkResetCode = handle(Password.checkResetCode, function* ({ payload, project }) {
  yield* VerificationCodes.check(project.id, "password_reset", Redacted.value(payload.code))
})

const resetPassword = handle(Password.resetPassword, function* ({ payload, project }) {
  // As in the service, the code is spent first (docs/protocol/sign-in.md#mailed-codes).
  const data = yield* VerificationCodes.use(project.id, "password_reset", Redacted.value(payload.code))
  yield* requirePasswords
  const password = Redacted.value(payload.password)
  yield* requireLength(password)
  const passwordHash = yield* Passwords.use(({ hash }) => hash(password))
  const change = Effect.gen(function* () {
    // Read after the hashing, during which the user may have been removed.
    const user = yield* Users.find(project.id, String(data.userId))
    if (user === undefined) return yield* new VerificationCodeNotFound()
    yield* Accounts.changePassword(user.id, passwordHash)
    return user
  })
  const user = yield* Database.transaction(change)
  yield* Webhooks.use(({ userUpdated }) => userUpdated(user))
})

const setPassword = handle(Password.setPassword, function* ({ payload }) {
  yield* requirePasswords
  const user = yield* userOrSchemaError
  const password = Redacted.value(payload.password)
  yield* requireLength(password)
  const alreadySet = badRequest("User already has a password set.")
  if (user.password_hash !== null) return yield* alreadySet
  const passwordHash = yield* Passwords.use(({ hash }) => hash(password))
  yield* writeIfPasswordUnchanged(user, ({ id }) => Users.update(id, { passwordHash }), alreadySet)
})

const updatePassword = handle(Password.updatePassword, function* ({ payload }) {
  const user = yield* userOrSchemaError
  yield* requirePasswords
  const newPassword = Redacted.value(payload.newPassword)
  yield* requireLength(newPassword)
  if (user.password_hash === null) return yield* new UserDoesNotHavePassword()
  const passwords = yield* Passwords
  const verify = Effect.gen(function* () {
    const matches = yield* passwords.verify(Redacted.value(payload.oldPassword), user.password_hash)
    if (!matches) return yield* new PasswordConfirmationMismatch()
  })
  // One limit with sign-in, so that a stolen session is not a second way to guess.
  const name = user.email_used_for_auth === 1 ? (user.email ?? user.id) : user.id
  yield* countWrong(addressKey(user.project_id, name), verify)
  const hash = yield* passwords.hash(newPassword)
  const { headers } = yield* HttpServerRequest
  yield* writeIfPasswordUnchanged(
    user,
    ({ id }) => Accounts.changePassword(id, hash, headers["x-stack-refresh-token"]),
    new PasswordConfirmationMismatch()
  )
})

export const routes = [signUp, signIn, sendResetCode, checkResetCode, resetPassword, setPassword, updatePassword]
