/** Web pages of other origins can't call the emulator with server or admin keys. */
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { routes } from "../../../src/emulator/handlers/Routes.ts"
import * as RouteIndex from "../../../src/emulator/http/RouteIndex.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { call, callbackUrl, layer, password, raw, signUp } from "../../support/emulatorCalls.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const evilOrigin = "https://evil.example"

/** The ways in which a request can show that a page from elsewhere made it, or that a name from elsewhere led here. */
const strangers: ReadonlyArray<Readonly<Record<string, string>>> = [
  { origin: evilOrigin },
  { origin: "null" },
  { origin: "http://localhost:5173" },
  { origin: "http://127.0.0.1:8103" },
  { origin: "https://127.0.0.1.evil.example:8102" },
  { origin: "chrome-extension://abc" },
  { origin: "app://127.0.0.1:8102" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { host: "evil.example:8102" },
  // The name of the attacker leads here, so that the browser takes the page for one of this server.
  { host: "evil.example:8102", origin: "http://evil.example:8102", "sec-fetch-site": "same-origin" }
]

/** What the well-known keys open. */
const attacks: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["GET", "/users"],
  ["POST", "/users", { primary_email: "eve@example.org" }],
  ["GET", "/internal/api-keys"],
  ["PATCH", "/internal/projects/current", { display_name: "Evil" }],
  ["GET", "/emails"],
  ["GET", "/teams"]
]

const readable = (answer: { readonly headers: Headers }) => answer.headers.get("access-control-allow-origin")

const preflight = (path: string, method: string, origin: string, names: string) =>
  raw("OPTIONS", `/api/v1${path}`, {
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": names }
  })

const secretHeaders = ["stack", "hexclave"].flatMap((brand) =>
  ["secret-server-key", "super-secret-admin-key", "admin-access-token"].map((name) => `x-${brand}-${name}`)
)

