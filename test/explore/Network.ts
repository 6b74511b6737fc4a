/**
 * The network of a history: the HTTP port of every app, in front of the emulator. Requests and answers take their time,
 * and some are lost, before or after the service has acted; what is true of every request is checked here.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import { type Execute, Http, HttpFailure, type HttpRequest, type HttpResponse, timedOut } from "../../src/http/Http.ts"
import { Notifier } from "../../src/platform/Notifier.ts"
import { response } from "../http/support.ts"
import { trueMillis } from "./Schedule.ts"
import type { Opened, Service } from "./Service.ts"
import type { Dice, World } from "./World.ts"

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

const chooseFault = (dice: Dice): Fault | undefined => {
  let rest = dice.random()
  return faults.find(([, probability]) => (rest -= probability) < 0)?.[0]
}

export interface Options {
  /** Whether there are faults at all. */
  readonly isFaulty: boolean
  /** How long a way takes at most, in milliseconds. Default: 40. */
  readonly slowest?: number | undefined
  /** Whether two may refresh with one token at once, such as tabs without locks. Default: false. */
  readonly allowsParallelRefreshes?: boolean | undefined
  /** Whether clocks of devices jump, so that a device cannot know how long a token lives. Default: false. */
  readonly hasJumps?: boolean | undefined
}

/** Outages are part of the story: no developer is told of them. */
export const quiet = Layer.succeed(Notifier, () => Effect.void)

/** The network of a history. */
export interface Network {
  readonly layer: Layer.Layer<never>
  readonly execute: Execute
  /** How often requests of a kind, such as `POST /auth/oauth/token`, were sent. */
  readonly sent: (kind: string) => number
  /** How often the service has carried out a request with this text in its body, or URL. */
  readonly carriedOut: (mark: string) => number
  /** Asks with an access token, whatever sessions think of it: they send none that has expired. */
  readonly askWith: (accessToken: string) => Effect.Effect<void>
  /** From now on everything arrives. */
  readonly calm: () => void
  /** Whether an answer was lost, so that what the service has done is known to nobody. */
  readonly lostAnswers: () => number
}

/** The session of a refresh, and whether it was open when the request came. */
interface Lived {
  readonly is: Opened
  readonly was: boolean
  readonly token: string
}

const lost = new HttpFailure({ kind: "Network", sent: true, detail: "ECONNRESET" })
const refused = new HttpFailure({ kind: "Network", sent: false, detail: "ECONNREFUSED" })

const required = ["project-id", "access-type", "random-nonce", "override-error-status", "client-version"]

