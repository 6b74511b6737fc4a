/** The options that name a project and its service. */
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as ClientAppConfig from "../../src/http/ClientAppConfig.ts"
import * as Environment from "../../src/http/Environment.ts"
import { checkKey, make } from "../../src/http/ServiceConfig.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { json, network, over, projectId, publishableClientKey, userJson } from "../support/scriptedNetwork.ts"

const options = (apiUrl: unknown) => ({ projectId, apiUrl: apiUrl as string })
const refusal = (effect: Effect.Effect<unknown, InvalidOption>) =>
  Effect.map(Effect.flip(effect), (error) => {
    expect(error).toBeInstanceOf(InvalidOption)
    return error
  })

describe("ServiceConfig", () => {
  it.effect.each<readonly [given: string | undefined, used: string]>([
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
  ])("uses the URL $0 of a service as $1", ([given, used]) =>
    Effect.gen(function* () {
      expect((yield* make(options(given))).apiUrl).toBe(used)
    })
  )

  it.effect.each<unknown>([
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
    "https://h/api/latest",
    "https://h/x/api/v2/y",
    "https://h/api/v1/../..",
    "https://h/a/..",
    "https://h/..",
    "https://h/./",
    "ahttps://h",
    "https://h/%41",
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
    {}
  ])("refuses the URL %j, naming the option and not the value", (url) =>
    Effect.gen(function* () {
      const error = yield* refusal(make(options(url)))
      expect(error.option).toBe("apiUrl")
      expect(error.message).toMatch(/^Invalid option apiUrl: must .+/)
      expect(JSON.stringify(error) + error.message).not.toContain("CANARY")
    })
  )

  it.effect.each([
    ["example.com", "an absolute http or https URL"],
    ["https://h\n", "white space or backslashes"],
    ["https://h?x", "a query or fragment"],
    ["https://u@h", "a user name or password"],
    ["https://h//a", "a plain path"],
    ["https://h/api/v1", "/api/v1, which is added"],
    ["http://h", "https; for a trusted network set allowInsecureHttp"]
  ] as const)("says what is wrong with a URL: $0", ([url, problem]) =>
    Effect.gen(function* () {
      expect((yield* refusal(make(options(url)))).problem).toContain(problem)
    })
  )

  it.effect.each(["https://h/a@b", "https://h/.well", "https://h/a.b../c", "https://h/apis/v", "https://h/a///"])(
    "accepts URLs that only look wrong: $0",
    (url) =>
      Effect.gen(function* () {
        expect((yield* make(options(url))).apiUrl).toBe(url.replace("///", ""))
      })
  )

  it.effect("refuses an invalid time limit", () =>
    Effect.gen(function* () {
      expect((yield* make({ ...options(undefined), timeout: "5 seconds" })).timeoutMillis).toBe(5000)
      expect((yield* make(options(undefined))).timeoutMillis).toBe(30_000)
      const error = yield* refusal(make({ ...options(undefined), timeout: 0 }))
      expect(error).toMatchObject({
        option: "timeout",
        problem: 'must be a duration between 1 and 2147483647 ms, such as 5000 or "5 seconds"'
      })
    })
  )

  it.effect("allows http of another machine when told to", () =>
    Effect.gen(function* () {
      const config = yield* make({ ...options("http://auth.internal:8102"), allowInsecureHttp: true })
      expect(config.apiUrl).toBe("http://auth.internal:8102")
    })
  )

  it.effect.each<unknown>(["", "p\r\nX: y", "p\n", "p\u0000", "p\u0100", "p q", undefined, 1, {}])(
    "refuses %j as a project ID or key, because it would break a header",
    (hostile) =>
      Effect.gen(function* () {
        expect((yield* refusal(make({ projectId: hostile as string }))).option).toBe("projectId")
        const error = yield* refusal(checkKey("publishableClientKey", hostile as string, "pck_"))
        expect(error.option).toBe("publishableClientKey")
      })
  )

  it.effect("says what is wrong with a key, without the key", () =>
    Effect.gen(function* () {
      const error = yield* refusal(checkKey("publishableClientKey", "CANARY\n", "pck_"))
      expect(String(error)).not.toContain("CANARY")
      expect(error.problem).toContain("visible ASCII")
      expect(String(yield* checkKey("publishableClientKey", "pck_x", "pck_"))).toContain("publishableClientKey")
    })
  )

  it.effect.each([
    ["ssk_CANARY", "pck_"],
    ["sak_CANARY", "pck_"],
    ["pck_CANARY", "ssk_"],
    ["sak_CANARY", "ssk_"],
    ["ssk_CANARY", "sak_"]
  ] as const)("refuses a key of another level: $0 instead of $1", ([other, prefix]) =>
    Effect.gen(function* () {
      const error = yield* refusal(checkKey("k", Redacted.make(other), prefix))
      expect(error.message).not.toContain("CANARY")
      expect(error.message).toContain(`another kind of key (${other.slice(0, 4)}…)`)
    })
  )

  it.effect("accepts the keys without a prefix that a self-hosted service may have", () =>
    Effect.gen(function* () {
      expect(Redacted.value(yield* checkKey("k", "this-key-is-for-development", "pck_"))).toBe(
        "this-key-is-for-development"
      )
    })
  )

  it.effect.each([
    "X-Stack-Access-Type",
    "x-stack-anything",
    "X-Hexclave-Secret-Server-Key",
    "Authorization",
    "cookie",
    "Host",
    "content-type",
    "Content-Length",
    "transfer-encoding",
    "Content-Anything",
    "Proxy-Authorization",
    "Sec-Fetch-Site",
    "connection",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "a b",
    "a\r\nb",
    "",
    "ä",
    "__proto__"
  ])("keeps the reserved header %j to itself", (name) =>
    Effect.gen(function* () {
      const error = yield* refusal(make({ projectId, extraRequestHeaders: Object.fromEntries([[name, "admin"]]) }))
      expect(error.option).toMatch(/^extraRequestHeaders\./)
      expect(error.problem).toMatch(/^reserved, or not a valid header name$/)
      expect(error.message).not.toMatch(/[\r\n]/)
    })
  )

  it.effect("shortens the name of a refused header, without its control characters", () =>
    Effect.gen(function* () {
      const error = yield* refusal(make({ projectId, extraRequestHeaders: { [`ä\n${"x".repeat(100)}`]: "" } }))
      expect(error.option).toBe(`extraRequestHeaders.??${"x".repeat(38)}`)
    })
  )

  it.effect.each(["a\r\nb: c", "\u0100", 1 as never])("refuses the value %j of an extra header", (value) =>
    Effect.gen(function* () {
      const error = yield* refusal(make({ projectId, extraRequestHeaders: { "x-a": value } }))
      expect(error.option).toBe("extraRequestHeaders.x-a")
      expect(error.problem).toContain("printable ASCII")
    })
  )

  it.effect("accepts headers whose names only begin or end like reserved ones", () =>
    Effect.gen(function* () {
      const names = ["x-stac", "my-cookie", "cookies", "hosts", "x-host", "tea", "x-te", "author", "section"]
      const config = yield* make({
        projectId,
        extraRequestHeaders: Object.fromEntries(names.map((name) => [name, ""]))
      })
      expect(Object.keys(config.extraRequestHeaders).toSorted()).toStrictEqual(names.toSorted())
    })
  )

  it.effect("takes the last of two headers whose names differ in case only", () =>
    Effect.gen(function* () {
      const config = yield* make({ projectId, extraRequestHeaders: { "X-A": "1", "x-a": "2" } })
      expect(config.extraRequestHeaders).toStrictEqual({ "x-a": "2" })
    })
  )
})

