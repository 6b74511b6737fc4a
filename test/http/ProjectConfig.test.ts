import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as ClientAppConfig from "../../src/http/ClientAppConfig.ts"
import { InvalidOption, key, make } from "../../src/http/ProjectConfig.ts"
import { projectId, publishableClientKey } from "./support.ts"

const options = (apiUrl: unknown) => ({ projectId, apiUrl: apiUrl as string })
const refusal = (effect: Effect.Effect<unknown, InvalidOption>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, InvalidOption)
    return error
  })

describe("ProjectConfig", () => {
  it.effect("accepts the URL of a service and normalises it", () =>
    Effect.gen(function* () {
      const urls: ReadonlyArray<readonly [given: string | undefined, used: string]> = [
        [undefined, "https://api.stack-auth.com"],
        ["https://api.example.com", "https://api.example.com"],
        ["https://api.example.com/", "https://api.example.com"],
        ["https://api.example.com//", "https://api.example.com"],
        ["HTTPS://API.example.com", "https://api.example.com"],
        ["https://example.com/auth/", "https://example.com/auth"],
        ["https://example.com:8443", "https://example.com:8443"],
        ["https://münchen.example", "https://xn--mnchen-3ya.example"],
        ["http://127.0.0.1:8102", "http://127.0.0.1:8102"],
        ["http://127.1.2.3", "http://127.1.2.3"],
        ["http://localhost:3000", "http://localhost:3000"],
        ["http://a.localhost", "http://a.localhost"],
        ["http://[::1]:8102", "http://[::1]:8102"]
      ]
      for (const [given, used] of urls) assert.strictEqual((yield* make(options(given))).apiUrl, used)
    })
  )

  it.effect("refuses every other URL, naming the option and not the value", () =>
    Effect.gen(function* () {
      const urls = [
        "",
        "example.com",
        "/api",
        "//evil.example",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://h",
        "ws://h",
        "data:text/html,x",
        "https:h",
        "https:/h",
        "https:///h",
        "https:\\\\h",
        "https://h\\@evil.example",
        "https://",
        "https://CANARY:p@h",
        "https://CANARY@h",
        "https://@h",
        "https://h?x=CANARY",
        "https://h?",
        "https://h#x",
        "https://h#",
        "https://h/api/v1",
        "https://h/api/v1/../..",
        "https://h/a/../b",
        "https://h/./b",
        "https://h/a//b",
        "https://h/%2e%2e/x",
        "https://h/a%2fb",
        " https://h",
        "https://h ",
        "https://h\n",
        "https://h\t.evil.example",
        "http://example.com",
        "http://10.0.0.1",
        "http://0.0.0.0",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example",
        "https://[::1",
        "https://a b",
        1,
        null,
        {}
      ]
      for (const url of urls) {
        if (url === null) continue
        const error = yield* refusal(make(options(url)))
        assert.strictEqual(error.option, "apiUrl", String(url))
        assert.notInclude(JSON.stringify(error) + error.message, "CANARY")
      }
    })
  )

  it.effect("allows http of another machine when told to", () =>
    Effect.gen(function* () {
      const config = yield* make({ ...options("http://auth.internal:8102"), allowInsecureHttp: true })
      assert.strictEqual(config.apiUrl, "http://auth.internal:8102")
    })
  )

  it.effect("refuses what would break a header", () =>
    Effect.gen(function* () {
      for (const hostile of ["", "p\r\nX: y", "p\n", "p\u0000", "p\u0100", "p q", undefined, 1, {}]) {
        assert.strictEqual((yield* refusal(make({ projectId: hostile as string }))).option, "projectId")
        const error = yield* refusal(key("publishableClientKey", hostile as string, "pck_"))
        assert.strictEqual(error.option, "publishableClientKey")
      }
      assert.notInclude(String(yield* refusal(key("publishableClientKey", "CANARY\n", "pck_"))), "CANARY")
    })
  )

  it.effect("refuses a key of another level", () =>
    Effect.gen(function* () {
      for (const [other, prefix] of [
        ["ssk_CANARY", "pck_"],
        ["sak_CANARY", "pck_"],
        ["pck_CANARY", "ssk_"],
        ["sak_CANARY", "ssk_"],
        ["ssk_CANARY", "sak_"]
      ] as const) {
        const error = yield* refusal(key("k", Redacted.make(other), prefix))
        assert.notInclude(error.message, "CANARY")
      }
      // A self-hosted service may have keys without a prefix.
      assert.strictEqual(
        Redacted.value(yield* key("k", "this-key-is-for-development", "pck_")),
        "this-key-is-for-development"
      )
    })
  )

  it.effect("keeps reserved headers to itself", () =>
    Effect.gen(function* () {
      for (const name of [
        "X-Stack-Access-Type",
        "x-stack-anything",
        "X-Hexclave-Secret-Server-Key",
        "Authorization",
        "cookie",
        "Host",
        "content-type",
        "Content-Length",
        "transfer-encoding",
        "a b",
        "a\r\nb",
        "",
        "ä",
        "__proto__"
      ]) {
        const error = yield* refusal(make({ projectId, extraRequestHeaders: Object.fromEntries([[name, "admin"]]) }))
        assert.match(error.option, /^extraRequestHeaders\./)
        assert.notMatch(error.message, /[\r\n]/)
      }
      for (const value of ["a\r\nb: c", "\u0100", 1 as never]) {
        yield* refusal(make({ projectId, extraRequestHeaders: { "x-a": value } }))
      }
      const config = yield* make({ projectId, extraRequestHeaders: { "X-A": "1", "x-a": "2" } })
      assert.deepStrictEqual(config.extraRequestHeaders, { "x-a": "2" })
    })
  )
})

