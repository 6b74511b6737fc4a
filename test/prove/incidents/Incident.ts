/** What an incident is, and how it is played. */
import { setTimeout } from "node:timers/promises"
import { type Kind, redis } from "../../support/storeServers.ts"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import type { Protection } from "./Protection.ts"
import { type Figures, summarize, isAnswered, type Sample } from "./seen.ts"
import { makeWorld, type World } from "./World.ts"

export interface Incident {
  readonly name: string
  readonly title: string
  /** The section of `docs/guides/incidents.md`. */
  readonly runbook: string
  /** The store of the fleet. Default: Redis. */
  readonly store?: Kind
  /** Whether the service is on https. */
  readonly isHttps?: true
  /** By how many milliseconds the clock of a process moves with each SIGUSR2. */
  readonly clockSteps?: ReadonlyArray<number>
  /** How long access tokens live, in milliseconds. Default: ten minutes, as in the service. */
  readonly tokenMillis?: number
  /** Makes it happen, and ends it. */
  readonly play: (world: World, options: PlayOptions) => Promise<unknown>
  /** What users are promised, besides what every incident promises. */
  readonly promises: (seen: Seen) => ReadonlyArray<Verdict>
}

export interface PlayOptions {
  /** How long an outage is, in seconds, which in reality lasts ten minutes. */
  readonly outageSeconds: number
}

/** What was seen of an incident. */
export interface Seen {
  readonly samples: Readonly<Record<Phase, ReadonlyArray<Sample>>>
  /** Requests to the service in each second. */
  readonly perSecond: Readonly<Record<Phase, number>>
  /** Fetches of public keys while it lasted. */
  readonly keyFetches: number
  readonly seconds: number
  /** How long after its end users were still refused, in seconds. */
  readonly recoverySeconds: number
  /** What {@link Incident.play} returned. */
  readonly played: unknown
  /** How many requests the balancer repeated. */
  readonly repeated: number
  readonly logs: ReadonlyArray<string>
}

export const phases = ["before", "during", "after"] as const

export type Phase = (typeof phases)[number]

export interface Outcome {
  readonly incident: string
  readonly title: string
  readonly runbook: string
  readonly seconds: number
  readonly recoverySeconds: number
  readonly figures: Readonly<Record<Phase, Figures & { readonly toServicePerSecond: number }>>
  /** The same for each stage of it. */
  readonly stages: Readonly<Record<string, Figures>>
  readonly promises: ReadonlyArray<Verdict>
  /** What the processes have logged, counted. */
  readonly log: Readonly<Record<string, number>>
}

export interface RunOptions extends PlayOptions {
  readonly users: number
  readonly pauseMillis: number
  readonly seed: number
  readonly without: Protection | undefined
}

/** How long users are watched before, and after the last one was refused. */
const quietMillis = 5000
/** How long they are watched afterwards at most. */
const patienceMillis = 90_000

/** Circuits are open for 30 seconds at most, and a quarter more. */
export const longestRecoverySeconds = 45

/** Every incident promises this. */
const always = ({ samples }: Seen): ReadonlyArray<Verdict> => {
  const all = summarize(phases.flatMap((phase) => samples[phase]))
  const before = summarize(samples.before)
  return [
    holdsIf("no answer is about another user", all.requests > 0 && all.wrong === 0, `${all.wrong} of ${all.requests}`),
    holdsIf("nobody is signed out", all.signOuts === 0, `${all.signOuts} sign-outs`),
    holdsIf(
      "everything works before",
      before.requests > 0 && before.answered === before.requests,
      `${before.answered} of ${before.requests}`
    )
  ]
}

/** All answers to some requests are as users expect. */
export const allAnswered = (name: string, samples: ReadonlyArray<Sample>): Verdict => {
  const failed = samples.filter((sample) => !isAnswered(sample))
  const [first] = failed
  const shown = first === undefined ? "" : `, such as ${first.action} ${first.stage} ${first.status} ${first.text}`
  return holdsIf(
    name,
    samples.length > 0 && failed.length === 0,
    `${samples.length - failed.length} of ${samples.length}${shown}`
  )
}

