/** Every operation, over every service that fails, with all that tells of it. */
import * as util from "node:util"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as AdminApp from "../../../src/admin/AdminApp.ts"
import * as ClientLayer from "../../../src/app/ClientLayer.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import * as Http from "../../../src/http/Http.ts"
import * as RetryPolicy from "../../../src/http/RetryPolicy.ts"
import { WebAuthn } from "../../../src/index.ts"
import * as MfaPrompt from "../../../src/platform/page/MfaPrompt.ts"
import * as OAuthFlows from "../../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../../src/platform/request/CookieJar.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { type Exported, operations } from "../../../tools/catalog/operations.ts"
import { turns } from "../../support/turns.ts"
import { revealed } from "../../wire/inputs.ts"
import { after, agreeing, echoing, knownErrorCount, refusing, type Service, silent } from "./faults.ts"
import { callbackUrl, prepared, rightInputs, wrongInputs } from "./inputs.ts"
import { inspected, lookAtExit, watchConsole } from "./printed.ts"
import type { Search } from "./Search.ts"
import { kinds, play } from "./Secrets.ts"

/** The options of every app; the key of clients is public. */
export const options = {
  projectId: "internal",
  publishableClientKey: "pck_public_and_in_every_page",
  // Nobody listens there.
  apiUrl: "http://127.0.0.1:1",
  appUrl: "https://app.example.com",
  extraRequestHeaders: { "x-mine": kinds.extraHeader }
}
export const keys = { secretServerKey: kinds.secretServerKey, superSecretAdminKey: kinds.superSecretAdminKey }

/** The sessions with which an operation runs. */
const sessions = {
  "both tokens": { accessToken: Redacted.make(kinds.accessToken), refreshToken: Redacted.make(kinds.refreshToken) },
  "a refresh token": { refreshToken: Redacted.make(kinds.refreshToken) }
}
type SessionName = keyof typeof sessions

const credential = { id: "id", rawId: "id", type: "public-key" as const, clientExtensionResults: {} }
const webAuthn = WebAuthn.layer({
  create: () =>
    Effect.succeed({ ...credential, response: { clientDataJSON: "a", attestationObject: kinds.passkeySignature } }),
  get: () =>
    Effect.succeed({
      ...credential,
      response: { clientDataJSON: "a", authenticatorData: "b", signature: kinds.passkeySignature }
    })
})

/** A sign-in with a provider is under way. */
const startedFlow = Layer.effect(
  OAuthFlows.OAuthFlows,
  Effect.gen(function* () {
    const flows = OAuthFlows.make(CookieJar.makeMemory())
    yield* flows.add(kinds.oauthState, {
      verifier: Redacted.make(kinds.codeVerifier),
      provider: "github",
      redirectUri: callbackUrl,
      projectId: options.projectId,
      apiUrl: options.apiUrl,
      type: "authenticate",
      startedAtMillis: yield* Clock.currentTimeMillis
    })
    return flows
  }).pipe(Effect.orDie)
)

/** The apps of all levels, new each time, as if each operation were the first of its program. */
const apps = (http: Layer.Layer<never>, session: SessionName) => {
  const platform = Layer.mergeAll(
    Layer.fresh(startedFlow),
    webAuthn,
    MfaPrompt.layerCustom(Effect.succeed(kinds.totpCode))
  )
  const store = Layer.sync(TokenStore, () => MemoryTokenStore.make(sessions[session]))
  const client = ClientLayer.make({ ...options, platform, http }, store, (): never => {
    throw new Error("not a token store")
  })
  return Layer.fresh(Layer.merge(Layer.provide(AdminApp.layer({ ...options, ...keys }), http), client))
}

type Services = Layer.Success<ReturnType<typeof apps>>

/* ---------------------------------------------------------------- what tells */