/** Makes the network of a history. */
export const make = (world: World, service: Service, options: Options): Network => {
  const { slowest = 40 } = options
  const inFlight = new Map<string, number>()
  /** Access tokens that were refused, and since when their owners know. */
  const refusedAt = new Map<string, number>()
  const nonces = new Set<string>()
  const attempts = new Map<string, number>()
  const kinds = new Map<string, number>()
  const marks: Array<string> = []
  let isFaulty = options.isFaulty
  let count = 0
  let lostAnswers = 0

  const kindOf = ({ method, url }: HttpRequest) =>
    `${method} ${url.slice(service.apiUrl.length).replace("/api/v1", "").replace(/[?].*/, "")}`

  const checkRequest = (kind: string, { body = "", headers, method, url }: HttpRequest) => {
    const header = (name: string) => headers[`x-stack-${name}`]
    if (!url.startsWith(`${service.apiUrl}/api/v1/`)) world.violate("I14", url)
    if ((header("secret-server-key") ?? header("super-secret-admin-key")) !== undefined) world.violate("I15", kind)
    // The token endpoint and public keys have none of them (docs/protocol/headers.md#request-headers).
    if (!/[/]auth[/]oauth[/]|jwks[.]json$/.test(kind)) {
      for (const name of required) if (!header(name)) world.violate("I30", `${kind} has no ${name}`)
      const nonce = header("random-nonce") ?? ""
      if (nonces.has(nonce)) world.violate("I30", `the nonce of ${kind} was used before`)
      nonces.add(nonce)
    }
    if (method === "POST" || method === "PATCH") {
      const call = `${kind} ${body}`
      const times = (attempts.get(call) ?? 0) + 1
      attempts.set(call, times)
      // one refresh after another has the same body
      if (times > 10 && !kind.endsWith("/token")) world.violate("I11", `attempt ${times} of ${call}`)
    }
    const token = header("access-token")
    if (token === undefined || options.hasJumps === true || method === "DELETE") return
    const claims = AccessTokenClaims.decode(token)
    if (claims !== undefined && claims.exp * 1000 + 1000 < trueMillis()) {
      world.violate("I2", `${kind} with a token that expired ${trueMillis() - claims.exp * 1000} ms ago`)
    }
    if ((refusedAt.get(token) ?? Infinity) < trueMillis()) world.violate("I2", `${kind} with a token that was refused`)
  }

  /** Access tokens live as long as the service says, and refresh tokens as long as their sessions. */
  const checkLives = (kind: string, { headers }: HttpRequest, answer: HttpResponse, session: Lived | undefined) => {
    const code = answer.header("x-stack-known-error")
    const leftOf = (token: string | undefined) => {
      const claims = token === undefined ? undefined : AccessTokenClaims.decode(token)
      return claims === undefined ? undefined : claims.exp * 1000 - trueMillis()
    }
    const given = leftOf(/"access_token":"([^"]+)"/.exec(answer.text)?.[1])
    const { lifeMillis } = service.settings
    if (given !== undefined && (given > lifeMillis || given <= lifeMillis - 1000)) {
      world.violate("I29", `${kind} gives an access token for ${given} ms`)
    }
    const left = leftOf(headers["x-stack-access-token"])
    if (left !== undefined && left > 0 && code === "ACCESS_TOKEN_EXPIRED") {
      world.violate("I29", `${kind} refuses an access token that has ${left} ms left`)
    }
    if (left !== undefined && left < -1000 && answer.status < 300 && code === undefined) {
      world.violate("I29", `${kind} takes an access token that expired ${-left} ms ago`)
    }
    if (session === undefined) return
    const { is, token, was } = session
    const isRefused = code === "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
    if (isRefused && was && is.isOpen && is.refreshToken === token) {
      world.violate("I29", `${kind} refuses the refresh token of ${is.label}, which is open`)
    }
    if (answer.status < 300 && code === undefined && !was) {
      world.violate("I29", `${kind} takes the refresh token of ${is.label}, which has ended`)
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

  const spoil = (fault: Fault, pass: Effect.Effect<HttpResponse>): Effect.Effect<HttpResponse, HttpFailure> => {
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
        return page(429, { "retry-after": "2" })
      case "hangs":
        return Effect.never
    }
  }

  const execute: Execute = (request) =>
    Effect.suspend((): ReturnType<Execute> => {
      const kind = kindOf(request)
      // Whether the service is there at all is asked after a call has failed.
      if (kind === "GET /health") return Effect.succeed(response(200, "OK"))
      const n = ++count
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      checkRequest(kind, request)
      const token = request.headers["x-stack-access-token"]
      const refreshToken = new URLSearchParams(kind.endsWith("/oauth/token") ? request.body : "").get("refresh_token")
      const session = refreshToken === null ? service.ofAccessToken(token) : service.ofRefreshToken(refreshToken)
      world.note(`${kind} of ${session?.label ?? "nobody"}`)
      const latency = world.dice("latency", n)
      const [there, back] = [latency.upTo(slowest), latency.upTo(slowest)]
      const fault = isFaulty ? world.faultOf(n, chooseFault) : undefined
      if (fault !== undefined) world.note(`fault ${n}: ${fault}`)
      const pass = Effect.uninterruptible(carryOut(kind, request, refreshToken))
      const answer = Effect.andThen(Effect.sleep(there), fault === undefined ? pass : spoil(fault, pass)).pipe(
        Effect.tap(() => Effect.sleep(back)),
        Effect.tap((answer) =>
          Effect.sync(() => {
            const isRefused = /ACCESS_TOKEN/.test(answer.header("x-stack-known-error") ?? "")
            if (isRefused && token !== undefined) refusedAt.set(token, trueMillis())
          })
        ),
        Effect.timeoutOrElse({ duration: request.timeoutMillis, orElse: () => Effect.fail(timedOut) })
      )
      if (refreshToken === null || options.allowsParallelRefreshes === true) return answer
      return Effect.acquireUseRelease(
        Effect.sync(() => {
          const running = (inFlight.get(refreshToken) ?? 0) + 1
          inFlight.set(refreshToken, running)
          if (running > 1) world.violate("I1", `${running} refreshes of ${session?.label} at once`)
        }),
        () => answer,
        () => Effect.sync(() => void inFlight.set(refreshToken, inFlight.get(refreshToken)! - 1))
      )
    })

  return {
    execute,
    layer: Layer.succeed(Http, execute),
    sent: (kind) => kinds.get(kind) ?? 0,
    carriedOut: (mark) => marks.filter((text) => text.includes(mark)).length,
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
    calm: () => {
      isFaulty = false
    },
    lostAnswers: () => lostAnswers
  }
}
