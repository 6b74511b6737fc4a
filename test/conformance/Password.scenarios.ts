/** Sign-up and sign-in with a password, and changing it (docs/protocol/sign-in.md#passwords). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { Backend } from "./Backend.ts"
import * as Recording from "./Recording.ts"
import {
  appUrl,
  call,
  dropAccessToken,
  failure,
  makeDevice,
  makeProject,
  password,
  type Project,
  refusal,
  scenario,
  signIn,
  signInWith,
  signUp,
  readTokens
} from "./Scenario.ts"

const newPassword = "a new and better password"
const noCode = "0".repeat(45)

/** A user whom a server has made without a password, signed in. */
const withoutPassword = Effect.fnUntraced(function* (project: Project) {
  const { newAddress } = yield* Backend
  const device = yield* makeDevice(project)
  const user = yield* call(project, "server", UsersWire.createUser, {
    payload: { primaryEmail: newAddress("bob"), primaryEmailVerified: true, primaryEmailAuthEnabled: true }
  })
  yield* signInWith(
    device,
    yield* call(project, "server", SessionsWire.createSession, { payload: { userId: user.id } })
  )
  return device
})

const resetCode = Effect.fnUntraced(function* (project: Parameters<typeof call>[0], email: string) {
  const { nextMail } = yield* Backend
  const device = yield* makeDevice(project)
  yield* device(Password.sendResetCode({ email }))
  const { code } = yield* nextMail(email, "Reset your password")
  assert.ok(code !== undefined, "no code in the mail")
  return { code, device }
})

