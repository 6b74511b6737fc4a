/**
 * A server that authenticates requests while the service is away for long: it hangs, refuses connections or fails, and
 * comes back. What visitors wait for meanwhile, what they are told, and how the server finds back.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { createRequestAuth } from "../../../../src/backend/request/RequestAuth.ts"
import { maxOpenMillis } from "../../../../src/http/CircuitBreaker.ts"
import { type Execute, Http, HttpFailure, timeoutFailure } from "../../../../src/http/Http.ts"
import { trueMillis } from "../../../support/explore/schedule.ts"
import {
  ofChanges,
  ofComponents,
  ofMails,
  ofPages,
  ofRequests,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { World } from "../../../support/explore/World.ts"
import { response } from "../../../support/scriptedNetwork.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"

const moods = ["hangs", "hangs", "refuses", "fails"] as const
type Mood = (typeof moods)[number] | "answers" | "refuses once"

const refused = new HttpFailure({ reason: "Network", sent: false, detail: "ECONNREFUSED" })

/** Until then enough requests have failed or hung for the circuit to open, in milliseconds. */
const noticedMillis = 15_000

/** How long a failure takes, in milliseconds. Visitors who wait for less have not waited for the service. */
const wayMillis = 200

/** What becomes of a request in a mood. */
const failure = (mood: Mood, timeoutMillis: number) => {
  if (mood === "fails") return Effect.delay(Effect.succeed(response(500, "")), wayMillis)
  if (mood !== "hangs") return Effect.delay(Effect.fail(refused), wayMillis)
  return Effect.timeoutOrElse(Effect.never, { duration: timeoutMillis, orElse: () => Effect.fail(timeoutFailure) })
}

