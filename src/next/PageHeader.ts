/**
 * How the proxy tells a page its own path, so that the page can tell it from
 * what a browser says.
 */
import * as Hex from "effect/encoding/Hex"
import * as Result from "effect/Result"

/** The request header with the page that was asked for: a path with its query. */
export const pageHeader = "x-gatefold-page"

/** The request header with the proof that the proxy has set the other one. */
export const proofHeader = "x-gatefold-page-proof"

/** Sets and reads the header of one app. */
export interface PageHeader {
  readonly set: (headers: Headers, path: string) => Promise<void>
  /** The path that a proxy with the same secret has set; undefined when nobody has, or somebody else. */
  readonly read: (headers: { readonly get: (name: string) => string | null | undefined }) => Promise<string | undefined>
}

const algorithm = { name: "HMAC", hash: "SHA-256" } as const

const ofProcess = Symbol.for("gatefold/next/PageHeader")

/** Random, and the same for all modules of a process: Next.js bundles the proxy apart from the pages. */
const processSecret = (): string => {
  const known: unknown = Reflect.get(globalThis, ofProcess)
  if (typeof known === "string") return known
  const made = Hex.encode(crypto.getRandomValues(new Uint8Array(32)))
  Reflect.set(globalThis, ofProcess, made)
  return made
}

const proofIn = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? new Uint8Array(Result.getOrThrow(Hex.decode(text))) : undefined

/** Makes both over a secret that no client knows. Default: one of this process. */
export const make = (secret?: string): PageHeader => {
  let key: Promise<CryptoKey> | undefined
  const encode = (text: string) => new TextEncoder().encode(text)
  const loadKey = () =>
    (key ??= crypto.subtle.importKey("raw", encode(secret ?? processSecret()), algorithm, false, ["sign", "verify"]))
  return {
    set: async (headers, path) => {
      const proof = await crypto.subtle.sign(algorithm.name, await loadKey(), encode(path))
      headers.set(pageHeader, path)
      headers.set(proofHeader, Hex.encode(new Uint8Array(proof)))
    },
    read: async (headers) => {
      const path = headers.get(pageHeader)
      const proof = proofIn(headers.get(proofHeader) ?? "")
      if (path === null || path === undefined || proof === undefined) return undefined
      return (await crypto.subtle.verify(algorithm.name, await loadKey(), proof, encode(path))) ? path : undefined
    }
  }
}
