/** Incidents of the service: it is down, slow, or has no valid certificate. */
import { setTimeout } from "node:timers/promises"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { allAnswered, type Incident, longestRecoverySeconds, mostAnswered, type Seen } from "./Incident.ts"
import { millisAt, type Sample } from "./seen.ts"

/** How long a request may wait for the service before the app refuses it, with what a busy machine adds. */
const longestWaitMillis = 5000 + 10_000
/** Less than any request that waits for the service, and more than a busy machine takes for one that does not. */
const atOnceMillis = 3000
/** How long circuits may take to open on a busy machine: hanging requests are noticed after 3 seconds. */
const openingMillis = 10_000

const doing = (samples: ReadonlyArray<Sample>, action: Sample["action"]) =>
  samples.filter((sample) => sample.action === action)

const pagesAnswered = ({ samples }: Seen): Verdict =>
  allAnswered("pages by token are answered", doing(samples.during, "page"))

const recovers = ({ recoverySeconds }: Seen): Verdict =>
  holdsIf(
    `everything works ${longestRecoverySeconds} s after the end`,
    recoverySeconds <= longestRecoverySeconds,
    `after ${recoverySeconds.toFixed(1)} s`
  )

/** What the service answers with 503 while it is away. */
const refusals = ({ perSecond, samples }: Seen): ReadonlyArray<Verdict> => {
  const { during } = samples
  const begun = Math.min(...during.map(({ begun }) => begun))
  const refused = during.filter(({ status }) => status === 503)
  const later = refused.filter((sample) => sample.begun > begun + openingMillis)
  const slowest = millisAt(refused, 1)
  const saying = later.filter(({ saysWhen }) => saysWhen).length
  return [
    holdsIf(
      `503 comes within ${longestWaitMillis} ms`,
      refused.length > 0 && slowest <= longestWaitMillis,
      `${refused.length} times, the slowest after ${slowest} ms`
    ),
    holdsIf(
      `of 20 visitors refused with 503, 19 wait less than ${atOnceMillis} ms, once circuits are open`,
      later.length > 0 && millisAt(later, 0.95) < atOnceMillis,
      `95 % within ${millisAt(later, 0.95)} ms`
    ),
    holdsIf(
      "of 20 answers with 503, 19 say when to come again, once circuits are open",
      later.length > 0 && saying >= later.length * 0.95,
      `${saying} of ${later.length}`
    ),
    holdsIf(
      "the service gets fewer requests than before",
      perSecond.during < perSecond.before,
      `${perSecond.during.toFixed(1)} instead of ${perSecond.before.toFixed(1)} in a second`
    )
  ]
}

/** The other reasons for which users are refused. */
const onlyUnavailable = ({ samples }: Seen): Verdict => {
  const others = samples.during.filter(({ status }) => status >= 400 && status !== 503)
  return holdsIf(
    "users are refused with 503 alone",
    others.length === 0,
    `${others.length} otherwise${others[0] === undefined ? "" : `, such as ${others[0].status} ${others[0].text}`}`
  )
}

export const serviceDown: Incident = {
  name: "service-down",
  title: "The service is down: it resets connections, then it hangs, then its proxy answers 502",
  runbook: "Service unreachable",
  play: async ({ backends, crowd, front }, { outageSeconds }) => {
    const part = (outageSeconds * 1000) / 3
    const become = async (way: "reset" | "silent" | "failing", millis: number) => {
      front.becomes(way)
      crowd.stage(way)
      await setTimeout(millis)
    }
    await become("reset", part)
    await become("silent", part / 2)
    // In the middle of it, a process is replaced.
    await backends.replace(0, "SIGTERM")
    await setTimeout(part / 2)
    await become("failing", part)
    front.becomes("open")
  },
  promises: (seen) => [pagesAnswered(seen), onlyUnavailable(seen), ...refusals(seen), recovers(seen)]
}

export const serviceSlow: Incident = {
  name: "service-slow",
  title: "Of the service's answers, 30 % take 3 seconds longer",
  runbook: "Service slow",
  play: async ({ front }) => {
    front.slows(0.3, 3000)
    await setTimeout(30_000)
    front.slows(0, 0)
  },
  promises: (seen) => {
    const { during } = seen.samples
    const pages = doing(during, "page")
    return [
      mostAnswered(during),
      allAnswered("pages by token are answered", pages),
      holdsIf(
        `of 100 pages by token, 99 take less than ${atOnceMillis} ms`,
        millisAt(pages, 0.99) < atOnceMillis,
        `99 % within ${millisAt(pages, 0.99)} ms`
      ),
      holdsIf(
        "the service gets no more requests than before, by half",
        seen.perSecond.during < seen.perSecond.before * 1.5,
        `${seen.perSecond.during.toFixed(1)} and ${seen.perSecond.before.toFixed(1)} in a second`
      ),
      recovers(seen)
    ]
  }
}

export const certificateExpired: Incident = {
  name: "certificate-expired",
  title: "The certificate of the service has expired",
  runbook: "Certificate expired",
  isHttps: true,
  play: async ({ certificates, front }) => {
    front.presents(certificates.expired)
    await setTimeout(30_000)
    front.presents(certificates.good)
  },
  promises: (seen) => [pagesAnswered(seen), onlyUnavailable(seen), ...refusals(seen), recovers(seen)]
}
