/** Passkeys: registering one, and signing in with it (docs/protocol/sign-in.md#passkeys). */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Api from "../../api/Passkey.ts"
import { AuthenticationResponse, RegistrationResponse } from "../../api/schema/Passkey.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "../../domain/errors/Passkey.ts"
import { PasskeyAuthenticationNotEnabled } from "../../domain/errors/Users.ts"
import { Caller, userOrSchemaError } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Passkeys from "../accounts/Passkeys.ts"
import * as Users from "../accounts/Users.ts"
import * as WebAuthn from "../accounts/WebAuthn.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import type { Project } from "../projects/Projects.ts"
import * as TrustedUrl from "../projects/TrustedUrl.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const requirePasskeys = Effect.flatMap(Caller, ({ project }) =>
  project.config.passkeyEnabled ? Effect.succeed(project) : Effect.fail(new PasskeyAuthenticationNotEnabled())
)

const authenticationFailed = (error: string) => new PasskeyAuthenticationFailed({ error })

const registrationFailed = (error: string) => new PasskeyRegistrationFailed({ error })

const newChallenge = Effect.map(Randomness, (randomness) => Base64Url.encode(randomness.bytes(32)))

/**
 * The origin of a ceremony must be trusted; registration fails with the same error (docs/protocol/sign-in.md#passkeys).
 */
const requireTrustedOrigin = (project: Project, clientDataJSON: string) => {
  const origin = WebAuthn.readOrigin(clientDataJSON)
  const refused = authenticationFailed("The passkey was used at an origin that this project does not trust.")
  if (origin === undefined) return Effect.fail(refused)
  return Effect.flatMap(TrustedUrl.trusts(project, origin), (isTrusted) =>
    isTrusted ? Effect.succeed(origin) : Effect.fail(refused)
  )
}

const makeReader = <S extends Schema.Decoder<unknown>>(name: string, schema: S) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (value: unknown) =>
    Option.match(decode(value), {
      onNone: () => RequestValidation.failSchema(`body.${name} is not what an authenticator answers`),
      onSome: Effect.succeed
    })
}

const readCredential = makeReader("credential", RegistrationResponse)

const readResponse = makeReader("authentication_response", AuthenticationResponse)

const startRegistration = handle(
  Api.startRegistration,
  function* () {
    const user = yield* userOrSchemaError
    const project = yield* requirePasskeys
    const challenge = yield* newChallenge
    const { code } = yield* VerificationCodes.create({
      projectId: project.id,
      purpose: "passkey_registration",
      data: { userId: user.id, challenge }
    })
    const optionsJson = WebAuthn.makeRegistrationOptions({ challenge, projectName: project.displayName, user })
    return { optionsJson, code: Redacted.make(code) }
  },
  { prepare: RequestBody.ignoreBody, ignoresQuery: true }
)

const register = handle(LenientEndpoints.register, function* ({ payload, project }) {
  const user = yield* userOrSchemaError
  // The challenge is spent first, so that it works once.
  const data = yield* VerificationCodes.use(project.id, "passkey_registration", Redacted.value(payload.code))
  const credential = yield* readCredential(payload.credential)
  yield* requirePasskeys
  if (data.userId !== user.id) return yield* registrationFailed("The challenge was made for another user.")
  const created = yield* WebAuthn.verifyRegistration({
    response: credential,
    challenge: String(data.challenge),
    origin: yield* requireTrustedOrigin(project, credential.response.clientDataJSON)
  }).pipe(Effect.catchTag("Refused", ({ problem }) => Effect.fail(registrationFailed(problem))))
  if (!(yield* Passkeys.save(project.id, user.id, created))) {
    return yield* registrationFailed("The passkey belongs to another user.")
  }
  return { userHandle: created.id }
})

const startAuthentication = handle(
  Api.startAuthentication,
  function* () {
    const project = yield* requirePasskeys
    const challenge = yield* newChallenge
    const { code } = yield* VerificationCodes.create({
      projectId: project.id,
      purpose: "passkey_authentication",
      data: { challenge }
    })
    return { optionsJson: WebAuthn.makeAuthenticationOptions(challenge), code: Redacted.make(code) }
  },
  { prepare: RequestBody.ignoreBody, ignoresQuery: true }
)

const signInWithPasskey = handle(LenientEndpoints.signInWithPasskey, function* ({ payload, project }) {
  const data = yield* VerificationCodes.use(project.id, "passkey_authentication", Redacted.value(payload.code))
  const authenticationResponse = yield* readResponse(payload.authenticationResponse)
  yield* requirePasskeys
  const passkey = yield* Passkeys.find(project.id, authenticationResponse.id)
  const user = passkey && (yield* Users.find(project.id, passkey.userId))
  if (passkey === undefined || user === undefined) return yield* authenticationFailed("Passkey not found")
  const { clientDataJSON, userHandle } = authenticationResponse.response
  const counter = yield* WebAuthn.verifyAuthentication({
    response: authenticationResponse,
    challenge: String(data.challenge),
    origin: yield* requireTrustedOrigin(project, clientDataJSON),
    credential: passkey
  }).pipe(Effect.catchTag("Refused", ({ problem }) => Effect.fail(authenticationFailed(problem))))
  if (userHandle !== undefined && userHandle !== WebAuthn.toUserHandle(user.id)) {
    return yield* authenticationFailed("The passkey names another user.")
  }
  if (!(yield* Passkeys.count(passkey, counter))) {
    return yield* authenticationFailed("The passkey was used again in the meantime.")
  }
  return { ...(yield* Accounts.signIn(project, user)), isNewUser: false }
})

export const routes = [startRegistration, register, startAuthentication, signInWithPasskey]
