/** The emulator's journal of requests, as far as it is that of the demo's project. */
import { Effect } from "effect"
import { ClientApp } from "gatefold"
import { Emulator } from "gatefold/emulator"
import type { DemoRequest } from "../../backend/DeveloperContract.ts"

/** The newest requests that changed something, newest first. Reads of pages would hide them. */
export const list = Effect.fnUntraced(function* ({ limit }: { readonly limit: number }) {
  const { journal } = yield* Emulator
  const { project } = yield* ClientApp.ClientApp
  const entries = (yield* journal.entries).filter(
    ({ method, projectId }) => projectId === project.projectId && method !== "GET" && method !== "OPTIONS"
  )
  return entries
    .slice(-limit)
    .toReversed()
    .map(({ at, durationMillis, knownError, method, path, requestId, status }): DemoRequest => ({
      id: requestId,
      at: new Date(at),
      method,
      path,
      status,
      durationMillis,
      error: knownError ?? null
    }))
})
