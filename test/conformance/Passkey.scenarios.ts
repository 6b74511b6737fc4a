/** Passkeys (docs/protocol/sign-in.md#passkeys), with an authenticator made of software. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as Passkey from "../../src/client/Passkey.ts"
import * as WebAuthn from "../../src/platform/page/WebAuthn.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import * as Wire from "../../src/wire/generated/Passkey.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  call,
  failure,
  failureOrFault,
  headersFor,
  isKnownErrorAnswer,
  makeProject,
  type Project,
  scenario,
  send,
  signUp
} from "./Scenario.ts"

type Authenticator = SoftwareAuthenticator.SoftwareAuthenticator

const withPasskeys = makeProject({ passkeyEnabled: true })
const here = { origin: appUrl }
const elsewhere = { origin: "https://untrusted.example.net" }

/** A signed-up user with an authenticator that has no passkey yet. */
const user = Effect.gen(function* () {
  const project = yield* withPasskeys
  const { device, email } = yield* signUp(project)
  const credentials = { accessToken: yield* readAccessToken(device) }
  return { project, device, email, credentials, authenticator: SoftwareAuthenticator.make() }
})

const created = Effect.fnUntraced(function* (
  project: Project,
  authenticator: Authenticator,
  credentials: { readonly accessToken: Redacted.Redacted },
  ceremony: SoftwareAuthenticator.Ceremony = here
) {
  const { code, optionsJson } = yield* call(project, "client", Wire.startRegistration, { payload: {} }, credentials)
  const credential = yield* Effect.promise(() => authenticator.create(optionsJson, ceremony))
  return { submit: call(project, "client", Wire.register, { payload: { credential, code } }, credentials) }
})

const signed = Effect.fnUntraced(function* (
  project: Project,
  authenticator: Authenticator,
  ceremony: SoftwareAuthenticator.Ceremony = here
) {
  const { code, optionsJson } = yield* call(project, "client", Wire.startAuthentication, { payload: {} })
  const authenticationResponse = yield* Effect.promise(() => authenticator.get(optionsJson, ceremony))
  return { submit: call(project, "client", Wire.signInWithPasskey, { payload: { authenticationResponse, code } }) }
})

