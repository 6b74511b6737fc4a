/**
 * The network of a history: the HTTP port of every app, in front of the emulator. Requests and answers take their time,
 * and some are lost, before or after the service has acted; what is true of every request is checked here.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Execute,
  Http,
  HttpFailure,
  type HttpRequest,
  type HttpResponse,
  timeoutFailure
} from "../../../src/http/Http.ts"
import { Notifier } from "../../../src/platform/Notifier.ts"
import type { Premise } from "../../support/explore/invariants.ts"
import { trueMillis } from "../../support/explore/schedule.ts"
import type { Dice, World } from "../../support/explore/World.ts"
import { response } from "../../support/scriptedNetwork.ts"
import { leftMillis, type Opened, type Service } from "./Service.ts"
import { type Call, Caller } from "./watched.ts"

/** What the network does to a request. */
export type Fault = "refused" | "lost before" | "lost after" | "failed" | "hangs" | "cut" | "page" | "limited"

const faults: ReadonlyArray<readonly [Fault, probability: number]> = [
  ["lost before", 0.05],
  ["lost after", 0.06],
  ["refused", 0.04],
  ["failed", 0.03],
  ["cut", 0.02],
  ["page", 0.02],
  ["limited", 0.02],
  ["hangs", 0.02]
]

/** What a fault is for those who wait for a refresh. */
const premises: Readonly<Record<Fault, Premise>> = {
  refused: "I8 network",
  "lost before": "I8 network",
  "lost after": "I8 network",
  hangs: "I8 network",
  failed: "I8 service",
  limited: "I8 service",
  cut: "I8 unreadable",
  page: "I8 unreadable"
}

/** Bodies that no other call sends. */
const marked = /"mark \d+[.]"|team \d+[.]|(?:new|link|flow)-\d+-?@/

const chooseFault = (dice: Dice): Fault | undefined => {
  let rest = dice.random()
  return faults.find(([, probability]) => (rest -= probability) < 0)?.[0]
}

/** An outage hits requests in a row, up to so many, so that no attempt of a call is left to succeed. */
const longestOutage = 8
const outages = ["refused", "lost before", "failed", "limited", "hangs"] as const satisfies ReadonlyArray<Fault>

/** A call begins with an access token that has this much left, in milliseconds. */
const freshMillis = 20_000
/** What a device cannot know better: tokens tell whole seconds, and answers take their time. */
const slackMillis = 1500
/** Attempts of a call end by then, so that one after a long `Retry-After` may send a token that has expired. */
const longestCallMillis = 30_000

export interface Options {
  /** Whether there are faults at all. */
  readonly isFaulty: boolean
  /** How long a way takes at most, in milliseconds. Default: 40. */
  readonly slowest?: number | undefined
  /** Whether two may refresh with one token at once, such as tabs without locks. Default: false. */
  readonly allowsParallelRefreshes?: boolean | undefined
  /** Whether clocks of devices jump, so that a device cannot know how long a token lives. Default: false. */
  readonly hasJumps?: boolean | undefined
  /** Whether each request to a server has a session of its own, which knows no other one. Default: false. */
  readonly isPerRequest?: boolean | undefined
}

/** Outages are part of the story: no developer is told of them. */
export const quiet = Layer.succeed(Notifier, () => Effect.void)

/** The network of a history. */
export interface Network {
  /** Each build is that of another app. */
  readonly layer: Layer.Layer<never>
  /** What an app that begins sends its requests with. */
  readonly app: () => Execute
  /** How often requests of a kind, such as `POST /auth/oauth/token`, were sent. */
  readonly sent: (kind: string) => number
  /** How often the service has carried out a request with this text in its body, or URL. */
  readonly carriedOut: (mark: string) => number
  /** Whether a fault has hit a request with this text in its body. */
  readonly hasHit: (mark: string) => boolean
  /** Asks with an access token, whatever sessions think of it: they send none that has expired. */
  readonly askWith: (accessToken: string) => Effect.Effect<void>
  /** The next requests find no answer, if there are faults at all. */
  readonly outage: (dice: Dice) => void
  /** From now on everything arrives. */
  readonly calm: () => void
  /** From now on nothing arrives. */
  readonly down: (dice: Dice) => void
  /** Whether an answer was lost, so that what the service has done is known to nobody. */
  readonly lostAnswers: () => number
}