export const scenarios = [
  scenario("sign-up creates the account, signs in and mails a link", function* () {
    const { nextMail } = yield* Backend
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const user = yield* device(CurrentUser.getOrFail)
    assert.equal(user.primaryEmail, email)
    assert.equal(user.primaryEmailVerified, false)
    assert.equal(user.hasPassword, true)
    assert.equal(user.emailAuthEnabled, true)
    assert.equal(user.isAnonymous, false)
    assert.equal(user.displayName, null)
    const stored = yield* call(project, "server", UsersWire.getUser, { params: { userId: user.id } })
    assert.equal(stored.primaryEmail, email)
    assert.equal(stored.primaryEmailAuthEnabled, true)
    const mail = yield* nextMail(email, "Verify your email")
    assert.ok(mail.link?.startsWith(`${appUrl}/handler/email-verification?`), mail.link)
    assert.equal(mail.code?.length, 45)
  }),
  scenario("sign-up with an address in use fails and signs nobody in", function* () {
    const project = yield* makeProject()
    const { email } = yield* signUp(project)
    const device = yield* makeDevice(project)
    const error = yield* failure(device(Password.signUp({ email, password })), "UserWithEmailAlreadyExists")
    assert.equal(error.details.email, email)
    assert.equal(yield* readTokens(device), undefined)
    const { items } = yield* call(project, "server", UsersWire.listUsers, { query: {} })
    assert.equal(items.length, 1)
  }),
  scenario("a password has 8 to 70 characters; a longer one is never sent", function* () {
    const { newAddress, recording } = yield* Backend
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    const short = yield* failure(
      device(Password.signUp({ email: newAddress("short"), password: "7 chars" })),
      "PasswordTooShort"
    )
    assert.deepEqual(short.details, { minLength: 8 })
    const [long, sent] = yield* Recording.during(
      recording,
      failure(device(Password.signUp({ email: newAddress("long"), password: "x".repeat(71) })), "PasswordTooLong")
    )
    assert.deepEqual(long.details, { maxLength: 70 })
    assert.equal(sent.length, 0)
    yield* device(Password.signUp({ email: newAddress("eight"), password: "8 chars!" }))
    yield* device(Password.signUp({ email: newAddress("seventy"), password: "x".repeat(70) }))
    const { items } = yield* call(project, "server", UsersWire.listUsers, { query: {} })
    assert.equal(items.length, 2)
  }),
  scenario("sign-up can be closed", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject({ signUpEnabled: false })
    const device = yield* makeDevice(project)
    yield* failure(device(Password.signUp({ email: newAddress("ann"), password })), "SignUpNotEnabled")
    const { items } = yield* call(project, "server", UsersWire.listUsers, { query: {} })
    assert.deepEqual(items, [])
  }),
  scenario("passwords can be turned off", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const { code } = yield* resetCode(project, email)
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, {
      payload: { config: { credentialEnabled: false } }
    })
    const other = yield* makeDevice(project)
    const off = "PasswordAuthenticationNotEnabled"
    yield* failure(other(Password.signUp({ email: `new.${email}`, password })), off)
    yield* failure(other(Password.signIn({ email, password })), off)
    yield* failure(other(Password.sendResetCode({ email })), off)
    yield* failure(device(Password.update({ oldPassword: password, newPassword })), off)
    yield* failure(device(Password.set({ password: newPassword })), off)
    yield* failure(other(Password.reset({ code, password: newPassword })), off)
    assert.ok((yield* device(CurrentUser.get)) !== null, "the session goes on")
  }),
  scenario("no mail leads to an untrusted verification URL: the sign-up fails, or does without the mail", function* () {
    const { newAddress, nextMail, generation } = yield* Backend
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    const email = newAddress("ann")
    const signUp = device(
      Password.signUp({ email, password, verificationCallbackUrl: "https://untrusted.example.net/" })
    )
    if (generation === "current") {
      yield* failure(signUp, "RedirectUrlNotWhitelisted")
      return
    }
    yield* signUp
    yield* device(Password.sendResetCode({ email }))
    // Mails come in order: the first one of this address is the second that was asked for.
    const mail = yield* nextMail(email, "")
    assert.ok(mail.subject.startsWith("Reset your password"), mail.subject)
  }),
  scenario("sign-in works where the password belongs to the address, whose case counts in 2025-06 only", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const first = yield* device(CurrentUser.getOrFail)
    const second = yield* signIn(project, email)
    assert.equal((yield* second(CurrentUser.getOrFail)).id, first.id)
    const { generation } = yield* Backend
    const stranger = yield* makeDevice(project)
    const wrong = yield* failure(stranger(Password.signIn({ email, password: "wrong" })), "EmailPasswordMismatch")
    const unknown = yield* failure(stranger(Password.signIn({ email: `x${email}`, password })), "EmailPasswordMismatch")
    assert.equal(wrong.message, unknown.message)
    assert.equal(yield* readTokens(stranger), undefined)
    const shouted = stranger(Password.signIn({ email: email.toUpperCase(), password }))
    if (generation === "current") yield* shouted
    else yield* failure(shouted, "EmailPasswordMismatch")
  }),
  scenario("the user of one project is nobody in another", function* () {
    const { email } = yield* signUp(yield* makeProject())
    const device = yield* makeDevice(yield* makeProject())
    yield* failure(device(Password.signIn({ email, password })), "EmailPasswordMismatch")
  }),
  scenario("sign-in of a user with a second factor gives an attempt code and no session", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const totpSecretBase64 = Redacted.make(Buffer.from("twenty bytes of key!").toString("base64"))
    const user = yield* device(CurrentUser.update({ totpSecretBase64 }))
    assert.equal(user.isMultiFactorRequired, true)
    const other = yield* makeDevice(project)
    const error = yield* failure(other(Password.signIn({ email, password })), "MultiFactorAuthenticationRequired")
    assert.equal(Redacted.value(error.details.attemptCode as Redacted.Redacted).length, 45)
    assert.equal(yield* readTokens(other), undefined)
    yield* device(CurrentUser.update({ totpSecretBase64: null }))
    yield* other(Password.signIn({ email, password }))
  }),
  scenario("update changes the password and ends the other sessions", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const other = yield* signIn(project, email)
    yield* failure(device(Password.update({ oldPassword: "wrong", newPassword })), "PasswordConfirmationMismatch")
    yield* failure(device(Password.update({ oldPassword: password, newPassword: "short" })), "PasswordTooShort")
    yield* failure(device(Password.update({ oldPassword: password, newPassword: "x".repeat(71) })), "PasswordTooLong")
    yield* device(Password.update({ oldPassword: password, newPassword }))
    yield* dropAccessToken(device)
    assert.equal((yield* device(CurrentUser.getOrFail)).primaryEmail, email)
    yield* dropAccessToken(other)
    assert.equal(yield* other(CurrentUser.get), null)
    yield* failure(other(Password.signIn({ email, password })), "EmailPasswordMismatch")
    yield* other(Password.signIn({ email, password: newPassword }))
  }),
  scenario("update needs a password to change, and somebody who has one", function* () {
    const project = yield* makeProject()
    const nobody = yield* makeDevice(project)
    yield* failure(nobody(Password.update({ oldPassword: password, newPassword })), "UserAuthenticationRequired")
    const device = yield* withoutPassword(project)
    yield* failure(device(Password.update({ oldPassword: password, newPassword })), "UserDoesNotHavePassword")
  }),
  scenario("set gives a first password", function* () {
    const project = yield* makeProject()
    const nobody = yield* makeDevice(project)
    yield* failure(nobody(Password.set({ password })), "UserAuthenticationRequired")
    const device = yield* withoutPassword(project)
    yield* failure(device(Password.set({ password: "short" })), "PasswordTooShort")
    yield* failure(device(Password.set({ password: "x".repeat(71) })), "PasswordTooLong")
    yield* device(Password.set({ password }))
    const user = yield* device(CurrentUser.getOrFail)
    assert.equal(user.hasPassword, true)
    yield* refusal(device(Password.set({ password: newPassword })), 400)
    // The password that was set is the one that can be changed.
    yield* device(Password.update({ oldPassword: password, newPassword }))
  }),
  scenario("a reset code can be asked for by anybody, for trusted URLs only", function* () {
    const { newAddress, nextMail } = yield* Backend
    const project = yield* makeProject()
    const { email } = yield* signUp(project)
    const device = yield* makeDevice(project)
    yield* device(Password.sendResetCode({ email: newAddress("nobody") }))
    yield* failure(
      device(Password.sendResetCode({ email, callbackUrl: "https://untrusted.example.net/" })),
      "RedirectUrlNotWhitelisted"
    )
    yield* device(Password.sendResetCode({ email, callbackUrl: `${appUrl}/elsewhere?a=b` }))
    const mail = yield* nextMail(email, "Reset your password")
    const link = new URL(mail.link ?? "")
    assert.equal(link.pathname, "/elsewhere")
    assert.equal(link.searchParams.get("a"), "b")
    assert.equal(link.searchParams.get("code"), mail.code)
  }),
  scenario("reset sets a new password once and ends every session", function* () {
    const project = yield* makeProject()
    const { device: old, email } = yield* signUp(project)
    const { code, device } = yield* resetCode(project, email)
    yield* device(Password.checkResetCode({ code }))
    yield* device(Password.checkResetCode({ code: code.toUpperCase() }))
    yield* device(Password.reset({ code, password: newPassword }))
    assert.equal(yield* readTokens(device), undefined, "nobody is signed in by it")
    yield* failure(device(Password.reset({ code, password: newPassword })), "VerificationCodeAlreadyUsed")
    yield* failure(device(Password.checkResetCode({ code })), "VerificationCodeAlreadyUsed")
    yield* dropAccessToken(old)
    assert.equal(yield* old(CurrentUser.get), null)
    yield* failure(device(Password.signIn({ email, password })), "EmailPasswordMismatch")
    yield* device(Password.signIn({ email, password: newPassword }))
  }),
  scenario("a reset code that nobody was sent is not found", function* () {
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    yield* failure(device(Password.checkResetCode({ code: noCode })), "VerificationCodeNotFound")
    yield* failure(device(Password.reset({ code: noCode, password })), "VerificationCodeNotFound")
    const { email } = yield* signUp(project)
    const { code } = yield* resetCode(project, email)
    const elsewhere = yield* makeDevice(yield* makeProject())
    yield* failure(elsewhere(Password.reset({ code, password })), "VerificationCodeNotFound")
  }),
  scenario("a refused password spends the reset code", function* () {
    const project = yield* makeProject()
    const { email } = yield* signUp(project)
    const { code, device } = yield* resetCode(project, email)
    yield* failure(device(Password.reset({ code, password: "x".repeat(71) })), "PasswordTooLong")
    yield* failure(device(Password.reset({ code, password: "short" })), "PasswordTooShort")
    yield* failure(device(Password.reset({ code, password: newPassword })), "VerificationCodeAlreadyUsed")
    yield* device(Password.signIn({ email, password }))
  }),
  scenario("a reset code can be tried 20 times", function* () {
    const project = yield* makeProject()
    const { email } = yield* signUp(project)
    const { code, device } = yield* resetCode(project, email)
    for (let i = 0; i < 20; i++) yield* device(Password.checkResetCode({ code }))
    yield* failure(device(Password.checkResetCode({ code })), "VerificationCodeMaxAttemptsReached")
    yield* failure(device(Password.reset({ code, password: newPassword })), "VerificationCodeMaxAttemptsReached")
    yield* device(Password.signIn({ email, password }))
  }),
  scenario("a reset code lives for 7 days", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { email } = yield* signUp(project)
    const { code, device } = yield* resetCode(project, email)
    yield* elapse("167 hours")
    yield* device(Password.checkResetCode({ code }))
    yield* elapse("2 hours")
    yield* failure(device(Password.checkResetCode({ code })), "VerificationCodeExpired")
    yield* failure(device(Password.reset({ code, password: newPassword })), "VerificationCodeExpired")
  }),
  scenario("a user made by a server signs in with the password it was given", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject({ signUpEnabled: false })
    const email = newAddress("ann")
    const created = yield* call(project, "server", UsersWire.createUser, {
      payload: { primaryEmail: email, primaryEmailAuthEnabled: true, password: Redacted.make(password) }
    })
    const device = yield* signIn(project, email)
    assert.equal((yield* device(CurrentUser.getOrFail)).id, created.id)
    yield* device(Sessions.signOut)
    assert.equal(yield* device(CurrentUser.get), null)
  })
]
