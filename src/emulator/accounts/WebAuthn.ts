/**
 * The server's half of WebAuthn: what authenticators are asked, and whether
 * their answers hold (W3C WebAuthn level 3 §7).
 *
 * `@simplewebauthn/server` is an optional peer and costs a fifth of a second
 * to load, so it is imported at the first answer.
 */
import * as Effect from "effect/Effect"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "../../api/schema/Passkey.ts"
import type { Credential } from "./Passkeys.ts"
import { TextError } from "../TextError.ts"

/** Stands for the relying party; clients put their host name in its place (docs/protocol/sign-in.md#passkeys). */
export const RP_ID_PLACEHOLDER = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** How long an authenticator may take. */
const TIMEOUT_MILLIS = 60_000

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** What a user is called where passkeys are managed, if they have neither name nor address. */
const NAMELESS = "Stack Auth User"

/** How a user id looks to an authenticator. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString("base64url")

/** What to ask of the authenticator that is to hold a new passkey. */
export const registrationOptions = (options: {
  readonly challenge: string
  readonly projectName: string
  readonly user: { readonly id: string; readonly email: string | null; readonly display_name: string | null }
}): RegistrationOptions => {
  const { challenge, projectName, user } = options
  return {
    challenge,
    rp: { name: projectName, id: RP_ID_PLACEHOLDER },
    user: {
      id: userHandleOf(user.id),
      name: user.email ?? user.display_name ?? NAMELESS,
      displayName: user.display_name ?? user.email ?? NAMELESS
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MILLIS,
    attestation: "none",
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
    extensions: { credProps: true }
  }
}

/** What to ask of any authenticator that holds a passkey. */
export const authenticationOptions = (challenge: string): AuthenticationOptions => ({
  rpId: RP_ID_PLACEHOLDER,
  challenge,
  allowCredentials: [],
  timeout: TIMEOUT_MILLIS,
  userVerification: "preferred"
})

/**
 * The origin that a ceremony happened at; `undefined` when there is none, or
 * it is not written the way browsers write origins.
 */
export const originOf = (clientDataJSON: string): string | undefined => {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())
    if (typeof data !== "object" || data === null || !("origin" in data)) return undefined
    const { origin } = data
    return typeof origin === "string" && new URL(origin).origin === origin ? origin : undefined
  } catch {
    return undefined
  }
}

const library = Effect.tryPromise({
  try: () => import("@simplewebauthn/server"),
  catch: () => new TextError({ status: 501, text: "Passkeys need the npm package @simplewebauthn/server." })
})

/** An answer that does not hold, and why. */
export class Refused {
  readonly _tag = "Refused"
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** The library throws what it does not like; all of it is about the answer. */
const verify = <A>(run: () => Promise<A>): Effect.Effect<A, Refused> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new Refused(cause instanceof Error ? cause.message : "The answer is malformed.")
  })

/** The relying party of an origin is its host; any authenticator answer for another one is refused. */
const expectedOf = (challenge: string, origin: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: new URL(origin).hostname,
  requireUserVerification: false
})

/** The credential that an authenticator created for a challenge at an origin. */
export const verifyRegistration = Effect.fnUntraced(function* (options: {
  readonly response: RegistrationResponse
  readonly challenge: string
  readonly origin: string
}): Effect.fn.Return<Credential, Refused | TextError> {
  const { challenge, origin, response } = options
  const { verifyRegistrationResponse } = yield* library
  const result = yield* verify(() =>
    verifyRegistrationResponse({
      ...expectedOf(challenge, origin),
      supportedAlgorithmIDs: ALGORITHMS,
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject
        }
      }
    })
  )
  if (!result.verified) return yield* Effect.fail(new Refused("The attestation does not hold."))
  const { counter, id, publicKey } = result.registrationInfo.credential
  if (id !== response.id) return yield* Effect.fail(new Refused("The credential has another id."))
  return { id, publicKey, counter }
})

/** The counter of the authenticator that signed a challenge at an origin. */
export const verifyAuthentication = Effect.fnUntraced(function* (options: {
  readonly response: AuthenticationResponse
  readonly challenge: string
  readonly origin: string
  readonly credential: Credential
}): Effect.fn.Return<number, Refused | TextError> {
  const { challenge, credential, origin, response } = options
  const { verifyAuthenticationResponse } = yield* library
  const result = yield* verify(() =>
    verifyAuthenticationResponse({
      ...expectedOf(challenge, origin),
      credential: { ...credential, publicKey: Uint8Array.from(credential.publicKey) },
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.response.clientDataJSON,
          authenticatorData: response.response.authenticatorData,
          signature: response.response.signature
        }
      }
    })
  )
  return result.verified
    ? result.authenticationInfo.newCounter
    : yield* Effect.fail(new Refused("The signature does not hold."))
})