describe("ClientApp", () => {
  const app = (env: Record<string, string>, overrides: Partial<ClientApp.ClientAppOptions> = {}) =>
    ClientApp.ClientApp.pipe(
      Effect.provide(ClientAppConfig.layer(overrides)),
      Effect.provide(Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))
    )

  it.effect("reads the vendor's environment, the private name before the public one", () =>
    Effect.gen(function* () {
      const made = yield* app({
        STACK_PROJECT_ID: projectId,
        NEXT_PUBLIC_STACK_PROJECT_ID: "other",
        NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
        STACK_API_URL: "http://localhost:8102/"
      })
      assert.strictEqual(made.project.projectId, projectId)
      assert.strictEqual(made.project.apiUrl, "http://localhost:8102")
      assert.strictEqual(Redacted.value(made.oauthClientSecret), publishableClientKey)
    })
  )

  it.effect("reads the names of either brand, those of the new one first", () =>
    Effect.gen(function* () {
      for (const prefix of ["", "NEXT_PUBLIC_"]) {
        const made = yield* app({
          [`${prefix}HEXCLAVE_PROJECT_ID`]: projectId,
          [`${prefix}HEXCLAVE_PUBLISHABLE_CLIENT_KEY`]: publishableClientKey,
          [`${prefix}HEXCLAVE_API_URL`]: "http://localhost:8102/",
          [`${prefix}HEXCLAVE_EXTRA_REQUEST_HEADERS`]: '{"X-Gate":"open"}',
          STACK_PROJECT_ID: "other",
          STACK_PUBLISHABLE_CLIENT_KEY: "other",
          NEXT_PUBLIC_SERVER_STACK_API_URL: "http://localhost:1",
          NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: "{"
        })
        assert.deepInclude(made.project, {
          projectId,
          apiUrl: "http://localhost:8102",
          extraRequestHeaders: { "x-gate": "open" }
        })
        assert.strictEqual(Redacted.value(made.oauthClientSecret), publishableClientKey)
      }
      for (const name of ["NEXT_PUBLIC_SERVER_HEXCLAVE_API_URL", "NEXT_PUBLIC_STACK_API_URL_SERVER"]) {
        const mixed = { HEXCLAVE_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
        const made = yield* app({ ...mixed, STACK_PROJECT_ID: projectId, [name]: "http://localhost:8103" })
        assert.deepInclude(made.project, { projectId, apiUrl: "http://localhost:8103" })
      }
    })
  )

  it.effect("takes no key or URL for another project than the brand means", () =>
    Effect.gen(function* () {
      const two = { HEXCLAVE_PROJECT_ID: projectId, NEXT_PUBLIC_STACK_PROJECT_ID: "other" }
      for (const stray of [
        { STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey },
        { HEXCLAVE_PUBLISHABLE_CLIENT_KEY: publishableClientKey, NEXT_PUBLIC_STACK_URL: "http://localhost:8102" }
      ]) {
        const error = yield* Effect.flip(app({ ...two, ...stray }))
        assert.deepInclude(error, { _tag: "InvalidOption", option: "projectId" })
        for (const name of [...Object.keys(two), Object.keys(stray).at(-1)!]) assert.include(error.message, name)
        assert.notInclude(error.message, publishableClientKey)
      }
    })
  )

  it.effect("reads extra headers as JSON, and says which variable is wrong", () =>
    Effect.gen(function* () {
      for (const name of ["NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS", "HEXCLAVE_EXTRA_REQUEST_HEADERS"]) {
        const env = { STACK_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
        const made = yield* app({ ...env, [name]: '{"X-Gate":"open"}' })
        assert.deepStrictEqual(made.project.extraRequestHeaders, { "x-gate": "open" })
        assert.deepStrictEqual((yield* app({ ...env, [name]: "" })).project.extraRequestHeaders, {})
        assert.include((yield* Effect.flip(app({ ...env, [name]: "open" }))).message, name)
        assert.include((yield* Effect.flip(app({ ...env, [name]: '{"x-gate":1}' }))).message, name)
        const error = yield* Effect.flip(app({ ...env, [name]: '{"cookie":"a"}' }))
        assert.deepInclude(error, { _tag: "InvalidOption", option: "extraRequestHeaders.cookie" })
      }
    })
  )

  it.effect("reads the URL for browsers where there is a page", () =>
    Effect.gen(function* () {
      const env = {
        STACK_PROJECT_ID: projectId,
        STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
        NEXT_PUBLIC_BROWSER_STACK_API_URL: "https://browser.example.com",
        NEXT_PUBLIC_SERVER_STACK_API_URL: "https://server.example.com"
      }
      assert.strictEqual((yield* app(env)).project.apiUrl, "https://server.example.com")
      Object.assign(globalThis, { document: {} })
      yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(globalThis, "document")))
      assert.strictEqual((yield* app(env)).project.apiUrl, "https://browser.example.com")
    })
  )

  it.effect("lets options win, except those that are undefined", () =>
    Effect.gen(function* () {
      const env = { STACK_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
      const made = yield* app(env, { projectId: "internal", publishableClientKey: undefined })
      assert.strictEqual(made.project.projectId, "internal")
      assert.strictEqual(Redacted.value(made.oauthClientSecret), publishableClientKey)
    })
  )

  it.effect("names what is missing, and the variable that would give it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(app({ STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }))
      assert.deepInclude(error, { _tag: "InvalidOption", option: "projectId" })
      assert.include(error.message, "STACK_PROJECT_ID")
    })
  )

  it.effect("needs no key, which a project may do without", () =>
    Effect.gen(function* () {
      const made = yield* app({ STACK_PROJECT_ID: projectId })
      assert.strictEqual(Redacted.value(made.oauthClientSecret), "__stack_public_client__")
    })
  )
})
