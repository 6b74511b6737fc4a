/**
 * Calls endpoints through the admin app in context.
 */
import * as Effect from "effect/Effect"
import type * as Endpoint from "../http/Endpoint.ts"
import type { CallError } from "../server/ServerApp.ts"
import { AdminApp, type AdminEndpoint } from "./AdminApp.ts"

/** Calls an endpoint as an admin. */
export const call = <E extends AdminEndpoint>(
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<Endpoint.Success<E>, CallError<E>, AdminApp> =>
  Effect.flatMap(AdminApp, (app) => app.call(endpoint, input))
