/** Keeps the state of an emulator where it outlives its page or worker. */
import * as Effect from "effect/Effect"
import { Emulator, type Instance } from "../Emulator.ts"
import * as IdentityProvider from "../idp/IdentityProvider.ts"
import * as StateStorage from "../state/StateStorage.ts"

/**
 * Paths that change something with GET: every step of a sign-in with a provider, links in mails, and payments, whose
 * reads renew subscriptions.
 */
const changingPaths = ["/oauth/", IdentityProvider.prefix, "/emails/unsubscribe-link", "/payments/"]

const mayChangeState = ({ method, url }: Request): boolean =>
  !["GET", "HEAD", "OPTIONS"].includes(method) || changingPaths.some((path) => new URL(url).pathname.includes(path))

/** The emulator, which stores its state before it answers a request, seed or other change. */
export const withStorage = Effect.fnUntraced(function* (
  storage: StateStorage.StateStorage
): Effect.fn.Return<Instance, never, Emulator> {
  const running = yield* Emulator
  const keep = StateStorage.writer(storage, running.snapshot)
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const fetch: Instance["fetch"] = async (request, connection) => {
    try {
      return await running.fetch(request, connection)
    } finally {
      // Also when a fault breaks the answer: the change may have been carried out.
      if (mayChangeState(request)) await run(keep)
    }
  }
  return {
    ...running,
    fetch,
    handle: (request, connection) => Effect.promise(() => fetch(request, connection)),
    restore: (snapshot) => Effect.tap(running.restore(snapshot), keep),
    reset: Effect.tap(running.reset, keep),
    seed: (seed) => Effect.tap(running.seed(seed), keep),
    importSeed: (seed) => Effect.tap(running.importSeed(seed), keep)
  }
})
