/**
 * An authenticator without hardware: real ES256 keys through WebCrypto, real attestation objects (format `none`) and
 * real signatures, so that a server verifies it like any other (W3C WebAuthn level 3 §6).
 *
 * It does not check that the relying party fits the origin, which is the browser's task, so a test can simulate a
 * browser that does not.
 *
 * @example
 * ```ts
 * const authenticator = SoftwareAuthenticator.make()
 * const credential = await authenticator.create(options, { origin: "http://localhost:3000" })
 * const assertion = await authenticator.get(options, { origin: "http://localhost:3000" })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "../api/schema/Passkey.ts"
import * as WebAuthn from "../platform/page/WebAuthn.ts"

/** Options of the authenticator. */
export interface Options {
  /** Whether it reports user verification. Default: true. */
  readonly verifiesUser?: boolean
  /** Whether it counts its signatures. Default: false, like synced passkeys. */
  readonly counts?: boolean
}

/** The page that asks for a passkey. */
export interface Ceremony {
  /** The origin of the page, such as `https://example.com`. */
  readonly origin: string
  /** The relying party. Default: the host of the origin. */
  readonly rpId?: string
}

/** A passkey on the authenticator. */
export interface Credential {
  readonly id: string
  readonly rpId: string
  /** The server's id of the user, in base64url. */
  readonly userHandle: string
  readonly privateKey: CryptoKey
}

/** An authenticator and its passkeys. */
export interface SoftwareAuthenticator {
  /** Creates a passkey, in place of an earlier one of the same user and relying party. */
  readonly create: (options: RegistrationOptions, ceremony: Ceremony) => Promise<RegistrationResponse>
  /** Signs with the newest passkey of the relying party; rejects without one. */
  readonly get: (options: AuthenticationOptions, ceremony: Ceremony) => Promise<AuthenticationResponse>
  readonly credentials: () => ReadonlyArray<Credential>
}

type Bytes = Uint8Array<ArrayBuffer>

const encodeUtf8 = (text: string): Bytes => new TextEncoder().encode(text)

const concat = (...parts: ReadonlyArray<Uint8Array>): Bytes => {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const fromBase64Url = (text: string): Bytes => new Uint8Array(Result.getOrThrow(Base64Url.decode(text)))

const hashSha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))

const encodeUint16 = (value: number): Bytes => Uint8Array.of(value >> 8, value & 0xff)

const encodeUint32 = (value: number): Bytes => concat(encodeUint16(value >>> 16), encodeUint16(value & 0xffff))

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>

const encodeCborHead = (major: number, value: number): Bytes => {
  const type = major << 5
  if (value < 24) return Uint8Array.of(type | value)
  return value < 256 ? Uint8Array.of(type | 24, value) : concat(Uint8Array.of(type | 25), encodeUint16(value))
}

/** Encodes the part of CBOR that attestations use (RFC 8949), with keys in the given order. */
const encodeCbor = (value: Cbor): Bytes => {
  if (typeof value === "number") return value >= 0 ? encodeCborHead(0, value) : encodeCborHead(1, -1 - value)
  if (typeof value === "string") return concat(encodeCborHead(3, encodeUtf8(value).length), encodeUtf8(value))
  if (value instanceof Uint8Array) return concat(encodeCborHead(2, value.length), value)
  return concat(
    encodeCborHead(5, value.size),
    ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)])
  )
}

/** WebCrypto signatures are `r` and `s` concatenated, WebAuthn's an ASN.1 sequence of both. */
const toDer = (signature: Uint8Array): Bytes => {
  const encodeInteger = (bytes: Uint8Array): Bytes => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const trimmed = bytes.slice(start === -1 ? bytes.length - 1 : start)
    const positive = trimmed[0]! >= 0x80 ? concat(Uint8Array.of(0), trimmed) : trimmed
    return concat(Uint8Array.of(0x02, positive.length), positive)
  }
  const body = concat(encodeInteger(signature.slice(0, 32)), encodeInteger(signature.slice(32)))
  return concat(Uint8Array.of(0x30, body.length), body)
}

