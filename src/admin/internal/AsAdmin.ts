/**
 * How operations of admins are defined and call endpoints.
 */
import * as Effect from "effect/Effect"
import type { RequestRefused } from "../../domain/RequestRefused.ts"
import type { TransportError } from "../../domain/TransportError.ts"
import type * as Endpoint from "../../http/Endpoint.ts"
import {
  type Changes,
  type Define,
  type Operations,
  operations,
  type Sends,
  type SendsAlways,
  type Shows
} from "../../operation/Operation.ts"
import { AdminApp, type AdminEndpoint } from "../AdminApp.ts"

interface DefineAsAdmin<Data> extends Define<Data> {
  <E extends AdminEndpoint, Input extends ReadonlyArray<unknown>, const Sent extends Endpoint.Input<NoInfer<E>>>(
    name: string,
    endpoint: E,
    data: Data & Sends<Sent, Input, Endpoint.Input<NoInfer<E>>>
  ): (
    ...input: Input
  ) => Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, AdminApp>
  <E extends AdminEndpoint>(
    name: string,
    endpoint: E,
    data: Data & SendsAlways<Endpoint.Input<NoInfer<E>>>
  ): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, AdminApp>
}

const call = <E extends AdminEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, AdminApp> =>
  Effect.flatMap(AdminApp, (app) => app.call(endpoint, input))

/** As an admin. */
export const asAdmin: Operations<typeof call, DefineAsAdmin<Shows>, DefineAsAdmin<Changes>> = operations("admin", call)
