/** Sign-in with a mailed link or code (docs/protocol/sign-in.md#magic-links). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/MagicLink.ts"
import { SignUpNotEnabled } from "../../domain/errors/Users.ts"
import { anonymousUser } from "../access/Caller.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { ContactChannels } from "../accounts/ContactChannels.ts"
import { failEmailInUse } from "../accounts/EmailInUse.ts"
import * as SignUpRules from "../accounts/SignUpRules.ts"
import { Users } from "../accounts/Users.ts"
import { Background } from "../background/Background.ts"
import { otpLength, VerificationCodes } from "../crypto/VerificationCodes.ts"
import { forbidden } from "../errors/TextAnswer.ts"
import * as BotChallenge from "../http/BotChallenge.ts"
import { countMail } from "../http/RateLimiter.ts"
import * as Mailer from "../mail/Mailer.ts"
import type { Project } from "../projects/Projects.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { handle } from "./Route.ts"

/**
 * The user who signs in with an address; `undefined` for a new user. Fails for an unverified address, because it may
 * belong to someone else.
 */
const findUser = Effect.fnUntraced(function* (project: Project, email: string) {
  const channel = yield* ContactChannels.use(({ findUsedForAuth }) => findUsedForAuth(project.id, email))
  const users = yield* Users
  const user = channel === undefined ? undefined : yield* users.find(project.id, channel.user_id)
  if (user === undefined) return project.config.signUpEnabled ? undefined : yield* new SignUpNotEnabled()
  if (channel?.is_verified !== 1) return yield* failEmailInUse(email, { wouldWorkIfEmailWasVerified: true })
  // Like the service, the method is enabled when the link is requested; it needs the mail.
  if (user.otp_auth_enabled === 0) yield* users.update(user.id, { otpAuthEnabled: true })
  return user
})

export const routes = [
  handle(Api.sendSignInCode, function* ({ payload, project }) {
    if (!project.config.magicLinkEnabled) {
      return yield* forbidden("Magic link is not enabled for this project")
    }
    const { callbackUrl, email } = payload
    // Checked before the account lookup, so that the answer does not depend on whether an account exists
    // (docs/protocol/redirects.md#trusted-urls).
    yield* requireTrusted(project, callbackUrl)
    yield* countMail(project.id, email)
    // As in the service, an address that may not sign in fails before the challenge.
    const user = yield* findUser(project, email)
    yield* BotChallenge.requireSolved("body", "send_magic_link_email", payload)
    const { code } = yield* VerificationCodes.use(({ create }) =>
      create({
        projectId: project.id,
        purpose: "one_time_password",
        data: { email }
      })
    )
    const mail = { project, to: email, callbackUrl, code, user }
    yield* Background.use(({ run }) => run(Mailer.sendMagicLink(mail)))
    return { nonce: Redacted.make(code.slice(otpLength)) }
  }),

  handle(Api.signInWithCode, function* ({ payload, project }) {
    const codes = yield* VerificationCodes
    const data = yield* codes.use(project.id, "one_time_password", Redacted.value(payload.code))
    const email = String(data.email)
    const accounts = yield* Accounts
    const existing = yield* findUser(project, email)
    if (existing !== undefined) return { ...(yield* accounts.signIn(project, existing)), isNewUser: false }
    const admitted = yield* SignUpRules.admit({ project, email, authMethod: "otp" })
    const fields = {
      ...admitted,
      otpAuthEnabled: true,
      email: { value: email, isVerified: true, usedForAuth: true }
    }
    const user = yield* Effect.catchTag(accounts.create(project, fields, yield* anonymousUser), "EmailConflict", () =>
      failEmailInUse(email)
    )
    return { ...(yield* accounts.signIn(project, user, { isNewUser: true })), isNewUser: true }
  }),

  handle(Api.checkSignInCode, function* ({ payload, project }) {
    yield* VerificationCodes.use(({ check }) => check(project.id, "one_time_password", Redacted.value(payload.code)))
  })
]
