/** Sign-in with a mailed link, and the second factor (docs/protocol/sign-in.md#magic-links). */
import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as MagicLink from "../../src/client/MagicLink.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as Password from "../../src/client/Password.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { Backend } from "./Backend.ts"
import {
  appUrl,
  call,
  dropAccessToken,
  failure,
  makeDevice,
  makeProject,
  password,
  type Project,
  scenario,
  signUp,
  readTokens
} from "./Scenario.ts"

const noCode = "0".repeat(45)
const withLinks = makeProject({ magicLinkEnabled: true })

/** A device with a code that was mailed to somebody. */
const mailed = Effect.fnUntraced(function* (project: Project, email: string) {
  const { nextMail } = yield* Backend
  const device = yield* makeDevice(project)
  const { nonce } = yield* device(MagicLink.send({ email }))
  const mail = yield* nextMail(email, "Sign in to")
  assert.ok(mail.code !== undefined, "no code in the mail")
  return { device, nonce, mail, code: mail.code }
})

const key = Buffer.from("twenty bytes of key!")

/** The digits of an authenticator at a time (RFC 6238). */
const totpAt = (millis: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const hash = createHmac("sha1", key).update(counter).digest()
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, "0")
}

const wrongTotp = (right: string) => (right === "000000" ? "111111" : "000000")

const now = Effect.clockWith((clock) => clock.currentTimeMillis)

/** A user with a second factor, the attempt code of a sign-in with the first, and the time of the service. */
const challenged = Effect.gen(function* () {
  const project = yield* withLinks
  const { device: first, email } = yield* signUp(project)
  yield* first(CurrentUser.update({ totpSecretBase64: Redacted.make(key.toString("base64")) }))
  const device = yield* makeDevice(project)
  const error = yield* failure(device(Password.signIn({ email, password })), "MultiFactorAuthenticationRequired")
  const millis = yield* now
  return { project, device, email, attemptCode: error.details.attemptCode as Redacted.Redacted | string, millis }
})