const story = async (world: World) => {
  const service = await Service.make({ lifeMillis: 3_600_000, rotates: false })
  const network = Network.make(world, service, { isFaulty: false, allowsParallelRefreshes: true, isPerRequest: true })
  let mood: Mood = "answers"
  let sent = 0
  let underWay = 0
  const away =
    (execute: Execute): Execute =>
    (request) =>
      Effect.suspend(() => {
        const now = mood
        if (now === "answers" || request.url.endsWith("/health")) return execute(request)
        sent++
        underWay++
        if (now === "refuses once") mood = "answers"
        return Effect.ensuring(
          failure(now, request.timeoutMillis),
          Effect.sync(() => underWay--)
        )
      })

  return Effect.gen(function* () {
    const tokens = yield* service.open("ada")
    const refreshToken = Redacted.value(tokens.refreshToken!)
    const auth = createRequestAuth({
      ...service.project,
      apiUrl: service.apiUrl,
      https: true,
      http: Layer.mergeAll(
        Layer.fresh(Layer.sync(Http, () => away(network.app()))),
        Layer.succeed(References.MinimumLogLevel, "None"),
        Network.quiet
      )
    })
    const visit = (headers: Record<string, string>) =>
      Effect.gen(function* () {
        const began = trueMillis()
        const request = new Request("https://api.example/", { headers })
        const result = yield* Effect.promise(() => auth.authenticate(request))
        yield* Effect.promise(async () => result[Symbol.asyncDispose]())
        const outcome = result.signedIn ? "signed in" : result.error._tag
        const retryAfter = result.signedIn || result.error._tag !== "Unavailable" ? 0 : result.error.retryAfterSeconds
        return { outcome, retryAfter, millis: trueMillis() - began }
      })
    const bearer = { authorization: `Bearer ${Redacted.value(tokens.accessToken!)}` }
    /** Its refresh is shared only with others of the same session. */
    const expired = (token: string) => ({ "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken: token }) })
    const result = yield* Effect.promise(() =>
      auth.authenticate(new Request("https://api.example/", { headers: bearer }))
    )
    if (result.signedIn) yield* Effect.tryPromise(() => result.user())
    yield* Effect.promise(async () => result[Symbol.asyncDispose]())
    // Several, because requests of one session share their refresh.
    const others: Array<string> = []
    while (others.length < 6) others.push(Redacted.value((yield* service.open("ada")).refreshToken!))

    for (let outages = world.pick([1, 1, 2]); outages > 0; outages--) {
      const began = trueMillis()
      const lastsMillis = 20_000 + world.upTo(50_000)
      mood = world.pick(moods)
      world.note(`${mood} for ${lastsMillis} ms`)
      sent = 0
      let early = 0
      let atOnce = 0
      let silent = 0
      const running: Array<Fiber.Fiber<void>> = []
      for (let n = 0; trueMillis() - began < lastsMillis; n++) {
        const isEarly = trueMillis() - began < noticedMillis
        yield* Effect.sleep(isEarly ? 100 + world.upTo(400) : 500 + world.upTo(1500))
        if (isEarly) early = sent
        // Visitors who join an early request that is still under way share its failure.
        const mayJoin = sent === early && underWay > 0
        const isKnown = world.chance(0.4)
        const asked = visit(isKnown ? bearer : expired(world.pick(others)))
        running.push(
          yield* Effect.forkChild(
            Effect.map(asked, ({ millis, outcome, retryAfter }) => {
              if (isKnown) {
                const isRight = outcome === "signed in" && millis < wayMillis
                world.expect("I32 known", isRight, () => `a valid token is ${outcome} after ${millis} ms`)
                return
              }
              if (outcome === "Unauthorized") world.violate("I8", "an outage is taken for the end of a session")
              if (outcome !== "Unavailable" || isEarly || millis >= wayMillis) return
              if (retryAfter === undefined) {
                if (!mayJoin) silent++
                return
              }
              atOnce++
              world.met("I32")
            })
          )
        )
      }
      const late = sent - early
      const most = 5 + lastsMillis / 20_000
      if (late > most) world.violate("I32", `${late} requests were sent in vain after ${noticedMillis} ms, not ${most}`)
      mood = "answers"
      for (const fiber of running) yield* Fiber.join(fiber)
      // Those who come shortly before a probe of their session fails share its failure.
      if (silent > late) world.violate("I32", `${silent} refusals do not say when to come again`)

      yield* Effect.sleep(maxOpenMillis)
      const first = yield* visit(expired(refreshToken))
      if (atOnce > 0) {
        world.expect("I33", first.outcome === "signed in", () => `the first visitor afterwards is ${first.outcome}`)
      }
      const second = yield* visit(expired(refreshToken))
      if (second.outcome !== "signed in") world.violate("I33", `the second visitor afterwards is ${second.outcome}`)
      // The budget is filled again: a request that is lost is repeated.
      yield* Effect.sleep(10_000)
      mood = "refuses once"
      const third = yield* visit(expired(refreshToken))
      world.expect("I33 repeated", third.outcome === "signed in", () => `a request that was lost is ${third.outcome}`)
    }
    yield* Effect.promise(() => auth.dispose())
  }).pipe(Effect.scoped)
}

export const outages: Topology = {
  name: "outages",
  story,
  checks: ["I32", "I32 known", "I33", "I33 repeated", ...ofRequests],
  exempt: {
    "the service is away, and answers are never lost: `fleet` loses some": [
      ...(["I1", "I8 network", "I8 service", "I8 unreadable", "I31 failed", "I31 refused"] as const)
    ],
    "there is one session after the other, which nobody ends": [
      ...(["I2 expiring", "I2 refused", "I7", "I19", "I29 expired", "I29 ended"] as const)
    ],
    "the tokens are those of requests, and no store outlives them": [
      ...(["I1 tabs", "I3", "I5 out", "I5 in", "I6", "I9 failed", "I9 read", "I22"] as const)
    ],
    "nobody signs out": ["I4", "I4 failed", "I4 interrupted", "I4 server"],
    "no response brings cookies": ["I13 response"],
    "nothing is made, shown or navigated to": [...ofChanges, ...ofPages, ...ofComponents],
    "no clock jumps: `session` does that": ["I23"],
    "failures are told by their tag alone: `session` looks at their text": ["I11 late", "I12 failed", "I13"],
    "it sends no code and no address": ofMails
  }
}
