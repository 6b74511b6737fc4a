/**
 * A scripted network: what the SDK sends is recorded, what it gets is decided by the test, and time only passes when
 * the test says so.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as ClientApp from "../../src/http/ClientApp.ts"
import type { UserCredentials } from "../../src/http/Credentials.ts"
import {
  type Execute,
  Http,
  HttpFailure,
  type HttpRequest,
  type HttpResponse,
  timeoutFailure
} from "../../src/http/Http.ts"
import * as LazyMasking from "../../src/http/internal/LazyMasking.ts"
import type * as Endpoint from "../../src/wire/Endpoint.ts"

export type Answer = Effect.Effect<HttpResponse, HttpFailure>

/** A request as it was sent, and when. */
export interface Sent extends HttpRequest {
  readonly atMillis: number
}

export interface Network {
  readonly sent: Array<Sent>
  readonly layer: Layer.Layer<never>
}

/** A network that answers by its script; `/health` is answered apart and not counted. */
export const network = (script: (request: HttpRequest, n: number) => Answer, health: Answer = refused): Network => {
  const sent: Array<Sent> = []
  const layer = Layer.succeed(Http, (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (atMillis) => {
      if (request.url.endsWith("/health")) {
        return Effect.timeoutOrElse(health, {
          duration: request.timeoutMillis,
          orElse: () => Effect.fail(timeoutFailure)
        })
      }
      sent.push({ ...request, atMillis })
      return Effect.timeoutOrElse(script(request, sent.length), {
        duration: request.timeoutMillis,
        orElse: () => Effect.fail(timeoutFailure)
      })
    })
  )
  return { sent, layer }
}

/** The service's answer to the start of a sign-in with a provider: a page that has the query of the start. */
export const located = ({ url }: HttpRequest): Answer =>
  json({ location: `https://provider.example.org/authorize${new URL(url).search}` })

/** A network with a service that is asked for starts, which `asked` has and `sent` has not. */
export const withProviders = (script: Parameters<typeof network>[0]) => {
  const asked: Array<HttpRequest> = []
  const net = network(script)
  const execute =
    (others: Execute): Execute =>
    (request) =>
      Effect.suspend(() => {
        if (request.template !== "/api/v1/auth/oauth/authorize/:provider") return others(request)
        asked.push(request)
        return located(request)
      })
  return { ...net, asked, layer: Layer.effect(Http, Effect.map(Http, execute)).pipe(Layer.provide(net.layer)) }
}

export const response = (status: number, text: string, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  header: (name) => headers[name],
  text
})

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  Effect.succeed(response(status, JSON.stringify(body), { "content-type": "application/json", ...headers }))

export const text = (body: string, status: number, headers: Record<string, string> = {}): Answer =>
  Effect.succeed(response(status, body, { "content-type": "text/plain; charset=utf-8", ...headers }))

/** A known error as the service sends it: status 200, the real one in a header. */
export const knownError = (code: string, status: number, details?: unknown): Answer =>
  json({ code, details, error: `text of ${code}` }, 200, {
    "x-stack-actual-status": String(status),
    "x-stack-known-error": code
  })

export const broken: Answer = Effect.fail(new HttpFailure({ reason: "Network", sent: true, detail: "ECONNRESET" }))
export const refused: Answer = Effect.fail(new HttpFailure({ reason: "Network", sent: false, detail: "ECONNREFUSED" }))

export const apiUrl = "http://127.0.0.1:8102"
export const projectId = "3f1c9f0e-6f3e-4a53-8c6e-2f1d6b0f9a10"
export const publishableClientKey = "pck_canarykey0000000000000000000000000000000"

export const clientApp = (options: Partial<ClientApp.ClientAppOptions> = {}) =>
  ClientApp.layer({ projectId, publishableClientKey, apiUrl, ...options })

/** Calls one endpoint over a scripted network. */
export const over =
  (net: Network, options?: Partial<ClientApp.ClientAppOptions>) =>
  <E extends Endpoint.Any>(endpoint: E, input: Endpoint.Input<E>, credentials?: UserCredentials) =>
    Effect.flatMap(ClientApp.ClientApp, (app) => app.call(endpoint, input, credentials)).pipe(
      Effect.provide(clientApp(options).pipe(Layer.provide(net.layer)))
    )

/** Twice the longest time limit of these tests. */
const longestMillis = 600_000

/** Lets work outside of the test clock go on, such as WebCrypto's on other threads. */
const breathe = (step: number) =>
  Effect.promise(
    () => new Promise<void>((resolve) => (step % 50 === 0 ? setTimeout(resolve, 1) : setImmediate(resolve)))
  )

/** Runs an effect while the test clock advances in small steps. Returns its exit and how long it took. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>, stepMillis = 50) =>
  Effect.gen(function* () {
    // A call that fails would load it while the test clock goes on, and have less time for its attempts.
    yield* Effect.promise(LazyMasking.load)
    const started = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.forkChild(effect)
    for (let step = 0; fiber.pollUnsafe() === undefined; step++) {
      yield* breathe(step)
      yield* TestClock.adjust(stepMillis)
      if ((yield* Clock.currentTimeMillis) - started > longestMillis) throw new Error("it never ends")
    }
    const exit = yield* Fiber.await(fiber)
    return { exit, millis: (yield* Clock.currentTimeMillis) - started }
  })

/** Like {@link timed}, for an effect that is expected to fail. */
export const failing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(timed(Effect.flip(effect)), ({ exit, millis }) => {
    if (exit._tag === "Failure") throw new Error("it did not fail as expected", { cause: exit.cause })
    return { error: exit.value, millis }
  })

/** The current user on the wire. */
export const userJson = {
  id: "7b9b9b9e-0000-4000-8000-000000000001",
  display_name: "Ada",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 1_700_000_000_000,
  client_metadata: null,
  client_read_only_metadata: { plan: "pro" },
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  requires_totp_mfa: false,
  is_anonymous: false,
  selected_team_id: null,
  selected_team: null
}

/** An API key on the wire. */
export const apiKeyJson = {
  id: "key",
  description: "CI",
  created_at_millis: 0,
  is_public: false,
  type: "user",
  user_id: "ann",
  value: { last_four: "0000" }
}
