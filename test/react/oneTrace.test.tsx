// @vitest-environment happy-dom
/** One trace from a hook of a page, over a backend in its own process, to the service, at a receiver of OTLP. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { createInterface } from "node:readline"
import * as Effect from "effect/Effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Otlp from "effect/observability/Otlp"
import * as undici from "undici"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import * as AuthorizedClient from "../../src/backend/client/AuthorizedClient.ts"
import * as Password from "../../src/client/Password.ts"
import * as Emulator from "../../src/emulator/Emulator.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import * as Http from "../../src/http/Http.ts"
import { operation } from "../../src/operation/Operation.ts"
import { type AuthOptions, useAction } from "../../src/react/index.ts"
import type { Settings } from "../backend/observed.ts"
import { Shop } from "../backend/observedApi.ts"
import * as OtlpReceiver from "../support/OtlpReceiver.ts"
import { fastMillis } from "../support/patience.ts"
import { act, leave, show } from "./renderedApp.tsx"

/** The fetch of this process. The one of the simulated page asks other origins first whether it may. */
const fetchAnywhere = undici.fetch as unknown as typeof fetch
const HttpClientLive = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetchAnywhere))

const service = ManagedRuntime.make(
  Serve.layer({ port: 0, console: false, project: {}, passwordCost: "insecure-fast" })
)
/** The headers of the page's requests to the service. */
const fromPage: Array<Headers> = []
let receiver: Awaited<ReturnType<typeof OtlpReceiver.start>>
let backend: ChildProcess
let backendUrl: string
let options: AuthOptions