/** The same where a few may be refused, because they meet the incident more than once. */
export const mostAnswered = (samples: ReadonlyArray<Sample>): Verdict => {
  const answered = samples.filter(isAnswered).length
  return holdsIf(
    "of 1,000 requests, 995 are answered",
    samples.length > 0 && answered >= samples.length * 0.995,
    `${answered} of ${samples.length}`
  )
}

/** Each line of the logs, without what differs, with how often it came. */
const counted = (logs: ReadonlyArray<string>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const line of logs.flatMap((log) => log.split("\n"))) {
    const text = line
      .replace(/^\[[^\]]*\]\s*/, "")
      .replace(/\(#\d+\)/, "")
      .replace(/\d+/g, "n")
      .trim()
    if (text !== "") counts[text] = (counts[text] ?? 0) + 1
  }
  return counts
}

export const run = (incident: Incident, options: RunOptions): Promise<Outcome> =>
  inFolder(async (folder) => {
    const {
      clockSteps = [],
      isHttps = false,
      name,
      play,
      promises,
      runbook,
      store = redis,
      title,
      tokenMillis
    } = incident
    const world = await makeWorld({ ...options, folder, store, isHttps, clockSteps, tokenMillis })
    const { backends, crowd, front } = world
    try {
      const times = [performance.now()]
      const counts = [front.arrivals()]
      const mark = () => {
        times.push(performance.now())
        counts.push(front.arrivals())
      }
      await setTimeout(quietMillis)
      crowd.stage("during")
      mark()
      const played = await play(world, options)
      crowd.stage("after")
      mark()
      const [, start, end] = times as [number, number, number]
      const isLate = (sample: Sample) => sample.begun > end && !isAnswered(sample)
      const lastRefusal = () => Math.max(end, ...crowd.samples.filter(isLate).map(({ ended }) => ended))
      while (performance.now() < Math.min(lastRefusal() + quietMillis, end + patienceMillis)) await setTimeout(200)
      mark()
      await crowd.leave()
      const { samples } = crowd
      // A request that was on its way when the incident began is part of it.
      const before = samples.filter(({ ended }) => ended < start)
      const during = samples.filter(({ begun, ended }) => ended >= start && begun < end)
      const after = samples.filter(({ begun }) => begun >= end)
      const rate = (i: number) => ((counts[i + 1]!.all - counts[i]!.all) * 1000) / (times[i + 1]! - times[i]!)
      const seen: Seen = {
        samples: { before, during, after },
        perSecond: { before: rate(0), during: rate(1), after: rate(2) },
        keyFetches: counts[2]!.keys - counts[1]!.keys,
        seconds: (end - start) / 1000,
        recoverySeconds: (lastRefusal() - end) / 1000,
        played,
        repeated: backends.repeated(),
        logs: backends.logs()
      }
      const stages = Array.from(new Set(during.map(({ stage }) => stage))).filter((stage) => stage !== "before")
      return {
        incident: name,
        title,
        runbook,
        seconds: Math.round(seen.seconds),
        recoverySeconds: Math.round(seen.recoverySeconds * 10) / 10,
        figures: figuresByPhase(seen),
        stages: Object.fromEntries(
          stages.map((part) => [part, summarize(during.filter(({ stage }) => stage === part))])
        ),
        promises: [...always(seen), ...promises(seen)],
        log: counted(seen.logs)
      }
    } finally {
      await world.close()
    }
  })

const figuresByPhase = ({ perSecond, samples }: Seen): Outcome["figures"] => {
  const of = (phase: Phase) => ({
    ...summarize(samples[phase]),
    toServicePerSecond: Math.round(perSecond[phase] * 10) / 10
  })
  return { before: of("before"), during: of("during"), after: of("after") }
}
