/** The request header with which the proxy tells a page its path, protected against values of a browser. */
import * as Hex from "effect/encoding/Hex"
import * as Result from "effect/Result"

/** The request header with the path and query of the page. */
export const pageHeader = "x-gatefold-page"

/** The request header with the proof that the proxy has set the path. */
export const proofHeader = "x-gatefold-page-proof"

/** Sets and reads the header of one app. */
export interface PageHeader {
  readonly set: (headers: Headers, path: string) => Promise<void>
  /** The path, if a proxy with the same secret has set it; else undefined. */
  readonly read: (headers: { readonly get: (name: string) => string | null | undefined }) => Promise<string | undefined>
}

const algorithm = { name: "HMAC", hash: "SHA-256" } as const

const ofProcess = Symbol.for("gatefold/next/internal/PageHeader")

/** A random secret of the process. It is global, because Next.js bundles the proxy separately from the pages. */
const processSecret = (): string => {
  const existing: unknown = Reflect.get(globalThis, ofProcess)
  if (typeof existing === "string") return existing
  const created = Hex.encode(crypto.getRandomValues(new Uint8Array(32)))
  Reflect.set(globalThis, ofProcess, created)
  return created
}

const proofIn = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? new Uint8Array(Result.getOrThrow(Hex.decode(text))) : undefined

/** Makes both functions with a secret that no client knows. Default: one of this process. */
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
