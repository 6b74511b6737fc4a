/** Who is let in, and in which order the reasons against it count (docs/protocol/headers.md#order-of-checks). */
import assert from "node:assert/strict"
import * as Redacted from "effect/Redacted"
import type { AccessLevel } from "../../src/domain/AccessLevel.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { requireClientKey } from "./apps.ts"
import { byGeneration, call, failure, headersFor, isKnownErrorAnswer, makeProject, scenario, send } from "./Scenario.ts"

const current = "/api/v1/projects/current"
const json = { "content-type": "application/json" }

/** What is said to a client without a key. */
const noClientKey = byGeneration("CLIENT_AUTHENTICATION_REQUIRED", "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT")

export const scenarios = [
  scenario("a call says at which level it is made, and for which project", function* () {
    const project = yield* makeProject()
    const {
      "x-stack-access-type": type,
      "x-stack-project-id": id,
      ...key
    } = headersFor(project, "client") as { [name: string]: string }
    isKnownErrorAnswer(yield* send("GET", current), "ACCESS_TYPE_REQUIRED", 400)
    isKnownErrorAnswer(yield* send("GET", current, key), "PROJECT_KEY_WITHOUT_ACCESS_TYPE", 400)
    isKnownErrorAnswer(
      yield* send("GET", current, { ...key, "x-stack-access-type": "root" }),
      "INVALID_ACCESS_TYPE",
      400
    )
    const { details } = isKnownErrorAnswer(
      yield* send("GET", current, { ...key, "x-stack-access-type": type! }),
      "ACCESS_TYPE_WITHOUT_PROJECT_ID",
      400
    )
    assert.deepEqual(details, { request_type: "client" })
    const answer = yield* send("GET", current, {
      ...key,
      "x-stack-access-type": type!,
      "x-stack-project-id": id!
    })
    assert.equal(answer.status, 200, answer.text)
  }),
  scenario("each level needs its own key", function* () {
    const project = yield* makeProject()
    yield* requireClientKey(project)
    const codes: Record<AccessLevel, readonly [missing: string, wrong: string]> = {
      client: [yield* noClientKey, "INVALID_PUBLISHABLE_CLIENT_KEY"],
      server: ["SERVER_AUTHENTICATION_REQUIRED", "INVALID_SECRET_SERVER_KEY"],
      admin: ["ADMIN_AUTHENTICATION_REQUIRED", "INVALID_SUPER_SECRET_ADMIN_KEY"]
    }
    for (const level of ["client", "server", "admin"] as const) {
      const headers = headersFor(project, level)
      const keyName = Object.keys(headers).find((name) => name.endsWith("-key"))!
      const [missing, wrong] = codes[level]
      isKnownErrorAnswer(yield* send("GET", current, { ...headers, [keyName]: "" }), missing, 401)
      const { details } = isKnownErrorAnswer(
        yield* send("GET", current, { ...headers, [keyName]: "wrong" }),
        wrong,
        401
      )
      assert.deepEqual(details, { project_id: project.projectId })
    }
    // A secret key does not stand in for a publishable one.
    isKnownErrorAnswer(
      yield* send("GET", current, { ...headersFor(project, "server"), "x-stack-access-type": "client" }),
      yield* noClientKey,
      401
    )
  }),
  scenario("what servers and admins may do, clients may not", function* () {
    const project = yield* makeProject()
    const { details } = isKnownErrorAnswer(
      yield* send("GET", "/api/v1/users", headersFor(project, "client")),
      "INSUFFICIENT_ACCESS_TYPE",
      401
    )
    assert.deepEqual(details, { actual_access_type: "client", allowed_access_types: ["server", "admin"] })
    const error = yield* failure(call(project, "client", UsersWire.listUsers, { query: {} }), "InsufficientAccessType")
    assert.deepEqual(error.details, { actualAccessType: "client", allowedAccessTypes: ["server", "admin"] })
    isKnownErrorAnswer(
      yield* send("GET", "/api/v1/internal/projects/current", headersFor(project, "server")),
      "INSUFFICIENT_ACCESS_TYPE",
      401
    )
  }),
  scenario("tokens are looked at before keys", function* () {
    const project = yield* makeProject()
    const wrongKey = { ...headersFor(project, "client"), "x-stack-publishable-client-key": "wrong" }
    isKnownErrorAnswer(
      yield* send("GET", current, { ...wrongKey, "x-stack-access-token": "no.token.atall" }),
      "UNPARSABLE_ACCESS_TOKEN",
      401
    )
    isKnownErrorAnswer(
      yield* send("GET", current, { ...wrongKey, "x-stack-admin-access-token": "no.token.atall" }),
      "UNPARSABLE_ADMIN_ACCESS_TOKEN",
      401
    )
  }),
  scenario("a project has one branch", function* () {
    const project = yield* makeProject()
    const headers = headersFor(project, "client")
    const { details } = isKnownErrorAnswer(
      yield* send("GET", current, { ...headers, "x-stack-branch-id": "other" }),
      "BRANCH_DOES_NOT_EXIST",
      400
    )
    assert.deepEqual(details, { branch_id: "other" })
    assert.equal((yield* send("GET", current, { ...headers, "x-stack-branch-id": "main" })).status, 200)
  }),
  scenario("a request that does not fit is refused with every reason", function* () {
    const project = yield* makeProject()
    yield* requireClientKey(project)
    const headers = { ...headersFor(project, "client"), ...json }
    const path = "/api/v1/auth/password/sign-in"
    const response = yield* send("POST", path, headers, JSON.stringify({ email: "nobody", extra: 1 }))
    isKnownErrorAnswer(response, "SCHEMA_ERROR", 400)
    assert.match(response.text, /POST \/api\/v1\/auth\/password\/sign-in/)
    assert.match(response.text, /extra/)
    assert.match(response.text, /password/)
    isKnownErrorAnswer(yield* send("POST", path, headers, "{"), "BODY_PARSING_ERROR", 400)
    isKnownErrorAnswer(
      yield* send("POST", path, { ...headers, "content-type": "application/xml" }, "<email/>"),
      "BODY_PARSING_ERROR",
      400
    )
    isKnownErrorAnswer(yield* send("GET", `${current}?extra=1`, headers), "SCHEMA_ERROR", 400)
    // Access beats shape.
    isKnownErrorAnswer(
      yield* send("POST", path, { ...headers, "x-stack-publishable-client-key": "" }, "{}"),
      yield* noClientKey,
      401
    )
  }),
  scenario("failure statuses hide behind 200 on request", function* () {
    const project = yield* makeProject()
    const headers = { ...headersFor(project, "client"), "x-stack-override-error-status": "true" }
    const known = yield* send("GET", "/api/v1/users/me", headers)
    assert.equal(known.status, 200)
    assert.equal(known.header("x-stack-actual-status"), "400")
    assert.equal(known.header("x-stack-known-error"), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    const unknown = yield* send("GET", "/api/v1/nothing-here", headers)
    assert.equal(unknown.status, 200)
    assert.equal(unknown.header("x-stack-actual-status"), "404")
    assert.equal(unknown.header("x-stack-known-error"), undefined)
    const fine = yield* send("GET", current, headers)
    assert.equal(fine.header("x-stack-actual-status"), undefined)
    assert.equal((yield* send("GET", "/api/v1/nothing-here", headersFor(project, "client"))).status, 404)
    assert.equal((yield* send("DELETE", current, headers)).status, 405)
  }),
  scenario("every answer has an id, may be read by browsers and is never cached", function* () {
    const project = yield* makeProject()
    const response = yield* send("GET", current, headersFor(project, "client"))
    assert.match(response.header("x-stack-request-id") ?? "", /^[0-9a-z]{16}$/)
    assert.equal(response.header("cache-control"), "no-store, max-age=0")
    assert.equal(response.header("access-control-allow-origin"), "*")
    assert.equal(response.header("access-control-allow-credentials"), undefined)
    const exposed = response.header("access-control-expose-headers") ?? ""
    assert.ok(exposed.includes("x-stack-known-error") && exposed.includes("x-stack-actual-status"), exposed)
    const preflight = yield* send("OPTIONS", current, {
      origin: "https://app.example.org",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-stack-project-id"
    })
    assert.equal(preflight.status, 200)
    assert.ok(preflight.header("access-control-allow-headers")?.toLowerCase().includes("x-stack-random-nonce"))
  }),
  scenario("the token endpoint reads the client from the body or from Basic credentials", function* () {
    const project = yield* makeProject()
    const path = "/api/v1/auth/oauth/token"
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const secret = Redacted.value(project.publishableClientKey)
    const fields = { grant_type: "refresh_token", refresh_token: "unknown" }
    const client = { client_id: project.projectId, client_secret: secret }
    const body = (values: Record<string, string>) => new URLSearchParams(values).toString()
    const code = "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
    isKnownErrorAnswer(yield* send("POST", path, form, body({ ...fields, ...client })), code, 401)
    isKnownErrorAnswer(yield* send("POST", path, json, JSON.stringify({ ...fields, ...client })), code, 401)
    const basic = `Basic ${Buffer.from(`${project.projectId}:${secret}`).toString("base64")}`
    isKnownErrorAnswer(
      yield* send("POST", path, { ...form, authorization: basic }, body(fields)),
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
      400
    )
    isKnownErrorAnswer(
      yield* send("POST", path, form, body({ ...fields, ...client, client_secret: "wrong" })),
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
      400
    )
    isKnownErrorAnswer(
      yield* send("POST", path, form, body({ ...fields, ...client, grant_type: "password" })),
      "SCHEMA_ERROR",
      400
    )
    const incomplete = yield* send("POST", path, form, body({ grant_type: "refresh_token", ...client }))
    assert.equal(incomplete.status, 400)
    assert.equal(incomplete.header("x-stack-known-error"), undefined)
    assert.equal((JSON.parse(incomplete.text) as { error: string }).error, "invalid_request")
  })
]
