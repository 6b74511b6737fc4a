/**
 * How operations are defined at each level: by an endpoint and its input, or with a body.
 *
 * The errors are spelled out: an alias would be shown with the whole endpoint in it.
 */
import type * as Effect from "effect/Effect"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import type { WriteData, DefineBody, Operations, RequestFrom, FixedRequest, ReadData } from "../operation/Operation.ts"
import type { EndpointRef } from "../operation/OperationData.ts"
import type * as Endpoint from "../wire/Endpoint.ts"

/** Defines operations that call an endpoint over `App`, and fail with `OwnError` besides what the endpoint says. */
interface DefineOver<AnyEndpoint extends Endpoint.Any, OwnError, App, Touches> {
  (name: string, endpoints: ReadonlyArray<EndpointRef>, touches: Touches): DefineBody
  <E extends AnyEndpoint, Input extends ReadonlyArray<unknown>, const Sent extends Endpoint.Input<NoInfer<E>>>(
    name: string,
    endpoint: E,
    touches: Touches & RequestFrom<Sent, Input, Endpoint.Input<NoInfer<E>>>
  ): (
    ...input: Input
  ) => Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | OwnError | RequestRefused | TransportError, App>
  <E extends AnyEndpoint>(
    name: string,
    endpoint: E,
    touches: Touches & FixedRequest<Endpoint.Input<NoInfer<E>>>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | OwnError | RequestRefused | TransportError, App>
}

/** The definitions of a level: reads, writes, and calls inside their bodies. */
export type OperationsOver<AnyEndpoint extends Endpoint.Any, OwnError, App, Call> = Operations<
  Call,
  DefineOver<AnyEndpoint, OwnError, App, ReadData>,
  DefineOver<AnyEndpoint, OwnError, App, WriteData>
>
