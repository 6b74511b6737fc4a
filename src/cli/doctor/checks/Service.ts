/** Checks the service at the URL. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { parseUrl } from "../../../domain/url/AbsoluteUrl.ts"
import { type Check, type Problem, type Verdict, skip } from "../Check.ts"
import * as Probe from "../Probe.ts"
import type { World } from "../World.ts"

type Failed = Extract<Probe.ProbeResult, { _tag: "Failed" }>
type Answered = Extract<Probe.ProbeResult, { _tag: "Answered" }>

const getHostName = ({ apiUrl }: World): string => parseUrl(apiUrl)?.host ?? apiUrl

const unlessFailed =
  (kinds: ReadonlyArray<Failed["kind"]>, problem: (world: World, failed: Failed) => Problem) =>
  (world: World): Effect.Effect<Verdict> =>
    Effect.map(world.service, (answer) => {
      if (answer._tag === "Answered") return undefined
      return kinds.includes(answer.kind) ? problem(world, answer) : skip("the service was not reached")
    })

const requireService =
  (check: (world: World, answer: Answered) => Verdict) =>
  (world: World): Effect.Effect<Verdict> =>
    Effect.map(world.service, (answer) =>
      Probe.isService(answer) ? check(world, answer) : skip("no service has answered")
    )

/** The tolerated difference between clocks, in milliseconds. */
const skewMillis = 30_000

const serviceDns: Check = {
  id: "service-dns",
  title: "The host of the service has an address",
  why: "No request can be sent.",
  docs: "errors/Network.md",
  run: unlessFailed(["dns"], (world, { detail }) => ({
    seen: `No address is known for ${getHostName(world)} (${detail})`,
    fix: `Correct the host name in ${world.options.apiUrl?.name ?? "STACK_API_URL"}, or check whether this machine is online: nslookup ${getHostName(world)}`
  }))
}

const serviceReachable: Check = {
  id: "service-reachable",
  title: "The service can be reached",
  why: "No request can be sent.",
  docs: "errors/Network.md",
  run: unlessFailed(["refused", "timeout"], (world, { detail, kind }) => ({
    seen:
      kind === "timeout"
        ? `${getHostName(world)} does not answer`
        : `${getHostName(world)} takes no connection (${detail})`,
    fix: "npx gatefold start"
  }))
}

const serviceTls: Check = {
  id: "service-tls",
  title: "The certificate of the service is trusted",
  why: "Someone may intercept the connection, so Node refuses it.",
  docs: "errors/Network.md",
  run: unlessFailed(["tls"], (world, { detail }) => ({
    seen: `The encrypted connection to ${getHostName(world)} failed (${detail})`,
    fix: "NODE_EXTRA_CA_CERTS=company-ca.pem, if a proxy of your company is in between; http:// for a service on this machine"
  }))
}

const serviceAnswer: Check = {
  id: "service-answer",
  title: "The URL is that of the service",
  why: "A proxy, a login page or another program answers instead, and no call works.",
  docs: "errors/InvalidServerResponse.md",
  run: (world) =>
    Effect.map(world.service, (answer) => {
      if (answer._tag === "Failed") return skip("the service was not reached")
      if (answer.knownError !== null) return undefined
      const { contentType, location, status } = answer
      const led = location === null ? "" : `, and leads to ${location.slice(0, 100)}`
      return {
        seen: `${getHostName(world)} answers with status ${status} (${contentType === "" ? "no type" : contentType})${led}`,
        fix: `Look at it: curl -i ${world.apiUrl.trim()}/api/v1`
      }
    })
}

const serviceGeneration: Check = {
  id: "service-generation",
  title: "The service is the current one",
  level: "warning",
  why: "The service of 2025-06 lacks sessions for other domains, guests of terminals, tokens that say who is restricted, and more.",
  docs: "guides/which-service.md",
  run: requireService((_, { knownError }) =>
    knownError === "CURRENT_PROJECT_NOT_FOUND"
      ? undefined
      : {
          seen: "It answers as the service of 2025-06 does",
          fix: "Nothing, if you mean that one: Gatefold speaks both"
        }
  )
}

const clockSkew: Check = {
  id: "clock-skew",
  title: "The clocks of the service and of this machine agree",
  why: "A backend takes valid tokens for expired, or expired ones for valid.",
  docs: "protocol/tokens.md",
  run: requireService((_, { aheadMillis }) => {
    if (aheadMillis === undefined) return skip("the service does not tell its time")
    if (Math.abs(aheadMillis) <= skewMillis) return undefined
    const difference = Duration.format(Duration.seconds(Math.round(Math.abs(aheadMillis) / 1000)))
    return {
      seen: `This machine is ${difference} ${aheadMillis > 0 ? "behind" : "ahead of"} the service`,
      fix: "Set the clock of this machine: timedatectl set-ntp true (Linux), sntp -sS time.apple.com (macOS), w32tm /resync (Windows)"
    }
  })
}

export const checks: ReadonlyArray<Check> = [
  serviceDns,
  serviceReachable,
  serviceTls,
  serviceAnswer,
  serviceGeneration,
  clockSkew
]
