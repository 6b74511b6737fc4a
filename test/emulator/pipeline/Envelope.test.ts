/** Every answer carries the headers, statuses and error form of the service. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, layer, raw, server, signUp } from "../../support/emulatorCalls.ts"

const json = { "content-type": "application/json" }

describe("the envelope", () => {
  it.effect("marks every answer of a handler", () =>
    Effect.gen(function* () {
      const found = yield* call("GET", "/projects/current")
      expect(Object.fromEntries(found.headers)).toMatchObject({
        "x-stack-request-id": expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/),
        "cache-control": "no-store, max-age=0",
        "content-type": "application/json; charset=utf-8"
      })
      expect(found.text).not.toContain("\n")
      const again = yield* call("GET", "/projects/current")
      expect(again.headers.get("x-stack-request-id")).not.toBe(found.headers.get("x-stack-request-id"))
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["2025-06", "current"] as const)("has the service's six headers about security (%s)", (service) =>
    Effect.gen(function* () {
      for (const [path, status] of [
        ["/projects/current", 200],
        ["/users/me", 400],
        ["/nothing/here", 404]
      ] as const) {
        const answer = yield* call("GET", path)
        expect(answer.status, path).toBe(status)
        expect(Object.fromEntries(answer.headers), path).toMatchObject({
          "content-security-policy": "",
          "cross-origin-opener-policy": "same-origin",
          "permissions-policy": "",
          "referrer-policy": "strict-origin-when-cross-origin",
          "x-content-type-options": "nosniff",
          "x-frame-options": "SAMEORIGIN"
        })
      }
    }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("indents JSON for browsers", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "/projects/current", { headers: { accept: "text/html,*/*" } })
      expect(answer.text).toContain('\n  "id"')
    }).pipe(Effect.provide(layer()))
  )

  it.effect("carries known errors in header and body", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "/users/me")
      expect(answer.status).toBe(400)
      expect(answer.knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect(answer.body.code).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect(Object.keys(answer.body)).toStrictEqual(["code", "error"])
      expect(answer.text).toContain("\n  ")
      expect(answer.headers.get("x-stack-actual-status")).toBeNull()
    }).pipe(Effect.provide(layer()))
  )

  it.effect("answers 200 with the actual status beside it where the client asks for it", () =>
    Effect.gen(function* () {
      const headers = { "x-stack-override-error-status": "" }
      const known = yield* call("GET", "/users/me", { headers })
      expect({ status: known.status, actualStatus: known.headers.get("x-stack-actual-status") }).toStrictEqual({
        status: 200,
        actualStatus: "400"
      })
      const text = yield* call("GET", "/nothing/here", { headers })
      expect({ status: text.status, actualStatus: text.headers.get("x-stack-actual-status") }).toStrictEqual({
        status: 200,
        actualStatus: "404"
      })
      expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8")
      const fine = yield* call("GET", "/projects/current", { headers })
      expect(fine.headers.get("x-stack-actual-status")).toBeNull()
      const wrongMethod = yield* call("PUT", "/users/me", { headers })
      expect(wrongMethod).toMatchObject({ status: 405, text: "" })
      expect(wrongMethod.headers.get("x-stack-request-id")).toBeNull()
    }).pipe(Effect.provide(layer()))
  )

  it.effect("matches paths exactly", () =>
    Effect.gen(function* () {
      expect((yield* raw("GET", "/api/v2")).status).toBe(404)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["//api/v1//projects/current", "/api/v1//projects/current", "/api/v1/Projects/current"])(
    "has nothing at another spelling of a path: $0",
    (path) =>
      Effect.gen(function* () {
        expect((yield* raw("GET", path)).status).toBe(404)
      }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["latest", "v2beta1", "v2beta4"])("describes the version $0", (version) =>
    Effect.gen(function* () {
      expect((yield* raw("GET", `/api/${version}`)).text).toContain("Authentication: None")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["/api/v1/", "/api/v1/?x=1", "/api/v1/users/me/", "/api/v1/users/", "/api/v1/teams/%2F/"])(
    "has nothing at a path that ends with a slash: $0",
    (path) =>
      Effect.gen(function* () {
        for (const method of ["GET", "POST"]) {
          const slash = yield* raw(method, path, method === "POST" ? { body: "secret" } : {})
          expect({ status: slash.status, location: slash.headers.get("location") }, method).toStrictEqual({
            status: 404,
            location: null
          })
        }
      }).pipe(Effect.provide(layer()))
  )

  it.effect("takes a fixed path before one with an id, whatever the method", () =>
    Effect.gen(function* () {
      const { status } = yield* call("DELETE", "/team-invitations/00000000-0000-4000-8000-000000000000", {
        level: "server"
      })
      expect(status).not.toBe(405)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["/user-api-keys/check", "GET"],
    ["/user-api-keys/check", "PATCH"],
    ["/team-api-keys/check", "GET"],
    ["/team-api-keys/check", "PATCH"],
    ["/contact-channels/verify/check-code", "GET"],
    ["/contact-channels/verify/check-code", "PATCH"],
    ["/contact-channels/verify/check-code", "DELETE"],
    ["/team-invitations/accept", "DELETE"],
    ["/team-invitations/send-code", "DELETE"]
  ] as const)("takes the fixed path $0 before one with an ID, also for $1", ([path, method]) =>
    Effect.gen(function* () {
      const { status } = yield* call(method, path, server)
      expect(status).toBe(405)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("describes the request at its root, and reports its health", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signUp("ann@example.org")
      const greeting = yield* call("GET", "", { level: "server", token: access_token })
      expect(greeting.text).toContain("Authentication: Server")
      expect(greeting.text).toContain("ann@example.org")
      expect((yield* call("GET", "?extra=1")).knownError).toBe("SCHEMA_ERROR")
      const health = yield* raw("GET", "/health?db=1")
      expect(health.body).toStrictEqual({ status: "ok" })
      expect(health.headers.get("access-control-allow-origin")).toBe("*")
      expect((yield* raw("HEAD", "/health")).text).toBe("")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("has each header of the service under one name in that of 2025-06", () =>
    Effect.gen(function* () {
      const unknown = yield* call("GET", "/users/me", { brand: "hexclave" })
      expect(unknown.knownError).toBe("ACCESS_TYPE_REQUIRED")
      const names = [unknown, yield* call("GET", "/users/me")].flatMap(({ headers }) => [...headers.keys()])
      expect(names.filter((name) => name.includes("hexclave"))).toStrictEqual([])
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each(["request-id", "known-error", "actual-status"])(
    "has the service's header $0 under two names",
    (name) =>
      Effect.gen(function* () {
        const headers = { "x-stack-override-error-status": "" }
        const answer = yield* call("GET", "/users/me", { headers, brand: "hexclave" })
        const said = answer.headers.get(`x-stack-${name}`)
        expect(said).toMatch(/./)
        expect(answer.headers.get(`x-hexclave-${name}`)).toBe(said)
      }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("reads caller, user and body type from headers of either name, the new one first", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org", { brand: "hexclave" })
      const bob = yield* signUp("bob@example.org")
      const renamed = yield* call("PATCH", "/users/me", {
        brand: "hexclave",
        token: ann.access_token,
        body: { display_name: "Ann" }
      })
      expect({ status: renamed.status, display_name: renamed.body.display_name }).toStrictEqual({
        status: 200,
        display_name: "Ann"
      })
      const headers = { "x-hexclave-access-token": ann.access_token }
      expect((yield* call("GET", "/users/me", { token: bob.access_token, headers })).body.id).toBe(ann.user_id)
      expect((yield* call("GET", "/users", { level: "server", brand: "hexclave" })).body.items).toHaveLength(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["2025-06", ["stack"], false],
    ["current", ["stack", "hexclave"], true],
    [undefined, ["stack", "hexclave"], true]
  ] as const)(
    "lets browsers of every origin call with its own headers, under the names of its generation: $0",
    ([service, brands, hasAllow]) =>
      Effect.gen(function* () {
        const allowed = (answer: { readonly headers: Headers }) =>
          answer.headers.get("access-control-allow-headers")?.split(", ") ?? []
        const exposed = ["actual-status", "known-error"]

        const answer = yield* Effect.provide(
          raw("OPTIONS", "/api/v1/users/me", { headers: { origin: "https://app.example.com" } }),
          layer(service === undefined ? {} : { service })
        )
        const own = allowed(answer).filter((name) => name.startsWith("x-stack-"))
        expect(own).toHaveLength(hasAllow ? 11 : 10)
        expect(own.includes("x-stack-allow-anonymous-user")).toBe(hasAllow)
        expect(own).not.toContain("x-stack-allow-restricted-user")
        const others = allowed(answer).filter((name) => name.startsWith("x-hexclave-"))
        expect(others).toStrictEqual(brands.length === 1 ? [] : own.map((name) => name.replace("stack", "hexclave")))
        expect(answer.headers.get("access-control-expose-headers")?.split(", ")).toStrictEqual([
          "content-type",
          ...brands.flatMap((brand) => exposed.map((name) => `x-${brand}-${name}`))
        ])
      })
  )

  it.effect("lets browsers of every origin call, and read three headers", () =>
    Effect.gen(function* () {
      const preflight = yield* raw("OPTIONS", "/api/v1/anything", {
        headers: { origin: "https://app.example.com", "access-control-request-method": "PATCH" }
      })
      expect(preflight).toMatchObject({ status: 200, text: "" })
      const answers = [preflight, yield* call("GET", "/users/me"), yield* call("PUT", "/users/me")]
      const listCors = ({ headers }: (typeof answers)[number]) =>
        Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")))
      expect(answers.map(listCors)).toStrictEqual(
        answers.map(() => ({
          "access-control-allow-origin": "*",
          "access-control-max-age": "86400",
          "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
          "access-control-expose-headers": "content-type, x-stack-actual-status, x-stack-known-error",
          "access-control-allow-headers": expect.stringMatching(
            /^(?=.*\bx-stack-access-token,)(?=.*\bx-stack-random-nonce\b)(?=.*\bngrok-skip-browser-warning\b)/
          )
        }))
      )
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("request bodies", () => {
  const path = "/auth/password/sign-in"

  it.effect("report every violation under its wire name", () =>
    Effect.gen(function* () {
      const answer = yield* call("POST", path, { body: { email: "ann@example.org", foo: 1, bar: 2 } })
      expect(answer.knownError).toBe("SCHEMA_ERROR")
      expect(answer.body.details.message).toBe(answer.body.error)
      expect(answer.body.error.split("\n").sort()).toStrictEqual([
        "  - body contains unknown properties: foo, bar",
        "  - body.password must be defined",
        "Request validation failed on POST /api/v1/auth/password/sign-in:"
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("never quote a value", () =>
    Effect.gen(function* () {
      const answer = yield* call("POST", path, {
        body: { email: "secret@", password: "secret".repeat(20), secret: "secret" }
      })
      expect(answer.status).toBe(400)
      expect(answer.text.replaceAll("unknown properties: secret", "")).not.toContain("secret")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuse queries that an endpoint does not have", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "/projects/current?a=1&b=2")
      expect(answer.body.error).toContain("  - query contains unknown properties: a, b")
      const missing = yield* call("GET", "/auth/sessions")
      expect(missing.body.error).toContain("  - query.user_id must be defined")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["malformed JSON", json, "{", "BODY_PARSING_ERROR"],
    ["an empty body called JSON", json, "", "BODY_PARSING_ERROR"],
    ["an unknown content type", { "content-type": "application/xml" }, "<a/>", "BODY_PARSING_ERROR"],
    ["text that is no UTF-8", json, new Uint8Array([0x22, 0xff, 0x22]), "BODY_PARSING_ERROR"],
    ["plain text", { "content-type": "text/plain" }, "{}", "SCHEMA_ERROR"],
    ["a form with the wrong fields", { "content-type": "application/x-www-form-urlencoded" }, "a=1", "SCHEMA_ERROR"]
  ] as const)("cannot be %s", ([, headers, body, expected]) =>
    Effect.gen(function* () {
      const project = yield* call("GET", "/projects/current")
      expect(project.status).toBe(200)
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
      const answer = yield* call("POST", path, { headers, body: "" })
      expect(answer.status).toBe(400)
      const sent = yield* rawWithKeys(path, headers, bytes)
      expect(sent.knownError).toBe(expected)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are ignored without a content type", () =>
    Effect.gen(function* () {
      const answer = yield* rawWithKeys(path, {}, new TextEncoder().encode("{}"))
      expect(answer.body.error).toContain("  - body must be defined")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accept JSON as a form where all fields are text", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org", { password: "eight888" })
      const form = new TextEncoder().encode("email=ann%40example.org&password=eight888")
      const answer = yield* rawWithKeys(path, { "content-type": "application/x-www-form-urlencoded" }, form)
      expect(answer.status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("end at 4.5 megabytes", () =>
    Effect.gen(function* () {
      const answer = yield* call("POST", path, { body: { email: "a".repeat(4_500_000), password: "" } })
      expect(answer).toMatchObject({ status: 413, knownError: "BODY_PARSING_ERROR" })
      const fits = yield* call("POST", path, { body: { email: "a".repeat(4_400_000), password: "" } })
      expect(fits).toMatchObject({ status: 400, knownError: "SCHEMA_ERROR" })
    }).pipe(Effect.provide(layer()))
  )

  const makeNested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth))

  const sendNested = (depth: number) =>
    call("POST", "/users", { level: "server", body: { server_metadata: makeNested(depth) } })

  it.effect("end at 60 levels of nesting, and what fits can be read back", () =>
    Effect.gen(function* () {
      const made = yield* sendNested(59)
      expect((yield* call("GET", `/users/${made.body.id}`, server)).body.server_metadata).toStrictEqual(makeNested(59))
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([60, 3_000])("have fewer than 60 levels of nesting, not %i", (depth) =>
    Effect.gen(function* () {
      expect((yield* sendNested(depth)).knownError).toBe("BODY_PARSING_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are checked after access", () =>
    Effect.gen(function* () {
      const answer = yield* call("POST", "/users", { headers: json, body: "{" })
      expect(answer.knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layer()))
  )
})

const rawWithKeys = Effect.fnUntraced(function* (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array<ArrayBuffer>
) {
  const { Emulator } = yield* Effect.promise(() => import("../../../src/emulator/index.ts"))
  const { project } = yield* Emulator
  return yield* raw("POST", `/api/v1${path}`, {
    headers: {
      "x-stack-access-type": "client",
      "x-stack-project-id": project?.projectId ?? "",
      "x-stack-publishable-client-key": project?.publishableClientKey ?? "",
      ...headers
    },
    body
  })
})