/** Everything that an app may have in place to tell what it does, and all of it at its most talkative. */
const observed = (search: Search, where: () => string) => {
  const lines = (...parts: ReadonlyArray<unknown>) => {
    const text = util.format(...parts)
    // The lines of calls that are logged for debugging have an attribute of their own.
    search.look(text.includes("attempt.ms") ? "debug log" : "log", where(), text)
  }
  const console = Object.assign(Object.create(globalThis.console) as Console.Console, {
    log: lines,
    info: lines,
    warn: lines,
    error: lines,
    debug: lines,
    trace: lines,
    group: lines,
    groupCollapsed: lines
  })
  const logger = <Output>(format: Logger.Logger<unknown, Output>) => Logger.map(format, lines)
  const loggers = Logger.layer([
    logger(Logger.formatSimple),
    logger(Logger.formatLogFmt),
    logger(Logger.formatJson),
    logger(Logger.formatStructured),
    Logger.consolePretty({ mode: "tty", colors: false }),
    Logger.consoleLogFmt,
    Logger.tracerLogger
  ])
  const collector = HttpClient.make((request) =>
    Effect.sync(() => {
      if (request.body._tag === "Uint8Array") {
        search.look("OTLP export", where(), new TextDecoder().decode(request.body.body))
      }
      return HttpClientResponse.fromWeb(request, new Response("{}"))
    })
  )
  const spans: Array<Tracer.Span> = []
  const watched = Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) =>
      Tracer.make({
        ...tracer,
        span: (options) => {
          const span = tracer.span(options)
          spans.push(span)
          return span
        }
      })
    )
  )
  const layer = watched.pipe(
    Layer.provideMerge(
      Otlp.layerJson({
        baseUrl: "http://127.0.0.1:4318",
        resource: { serviceName: "canaries" },
        metricsExportInterval: "365 days"
      })
    ),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, collector)),
    Layer.provideMerge(loggers),
    Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map())),
    Layer.provideMerge(Layer.succeed(Console.Console, console)),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "All")),
    Layer.provideMerge(Layer.succeed(Telemetry.DebugShare, 1)),
    Layer.provideMerge(Layer.succeed(Telemetry.SendTraceContext, true)),
    Layer.provideMerge(TestClock.layer())
  )
  return { layer, spans }
}

/* -------------------------------------------------------------------- running */

/**
 * How long an operation may take by a real clock; virtual time goes on by a second with each turn of the event loop.
 */
const patienceMillis = 60_000

const settle = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>) {
  const began = performance.now()
  while (fiber.pollUnsafe() === undefined && performance.now() - began < patienceMillis) {
    yield* turns()
    yield* TestClock.adjust("1 seconds")
  }
  if (fiber.pollUnsafe() === undefined) return yield* Effect.die("it never ends")
})

/** What a run of an operation has sent. */
interface Ran {
  readonly requests: number
  readonly knownErrors: number
}

/** What has been run. */
export interface Report {
  readonly operations: number
  readonly runs: number
  /** Operations that end before their first request, whatever they are called with. */
  readonly unreached: ReadonlyArray<string>
}

/** Which part of it runs. */
export interface Share {
  /** Every so many services and errors; 1 is all. */
  readonly every: number
  /** Default: all operations. */
  readonly chosen?: ReadonlyArray<Exported>
}

const isSilent = ({ name }: Service) => name === "an answer that never comes"

/** What a program writes that has caught it. */
const log = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit)
    ? Effect.logDebug("It succeeded")
    : Effect.andThen(Effect.logError("It failed", exit.cause), Effect.logTrace(exit)).pipe(Effect.withLogSpan("around"))