export const scenarios = [
  scenario("a passkey is registered, signs in, and is removed", function* () {
    const { authenticator, credentials, device, project } = yield* user
    yield* (yield* created(project, authenticator, credentials)).submit
    const { id, passkeyAuthEnabled } = yield* device(CurrentUser.getOrFail)
    assert.equal(passkeyAuthEnabled, true)
    const tokens = yield* (yield* signed(project, authenticator)).submit
    assert.equal(tokens.userId, id)
    assert.equal(tokens.isNewUser, false)
    assert.equal((yield* call(project, "client", UsersWire.getMe, {}, tokens)).id, id)
    const removed = yield* device(CurrentUser.update({ passkeyAuthEnabled: false }))
    assert.equal(removed.passkeyAuthEnabled, false)
    yield* failure((yield* signed(project, authenticator)).submit, "PasskeyAuthenticationFailed")
  }),
  scenario("a user has one passkey: the next one takes its place", function* () {
    const { authenticator, credentials, project } = yield* user
    yield* (yield* created(project, authenticator, credentials)).submit
    const next = SoftwareAuthenticator.make()
    yield* (yield* created(project, next, credentials)).submit
    yield* failure((yield* signed(project, authenticator)).submit, "PasskeyAuthenticationFailed")
    yield* (yield* signed(project, next)).submit
  }),
  scenario("challenges work once, and not for each other", function* () {
    const { authenticator, credentials, project } = yield* user
    const { submit: register } = yield* created(project, authenticator, credentials)
    yield* register
    yield* failure(register, "VerificationCodeAlreadyUsed")
    const { submit: signIn } = yield* signed(project, authenticator)
    yield* signIn
    yield* failure(signIn, "VerificationCodeAlreadyUsed")
  }),
  scenario("a passkey is good for trusted origins only", function* () {
    const { authenticator, credentials, project } = yield* user
    yield* failure(
      (yield* created(project, SoftwareAuthenticator.make(), credentials, elsewhere)).submit,
      "PasskeyAuthenticationFailed"
    )
    yield* (yield* created(project, authenticator, credentials)).submit
    yield* failure(
      (yield* signed(project, authenticator, { ...elsewhere, rpId: "localhost" })).submit,
      "PasskeyAuthenticationFailed"
    )
  }),
  scenario("what was not signed for the challenge registers nothing", function* () {
    const { authenticator, credentials, device, project } = yield* user
    const start = call(project, "client", Wire.startRegistration, { payload: {} }, credentials)
    const first = yield* start
    const credential = yield* Effect.promise(() => authenticator.create(first.optionsJson, here))
    const { code } = yield* start
    // A real service fails itself at a credential of another challenge (decision 0013).
    yield* failureOrFault(
      call(project, "client", Wire.register, { payload: { credential, code } }, credentials),
      "PasskeyRegistrationFailed"
    )
    assert.equal((yield* device(CurrentUser.getOrFail)).passkeyAuthEnabled, false)
  }),
  scenario("challenges live for 65 seconds", function* () {
    const { elapse } = yield* Backend
    const { authenticator, credentials, project } = yield* user
    yield* (yield* created(project, authenticator, credentials)).submit
    const { submit: register } = yield* created(project, authenticator, credentials)
    const { submit: signIn } = yield* signed(project, authenticator)
    yield* elapse("66 seconds")
    yield* failure(register, "VerificationCodeExpired")
    yield* failure(signIn, "VerificationCodeExpired")
  }),
  scenario("passkeys can be turned off", function* () {
    const { authenticator, credentials, project } = yield* user
    yield* (yield* created(project, authenticator, credentials)).submit
    const { submit: signIn } = yield* signed(project, authenticator)
    const { submit: register } = yield* created(project, authenticator, credentials)
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, { payload: { config: { passkeyEnabled: false } } })
    const off = "PasskeyAuthenticationNotEnabled"
    yield* failure(call(project, "client", Wire.startRegistration, { payload: {} }, credentials), off)
    yield* failure(call(project, "client", Wire.startAuthentication, { payload: {} }), off)
    yield* failure(signIn, off)
    yield* failure(register, off)
  }),
  scenario("a second factor is asked for after a passkey, too", function* () {
    const { authenticator, credentials, device, project } = yield* user
    yield* (yield* created(project, authenticator, credentials)).submit
    const { secret } = yield* device(Mfa.createSecret({ issuer: "Scenario" }))
    yield* device(Mfa.enable({ secret, totp: yield* Totp.generate(Redacted.value(secret)) }))
    yield* failure((yield* signed(project, authenticator)).submit, "MultiFactorAuthenticationRequired")
  }),
  scenario("a challenge that nobody was given is none", function* () {
    const { authenticator, credentials, project } = yield* user
    const code = Redacted.make("0".repeat(45))
    const { optionsJson } = yield* call(project, "client", Wire.startRegistration, { payload: {} }, credentials)
    const credential = yield* Effect.promise(() => authenticator.create(optionsJson, here))
    const register = call(project, "client", Wire.register, { payload: { credential, code } }, credentials)
    yield* failure(register, "VerificationCodeNotFound")
    const { optionsJson: toGet } = yield* call(project, "client", Wire.startAuthentication, { payload: {} })
    const authenticationResponse = yield* Effect.promise(() => authenticator.get(toGet, here))
    const signIn = call(project, "client", Wire.signInWithPasskey, { payload: { authenticationResponse, code } })
    yield* failure(signIn, "VerificationCodeNotFound")
  }),
  scenario("a ceremony that the user breaks off changes nothing", function* () {
    const { device } = yield* user
    const refuse = Effect.fail(WebAuthn.webAuthnError("ERROR_NOT_ALLOWED", "The user said no"))
    const unwilling = WebAuthn.layer({ create: () => refuse, get: () => refuse })
    yield* failure(device(Effect.provide(Passkey.register(), unwilling)), "PasskeyWebAuthnError")
    assert.equal((yield* device(CurrentUser.getOrFail)).passkeyAuthEnabled, false)
    yield* failure(device(Effect.provide(Passkey.signIn(), unwilling)), "PasskeyWebAuthnError")
  }),
  scenario("registering needs somebody signed in", function* () {
    const project = yield* withPasskeys
    const response = yield* send(
      "POST",
      "/api/v1/auth/passkey/initiate-passkey-registration",
      { ...headersFor(project, "client"), "content-type": "application/json" },
      "{}"
    )
    isKnownErrorAnswer(response, "SCHEMA_ERROR", 400)
  })
]