beforeAll(async () => {
  receiver = await OtlpReceiver.start()
  const { baseUrl, project } = await service.runPromise(Emulator.Emulator)
  const settings: Settings = {
    apiUrl: baseUrl,
    projectId: project!.projectId,
    publishableClientKey: project!.publishableClientKey,
    collector: receiver.url
  }
  backend = fork(path.join(import.meta.dirname, "../backend/observed.ts"), [JSON.stringify(settings)], {
    execArgv: ["-C", "gatefold-source"],
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  const [line] = (await once(createInterface(backend.stdout!), "line")) as [string]
  backendUrl = line
  options = {
    projectId: settings.projectId,
    publishableClientKey: settings.publishableClientKey,
    apiUrl: baseUrl,
    appUrl: "http://localhost:3000",
    tokenStore: "memory",
    platform: Otlp.layerJson({
      baseUrl: receiver.url,
      resource: { serviceName: "page" },
      tracerExportInterval: "200 millis"
    }).pipe(Layer.provide(HttpClientLive)),
    http: Http.layerFetch((url, init) => {
      fromPage.push(new Headers(init.headers))
      return fetchAnywhere(url, init)
    })
  }
}, fastMillis)

afterEach(leave)
afterAll(async () => {
  backend.disconnect()
  await Promise.all([receiver.close(), service.dispose()])
})

const shop = <A, E>(use: (client: HttpApiClient.ForApi<typeof Shop>) => Effect.Effect<A, E>) =>
  Effect.flatMap(
    Effect.suspend(() => HttpApiClient.make(Shop, { baseUrl: backendUrl })),
    use
  ).pipe(Effect.provide(Layer.merge(AuthorizedClient.layer, HttpClientLive)))

const countTeams = operation("Shop.countTeams")(() => shop((client) => client.teams.count()))
const close = operation("Shop.close")(() => shop((client) => client.teams.close()))

const useActions = () => ({
  signUp: useAction(Password.signUp),
  signIn: useAction(Password.signIn),
  count: useAction(countTeams),
  close: useAction(close)
})

/** Shows a page, and returns its actions. */
const showActions = async () => {
  let actions!: ReturnType<typeof useActions>
  const Page = () => {
    actions = useActions()
    return null
  }
  await show({ options }, <Page />)
  return actions
}

const credentials = { email: "ann@example.org", password: "CANARY correct horse" }

describe("a hook that calls the backend, which asks the service", () => {
  /** The span of the request to the service. */
  let asked: OtlpReceiver.Span

  beforeAll(async () => {
    const actions = await showActions()
    await act(() => actions.signUp.run(credentials))
    expect(await act(() => actions.count.run())).toMatchObject({ ok: true })
    asked = await receiver.until("the request to the service", () =>
      receiver.spans.find(({ name, service }) => name === "GET /api/v1/teams" && service === "backend")
    )
  })

  it("makes one trace", async () => {
    // From the request to the service up to the hook.
    const above = (span: OtlpReceiver.Span): ReadonlyArray<OtlpReceiver.Span> => {
      const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
      return [span, ...(parent === undefined ? [] : above(parent))]
    }
    const spans = await receiver.until("the span of the hook", () => {
      const found = above(asked)
      return found.at(-1)?.name === "Shop.countTeams" ? found : undefined
    })
    expect(spans.map(({ name, service }) => `${service}: ${name}`)).toStrictEqual([
      "backend: GET /api/v1/teams",
      "backend: Teams.list",
      expect.stringMatching(/^backend: .*GET/),
      expect.stringMatching(/^page: .*GET/),
      "page: Shop.countTeams"
    ])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(spans.at(-1)?.parentSpanId ?? "").toBe("")
    await receiver.until("the span of the authentication", () =>
      receiver.spans.find(({ name, service }) => name === "SignedIn.authenticate" && service === "backend")
    )
  })

  it("tells the service of the trace from this backend, which says so, and not from the page", async () => {
    const { journal } = await service.runPromise(Emulator.Emulator)
    const received = await service.runPromise(journal.curl(String(asked.attributes["gatefold.request.id"])))
    expect(received).toContain(`traceparent: 00-${asked.traceId}-${asked.spanId}-01`)
    expect(fromPage.length).toBeGreaterThan(0)
    expect(fromPage.filter((headers) => headers.has("traceparent") || headers.has("b3"))).toStrictEqual([])
  })

  it("has a log line of the backend, with its span and the request ID of the service", async () => {
    const line = await receiver.until("the log of the request", () =>
      receiver.logs.find(({ message }) => message.startsWith("GET /api/v1/teams: 200 in"))
    )
    expect(line).toMatchObject({
      traceId: asked.traceId,
      spanId: asked.spanId,
      attributes: { "gatefold.request.id": asked.attributes["gatefold.request.id"] }
    })
  })

  it("is in the metrics", async () => {
    await receiver.until("the metrics", () => receiver.metrics.find(({ name }) => name === "gatefold.verify.duration"))
    expect(receiver.metrics).toContainEqual(
      expect.objectContaining({ name: "http.client.request.duration", unit: "s" })
    )
  })

  it("exports no secret", () => {
    expect(receiver.texts.join("\n")).not.toMatch(/CANARY|ann@example\.org|eyJ[\w-]{20}/)
  })

  it("has a log line of the backend when it fails, with its trace and the request ID of the service", async () => {
    const auth = await showActions()
    await act(() => auth.signIn.run(credentials))
    const requestId = "a-request-that-failed"
    const { faults } = await service.runPromise(Emulator.Emulator)
    await service.runPromise(
      faults.add({ path: "/project-permissions", status: 500, headers: { "x-stack-request-id": requestId } })
    )
    expect(await act(() => auth.close.run())).toMatchObject({ ok: false, error: { _tag: "Unavailable" } })
    const line = await receiver.until("the log of the failure", () =>
      receiver.logs.find(({ message }) => message.startsWith("Authentication is not available"))
    )
    const hook = await receiver.until("the span of the hook", () =>
      receiver.spans.find(({ name }) => name === "Shop.close")
    )
    expect(line.traceId).toBe(hook.traceId)
    expect(line.attributes["gatefold.request.id"]).toBe(requestId)
  })
})
