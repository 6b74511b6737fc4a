/** Sign-in with a mailed link or code (docs/protocol/sign-in.md#magic-links). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/MagicLink.ts"
import { SignUpNotEnabled } from "../../domain/errors/Users.ts"
import { anonymousUser } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as ContactChannels from "../accounts/ContactChannels.ts"
import { failEmailInUse } from "../accounts/EmailInUse.ts"
import * as SignUpRules from "../accounts/SignUpRules.ts"
import * as Users from "../accounts/Users.ts"
import { Background } from "../background/Background.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
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
  const channel = yield* ContactChannels.findUsedForAuth(project.id, email)
  const user = channel === undefined ? undefined : yield* Users.find(project.id, channel.user_id)
  if (user === undefined) return project.config.signUpEnabled ? undefined : yield* new SignUpNotEnabled()
  if (channel?.is_verified !== 1) return yield* failEmailInUse(email, { wouldWorkIfEmailWasVerified: true })
  // Like the service, the method is enabled when the link is requested; it needs the mail.
  if (user.otp_auth_enabled === 0) yield* Users.update(user.id, { otpAuthEnabled: true })
  return user
})

export const routes = [
  handle(Api.sendSignInCode, function* ({ payload, project }) {
    if (!project.config.magicLinkEnabled) return yield* forbidden("Magic link is not enabled for this project")
    const { callbackUrl, email } = payload
    // Checked before the account lookup, so that the answer does not depend on whether an account exists
    // (docs/protocol/redirects.md#trusted-urls).
    yield* requireTrusted(project, callbackUrl)
    yield* countMail(project.id, email)
    // As in the service, an address that may not sign in fails before the challenge.
    const user = yield* findUser(project, email)
    yield* BotChallenge.requireSolved("body", "send_magic_link_email", payload)
    const { code } = yield* VerificationCodes.create({
      projectId: project.id,
      purpose: "one_time_password",
      data: { email }
    })
    const mail = { project, to: email, callbackUrl, code, user }
    yield* Background.use(({ run }) => run(Mailer.sendMagicLink(mail)))
    return { nonce: Redacted.make(code.slice(VerificationCodes.otpLength)) }
  }),

  handle(Api.signInWithCode, function* ({ payload, project }) {
    const data = yield* VerificationCodes.use(project.id, "one_time_password", Redacted.value(payload.code))
    const email = String(data.email)
    const existing = yield* findUser(project, email)
    if (existing !== undefined) return { ...(yield* Accounts.signIn(project, existing)), isNewUser: false }
    const admitted = yield* SignUpRules.admit({ project, email, authMethod: "otp" })
    const fields = {
      ...admitted,
      otpAuthEnabled: true,
      email: { value: email, isVerified: true, usedForAuth: true }
    }
    const user = yield* Effect.catchTag(Accounts.create(project, fields, yield* anonymousUser), "EmailConflict", () =>
      failEmailInUse(email)
    )
    return { ...(yield* Accounts.signIn(project, user, { isNewUser: true })), isNewUser: true }
  }),

  handle(Api.checkSignInCode, function* ({ payload, project }) {
    yield* VerificationCodes.check(project.id, "one_time_password", Redacted.value(payload.code))
  })
]
