/**
 * Protects an MCP server of Effect (`McpServer.layerHttp`): its metadata, the challenge of requests without a token,
 * and the user in its tools.
 *
 * @example
 * ```ts
 * McpServer.layerHttp({ name: "Shop", version: "1.0.0", path: "/mcp", protocols, registrations }).pipe(
 *   Layer.provide(McpAuth.layer({ resource: "https://shop.example.com/mcp" }))
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { asOperation } from "../../operation/Operation.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import { readBearer } from "../../platform/request/TokenText.ts"
import { Session } from "../../session/Session.ts"
import { type AuthError, Unauthorized } from "../AuthErrors.ts"
import * as AuthTimeout from "../AuthTimeout.ts"
import { CurrentApiKey, CurrentUser } from "../middleware/AuthMiddleware.ts"
import { RequestSessions } from "../middleware/RequestSessions.ts"
import { fromServerRequest } from "../middleware/ServerRequests.ts"
import type { VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import { ApiKeyChecks } from "../verify/ApiKeyChecks.ts"
import * as McpGate from "./internal/McpGate.ts"
import * as McpSessions from "./internal/McpSessions.ts"

/** How an MCP server is protected. */
export interface McpAuthOptions extends McpGate.McpOptions, VerifyOptions {}

/** A request that was let in: its owner, and the services that its tools get. */
interface Entered<Services> {
  /** The owner of the MCP sessions. */
  readonly owner: string
  readonly context: Context.Context<Services>
}

type Authenticate<Services> = (request: RequestLike) => Effect.Effect<Entered<Services>, AuthError, Scope.Scope>

const protect = <Services>(gate: McpGate.McpGate, authenticate: Authenticate<Services>) =>
  Effect.fnUntraced(function* <E, R>(
    httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | Services>
  ): Effect.fn.Return<
    HttpServerResponse.HttpServerResponse,
    E,
    Exclude<R, Services> | HttpServerRequest.HttpServerRequest | Scope.Scope
  > {
    const request = yield* HttpServerRequest.HttpServerRequest
    const base = fromServerRequest(request)
    const stopped = gate.refuseForeign(base)
    if (stopped !== undefined) return HttpServerResponse.fromWeb(stopped)
    const entered = yield* authenticate(base).pipe(asOperation("McpAuth.authenticate"), Effect.result)
    if (Result.isFailure(entered)) return HttpServerResponse.fromWeb(gate.refuse(entered.failure))
    const { context, owner } = entered.success
    const entry = yield* gate.enter(owner, base)
    if (entry._tag === "Refused") return HttpServerResponse.fromWeb(entry.response)
    const { sessionId } = entry
    const headers = sessionId === undefined ? request.headers : { ...request.headers, [McpSessions.header]: sessionId }
    const response = yield* httpEffect.pipe(
      Effect.provideContext(context),
      Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ headers }))
    )
    // After the handler, so that this one runs after those with which the server names a session.
    yield* HttpEffect.appendPreResponseHandler((_, outgoing) => {
      const id = outgoing.headers[McpSessions.header]
      if (id === undefined) return Effect.succeed(outgoing)
      return Effect.map(gate.bind(owner, id), (bound) =>
        HttpServerResponse.setHeader(outgoing, McpSessions.header, bound)
      )
    })
    return response
  })

/** Adds the route of the metadata document to a protection. */
const withMetadata = <A, R>(gate: McpGate.McpGate, protection: Layer.Layer<A, never, R>) =>
  Layer.merge(
    protection,
    HttpRouter.add(
      "GET",
      gate.metadataPath,
      Effect.sync(() => HttpServerResponse.fromWeb(gate.makeMetadataResponse()))
    )
  )

/**
 * Lets in users with an access token, in `Authorization: Bearer`. Tools get `CurrentUser` and `CurrentSession` by
 * naming them in `dependencies`. Others are answered 401 or 403 with a challenge, or 503.
 */
export const layer = (
  options: McpAuthOptions
): Layer.Layer<
  HttpRouter.Request.From<"Requires", CurrentUser | Session>,
  InvalidOption,
  RequestSessions | HttpRouter.HttpRouter
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const gate = yield* McpGate.make(options)
      const { open } = yield* RequestSessions
      const authTimeout = yield* AuthTimeout.limitMillis
      const authenticate: Authenticate<CurrentUser | Session> = Effect.fnUntraced(function* (request) {
        const { session, user } = yield* open(McpGate.keepBearer(request), { allow: options.allow })
        const current = yield* user
        const context = Context.make(CurrentUser, current).pipe(
          Context.add(Session, session),
          Context.add(AuthTimeout.AuthTimeout, authTimeout)
        )
        return { owner: `user ${current.id}`, context }
      })
      const provide = HttpRouter.middleware<{ provides: CurrentUser | Session }>()
      return withMetadata(gate, provide(protect(gate, authenticate)).layer)
    })
  )

/**
 * Lets in clients with an API key, in `Authorization: Bearer` or `x-api-key`. Tools get `CurrentApiKey`, which names
 * its user or team.
 */
export const layerApiKeys = (
  options: McpGate.McpOptions
): Layer.Layer<
  HttpRouter.Request.From<"Requires", CurrentApiKey>,
  InvalidOption,
  ApiKeyChecks | HttpRouter.HttpRouter
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const gate = yield* McpGate.make(options)
      const { check } = yield* ApiKeyChecks
      const authenticate: Authenticate<CurrentApiKey> = Effect.fnUntraced(function* (request) {
        const value = readBearer(request) ?? request.headers.get("x-api-key") ?? ""
        if (value === "") return yield* new Unauthorized({ reason: "missing" })
        const key = yield* check(Redacted.make(value, { label: "apiKey" }))
        return { owner: `key ${key.id}`, context: Context.make(CurrentApiKey, key) }
      })
      const provide = HttpRouter.middleware<{ provides: CurrentApiKey }>()
      return withMetadata(gate, provide(protect(gate, authenticate)).layer)
    })
  )