describe("ClientApp", () => {
  const app = (env: Record<string, string>, overrides: Partial<ClientApp.ClientAppOptions> = {}) =>
    ClientApp.ClientApp.pipe(
      Effect.provide(ClientAppConfig.layerConfig(overrides)),
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
      expect(made.project.projectId).toBe(projectId)
      expect(made.project.apiUrl).toBe("http://localhost:8102")
      expect(Redacted.value(made.oauthClientSecret)).toBe(publishableClientKey)
    })
  )

  it.effect.each(["STACK", "HEXCLAVE"])("reads the names of $0 that Vite gives to its pages", (brand) =>
    Effect.gen(function* () {
      const made = yield* app({
        [`VITE_${brand}_PROJECT_ID`]: projectId,
        [`VITE_${brand}_PUBLISHABLE_CLIENT_KEY`]: publishableClientKey,
        [`VITE_${brand}_API_URL`]: "http://localhost:8102"
      })
      expect(made.project).toMatchObject({ projectId, apiUrl: "http://localhost:8102" })
      expect(Redacted.value(made.oauthClientSecret)).toBe(publishableClientKey)
    })
  )

  it.effect.each(["", "NEXT_PUBLIC_"])(
    "reads the names of either brand, those of the new one first: prefix '$0'",
    (prefix) =>
      Effect.gen(function* () {
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
        expect(made.project).toMatchObject({
          projectId,
          apiUrl: "http://localhost:8102",
          extraRequestHeaders: { "x-gate": "open" }
        })
        expect(Redacted.value(made.oauthClientSecret)).toBe(publishableClientKey)
      })
  )

  it.effect.each(["NEXT_PUBLIC_SERVER_HEXCLAVE_API_URL", "NEXT_PUBLIC_STACK_API_URL_SERVER"])(
    "reads the project of either brand if both name the same: $0",
    (name) =>
      Effect.gen(function* () {
        const mixed = { HEXCLAVE_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
        const made = yield* app({ ...mixed, STACK_PROJECT_ID: projectId, [name]: "http://localhost:8103" })
        expect(made.project).toMatchObject({ projectId, apiUrl: "http://localhost:8103" })
      })
  )

  it.effect.each([
    { STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey },
    { HEXCLAVE_PUBLISHABLE_CLIENT_KEY: publishableClientKey, NEXT_PUBLIC_STACK_URL: "http://localhost:8102" }
  ])("never combines a key or URL of one brand with the project of the other: $0", (stray) =>
    Effect.gen(function* () {
      const two = { HEXCLAVE_PROJECT_ID: projectId, NEXT_PUBLIC_STACK_PROJECT_ID: "other" }
      const error = yield* Effect.flip(app({ ...two, ...stray }))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "projectId" })
      const names = [...Object.keys(two), Object.keys(stray).at(-1)!]
      expect(names.filter((name) => !error.message.includes(name))).toStrictEqual([])
      expect(error.message).not.toContain(publishableClientKey)
    })
  )

  it.effect.each(["NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS", "HEXCLAVE_EXTRA_REQUEST_HEADERS"])(
    "reads extra headers as JSON, and says which variable is wrong: $0",
    (name) =>
      Effect.gen(function* () {
        const env = { STACK_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
        const made = yield* app({ ...env, [name]: '{"X-Gate":"open"}' })
        expect(made.project.extraRequestHeaders).toStrictEqual({ "x-gate": "open" })
        expect((yield* app({ ...env, [name]: "" })).project.extraRequestHeaders).toStrictEqual({})
        expect((yield* Effect.flip(app({ ...env, [name]: "open" }))).message).toContain(name)
        expect((yield* Effect.flip(app({ ...env, [name]: '{"x-gate":1}' }))).message).toContain(name)
        const error = yield* Effect.flip(app({ ...env, [name]: '{"cookie":"a"}' }))
        expect(error).toMatchObject({ _tag: "InvalidOption", option: "extraRequestHeaders.cookie" })
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
      expect((yield* app(env)).project.apiUrl).toBe("https://server.example.com")
      Object.assign(globalThis, { document: {} })
      yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(globalThis, "document")))
      expect((yield* app(env)).project.apiUrl).toBe("https://browser.example.com")
    })
  )

  it.effect("lets options win, except those that are undefined", () =>
    Effect.gen(function* () {
      const env = { STACK_PROJECT_ID: projectId, STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }
      const made = yield* app(env, { projectId: "internal", publishableClientKey: undefined })
      expect(made.project.projectId).toBe("internal")
      expect(Redacted.value(made.oauthClientSecret)).toBe(publishableClientKey)
    })
  )

  it.effect("names what is missing, and the variable that would give it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(app({ STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey }))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "projectId" })
      expect(error.message).toContain("STACK_PROJECT_ID")
    })
  )

  it.effect("needs no publishable client key", () =>
    Effect.gen(function* () {
      const made = yield* app({ STACK_PROJECT_ID: projectId })
      expect(Redacted.value(made.oauthClientSecret)).toBe("__stack_public_client__")
    })
  )

  it.effect("sends its key, if it has one", () =>
    Effect.gen(function* () {
      const net = network(() => json(userJson))
      yield* over(net)(UsersWire.getMe, {})
      expect(net.sent[0]!.headers["x-stack-publishable-client-key"]).toBe(publishableClientKey)
      const error = yield* refusal(
        Effect.provide(ClientApp.ClientApp, ClientApp.layerServer({ projectId, publishableClientKey: "" }))
      )
      expect(error.option).toBe("publishableClientKey")
    })
  )

  const resolveAppUrl = (appUrl: string | undefined) =>
    Effect.map(Effect.provide(ClientApp.ClientApp, ClientApp.layerServer({ projectId, appUrl })), (made) => made.appUrl)

  it.effect.each<readonly [given: string | undefined, used: string | undefined]>([
    [undefined, undefined],
    ["https://app.example.com", "https://app.example.com"],
    ["http://localhost:3000//", "http://localhost:3000"],
    ["HTTPS://app.example.com/shop/", "HTTPS://app.example.com/shop"]
  ])("knows that the app runs at $0, without a slash at the end", ([given, used]) =>
    Effect.gen(function* () {
      expect(yield* resolveAppUrl(given)).toBe(used)
    })
  )

  it.effect.each([
    "",
    "app.example.com",
    "ftp://h",
    "https:///h",
    "https://",
    "https://[",
    "x:https://h",
    "a https://h"
  ])("refuses %j as the URL of the app", (wrong) =>
    Effect.gen(function* () {
      expect(yield* refusal(resolveAppUrl(wrong))).toMatchObject({
        option: "appUrl",
        problem: "must be an absolute http or https URL, such as http://localhost:3000"
      })
    })
  )
})

describe("the environment of a server", () => {
  it.effect.each(["STACK", "HEXCLAVE"])("has its keys under the names of $0", (brand) =>
    Effect.gen(function* () {
      const env = { [`${brand}_SECRET_SERVER_KEY`]: "ssk_a", [`${brand}_SUPER_SECRET_ADMIN_KEY`]: "sak_a" }
      const found = yield* Environment.read("secretServerKey", "superSecretAdminKey").pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
      )
      expect(found).toStrictEqual({
        secretServerKey: { name: `${brand}_SECRET_SERVER_KEY`, text: "ssk_a" },
        superSecretAdminKey: { name: `${brand}_SUPER_SECRET_ADMIN_KEY`, text: "sak_a" }
      })
    })
  )
})
