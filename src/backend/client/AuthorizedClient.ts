/**
 * Clients of an app's own API that act as the signed-in user. They send the access token of the app's session, never
 * the refresh token. The session refreshes the token before it expires. If the API refuses it with 401 all the same,
 * they repeat the call once with another token of the same session.
 *
 * @example
 * ```ts
 * const orders = Effect.gen(function* () {
 *   const client = yield* HttpApiClient.make(Api, { baseUrl: "https://api.example.com" })
 *   return yield* client.orders.mine()
 * }).pipe(Effect.provide(AuthorizedClient.layer))
 * ```
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Headers from "effect/http/Headers"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import { hasProperty } from "effect/Predicate"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import type * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import { RpcClientError } from "effect/rpc/RpcClientError"
import type * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSchema from "effect/rpc/RpcSchema"
import * as Schema from "effect/Schema"
import { Scope } from "effect/Scope"
import * as Stream from "effect/Stream"
import type { RequestRefused } from "../../domain/errors/RequestRefused.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import { authHeader } from "../../platform/request/TokenText.ts"
import { type SessionCredentials, Session } from "../../session/Session.ts"
import { Unauthorized } from "../AuthErrors.ts"
import { MaybeSignedIn, SignedIn } from "../middleware/AuthMiddleware.ts"

/** The headers of a call; none for a signed-out visitor. */
const makeAuthHeaders = (credentials: SessionCredentials | undefined): Record<string, string> => {
  if (credentials === undefined) return {}
  const accessToken = Redacted.value(credentials.accessToken)
  // Another host may have planted the session, which the API has to know.
  return credentials.isTakenOver === true
    ? { [authHeader]: JSON.stringify({ accessToken, refreshToken: null, isTakenOver: true }) }
    : { authorization: `Bearer ${accessToken}` }
}

/**
 * Sends with the credentials of the session, and once more with others of the same session if these are refused. When
 * that session has ended, the refusal stays the answer: a call never continues as another user.
 *
 * Unlike the service (`sendRenewing`), an app's API may have its own reasons to refuse a valid token. So a second
 * refusal does not reject the new token, which is still good for other calls.
 */
const sendAuthorized = Effect.fnUntraced(function* <A, E, R>(
  session: Session["Service"],
  send: (headers: Record<string, string>) => Effect.Effect<A, E, R>,
  isRefused: (exit: Exit.Exit<A, E>) => boolean,
  /** The error of a client whose session cannot be refreshed now. */
  unavailable: (cause: RequestRefused | TransportError) => E
): Effect.fn.Return<A, E, R> {
  const first = yield* Effect.mapError(session.credentials, unavailable)
  const exit = yield* Effect.exit(send(makeAuthHeaders(first)))
  if (first === undefined || !isRefused(exit)) return yield* exit
  const second = yield* Effect.mapError(session.renew(first), unavailable)
  return yield* second === undefined ? exit : send(makeAuthHeaders(second))
})

const problem = "The session could not be refreshed"

type HttpExit = Exit.Exit<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

const is401 = (exit: HttpExit): boolean => Exit.isSuccess(exit) && exit.value.status === 401

/** A stream can be sent only once. */
const isRepeatable = ({ body }: HttpClientRequest.HttpClientRequest): boolean =>
  body._tag !== "Stream" && body._tag !== "Raw"

/**
 * Adds the access token to calls of endpoints that declare your own middleware, as {@link layer} does for `SignedIn`.
 *
 * @example
 * ```ts
 * class MyAuth extends HttpApiMiddleware.Service<MyAuth>()("MyAuth", { error: MyUnauthorized }) {}
 *
 * const MyAuthClient = AuthorizedClient.layerFor(MyAuth)
 * ```
 */
export const layerFor = <Id extends HttpApiMiddleware.AnyId, S>(
  middleware: Context.Key<Id, S>
): Layer.Layer<HttpApiMiddleware.ForClient<Id>, never, Session> =>
  HttpApiMiddleware.layerClient(
    middleware,
    Effect.map(
      Session,
      (session): HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> =>
        ({ next, request }) =>
          sendAuthorized(
            session,
            (headers) => next(HttpClientRequest.setHeaders(request, headers)),
            (exit) => is401(exit) && isRepeatable(request),
            (cause) =>
              new HttpClientError.HttpClientError({
                reason: new HttpClientError.TransportError({ request, cause, description: problem })
              })
          ).pipe(Effect.updateService(Headers.CurrentRedactedNames, (names) => [...names, authHeader]))
    )
  )

/**
 * Adds the access token to an `HttpApiClient`'s calls of endpoints with `SignedIn` or `MaybeSignedIn`. Signed-out
 * visitors send none.
 *
 * - A call that the API refuses with 401 is repeated once with another token. If that is refused, too, you get the
 *   second 401. If the session has ended, or the body is a stream, you get the first one.
 * - Calls that are refused at the same time share one refresh.
 * - When the session cannot be refreshed, such as offline, the call fails with `HttpClientError`, whose `cause` says
 *   why.
 *
 * @example
 * ```ts
 * const client = HttpApiClient.make(Api, { baseUrl: "https://api.example.com" }).pipe(
 *   Effect.provide(AuthorizedClient.layer)
 * )
 * ```
 */
export const layer: Layer.Layer<
  HttpApiMiddleware.ForClient<SignedIn> | HttpApiMiddleware.ForClient<MaybeSignedIn>,
  never,
  Session
