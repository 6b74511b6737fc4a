/**
 * Started sign-ins with a provider, in the secure store: Android may end the app while its browser is open, and starts
 * it again with the answer.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as Json from "../../domain/text/Json.ts"
import * as OAuthFlows from "../../platform/page/OAuthFlows.ts"
import type { Storage } from "../../token/TokenStore.ts"

/** The flows by state, as {@link OAuthFlows.encode} writes them. */
type Flows = ReadonlyMap<string, OAuthFlows.OAuthFlow>

/** Keeps the newest flows in one text. */
export const make = (storage: Storage): OAuthFlows.OAuthFlowsService => {
  const turns = Semaphore.makeUnsafe(1)
  const read = Effect.map(
    Effect.orElseSucceed(storage.read, () => undefined),
    parse
  )
  const write = (flows: Flows) => storage.write(flows.size === 0 ? undefined : print(flows))
  return {
    add: Effect.fnUntraced(
      function* (state, flow) {
        const others = [...(yield* read)].filter(
          ([, { startedAtMillis }]) => flow.startedAtMillis - startedAtMillis < OAuthFlows.lifetimeMillis
        )
        const newest = others.slice(-(OAuthFlows.maxPending - 1))
        yield* write(new Map([...newest, [state, flow]]))
      },
      Effect.mapError(
        () => new OAuthFlows.OAuthFlowsUnavailable({ problem: "the secure store of the device cannot be written" })
      ),
      turns.withPermit
    ),
    take: Effect.fnUntraced(
      function* (state, isExpected) {
        const flows = new Map(yield* read)
        const flow = flows.get(state)
        if (flow === undefined || !isExpected(flow)) return undefined
        flows.delete(state)
        // A flow that stays is harmless: the service accepts its code once.
        yield* Effect.ignore(write(flows))
        return flow
      },
      turns.withPermit,
      Effect.uninterruptible
    ),
    has: (isExpected) => Effect.map(turns.withPermit(read), (flows) => [...flows.values()].some(isExpected))
  }
}

const print = (flows: Flows): string =>
  JSON.stringify([...flows].map(([state, flow]) => [state, OAuthFlows.encode(flow)]))

const parse = (text: string | undefined): Flows => {
  const flows = new Map<string, OAuthFlows.OAuthFlow>()
  for (const entry of parseEntries(text)) {
    const [state, encoded]: ReadonlyArray<unknown> = Array.isArray(entry) ? entry : []
    if (typeof state !== "string" || typeof encoded !== "string") continue
    const flow = OAuthFlows.decode(encoded)
    if (flow !== undefined) flows.set(state, flow)
  }
  return flows
}

const parseEntries = (text: string | undefined): ReadonlyArray<unknown> => {
  const entries = Json.parse(text ?? "")
  return Array.isArray(entries) ? entries : []
}
