/**
 * No secret leaves in a failure, however it is printed (docs/protocol/threats.md#secrets-in-output).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { execFile } from "node:child_process"
import * as util from "node:util"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as HttpClientLayer from "../../src/http/HttpClientLayer.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as Undici from "../../src/undici/index.ts"
import { clientApp } from "./support.ts"

const canary = "CANARY".repeat(10)
const app = (http: Layer.Layer<never>, apiUrl: string) =>
  clientApp({ publishableClientKey: `pck_${canary}`, apiUrl }).pipe(Layer.provide(http))

const call = (http: Layer.Layer<never>, apiUrl: string) =>
  Effect.flatMap(ClientApp.ClientApp, (app) =>
    app.call(
      PasswordWire.signIn,
      { payload: { email: "a@example.com", password: Redacted.make(canary) } },
      { accessToken: Redacted.make(canary), refreshToken: Redacted.make(canary) }
    )
  ).pipe(Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none), Effect.provide(app(http, apiUrl)))

const printed = (u: unknown) =>
  [
    String(u),
    JSON.stringify(u),
    util.inspect(u, { depth: Infinity, showHidden: true, getters: true }),
    util.format("%o %j", u, u)
  ].join("\n")

/** A server that echoes everything it got. */
const echo = async (request: Request) => {
  const body = await request.text()
  return new Response(`${JSON.stringify(Object.fromEntries(request.headers))} ${body}`, { status: 500 })
}

describe("a failure", () => {
  const throws = Http.layerFetch((url, init) =>
    Promise.reject(Object.assign(new TypeError(`fetch failed ${canary}`), { url, init, cause: new Error(canary) }))
  )
  const faults: Readonly<Record<string, readonly [Layer.Layer<never>, string]>> = {
    "of fetch": [throws, "http://127.0.0.1:64999"],
    "of a refused connection": [Http.layerFetch(), "http://127.0.0.1:64999"],
    "of undici": [Undici.layer(), "http://127.0.0.1:64999"],
    "of HttpClient": [HttpClientLayer.layer.pipe(Layer.provide(FetchHttpClient.layer)), "http://127.0.0.1:64999"],
    "with an answer that echoes the request": [Http.layerHandler(echo), "http://127.0.0.1:64999"],
    "with a malformed answer": [
      Http.layerHandler(() => Response.json({ access_token: [canary] })),
      "http://127.0.0.1:64999"
    ]
  }
  for (const [name, [http, apiUrl]] of Object.entries(faults)) {
    it.live(`${name} holds no secret`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(call(http, apiUrl))
        assert.isTrue(Exit.isFailure(exit))
        const cause = Exit.isFailure(exit) ? exit.cause : Cause.empty
        for (const value of [exit, cause, Cause.squash(cause), Cause.pretty(cause)]) {
          assert.notInclude(printed(value), "CANARY")
        }
      })
    )
  }

  it("that nobody catches prints no secret", async () => {
    const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      import * as Effect from "effect/Effect"
      import * as Redacted from "effect/Redacted"
      const { ClientApp, layer } = await import(${at("../../src/http/ClientApp.ts")})
      const RetryPolicy = await import(${at("../../src/http/RetryPolicy.ts")})
      const { signIn } = await import(${at("../../src/wire/generated/Password.ts")})
      const secret = "${canary}"
      Effect.runPromise(Effect.flatMap(ClientApp, (app) => app.call(signIn, {
        payload: { email: "a@example.com", password: Redacted.make(secret) }
      }, { accessToken: Redacted.make(secret), refreshToken: Redacted.make(secret) })).pipe(
        Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
        Effect.provide(layer({ projectId: "p", publishableClientKey: "pck_" + secret, apiUrl: "http://127.0.0.1:64999" }))
      ))`
    const [code, output] = await new Promise<readonly [number, string]>((resolve) =>
      execFile(
        process.execPath,
        ["--conditions", "gatefold-source", "--input-type=module", "-e", script],
        (error, stdout, stderr) => resolve([typeof error?.code === "number" ? error.code : 0, stdout + stderr])
      )
    )
    assert.strictEqual(code, 1)
    assert.include(output, "ECONNREFUSED")
    // Node prints the source of the script's failing line; only what it adds counts.
    assert.notInclude(output, canary)
  })
})