> = Layer.merge(layerFor(SignedIn), layerFor(MaybeSignedIn))

/** The options of `RpcClient.make`. */
export type RpcOptions<Flatten extends boolean> = NonNullable<Parameters<typeof RpcClient.make<Rpc.Any, Flatten>>[1]>

/** A client of procedures: `RpcClient.RpcClient`, or with `flatten` `RpcClient.RpcClient.Flat`. */
export type AuthorizedRpcClient<Rpcs extends Rpc.Any, Flatten extends boolean> = Flatten extends true
  ? RpcClient.RpcClient.Flat<Rpcs, RpcClientError>
  : RpcClient.RpcClient<Rpcs, RpcClientError>

interface ProcedureOptions {
  readonly headers?: Headers.Input | undefined
  readonly asQueue?: boolean | undefined
  readonly streamBufferSize?: number | undefined
}

/** A flat client, by how its procedures answer. The schema of each decides that, and gives the client its types. */
type Call<Answer> = (tag: string, payload: unknown, options?: ProcedureOptions) => Answer
type Once = Call<Effect.Effect<unknown, unknown, unknown>>
type Queued = Call<Effect.Effect<Queue.Dequeue<unknown, unknown>, unknown, unknown>>

const isUnauthorized = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof Unauthorized)

const isStream = (rpc: object | undefined): boolean =>
  hasProperty(rpc, "successSchema") && Schema.isSchema(rpc.successSchema) && RpcSchema.isStreamSchema(rpc.successSchema)

const toRpcError = (cause: unknown): RpcClientError =>
  new RpcClientError({ reason: new HttpClientError.HttpClientErrorSchema({ kind: "TransportError", cause }) })

const callOnce =
  (session: Session["Service"], call: Once): Once =>
  (tag, payload, options) =>
    sendAuthorized(session, (headers) => call(tag, payload, withHeaders(options, headers)), isUnauthorized, toRpcError)

/** Calls a procedure that answers with a stream. It may be refused until its first value. */
const callStream =
  (session: Session["Service"], call: Queued): Call<Stream.Stream<unknown, unknown, unknown> | ReturnType<Queued>> =>
  (tag, payload, options) => {
    const capacity = options?.streamBufferSize ?? 16
    const start = Effect.fnUntraced(function* (headers: Record<string, string>) {
      const queue = yield* call(tag, payload, {
        ...withHeaders(options, headers),
        asQueue: true,
        // A queue without a buffer does not show its first value before it is taken.
        streamBufferSize: Math.max(capacity, 1)
      })
      return { queue, first: yield* Effect.exit(Queue.peek(queue)) }
    })
    const stream = Effect.scope.pipe(
      Effect.flatMap((scope) =>
        sendAuthorized(
          session,
          (headers) => Effect.provideService(start(headers), Scope, scope),
          (exit) => Exit.isSuccess(exit) && isUnauthorized(exit.value.first),
          toRpcError
        )
      ),
      Effect.map(({ queue }) => Stream.fromQueue(queue)),
      Stream.unwrap
    )
    return options?.asQueue === true ? Stream.toQueue(stream, { capacity }) : stream
  }

const withHeaders = (options: ProcedureOptions | undefined, headers: Record<string, string>): ProcedureOptions => ({
  ...options,
  headers: Headers.merge(Headers.fromInput(options?.headers), Headers.fromInput(headers))
})

/**
 * `RpcClient.make` for an API that knows its users, such as by `SignedInRpc` or `MaybeSignedInRpc`. Each call sends the
 * access token of the session; signed-out visitors send none.
 *
 * - A call that fails with `Unauthorized` is repeated once with another token. If that fails, too, you get the second
 *   `Unauthorized`. If the session has ended, or the first value of a stream has come, you get the first one.
 * - Calls that are refused at the same time share one refresh.
 * - When the session cannot be refreshed, such as offline, the call fails with `RpcClientError`, whose `reason` has the
 *   `cause`.
 *
 * @example
 * ```ts
 * const client = yield* AuthorizedClient.makeRpc(Orders)
 * const mine = yield* client.ListOrders()
 * ```
 */
export const makeRpc: <Rpcs extends Rpc.Any, const Flatten extends boolean = false>(
  group: RpcGroup.RpcGroup<Rpcs>,
  options?: RpcOptions<Flatten>
) => Effect.Effect<
  AuthorizedRpcClient<Rpcs, Flatten>,
  never,
  RpcClient.Protocol | Rpc.MiddlewareClient<Rpcs> | Scope | Session
> = Effect.fnUntraced(function* <Rpcs extends Rpc.Any, const Flatten extends boolean = false>(
  group: RpcGroup.RpcGroup<Rpcs>,
  options?: RpcOptions<Flatten>
) {
  const session = yield* Session
  const tags = [...group.requests.keys()]
  const streams = new Set(tags.filter((tag) => isStream(group.requests.get(tag))))
  const flat = yield* RpcClient.make(group, { ...options, flatten: true })
  const once = callOnce(session, flat as Once)
  const streamed = callStream(session, flat as Queued)
  const call: Call<unknown> = (tag, payload, callOptions) =>
    (streams.has(tag) ? streamed : once)(tag, payload, callOptions)
  const client =
    options?.flatten === true
      ? call
      : Object.fromEntries(
          tags.map((tag) => [
            tag,
            (payload: unknown, callOptions?: ProcedureOptions) => call(tag, payload, callOptions)
          ])
        )
  return client as AuthorizedRpcClient<Rpcs, Flatten>
})
