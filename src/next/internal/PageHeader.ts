/** The request header with which the proxy tells a page its path, protected against values of a browser. */
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import { RandomBytes } from "../../platform/Crypto.ts"
import * as Hmac from "../../platform/Hmac.ts"

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

const ofProcess = Symbol.for("gatefold/next/internal/PageHeader")

/** A random secret of the process. It is global, because Next.js bundles the proxy separately from the pages. */
const getProcessSecret = (): string => {
  const existing: unknown = Reflect.get(globalThis, ofProcess)
  if (typeof existing === "string") return existing
  const created = Hex.encode(Effect.runSync(RandomBytes)(32))
  Reflect.set(globalThis, ofProcess, created)
  return created
}

/** Makes both functions with a secret that no client knows. Default: one of this process. */
export const make = (secret?: string): PageHeader => {
  let sign: Hmac.Sign | undefined
  const makeProof = (path: string) =>
    Effect.runPromise(Effect.map((sign ??= Hmac.make(secret ?? getProcessSecret()))(path), Hex.encode))
  return {
    set: async (headers, path) => {
      headers.set(pageHeader, path)
      headers.set(proofHeader, await makeProof(path))
    },
    read: async (headers) => {
      const path = headers.get(pageHeader)
      const proof = headers.get(proofHeader)
      if (typeof path !== "string" || typeof proof !== "string") return undefined
      return Hmac.timingSafeEqual(await makeProof(path), proof) ? path : undefined
    }
  }
}
