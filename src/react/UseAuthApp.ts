"use client"
/** The app of the provider, for effects without a hook. */
import type * as Effect from "effect/Effect"
import { useMemo } from "react"
import type { ClientServices } from "../app/ClientLayer.ts"
import type { Operation } from "../app/ClientOperation.ts"
import { readData } from "../operation/OperationData.ts"
import { runIn } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"

/** The functions of an app for components. */
export interface AuthApp {
  /**
   * Runs any effect. Rejects with its own error, or `Interrupted`. It refreshes no reads by itself: see `invalidate`.
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>) => Promise<A>
  /** Refreshes reads of these operations, with any input. */
  readonly invalidate: (...reads: ReadonlyArray<Operation>) => void
}

/** The app of the provider above. */
export const useAuthApp = (): AuthApp => {
  const client = useClient()
  return useMemo(
    () => ({
      run: (effect) => runIn(client, effect, readData(effect)?.changes),
      invalidate: (...reads) => client.invalidate(reads.flatMap((read) => readData(read)?.name ?? []))
    }),
    [client]
  )
}
