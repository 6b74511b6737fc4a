/**
 * Binds each MCP session to the user who began it. The client gets the server's id with a code that only its owner's
 * requests verify. So nothing is stored, and nobody else can use an id that they learn.
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import { InvalidOption } from "../../domain/InvalidOption.ts"
import { timingSafeEqual } from "../SecretDigest.ts"

/** The header that names an MCP session. */
export const header = "mcp-session-id"

/** How sessions are bound. */
export interface SessionOptions {
  /**
   * A random secret of at least 32 characters, for processes that share MCP sessions. Default: one that ends with the
   * process, as most servers' sessions do.
   */
  readonly sessionSecret?: string | Redacted.Redacted | undefined
}

/** Sessions with their owners. */
export interface McpSessions {
  /** The id for the client. */
  readonly bind: (owner: string, id: string) => Effect.Effect<string>
  /** The server's id; undefined if the session is not the owner's. */
  readonly idOf: (owner: string, bound: string) => Effect.Effect<string | undefined>
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Longer ids are refused unread. */
const maxLength = 1024

/** Makes the binding. Fails with {@link InvalidOption}. */
export const make = Effect.fnUntraced(function* ({
  sessionSecret
}: SessionOptions): Effect.fn.Return<McpSessions, InvalidOption> {
  const text = Redacted.isRedacted(sessionSecret) ? Redacted.value(sessionSecret) : sessionSecret
  if (text !== undefined && text.length < 32) {
    return yield* new InvalidOption({ option: "sessionSecret", problem: "it must have at least 32 characters" })
  }
  const secret = text === undefined ? globalThis.crypto.getRandomValues(new Uint8Array(32)) : encode(text)
  const key = yield* Effect.cached(
    Effect.promise(() =>
      globalThis.crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    )
  )
  const codeOf = (owner: string, id: string) =>
    key.pipe(
      Effect.flatMap((key) =>
        Effect.promise(() => globalThis.crypto.subtle.sign("HMAC", key, encode(JSON.stringify([owner, id]))))
      ),
      Effect.map((code) => Base64Url.encode(new Uint8Array(code)))
    )
  return {
    bind: (owner, id) => Effect.map(codeOf(owner, id), (code) => `${id}.${code}`),
    idOf: (owner, bound) => {
      const at = bound.lastIndexOf(".")
      if (at < 1 || bound.length > maxLength) return Effect.succeed(undefined)
      const id = bound.slice(0, at)
      return Effect.map(codeOf(owner, id), (code) => (timingSafeEqual(code, bound.slice(at + 1)) ? id : undefined))
    }
  }
})