export const scenarios = [
  scenario("a link signs in whoever has it once, and signs up whoever is new", function* () {
    const { newAddress } = yield* Backend
    const project = yield* withLinks
    const email = newAddress("ann")
    const { code, device, mail } = yield* mailed(project, email)
    assert.ok(mail.link?.startsWith(`${appUrl}/handler/magic-link-callback?`), mail.link)
    yield* device(MagicLink.check({ code }))
    yield* device(MagicLink.signIn({ code }))
    const user = yield* device(CurrentUser.getOrFail)
    assert.equal(user.primaryEmail, email)
    assert.equal(user.primaryEmailVerified, true)
    assert.equal(user.otpAuthEnabled, true)
    assert.equal(user.hasPassword, false)
    yield* failure(device(MagicLink.signIn({ code })), "VerificationCodeAlreadyUsed")
    yield* failure(device(MagicLink.check({ code })), "VerificationCodeAlreadyUsed")
    const again = yield* mailed(project, email)
    yield* again.device(MagicLink.signIn({ code: again.code }))
    assert.equal((yield* again.device(CurrentUser.getOrFail)).id, user.id)
  }),
  scenario("the six characters of the mail work together with the nonce", function* () {
    const { newAddress } = yield* Backend
    const project = yield* withLinks
    const { code, device, mail, nonce } = yield* mailed(project, newAddress("ann"))
    const typedCode = code.slice(0, 6).toUpperCase()
    assert.ok(`${mail.subject} ${mail.text}`.includes(typedCode), "the mail shows them")
    assert.equal(Redacted.value(nonce), code.slice(6))
    yield* failure(device(MagicLink.signIn({ typedCode: "000000", nonce })), "VerificationCodeNotFound")
    yield* device(MagicLink.signIn({ typedCode: ` ${typedCode} `, nonce }))
    assert.ok((yield* readTokens(device)) !== undefined)
  }),
  scenario("a link is mailed where that is allowed", function* () {
    const { newAddress } = yield* Backend
    const off = yield* makeProject()
    const email = newAddress("ann")
    const refused = yield* failure((yield* makeDevice(off))(MagicLink.send({ email })), "MagicLinkNotEnabled")
    assert.match(refused.message, /not enabled/)
    const project = yield* withLinks
    const device = yield* makeDevice(project)
    yield* failure(
      device(MagicLink.send({ email, callbackUrl: "https://untrusted.example.net/" })),
      "RedirectUrlNotWhitelisted"
    )
    yield* failure(device(MagicLink.signIn({ code: noCode })), "VerificationCodeNotFound")
    const { email: unverified } = yield* signUp(project)
    yield* failure(device(MagicLink.send({ email: unverified })), "UserWithEmailAlreadyExists")
    const { code } = yield* mailed(project, email)
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, { payload: { config: { signUpEnabled: false } } })
    yield* failure(device(MagicLink.send({ email: newAddress("late") })), "SignUpNotEnabled")
    yield* failure(device(MagicLink.signIn({ code })), "SignUpNotEnabled")
  }),
  scenario("a link lives for 7 days", function* () {
    const { elapse, newAddress } = yield* Backend
    const { code, device } = yield* mailed(yield* withLinks, newAddress("ann"))
    yield* elapse("169 hours")
    yield* failure(device(MagicLink.signIn({ code })), "VerificationCodeExpired")
  }),
  scenario("a second factor completes a sign-in, once", function* () {
    const { attemptCode, device, email, millis } = yield* challenged
    const totp = totpAt(millis)
    yield* failure(device(Mfa.signIn({ attemptCode, totp: wrongTotp(totp) })), "InvalidTotpCode")
    assert.equal(yield* readTokens(device), undefined)
    assert.equal(yield* device(Mfa.signIn({ attemptCode, totp })), "signed-in")
    assert.equal((yield* device(CurrentUser.getOrFail)).primaryEmail, email)
    yield* failure(device(Mfa.signIn({ attemptCode, totp })), "VerificationCodeAlreadyUsed")
    // Later refreshes do not ask again.
    yield* dropAccessToken(device)
    assert.ok((yield* device(CurrentUser.get)) !== null)
  }),
  scenario("a second factor is asked for after a link, too, and the link is spent then", function* () {
    const { email, project } = yield* challenged
    const { items } = yield* call(project, "server", UsersWire.listUsers, { query: {} })
    yield* call(project, "server", UsersWire.updateUser, {
      params: { userId: items[0]!.id },
      payload: { primaryEmailVerified: true }
    })
    const { code, device } = yield* mailed(project, email)
    const error = yield* failure(device(MagicLink.signIn({ code })), "MultiFactorAuthenticationRequired")
    yield* failure(device(MagicLink.signIn({ code })), "VerificationCodeAlreadyUsed")
    // The mail may have taken longer than the digits live.
    const millis = yield* now
    yield* device(
      Mfa.signIn({
        attemptCode: error.details.attemptCode as Redacted.Redacted,
        totp: totpAt(millis)
      })
    )
  }),
  scenario("an attempt at the second factor lives for 5 minutes", function* () {
    const { elapse } = yield* Backend
    const { attemptCode, device, millis } = yield* challenged
    yield* elapse("6 minutes")
    yield* failure(device(Mfa.signIn({ attemptCode, totp: totpAt(millis + 360_000) })), "VerificationCodeExpired")
  }),
  scenario("an attempt at the second factor can be tried 20 times", function* () {
    const { attemptCode, device, millis } = yield* challenged
    const totp = wrongTotp(totpAt(millis))
    for (let i = 0; i < 20; i++) yield* failure(device(Mfa.signIn({ attemptCode, totp })), "InvalidTotpCode")
    yield* failure(device(Mfa.signIn({ attemptCode, totp: totpAt(millis) })), "VerificationCodeMaxAttemptsReached")
  })
]
