/**
 * Runs effects over a client, as promises or in the background.
 */
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type AuthClient, errorOf } from "./AuthClient.ts"
import type { ClientServices } from "./Operation.ts"

/** Rejects with the effect's own error, or `Interrupted`. */
export const runIn = <A, E>(
  client: AuthClient,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): Promise<A> =>
  new Promise((resolve, reject) =>
    client
      .fork(effect, changes)
      .addObserver((exit) => (Exit.isSuccess(exit) ? resolve(exit.value) : reject(errorOf(exit.cause))))
  )

/** Runs an effect in the background; a failure is reported to the `Notifier`. */
export const performIn = (client: AuthClient, effect: Effect.Effect<unknown, unknown, ClientServices>): void =>
  void client.fork(effect).addObserver((exit) => {
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) client.notify(errorOf(exit.cause))
  })
