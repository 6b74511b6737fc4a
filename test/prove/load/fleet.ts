/** Three processes of a backend over a Redis that is paused, killed and started again on the way. */
import { setTimeout } from "node:timers/promises"
import { randomOf } from "../explore/Schedule.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { ask, crowd, nothingSeen, revoke, type Revocations } from "./Crowd.ts"
import { revocationsHold, seenAs } from "./one.ts"
import { isInstalled, makeRedis } from "./Redis.ts"
import type { World } from "./World.ts"

/** A limit for what hangs, not for speed: an operation of the store may take 250 ms, and the machine be busy. */
const longestMillis = 60_000

export const fleet = async (
  world: World,
  folder: string,
  options: { readonly seconds: number; readonly connections: number; readonly seed: number }
): Promise<ReadonlyArray<Verdict>> => {
  if (!isInstalled())
    return [skipped("three processes over a Redis", "there is no redis-server to start, kill and pause")]
  const { connections, seed } = options
  const { callers, fetches } = world
  const redis = await makeRedis(folder)
  const seen = nothingSeen()
  const revocations: Revocations = new Map()
  const before = fetches()
  const first = await world.startBackend({ redisUrl: redis.url })
  // the one that comes first fetches; it publishes in the background
  await ask(first, callers[0]!, seen, revocations, false)
  await setTimeout(500)
  const others = await Promise.all([1, 2].map(() => world.startBackend({ redisUrl: redis.url })))
  const backends = [first, ...others]
  const over = new AbortController()
  const work = crowd({ backends, callers, connections, random: randomOf(seed), seen, revocations, signal: over.signal })
  const part = options.seconds * 100
  const during: Array<string> = []
  const phase = async (name: string, millis: number) => {
    const [answers, failed] = [seen.answers, seen.failed]
    seen.slowestMillis = 0
    await setTimeout(millis)
    during.push(
      `${name}: ${seen.answers - answers} answers, ${seen.failed - failed} failed, the slowest ${Math.round(seen.slowestMillis)} ms`
    )
    return seen.slowestMillis
  }
  const slowest = [await phase("with it", 2 * part)]
  redis.signal("SIGSTOP")
  slowest.push(await phase("paused", 2 * part))
  redis.signal("SIGCONT")
  slowest.push(await phase("again", part))
  await redis.kill()
  slowest.push(await phase("killed", 2 * part))
  await redis.start()
  await revoke(world, revocations)
  slowest.push(await phase("restarted, empty", 3 * part))
  over.abort()
  await work
  const asked = fetches() - before
  const logs = backends.map((backend) => backend.log())
  await Promise.all(backends.map((backend) => backend.end()))
  await redis.kill()
  return [
    holdsIf(
      "every answer is for who has asked, in each of three processes",
      seen.crossed === 0 && seen.failed === 0,
      seenAs({ ...seen, slowestMillis: Math.max(...slowest) })
    ),
    holdsIf(
      "nothing hangs while the Redis is paused or gone",
      Math.max(...slowest) <= longestMillis,
      during.join("; ")
    ),
    revocationsHold(seen, revocations),
    holdsIf("the public keys were fetched once by the fleet", asked === 1, `${asked} fetches`),
    holdsIf(
      "each process says that it goes on without",
      logs.every((log) => /What the processes share cannot be had/.test(log)),
      `${logs.map((log) => log.split("\n").filter(Boolean).length).join(", ")} lines of log`
    )
  ]
}