/** Flags of the authenticator data: user present, user verified, and attested credential data. */
const present = 0x01
const verified = 0x04
const attestedFlag = 0x40

const es256 = { name: "ECDSA", namedCurve: "P-256" } as const

/** The public key as COSE has it (RFC 9053 §7.1.1). */
const makeCoseKey = async (key: CryptoKey): Promise<Bytes> => {
  const { x, y } = await crypto.subtle.exportKey("jwk", key)
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, fromBase64Url(x ?? "")],
      [-3, fromBase64Url(y ?? "")]
    ])
  )
}

const makeClientData = (type: string, challenge: string, origin: string): Bytes =>
  encodeUtf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** An authenticator without any passkey yet. */
export const make = ({ counts = false, verifiesUser = true }: Options = {}): SoftwareAuthenticator => {
  let credentials: ReadonlyArray<Credential> = []
  let counter = 0

  const makeAuthenticatorData = async (rpId: string, attested?: Uint8Array): Promise<Bytes> => {
    const flags = present | (verifiesUser ? verified : 0) | (attested === undefined ? 0 : attestedFlag)
    if (counts) counter++
    return concat(
      await hashSha256(encodeUtf8(rpId)),
      Uint8Array.of(flags),
      encodeUint32(counter),
      attested ?? new Uint8Array()
    )
  }

  const makeCredentialFields = (id: string) => ({
    id,
    rawId: id,
    type: "public-key" as const,
    clientExtensionResults: {},
    authenticatorAttachment: "platform"
  })

  const create: SoftwareAuthenticator["create"] = async (options, { origin, rpId = new URL(origin).hostname }) => {
    const keys = await crypto.subtle.generateKey(es256, true, ["sign", "verify"])
    const rawId = crypto.getRandomValues(new Uint8Array(16))
    const id = Base64Url.encode(rawId)
    const modelId = new Uint8Array(16)
    const attested = concat(modelId, encodeUint16(rawId.length), rawId, await makeCoseKey(keys.publicKey))
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", await makeAuthenticatorData(rpId, attested)]
    ])
    const userHandle = options.user.id
    const others = credentials.filter((existing) => existing.rpId !== rpId || existing.userHandle !== userHandle)
    credentials = [...others, { id, rpId, userHandle, privateKey: keys.privateKey }]
    return {
      ...makeCredentialFields(id),
      response: {
        clientDataJSON: Base64Url.encode(makeClientData("webauthn.create", options.challenge, origin)),
        attestationObject: Base64Url.encode(encodeCbor(attestation)),
        transports: ["internal"]
      }
    }
  }

  const get: SoftwareAuthenticator["get"] = async (options, { origin, rpId = new URL(origin).hostname }) => {
    const credential = credentials.findLast((existing) => existing.rpId === rpId)
    if (credential === undefined) throw new Error(`There is no passkey for ${rpId}.`)
    const data = await makeAuthenticatorData(rpId)
    const clientDataJSON = makeClientData("webauthn.get", options.challenge, origin)
    const signed = concat(data, await hashSha256(clientDataJSON))
    const signature = await crypto.subtle.sign({ ...es256, hash: "SHA-256" }, credential.privateKey, signed)
    return {
      ...makeCredentialFields(credential.id),
      response: {
        clientDataJSON: Base64Url.encode(clientDataJSON),
        authenticatorData: Base64Url.encode(data),
        signature: Base64Url.encode(toDer(new Uint8Array(signature))),
        userHandle: credential.userHandle
      }
    }
  }

  return { create, get, credentials: () => credentials }
}

/**
 * Provides a software authenticator to passkey operations, on a page of this origin. As in a browser, a ceremony
 * without a passkey fails as not allowed.
 */
export const layer = (ceremony: Ceremony, options?: Options): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.sync(() => {
      const authenticator = make(options)
      return WebAuthn.layer({
        create: (request) => Effect.promise(() => authenticator.create(request, ceremony)),
        get: (request) =>
          Effect.tryPromise({
            try: () => authenticator.get(request, ceremony),
            catch: () => WebAuthn.webAuthnError("ERROR_NOT_ALLOWED", "There is no passkey for this host")
          })
      })
    })
  )