/** The session of a refresh, and whether it was open when the request came. */
interface Lived {
  readonly is: Opened
  readonly was: boolean
  readonly token: string
}

/** An answer that refused an access token: when it came, and for which call. */
interface Refusal {
  readonly atMillis: number
  readonly caller: Call | undefined
}

/** What an app knows of its access tokens: which were refused, and of which sessions. */
interface App {
  readonly refusals: Map<string, Array<Refusal>>
  readonly refusedSessions: Set<Opened | undefined>
  /** Requests that faults have hit, each with its token. */
  readonly failed: Set<string>
}

const lost = new HttpFailure({ reason: "Network", sent: true, detail: "ECONNRESET" })
const refused = new HttpFailure({ reason: "Network", sent: false, detail: "ECONNREFUSED" })

const required = ["project-id", "access-type", "random-nonce", "override-error-status", "client-version"]

/** Whether the app has noticed a refusal by now. A call that was interrupted as its answer came has not. */
const isHeard = ({ atMillis, caller }: Refusal): boolean =>
  atMillis < trueMillis() && caller?.interruptedMillis !== atMillis

/** Makes the network of a history. */
export const make = (world: World, service: Service, options: Options): Network => {
  const { slowest = 40 } = options
  const inFlight = new Map<string, number>()
  const nonces = new Set<string>()
  const attempts = new Map<string, number>()
  const kinds = new Map<string, number>()
  const marks: Array<string> = []
  const hits: Array<string> = []
  /** Calls whose access token was refused on the way. */
  const renewed = new Set<string>()
  let isFaulty = options.isFaulty
  let outage: { readonly fault: Fault; readonly until: number } = { fault: "failed", until: 0 }
  let count = 0
  let lostAnswers = 0
  if (options.allowsParallelRefreshes === true) world.waive("I1", "I1 tabs")
  if (options.hasJumps === true) world.waive("I2 expiring")
  if (options.isPerRequest === true) world.waive("I2 expiring", "I2 refused")

  const readKind = ({ method, url }: HttpRequest) =>
    `${method} ${url.slice(service.apiUrl.length).replace("/api/v1", "").replace(/[?].*/, "")}`

  const checkRequest = (kind: string, { body = "", headers, url }: HttpRequest) => {
    for (const premise of ["I14", "I15"] as const) world.met(premise)
    const header = (name: string) => headers[`x-stack-${name}`]
    if (!url.startsWith(`${service.apiUrl}/api/v1/`)) world.violate("I14", url)
    if ((header("secret-server-key") ?? header("super-secret-admin-key")) !== undefined) world.violate("I15", kind)
    // The token endpoint and public keys have none of them (docs/protocol/headers.md#request-headers).
    if (!/[/]auth[/]oauth[/]|jwks[.]json$/.test(kind)) {
      world.met("I30")
      for (const name of required) if (!header(name)) world.violate("I30", `${kind} has no ${name}`)
      const nonce = header("random-nonce") ?? ""
      if (nonces.has(nonce)) world.violate("I30", `the nonce of ${kind} was used before`)
      nonces.add(nonce)
    }
    if (marked.test(body)) {
      const call = `${kind} ${body}`
      const times = (attempts.get(call) ?? 0) + 1
      attempts.set(call, times)
      const isRenewed = renewed.has(call)
      if (times > 1) {
        world.expect(
          isRenewed ? "I11 refused" : "I11 attempts",
          times <= (isRenewed ? 10 : 5),
          () => `attempt ${times} of ${call}`
        )
      }
    }
  }

  /** The access token of a request, which no sign-out is: it may be all that there is to end a session with. */
  const checkToken = (kind: string, token: string, caller: Call | undefined, app: App) => {
    const left = leftMillis(token) ?? 0
    // Another attempt is made with the token of the first one. Apps of promises do not tell which call they make.
    const isAgain = caller === undefined ? app.failed.has(`${kind} ${token}`) : caller.sent.has(token)
    caller?.sent.add(token)
    const leastMillis = isAgain ? freshMillis - longestCallMillis : options.isPerRequest === true ? 0 : freshMillis
    if (options.hasJumps !== true && left < leastMillis - slackMillis) {
      world.violate("I2", `${kind} ${isAgain ? "continues" : "begins"} with a token that has ${left} ms left`)
    }
    if (isAgain || options.isPerRequest === true) return
    const session = service.ofAccessToken(token)
    if (!app.refusedSessions.has(session)) return
    const hasHeard = app.refusals.get(token)?.some(isHeard) ?? false
    world.expect("I2 refused", !hasHeard, () => `${kind} with a token that was refused`)
  }

  /** Access tokens live as long as the service says, and refresh tokens as long as their sessions. */
  const checkLives = (kind: string, { headers }: HttpRequest, answer: HttpResponse, session: Lived | undefined) => {
    const code = answer.header("x-stack-known-error")
    const given = leftMillis(/"access_token":"([^"]+)"/.exec(answer.text)?.[1])
    const { lifeMillis } = service.settings
    if (given !== undefined) {
      const isRight = given <= lifeMillis && given > lifeMillis - 1000
      world.expect("I29 issued", isRight, () => `${kind} gives an access token for ${given} ms`)
    }
    const accessToken = headers["x-stack-access-token"]
    const left = leftMillis(accessToken)
    if (left !== undefined && left > 0 && code === "ACCESS_TOKEN_EXPIRED" && !service.refuses(accessToken)) {
      world.violate("I29", `${kind} refuses an access token that has ${left} ms left`)
    }
    if (left !== undefined && left < -1000) {
      const isTaken = answer.status < 300 && code === undefined
      world.expect("I29 expired", !isTaken, () => `${kind} takes an access token that expired ${-left} ms ago`)
    }
    if (session === undefined) return
    const { is, token, was } = session
    const isRefused = code === "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
    if (isRefused && was && is.isOpen && is.refreshToken === token) {
      world.violate("I29", `${kind} refuses the refresh token of ${is.label}, which is open`)
    }
    if (!was) {
      const isTaken = answer.status < 300 && code === undefined
      world.expect("I29 ended", !isTaken, () => `${kind} takes the refresh token of ${is.label}, which has ended`)
    }
  }

  const carryOut = Effect.fnUntraced(function* (kind: string, request: HttpRequest, refreshToken: string | null) {
    const is = service.ofRefreshToken(refreshToken ?? undefined)
    const session = is && { is, was: is.isOpen, token: refreshToken! }
    const answer = yield* service.answer(request)
    checkLives(kind, request, answer, session)
    const code = answer.header("x-stack-known-error")
    world.note(`${kind} ${code ?? answer.status}`)
    if (code === undefined && answer.status < 300 && request.method !== "GET") {
      marks.push(`${request.method} ${request.url} ${request.body}`)
    }
    return answer
  })

  const spoil = (
    fault: Fault,
    pass: Effect.Effect<HttpResponse>,
    patience: string
  ): Effect.Effect<HttpResponse, HttpFailure> => {
    const page = (status: number, headers = {}) =>
      Effect.succeed(response(status, "<html></html>", { "content-type": "text/html", ...headers }))
    switch (fault) {
      case "refused":
        return Effect.fail(refused)
      case "lost before":
        return Effect.fail(lost)
      case "lost after":
        lostAnswers++
        return Effect.andThen(pass, Effect.fail(lost))
      case "cut":
        lostAnswers++
        return Effect.map(pass, (answer) => ({ ...answer, text: answer.text.slice(0, -5) }))
      case "failed":
        return page(500)
      case "page":
        return page(200)
      case "limited":
        return page(429, { "retry-after": patience })
      case "hangs":
        return Effect.never
    }
  }

  const chooseFaultAt = (n: number): Fault | undefined => {
    if (!isFaulty) return undefined
    return world.drawFault(n, (dice) => (n <= outage.until ? outage.fault : chooseFault(dice)))
  }

  const app = (): Execute => {
    const known: App = { refusals: new Map(), refusedSessions: new Set(), failed: new Set() }
    return (request) =>
      Effect.flatMap(Caller, (caller): ReturnType<Execute> => {
        const kind = readKind(request)
        // Whether the service is there at all is asked after a call has failed.
        if (kind === "GET /health") return Effect.succeed(response(200, "OK"))
        const n = ++count
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        checkRequest(kind, request)
        const token = request.headers["x-stack-access-token"]
        if (token !== undefined && request.method !== "DELETE") checkToken(kind, token, caller, known)
        const refreshToken = new URLSearchParams(kind.endsWith("/oauth/token") ? request.body : "").get("refresh_token")
        const session = refreshToken === null ? service.ofAccessToken(token) : service.ofRefreshToken(refreshToken)
        if (session !== undefined) session.requests++
        world.note(`${kind} of ${session?.label ?? "nobody"}`)
        const latency = world.dice("latency", n)
        const [there, back] = [latency.upTo(slowest), latency.upTo(slowest)]
        const fault = chooseFaultAt(n)
        if (fault !== undefined) {
          world.note(`fault ${n}: ${fault}`)
          known.failed.add(`${kind} ${token}`)
          hits.push(request.body ?? "")
        }
        const pass = Effect.uninterruptible(carryOut(kind, request, refreshToken))
        const answer = Effect.andThen(
          Effect.sleep(there),
          fault === undefined ? pass : spoil(fault, pass, latency.pick(["2", "2", "25"]))
        ).pipe(
          Effect.tap(() => Effect.sleep(back)),
          Effect.tap((answer) =>
            Effect.sync(() => {
              const isRefused = /ACCESS_TOKEN/.test(answer.header("x-stack-known-error") ?? "")
              if (!isRefused || token === undefined || fault !== undefined) return
              const earlier = known.refusals.get(token) ?? []
              known.refusals.set(token, [...earlier, { atMillis: trueMillis(), caller }])
              known.refusedSessions.add(session)
              renewed.add(`${kind} ${request.body ?? ""}`)
            })
          ),
          Effect.timeoutOrElse({ duration: request.timeoutMillis, orElse: () => Effect.fail(timeoutFailure) })
        )
        return refreshToken === null ? answer : refresh(refreshToken, session, fault, answer)
      })
  }

  /** A refresh: whether another one is under way, and whether it brings an answer. */
  const refresh = (
    refreshToken: string,
    session: Opened | undefined,
    fault: Fault | undefined,
    answer: ReturnType<Execute>
  ): ReturnType<Execute> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const running = (inFlight.get(refreshToken) ?? 0) + 1
        inFlight.set(refreshToken, running)
        if (session !== undefined) session.refreshing++
        // A sign-out asks for a token only to end the session with it.
        if (running > 1 && options.allowsParallelRefreshes !== true && session?.isLeft !== true) {
          world.violate("I1", `${running} refreshes of ${session?.label} at once`)
        }
      }),
      () => answer,
      () =>
        Effect.sync(() => {
          inFlight.set(refreshToken, inFlight.get(refreshToken)! - 1)
          if (session === undefined) return
          session.refreshing--
          if (fault === undefined) return
          session.failedRefreshes++
          if (session.isOpen) world.met(premises[fault])
        })
    )

  return {
    app,
    layer: Layer.fresh(Layer.sync(Http, app)),
    sent: (kind) => kinds.get(kind) ?? 0,
    carriedOut: (mark) => marks.filter((text) => text.includes(mark)).length,
    hasHit: (mark) => hits.some((body) => body.includes(mark)),
    askWith: (accessToken) => {
      const headers = {
        "x-stack-access-type": "client",
        "x-stack-project-id": service.project.projectId,
        "x-stack-publishable-client-key": service.project.publishableClientKey,
        "x-stack-override-error-status": "true",
        "x-stack-access-token": accessToken
      }
      const url = `${service.apiUrl}/api/v1/users/me`
      const request = {
        method: "GET",
        url,
        headers,
        body: undefined,
        maxResponseBytes: 1e6,
        timeoutMillis: 1000
      } as const
      return Effect.asVoid(carryOut("GET /users/me", request, null))
    },
    outage: (dice) => {
      outage = { fault: dice.pick(outages), until: count + 1 + dice.upTo(longestOutage) }
    },
    calm: () => {
      isFaulty = false
    },
    down: (dice) => {
      isFaulty = true
      outage = { fault: dice.pick(outages), until: Infinity }
    },
    lostAnswers: () => lostAnswers
  }
}
