/** How operations of admins are defined and call endpoints. */
import * as Effect from "effect/Effect"
import type { OperationsOver } from "../app/Define.ts"
import type { RequestRefused } from "../domain/errors/RequestRefused.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import { defineLevel } from "../operation/Operation.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import { AdminApp, type AdminEndpoint } from "./AdminApp.ts"

const call = <E extends AdminEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | RequestRefused | TransportError, AdminApp> =>
  Effect.flatMap(AdminApp, (app) => app.call(endpoint, input))

/** Defines operations that call the service with the admin key. */
export const asAdmin: OperationsOver<AdminEndpoint, never, AdminApp, typeof call> = defineLevel("admin", call)
