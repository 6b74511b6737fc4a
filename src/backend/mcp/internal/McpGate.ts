/**
 * The checks that every request to an MCP server passes, with any MCP library: its origin, its authorization, and its
 * session.
 */
import * as Effect from "effect/Effect"
import type { InvalidOption } from "../../../domain/errors/InvalidOption.ts"
import type { RequestLike } from "../../../platform/request/RequestHeaders.ts"
import type { AuthError } from "../../AuthErrors.ts"
import { refusal } from "../../AuthResponse.ts"
import * as McpSessions from "./McpSessions.ts"
import * as ProtectedResource from "./ProtectedResource.ts"

/** Options of an MCP server: its description, who may send requests to it, and how its sessions are bound. */
export interface McpOptions extends ProtectedResource.ResourceOptions, McpSessions.SessionOptions {}

/**
 * Whether a request may go on to the server: with the server's id of its session, or undefined if it names none. The
 * session of someone else is refused.
 */
export type Entry =
  | { readonly _tag: "Entered"; readonly sessionId: string | undefined }
  | { readonly _tag: "Refused"; readonly response: Response }

export interface McpGate {
  readonly metadataPath: `/${string}`
  /** The metadata document, which is public. */
  readonly makeMetadataResponse: () => Response
  /** The refusal of a request from a page that is not trusted, or to another name; else undefined. */
  readonly refuseForeign: (request: RequestLike) => Response | undefined
  /** The response to a client that is not let in, with the challenge. */
  readonly refuse: (error: AuthError) => Response
  /** Looks whether the session that a request names is its owner's. */
  readonly enter: (owner: string, request: RequestLike) => Effect.Effect<Entry>
  /** The id for the client of a session that the server names in a response. */
  readonly bind: McpSessions.McpSessions["bind"]
}

const messages = {
  origin: "Pages of this origin may not send requests here, unless the server trusts it (trustedOrigins).",
  host: "This is not a name of the server, unless it says so (trustedHosts)."
} as const

const admit = (sessionId: string | undefined): Entry => ({ _tag: "Entered", sessionId })

/** The answer of a server that has forgotten the session: the client begins another one. */
const refuseUnknownSession = (): Entry => {
  const error = { code: -32_001, message: "Session not found" }
  return { _tag: "Refused", response: Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 }) }
}

/** The gate of a server. Fails with {@link InvalidOption}. */
export const make = Effect.fnUntraced(function* (options: McpOptions): Effect.fn.Return<McpGate, InvalidOption> {
  const {
    makeChallenge: challenge,
    findForeignHeader: foreign,
    metadata,
    metadataPath
  } = yield* ProtectedResource.make(options)
  const sessions = yield* McpSessions.make(options)
  return {
    metadataPath,
    makeMetadataResponse: () =>
      Response.json(metadata, { headers: { "access-control-allow-origin": "*", "cache-control": "max-age=3600" } }),
    refuseForeign: (request) => {
      const reason = foreign(request)
      if (reason === undefined) return undefined
      return Response.json({ _tag: "Forbidden", reason, message: messages[reason] }, { status: 403 })
    },
    refuse: (error) => {
      const response = refusal(error)
      const text = challenge(error)
      if (text !== undefined) response.headers.set("www-authenticate", text)
      return response
    },
    enter: (owner, { headers }) => {
      const bound = headers.get(McpSessions.header)
      if (bound === null || bound === undefined) return Effect.succeed(admit(undefined))
      return Effect.map(sessions.findId(owner, bound), (id) => (id === undefined ? refuseUnknownSession() : admit(id)))
    },
    bind: sessions.bind
  }
})

/** The request with only its `Authorization` as credentials: MCP clients do not authenticate with cookies. */
export const keepBearer = ({ headers, method, url }: RequestLike): RequestLike => ({
  method,
  url,
  headers: { get: (name) => (name.toLowerCase() === "authorization" ? headers.get(name) : undefined) }
})