describe("calls of web pages", () => {
  it.effect("are refused with server or admin keys from other origins", () =>
    Effect.gen(function* () {
      const { internal, project } = yield* Emulator.Emulator
      for (const credentials of [internal, project]) {
        for (const level of ["server", "admin"] as const) {
          for (const headers of strangers) {
            for (const [method, path, body] of attacks) {
              for (const brand of ["stack", "hexclave"] as const) {
                const answer = yield* call(method, path, { level, project: credentials, headers, body, brand })
                expect(
                  { status: answer.status, readable: readable(answer) },
                  `${JSON.stringify(headers)} ${path}`
                ).toStrictEqual({ status: 403, readable: null })
              }
            }
          }
          expect((yield* call("GET", "/users", { level, project: credentials })).body.items).toStrictEqual([])
        }
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["server", "admin"] as const)(
    "cannot hide a level or a key behind the other header name: $0",
    (level) =>
      Effect.gen(function* () {
        const { project } = yield* Emulator.Emulator

        for (const brand of ["stack", "hexclave"] as const) {
          const other = brand === "stack" ? "x-hexclave-" : "x-stack-"
          const claims = [
            { [`${other}access-type`]: level },
            { [`${other}secret-server-key`]: project?.secretServerKey ?? "" },
            { [`${other}super-secret-admin-key`]: project?.superSecretAdminKey ?? "" },
            { [`${other.toUpperCase()}SECRET-server-key`]: project?.secretServerKey ?? "" }
          ]
          for (const claim of claims) {
            const answer = yield* call("GET", "/users/me", { brand, headers: { origin: evilOrigin, ...claim } })
            expect({ status: answer.status, readable: readable(answer) }, JSON.stringify(claim)).toStrictEqual({
              status: 403,
              readable: null
            })
          }
        }
      }).pipe(Effect.provide(layer()))
  )

  it.effect("are told what to do, where they can read it", () =>
    Effect.gen(function* () {
      const ask = (headers: Readonly<Record<string, string>>) =>
        Effect.map(call("GET", "/users", { level: "server", headers }), ({ text }) => text)
      expect(yield* ask({ origin: evilOrigin })).toContain(`trustedOrigins: ["${evilOrigin}"]`)
      expect(yield* ask({ host: "evil.example:1" })).toContain('allowedHosts: ["evil.example"]')
      expect(yield* ask({ "sec-fetch-site": "cross-site" })).toContain("Call from a server instead")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are refused from other origins for a project's owners, at any level", () =>
    Effect.gen(function* () {
      const { internal, project } = yield* Emulator.Emulator
      const { access_token } = yield* signUp("owner@example.org", { project: internal })
      for (const headers of strangers) {
        const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1):/.test(headers["origin"] ?? "")
        const own = yield* call("GET", "/users/me", { project: internal, token: access_token, headers })
        expect(own.status, JSON.stringify(headers)).toBe(isLocal ? 200 : 403)
        const owner = { "x-stack-admin-access-token": access_token, ...headers }
        for (const level of ["client", "admin"] as const) {
          expect(
            (yield* call("GET", "/users", { level, project: project ?? {}, headers: owner })).status,
            `${JSON.stringify(headers)} ${level}`
          ).toBe(403)
        }
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([evilOrigin, "http://localhost:5173", "null"])("are also refused by preflights from $0", (origin) =>
    Effect.gen(function* () {
      for (const name of secretHeaders) {
        for (const names of [name, name.toUpperCase(), `content-type,${name}`, `x-stack-project-id, ${name}`]) {
          expect(readable(yield* preflight("/users/me", "GET", origin, names)), `${name} ${names}`).toBeNull()
        }
      }
      expect(readable(yield* preflight("/users", "GET", origin, "x-stack-access-type"))).toBeNull()
      const fine = yield* preflight("/users/me", "PATCH", origin, "x-stack-access-type")
      expect(readable(fine)).toBe("*")
      const allowed = fine.headers.get("access-control-allow-headers") ?? ""
      expect(secretHeaders.filter((name) => allowed.includes(name))).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["http://localhost:5173", "https://app.example.com", "null"])(
    "are accepted at client level from any origin: $0",
    (origin) =>
      Effect.gen(function* () {
        const { access_token } = yield* signUp("ann@example.org")

        const headers = { origin, "sec-fetch-site": "cross-site" }
        const signIn = yield* call("POST", "/auth/password/sign-in", {
          headers,
          body: { email: "ann@example.org", password }
        })
        const reset = yield* call("POST", "/auth/password/send-reset-code", {
          headers,
          body: { email: "ann@example.org", callback_url: callbackUrl }
        })
        const me = yield* call("GET", "/users/me", { headers, token: access_token })
        expect([signIn, reset, me].map((answer) => [answer.status, readable(answer)])).toStrictEqual([
          [200, "*"],
          [200, "*"],
          [200, "*"]
        ])
      }).pipe(Effect.provide(layer()))
  )

  it.effect("are accepted at every level from the emulator's own or trusted origins", () =>
    Effect.gen(function* () {
      const trusted = [
        {},
        { "sec-fetch-site": "none" },
        { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:8102" },
        { host: "localhost:8102", origin: "http://127.0.0.1:8102" },
        { host: "emulator.test" },
        { host: "emulator.test:8102", origin: "http://127.0.0.1:8102" },
        { origin: "http://localhost:3000", "sec-fetch-site": "same-site" },
        { origin: "https://app.example.com", "sec-fetch-site": "cross-site" }
      ]
      for (const headers of trusted) {
        const answer = yield* call("GET", "/users", { level: "server", headers })
        expect({ status: answer.status, readable: readable(answer) }, JSON.stringify(headers)).toStrictEqual({
          status: 200,
          readable: "*"
        })
      }
      const asked = yield* preflight("/users", "GET", "http://localhost:3000", secretHeaders[0]!)
      expect(readable(asked)).toBe("*")
      const allowed = asked.headers.get("access-control-allow-headers") ?? ""
      expect(secretHeaders.filter((name) => !allowed.includes(name))).toStrictEqual([])
    }).pipe(
      Effect.provide(
        layer({
          allowedHosts: ["emulator.test"],
          trustedOrigins: ["http://localhost:3000/", "https://app.example.com"]
        })
      )
    )
  )

  it.effect("are recognized as its own under the configured base URL", () =>
    Effect.gen(function* () {
      expect((yield* call("GET", "/users", { level: "server" })).status).toBe(200)
      const { internal } = yield* Emulator.Emulator
      const own = { origin: "https://auth.example.test" }
      expect((yield* call("GET", "/users", { level: "admin", project: internal, headers: own })).status).toBe(200)
      const other = { origin: "http://127.0.0.1:8102" }
      expect((yield* call("GET", "/users", { level: "admin", project: internal, headers: other })).status).toBe(403)
    }).pipe(Effect.provide(layer({ publicUrl: "https://auth.example.test/" })))
  )

  const statuses = Effect.forEach(["tauri://localhost", "null", "tauri://evil", "app://."], (origin) =>
    Effect.map(call("GET", "/users", { level: "server", headers: { origin } }), ({ status }) => status)
  )

  it.effect("can be trusted from desktop apps", () =>
    Effect.gen(function* () {
      const trustedOrigins = ["tauri://localhost/"]
      expect(yield* Effect.provide(statuses, layer({ trustedOrigins }))).toStrictEqual([200, 403, 403, 403])
    })
  )

  it.effect.each(["null", "localhost", "localhost:3000", "", "*"])(
    'cannot be trusted from the invalid origin "$0"',
    (origin) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(Effect.provide(statuses, layer({ trustedOrigins: [origin] })))
        expect(String(exit)).toContain(`The trusted origin ${JSON.stringify(origin)} is not an origin`)
      })
  )

  it.effect("are logged without filling the log", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return Effect.gen(function* () {
      for (let i = 0; i < 3; i++) yield* call("GET", "/users", { level: "server", headers: { origin: evilOrigin } })
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain(evilOrigin)
      for (let i = 0; i < 100; i++) {
        yield* call("GET", "/users", { level: "server", headers: { origin: `https://e${i}.example` } })
      }
      expect(lines).toHaveLength(20)
    }).pipe(Effect.provide(layer()), Effect.provide(Logger.layer([logger])))
  })

  it("are refused for every endpoint that clients cannot use", () => {
    const privileged = routes.filter(({ endpoint }) => RouteIndex.isPrivileged(endpoint))
    expect(privileged.length).toBeGreaterThan(40)
    expect(privileged.length).toBeLessThan(routes.length)
  })
})

describe("the control paths", () => {
  it.effect("refuse other pages and other host names, with or without the token", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* Emulator.Emulator
      const token = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      expect((yield* raw("GET", "/__emulator/clock", { headers: token })).status).toBe(200)
      const site = { "sec-fetch-site": "same-origin" }
      const pages: ReadonlyArray<Record<string, string>> = [
        ...strangers,
        // A page of this origin always says that it is one.
        { origin: "http://127.0.0.1:8102" },
        { "sec-fetch-site": "none" },
        { "sec-fetch-site": "same-site" },
        { ...site, origin: "null" },
        { ...site, origin: "https://127.0.0.1:8102" },
        { ...site, origin: "http://127.0.0.1:8103" },
        { ...site, origin: "http://localhost:8102", host: "127.0.0.1:8102" },
        // Another name for this machine, which a page has made its own.
        { ...site, host: "evil.example:8102" },
        { ...site, host: "evil.example:8102", origin: "http://evil.example:8102" }
      ]
      for (const headers of pages) {
        const answer = yield* raw("GET", "/__emulator/clock", { headers: { ...token, ...headers } })
        expect({ status: answer.status, readable: readable(answer) }, JSON.stringify(headers)).toStrictEqual({
          status: 403,
          readable: null
        })
      }
    }).pipe(Effect.provide(layer({ trustedOrigins: [evilOrigin] })))
  )

  it.effect("answer the emulator's own page with its token, and no request without the token", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* Emulator.Emulator
      const token = Redacted.value(controlToken)
      const page = { "sec-fetch-site": "same-origin", host: "127.0.0.1:8102" }
      for (const headers of [page, { ...page, origin: "http://127.0.0.1:8102" }]) {
        const ask = (given: Record<string, string>) =>
          raw("GET", "/__emulator/projects", { headers: { ...headers, ...given } })
        expect((yield* ask({ "x-gatefold-emulator-token": token })).status, JSON.stringify(headers)).toBe(200)
        for (const wrong of [{}, { "x-gatefold-emulator-token": "" }, { "x-gatefold-emulator-token": `${token}x` }]) {
          expect((yield* ask(wrong)).status, JSON.stringify(headers)).toBe(401)
        }
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accept the emulator's token for each project without its keys, but not from other pages", () =>
    Effect.gen(function* () {
      const { controlToken, journal, faults, project } = yield* Emulator.Emulator
      const headers = {
        "x-stack-access-type": "admin",
        "x-stack-project-id": project!.projectId,
        "x-gatefold-emulator-token": Redacted.value(controlToken)
      }
      yield* faults.add({ status: 503 })
      const ask = (given: Record<string, string>) => raw("GET", "/api/v1/users", { headers: { ...headers, ...given } })
      expect((yield* ask({})).status).toBe(200)
      expect((yield* ask({ "sec-fetch-site": "same-origin" })).status).toBe(200)
      // The tool that shows requests, and breaks them, is not among them.
      expect(yield* journal.entries).toStrictEqual([])
      expect((yield* ask({ "x-gatefold-emulator-token": "wrong" })).status).toBe(503)
      yield* faults.clear
      expect((yield* ask({ "x-gatefold-emulator-token": "wrong" })).status).toBe(401)
      const asClient = { "x-stack-access-type": "client" }
      const answers = yield* Effect.forEach(
        [...strangers, ...strangers.map((given) => ({ ...asClient, ...given }))],
        ask
      )
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(2 * strangers.length).fill(403))
    }).pipe(Effect.provide(layer()))
  )
})

describe("the keys of the project internal", () => {
  const wellKnown = {
    projectId: "internal",
    publishableClientKey: "this-publishable-client-key-is-for-local-development-only",
    secretServerKey: "this-secret-server-key-is-for-local-development-only",
    superSecretAdminKey: "this-super-secret-admin-key-is-for-local-development-only"
  }

  const opens = (options: Emulator.Options, project?: Partial<Emulator.ProjectCredentials>) =>
    Effect.forEach(["client", "server", "admin"] as const, (level) =>
      Effect.map(call("GET", "/projects/current", { level, ...(project && { project }) }), ({ status }) => status)
    ).pipe(Effect.provide(layer({ randomSeed: undefined, ...options, project: undefined })))

  it.effect("are the well-known ones, or random", () =>
    Effect.gen(function* () {
      expect(yield* opens({}, wellKnown)).toStrictEqual([200, 200, 200])
      expect(yield* opens({ internalKeys: "random" }, wellKnown)).toStrictEqual([401, 401, 401])
      expect(yield* opens({ internalKeys: "random" })).toStrictEqual([200, 200, 200])
    })
  )

  it.effect("are good after an earlier start only if this one wants them", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "emulator.db")
      const readInternalKeys = (internalKeys?: Emulator.Options["internalKeys"]) =>
        Effect.map(Emulator.Emulator, ({ internal }) => ({ ...internal })).pipe(
          Effect.provide(layer({ randomSeed: undefined, data, internalKeys, project: undefined }))
        )
      expect(yield* opens({ data }, wellKnown)).toStrictEqual([200, 200, 200])
      const first = yield* readInternalKeys("random")
      expect({
        same: yield* opens({ data, internalKeys: { ...first } }, first),
        randomAfterWellKnown: yield* opens({ data, internalKeys: "random" }, wellKnown),
        randomAfterRandom: yield* opens({ data, internalKeys: "random" }, first),
        byDefault: yield* opens({ data }),
        oneOfTheirOwn: yield* opens({ data, internalKeys: { superSecretAdminKey: "mine" } }, wellKnown)
      }).toStrictEqual({
        same: [200, 200, 200],
        randomAfterWellKnown: [401, 401, 401],
        randomAfterRandom: [401, 401, 401],
        byDefault: [200, 200, 200],
        oneOfTheirOwn: [200, 200, 401]
      })
    })
  )

  it.effect("are good after the next start, unless that revokes them", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "emulator.db")
      const start = (project: Emulator.WithProjectOptions["project"], former?: Emulator.ProjectCredentials) =>
        Effect.gen(function* () {
          const { project } = yield* Emulator.WithProject
          const statuses = yield* Effect.forEach(["client", "server", "admin"] as const, (level) =>
            Effect.map(call("GET", "/projects/current", { level, project: former ?? project }), ({ status }) => status)
          )
          return { project: { ...project }, statuses }
        }).pipe(Effect.provide(Emulator.layer({ data, project: { id: "dev", ...project } })))
      const first = yield* start({})
      expect((yield* start({}, first.project)).statuses).toStrictEqual([200, 200, 200])
      const again = yield* start({ revokesEarlierKeys: true }, first.project)
      expect(again.statuses).toStrictEqual([401, 401, 401])
      expect((yield* start({}, again.project)).statuses).toStrictEqual([200, 200, 200])
      const { projectId: _, ...keys } = first.project
      const fixed = yield* start({ ...keys, revokesEarlierKeys: true })
      expect(fixed).toStrictEqual({ project: first.project, statuses: [200, 200, 200] })
    })
  )
})
