/**
 * Binds each MCP session to the user who began it. The client gets the server's id with a code that only its owner's
 * requests verify. So nothing is stored, and nobody else can use an id that they learn.
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import type { InvalidOption } from "../../../domain/errors/InvalidOption.ts"
import type { SecretInput } from "../../../domain/SecretInput.ts"
import { RandomBytes } from "../../../platform/Crypto.ts"
import * as Hmac from "../../../platform/Hmac.ts"

export const header = "mcp-session-id"

export interface SessionOptions {
  /**
   * A random secret of at least 32 characters, for processes that share MCP sessions. Default: one that ends with the
   * process, as most servers' sessions do.
   */
  readonly sessionSecret?: SecretInput | undefined
}

export interface McpSessions {
  /** The ID to give to the client, in which the owner is bound. */
  readonly bind: (owner: string, id: string) => Effect.Effect<string>
  /** The server's id; undefined if the session is not the owner's. */
  readonly findId: (owner: string, bound: string) => Effect.Effect<string | undefined>
}

/** Longer ids are refused unread. */
const maxLength = 1024

/** Makes the binding. Fails with {@link InvalidOption}. */
export const make = Effect.fnUntraced(function* ({
  sessionSecret
}: SessionOptions): Effect.fn.Return<McpSessions, InvalidOption> {
  const sign =
    sessionSecret === undefined
      ? Hmac.make(new Uint8Array((yield* RandomBytes)(32)))
      : yield* Hmac.fromOption("sessionSecret", sessionSecret)
  const computeCode = (owner: string, id: string) => Effect.map(sign(JSON.stringify([owner, id])), Base64Url.encode)
  return {
    bind: (owner, id) => Effect.map(computeCode(owner, id), (code) => `${id}.${code}`),
    findId: (owner, bound) => {
      const at = bound.lastIndexOf(".")
      if (at < 1 || bound.length > maxLength) return Effect.undefined
      const id = bound.slice(0, at)
      return Effect.map(computeCode(owner, id), (code) =>
        Hmac.timingSafeEqual(code, bound.slice(at + 1)) ? id : undefined
      )
    }
  }
})