/** Runs them all. */
export const run = async (search: Search, { every, chosen = operations }: Share = { every: 1 }): Promise<Report> => {
  let where = ""
  const leaveConsole = watchConsole(search, () => where)
  let runs = 0
  const { layer, spans } = observed(search, () => where)
  const runtime = ManagedRuntime.make(layer)

  const once = async (
    { exportedAs, value }: Exported,
    input: unknown,
    session: SessionName,
    service: Service,
    retry: RetryPolicy.RetryPolicy = RetryPolicy.none
  ): Promise<Ran> => {
    runs++
    play(JSON.stringify(revealed(input)) ?? "")
    where = `${exportedAs} with ${session} and ${service.name}`
    let requests = 0
    let knownErrors = 0
    const http = Layer.succeed(Http.Http, (request) =>
      Effect.suspend(() => {
        requests++
        knownErrors = Math.max(knownErrors, knownErrorCount(request))
        search.look("URL", where, request.url)
        play(`${JSON.stringify(request.headers)} ${request.url} ${request.body ?? ""}`)
        return Effect.tap(service.answer(request), ({ text }) => Effect.sync(() => play(text)))
      })
    )
    const telling = Layer.provideMerge(Telemetry.layer, http)
    const effect = (prepared[exportedAs] ?? (typeof value === "function" ? value(input) : value)) as Effect.Effect<
      unknown,
      unknown,
      Services
    >
    const exit = await runtime.runPromise(
      Effect.gen(function* () {
        const traced = Effect.provide(effect, apps(telling, session)).pipe(Effect.exit, Effect.tap(log))
        const fiber = yield* Effect.forkChild(traced, { startImmediately: true })
        if (isSilent(service)) {
          yield* turns()
          yield* settle(yield* Effect.forkChild(Fiber.interrupt(fiber)))
        } else yield* settle(fiber)
        const ended = yield* Fiber.await(fiber)
        return Exit.isSuccess(ended) ? ended.value : ended
      }).pipe(Effect.provideService(RetryPolicy.RetryPolicy, retry))
    )
    lookAtExit(search, where, exit)
    if (Exit.isSuccess(exit)) {
      const { value } = exit
      search.look("value", where, `${String(value)} ${JSON.stringify(value)} ${inspected(value)}`)
    }
    for (const span of spans.splice(0)) {
      search.look("span", where, util.inspect(span, { depth: 8 }))
    }
    return { requests, knownErrors }
  }

  const unreached: Array<string> = []
  for (const [index, operation] of chosen.entries()) {
    const { data, exportedAs } = operation
    // Each answer as it is and in one encoding, so that together the operations go through all of them.
    const encoded = echoing.flatMap((all, answer) => [all[0]!, all[1 + ((index + answer) % (all.length - 1))]!])
    const services = [...encoded, ...silent].filter((_, each) => (index + each) % every === 0)
    let reached = data.endpoints.length === 0
    const states: ReadonlyArray<SessionName> =
      data.level === "user" ? ["both tokens", "a refresh token"] : ["both tokens"]
    for (const input of rightInputs(exportedAs, data.needsInput)) {
      const { knownErrors, requests } = await once(operation, input, states.at(-1)!, agreeing)
      reached ||= requests > 0
      if (requests === 0) continue
      for (const service of services) {
        for (const session of states) await once(operation, input, session, service)
      }
      for (let n = index % every; n < knownErrors; n += every) await once(operation, input, "both tokens", refusing(n))
      for (let n = 1; n < Math.min(requests, 4); n++) {
        for (const service of services.slice(0, 3)) await once(operation, input, states.at(-1)!, after(n, service))
      }
      await once(operation, input, "both tokens", echoing[1]![0]!, RetryPolicy.upTo(1))
    }
    for (const input of wrongInputs(data.needsInput)) await once(operation, input, "both tokens", agreeing)
    if (!reached) unreached.push(exportedAs)
  }
  where = "all runs"
  await runtime.runPromise(
    Effect.gen(function* () {
      search.look("metric", where, inspected(yield* Metric.snapshot))
      yield* (yield* OtlpExporter.Flusher).flush
    })
  )
  await runtime.dispose()
  leaveConsole()
  return { operations: chosen.length, runs, unreached }
}
