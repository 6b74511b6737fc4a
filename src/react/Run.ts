/**
 * Running effects over a client as promises.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type AuthClient, errorOf } from "./AuthClient.ts"
import type { ClientServices } from "./Operation.ts"

/** Rejects with the effect's own error. */
export const runIn = async <A, E>(
  client: AuthClient,
  effect: Effect.Effect<A, E, ClientServices>,
  stale?: ReadonlyArray<string>
): Promise<A> => {
  const exit = await Effect.runPromise(Fiber.await(client.fork(effect, stale)))
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
