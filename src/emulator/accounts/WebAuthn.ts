/**
 * The server's part of WebAuthn: options for authenticators, and verification of their answers (W3C WebAuthn level 3
 * §7).
 *
 * `@simplewebauthn/server` is an optional peer that takes 0.2 s to load, so it is imported at the first answer.
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "../../api/schema/Passkey.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { UserId } from "../../domain/Ids.ts"
import { TextAnswer } from "../errors/TextAnswer.ts"
import type { Credential } from "./Passkeys.ts"

/**
 * The placeholder for the relying party, which clients replace by their host name (docs/protocol/sign-in.md#passkeys).
 */
const rpIdPlaceholder = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** The time of a ceremony, in milliseconds. */
const timeoutMillis = 60_000

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** The name of a user without name and address in a passkey manager. */
const nameless = "Stack Auth User"

export const toUserHandle = (userId: UserId): string => Base64Url.encode(userId)

export const makeRegistrationOptions = (options: {
  readonly challenge: string
  readonly projectName: string
  readonly user: { readonly id: string; readonly email: string | null; readonly display_name: string | null }
}): RegistrationOptions => {
  const { challenge, projectName, user } = options
  return {
    challenge,
    rp: { name: projectName, id: rpIdPlaceholder },
    user: {
      id: toUserHandle(user.id),
      name: user.email ?? user.display_name ?? nameless,
      displayName: user.display_name ?? user.email ?? nameless
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: timeoutMillis,
    attestation: "none",
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
    extensions: { credProps: true }
  }
}

export const makeAuthenticationOptions = (challenge: string): AuthenticationOptions => ({
  rpId: rpIdPlaceholder,
  challenge,
  allowCredentials: [],
  timeout: timeoutMillis,
  userVerification: "preferred"
})

/** The origin of a ceremony; `undefined` if it is missing, or not in the form in which browsers write origins. */
export const readOrigin = (clientDataJSON: string): string | undefined => {
  try {
    const data: unknown = JSON.parse(Result.getOrThrow(Base64Url.decodeString(clientDataJSON)))
    if (typeof data !== "object" || data === null || !("origin" in data)) return undefined
    const { origin } = data
    return typeof origin === "string" && new URL(origin).origin === origin ? origin : undefined
  } catch {
    return undefined
  }
}

const library = Effect.tryPromise({
  try: () => import("@simplewebauthn/server"),
  catch: () =>
    new TextAnswer({ status: 501, text: "Passkeys need a package: npm install --save-dev @simplewebauthn/server" })
})

export class Refused extends TaggedError("Refused")<{ readonly problem: string }> {}

/** Catches errors, because the library throws for invalid answers. */
const verify = <A>(run: () => Promise<A>): Effect.Effect<A, Refused> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new Refused({ problem: cause instanceof Error ? cause.message : "The answer is malformed." })
  })

/** The relying party is the host of the origin. Verification rejects answers for another one. */
const makeExpectations = (challenge: string, origin: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: new URL(origin).hostname,
  requireUserVerification: false
})

/** Verifies a registration for a challenge at an origin, and returns the credential. */
export const verifyRegistration = Effect.fnUntraced(function* (options: {
  readonly response: RegistrationResponse
  readonly challenge: string
  readonly origin: string
}) {
  const { challenge, origin, response } = options
  const { verifyRegistrationResponse } = yield* library
  const result = yield* verify(() =>
    verifyRegistrationResponse({
      ...makeExpectations(challenge, origin),
      supportedAlgorithmIDs: algorithms,
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
  if (!result.verified) return yield* new Refused({ problem: "The attestation does not hold." })
  const { counter, id, publicKey } = result.registrationInfo.credential
  if (id !== response.id) return yield* new Refused({ problem: "The credential has another id." })
  return { id, publicKey, counter }
})

/** Verifies a signature for a challenge at an origin, and returns the authenticator's counter. */
export const verifyAuthentication = Effect.fnUntraced(function* (options: {
  readonly response: AuthenticationResponse
  readonly challenge: string
  readonly origin: string
  readonly credential: Credential
}) {
  const { challenge, credential, origin, response } = options
  const { verifyAuthenticationResponse } = yield* library
  const result = yield* verify(() =>
    verifyAuthenticationResponse({
      ...makeExpectations(challenge, origin),
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
    : yield* new Refused({ problem: "The signature does not hold." })
})
