/** Signatures of webhooks as Standard Webhooks and Svix define them. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { platform } from "#emulator/platform"

const prefix = "whsec_"

const minBytes = 24
const maxBytes = 64

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The key of a secret; `undefined` if it is invalid or too short. */
export const parseSecret = (secret: string): Uint8Array | undefined => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : ""
  const key = Result.getOrUndefined(Base64.decode(encoded))
  if (key === undefined || !base64.test(encoded)) return undefined
  return key.length >= minBytes && key.length <= maxBytes ? key : undefined
}

export const formatSecret = (key: Uint8Array): string => prefix + Base64.encode(key)

export interface Signed {
  readonly id: string
  /** In seconds. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a message, under both names. */
export const signHeaders = (key: Uint8Array, { body, id, timestamp }: Signed): Readonly<Record<string, string>> => {
  const signature = `v1,${Base64.encode(platform.hmac("sha256", key, `${id}.${timestamp}.${body}`))}`
  const values = { id, timestamp: String(timestamp), signature }
  return Object.fromEntries(
    ["webhook", "svix"].flatMap((name) => Object.entries(values).map(([part, value]) => [`${name}-${part}`, value]))
  )
}
