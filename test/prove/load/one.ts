/** One process of a backend, and all its users at once. */
import { setTimeout } from "node:timers/promises"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { quantile } from "../support/quantile.ts"
import { ask, crowd, nothingSeen, revoke, type Revocations, type Seen } from "./crowd.ts"
import { measureCpu, measure, type Round } from "./latency.ts"
import { renew, type World } from "./World.ts"

export const seenAs = ({ answers, crossed, failed, problem, slowestMillis }: Seen): string =>
  `${answers} answers, ${crossed} for somebody else, ${failed} failed ${problem ?? ""}(the slowest took ${Math.round(slowestMillis)} ms)`

export const revocationsHold = ({ late, refused }: Seen, { size }: Revocations): Verdict =>
  holdsIf(
    "revoked keys are refused when answers about them are too old",
    size > 0 && refused > 0 && late === 0,
    `${size} keys revoked, ${refused} requests refused, ${late} too late`
  )

const more = (millis: number) => `${millis < 0 ? "" : "+"}${millis.toFixed(2)} ms`

const us = (microseconds: number) => `${microseconds.toFixed(0)} µs`

const least = (values: ReadonlyArray<number>): number => Math.min(...values)

/**
 * The round in which the machine had least else to do counts, for each of the two: short rounds, and many of them, so
 * that there is one.
 */
const latency = (name: string, all: ReadonlyArray<Round>): Verdict => {
  const [bare, signedIn] = [least(all.map(({ bare }) => bare.p99)), least(all.map(({ signedIn }) => signedIn.p99))]
  const usual = quantile(
    all.map(({ bare, signedIn }) => signedIn.p50 - bare.p50),
    0.5
  )
  return holdsIf(
    name,
    signedIn - bare <= 1,
    `${more(signedIn - bare)} (${signedIn.toFixed(2)} and ${bare.toFixed(2)}, each in the best of ${all.length} rounds); p50 ${more(usual)}`
  )
}

export const one = async (
  world: World,
  options: { readonly seconds: number; readonly connections: number; readonly rounds: number; readonly seed: number }
): Promise<ReadonlyArray<Verdict>> => {
  const { callers, fetches, service } = world
  const backend = await world.startBackend({})
  const before = fetches()
  const seen = nothingSeen()
  const revocations: Revocations = new Map()
  // Everybody at once, before it has any key.
  await Promise.all(callers.map((caller) => ask(backend, caller, seen, revocations, false)))
  const over = new AbortController()
  const { connections, rounds, seed } = options
  const work = crowd({
    backends: [backend],
    callers,
    connections,
    random: makeRandom(seed),
    seen,
    revocations,
    signal: over.signal
  })
  await setTimeout(options.seconds * 400)
  await revoke(world, revocations)
  await setTimeout(options.seconds * 600)
  over.abort()
  await work
  const asked = fetches() - before

  // Tokens live 10 minutes, so each round has its own: first when they are new, then when they are known.
  const used: Array<Round> = []
  const unused: Array<Round> = []
  const tokens: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    tokens.length = 0
    for (const caller of callers) tokens.push(await renew(service, caller))
    unused.push(await measure(backend, tokens, tokens.length))
    used.push(await measure(backend, tokens, tokens.length))
  }
  const bareCpu = await measureCpu(backend, "/bare", tokens, 2000)
  const signedInCpu = await measureCpu(backend, "/me", tokens, 2000)
  await backend.end()
  return [
    holdsIf("every answer is for who has asked", seen.crossed === 0 && seen.failed === 0, seenAs(seen)),
    revocationsHold(seen, revocations),
    holdsIf("the public keys were fetched once", asked === 1, `${asked} fetches`),
    latency("p99 of SignedIn is at most 1 ms over the bare handler, tokens in use", used),
    latency("p99 of SignedIn is at most 1 ms over the bare handler, tokens that are new", unused),
    holdsIf(
      "CPU of SignedIn is at most 1 ms over the bare handler",
      signedInCpu - bareCpu < 1000,
      `${us(bareCpu)} bare, ${us(signedInCpu)} with it`
    )
  ]
}
