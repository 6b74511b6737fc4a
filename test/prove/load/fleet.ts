/**
 * Three processes of a backend over a store that is paused, killed, started again without data, and replaced by another
 * server on the way.
 */
import { setTimeout } from "node:timers/promises"
import { makeRandom } from "../../support/explore/schedule.ts"
import type { Kind } from "../../support/storeServers.ts"
import { makeTcpProxy } from "../../support/TcpProxy.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { ask, crowd, nothingSeen, revoke, type Revocations } from "./crowd.ts"
import { revocationsHold, seenAs } from "./one.ts"
import type { World } from "./World.ts"

/** A limit for what hangs, not for speed: an operation of the store may take 250 ms, and the machine be busy. */
const longestMillis = 60_000

export const fleet = async (
  { make, missing, name, settings }: Kind,
  makeWorld: () => Promise<World>,
  folder: string,
  options: { readonly seconds: number; readonly connections: number; readonly seed: number }
): Promise<ReadonlyArray<Verdict>> => {
  const reason = missing()
  if (reason !== undefined) return [skipped(`three processes over a ${name}`, reason)]
  const world = await makeWorld()
  const { connections, seed } = options
  const { callers, fetches } = world
  const [server, successor] = [await make(folder), await make(folder)]
  const line = await makeTcpProxy(server.port)
  const startBackend = () => world.startBackend(settings(line.port))
  const seen = nothingSeen()
  const revocations: Revocations = new Map()
  const before = fetches()
  const first = await startBackend()
  // The one that comes first fetches; it publishes in the background.
  await ask(first, callers[0]!, seen, revocations, false)
  await setTimeout(500)
  const others = await Promise.all([1, 2].map(startBackend))
  const backends = [first, ...others]
  const over = new AbortController()
  const work = crowd({
    backends,
    callers,
    connections,
    random: makeRandom(seed),
    seen,
    revocations,
    signal: over.signal
  })
  const part = options.seconds * 100
  const during: Array<string> = []
  const phase = async (what: string, parts: number) => {
    const [answers, failed] = [seen.answers, seen.failed]
    seen.slowestMillis = 0
    await setTimeout(parts * part)
    during.push(
      `${what}: ${seen.answers - answers} answers, ${seen.failed - failed} failed, the slowest ${Math.round(seen.slowestMillis)} ms`
    )
    return seen.slowestMillis
  }
  const alone = /The store that the processes share is not available/
  const slowest = [await phase("with it", 2)]
  server.signal("SIGSTOP")
  slowest.push(await phase("paused", 1))
  server.signal("SIGCONT")
  slowest.push(await phase("again", 1))
  await server.kill()
  slowest.push(await phase("killed", 1))
  await server.start()
  await revoke(world, revocations)
  slowest.push(await phase("restarted, empty", 2))
  line.switchTo(successor.port)
  await server.kill()
  slowest.push(await phase("another server in its place", 3))
  over.abort()
  await work
  const asked = fetches() - before
  const logs = backends.map((backend) => backend.log())
  await Promise.all(backends.map((backend) => backend.end()))
  await successor.kill()
  await line.close()
  return [
    holdsIf(
      "every answer is for who has asked, in each of three processes",
      seen.crossed === 0 && seen.failed === 0,
      seenAs({ ...seen, slowestMillis: Math.max(...slowest) })
    ),
    holdsIf(
      `nothing hangs while the ${name} is paused, gone or replaced`,
      Math.max(...slowest) <= longestMillis,
      during.join("; ")
    ),
    revocationsHold(seen, revocations),
    holdsIf("the public keys were fetched once by the fleet", asked === 1, `${asked} fetches`),
    holdsIf(
      "each process says that it goes on without",
      logs.every((log) => alone.test(log)),
      `${logs.map((log) => log.split("\n").filter(Boolean).length).join(", ")} lines of log`
    )
  ]
}
