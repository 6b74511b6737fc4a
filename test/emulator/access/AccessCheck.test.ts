/** Project, keys and tokens of a request are checked in the documented order. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as TestClock from "effect/testing/TestClock"
import { readManagedProjectIds } from "../../../src/emulator/access/AccessCheck.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, layer, raw, signUp } from "../../support/emulatorCalls.ts"

const owner = Effect.gen(function* () {
  const { internal } = yield* Emulator
  const { access_token } = yield* signUp("dev@example.org", { project: internal })
  const { body } = yield* call("POST", "/internal/projects", {
    project: internal,
    token: access_token,
    body: { display_name: "Owned" }
  })
  return { token: access_token, projectId: String(body.id) }
})

const ask = (headers: Readonly<Record<string, string>>) => raw("GET", "/api/v1/projects/current", { headers })

describe("access", () => {
  /** Headers whose value is `own` have that of the project. */
  it.effect.each<readonly [headers: Readonly<Record<string, string>>, code: string]>([
    [{ "x-stack-publishable-client-key": "x" }, "PROJECT_KEY_WITHOUT_ACCESS_TYPE"],
    [{ "x-stack-admin-access-token": "x" }, "PROJECT_KEY_WITHOUT_ACCESS_TYPE"],
    [{}, "ACCESS_TYPE_REQUIRED"],
    [{ "x-stack-secret-server-key": "" }, "ACCESS_TYPE_REQUIRED"],
    [{ "x-stack-access-type": "root" }, "INVALID_ACCESS_TYPE"],
    [{ "x-stack-access-type": "client" }, "ACCESS_TYPE_WITHOUT_PROJECT_ID"],
    [
      { "x-stack-access-type": "client", "x-stack-project-id": "own", "x-stack-access-token": "x.y.z" },
      "UNPARSABLE_ACCESS_TOKEN"
    ],
    [{ "x-stack-access-type": "client", "x-stack-project-id": "own" }, "CLIENT_AUTHENTICATION_REQUIRED"],
    [{ "x-stack-access-type": "server", "x-stack-project-id": "own" }, "SERVER_AUTHENTICATION_REQUIRED"],
    [{ "x-stack-access-type": "admin", "x-stack-project-id": "own" }, "ADMIN_AUTHENTICATION_REQUIRED"],
    [
      { "x-stack-access-type": "server", "x-stack-project-id": "own", "x-stack-secret-server-key": "" },
      "SERVER_AUTHENTICATION_REQUIRED"
    ],
    [
      { "x-stack-access-type": "client", "x-stack-project-id": "own", "x-stack-publishable-client-key": "x" },
      "INVALID_PUBLISHABLE_CLIENT_KEY"
    ],
    [
      {
        "x-stack-access-type": "client",
        "x-stack-project-id": "own",
        "x-stack-secret-server-key": "own"
      },
      "CLIENT_AUTHENTICATION_REQUIRED"
    ],
    [
      {
        "x-stack-access-type": "server",
        "x-stack-project-id": "internal",
        "x-stack-secret-server-key": "own"
      },
      "INVALID_SECRET_SERVER_KEY"
    ],
    [
      {
        "x-stack-access-type": "admin",
        "x-stack-project-id": "nobody",
        "x-stack-super-secret-admin-key": "own"
      },
      "INVALID_SUPER_SECRET_ADMIN_KEY"
    ],
    [
      {
        "x-stack-access-type": "client",
        "x-stack-project-id": "own",
        "x-stack-publishable-client-key": "own",
        "x-stack-branch-id": "other"
      },
      "BRANCH_DOES_NOT_EXIST"
    ]
  ])("checks in the documented order: %j", ([headers, code]) =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const own: Readonly<Record<string, string | undefined>> = {
        "x-stack-project-id": project?.projectId,
        "x-stack-publishable-client-key": project?.publishableClientKey,
        "x-stack-secret-server-key": project?.secretServerKey,
        "x-stack-super-secret-admin-key": project?.superSecretAdminKey
      }
      const sent = Record.map(headers, (value, name) => (value === "own" ? (own[name] ?? "") : value))
      expect((yield* raw("GET", "/api/v1/projects/current", { headers: sent })).knownError).toBe(code)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("names the branch that does not exist, and the levels that may call", () =>
    Effect.gen(function* () {
      const onBranch = (branch: string) =>
        call("GET", "/projects/current", { headers: { "x-stack-branch-id": branch } })
      expect((yield* onBranch("other")).body.details).toStrictEqual({ branch_id: "other" })
      expect((yield* onBranch("main")).status).toBe(200)
      const low = yield* call("GET", "/internal/projects/current", { level: "server" })
      expect(low.body.details).toStrictEqual({ actual_access_type: "server", allowed_access_types: ["admin"] })
      const client = yield* call("GET", "/users")
      expect(client.body.details).toStrictEqual({
        actual_access_type: "client",
        allowed_access_types: ["server", "admin"]
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each([
    ["root", '"root"'],
    ["Client", '"Client"'],
    ["r".repeat(41), `"${"r".repeat(40)}"`]
  ] as const)("quotes 40 characters of an unknown access type: $0", ([type, shown]) =>
    Effect.gen(function* () {
      expect((yield* ask({ "x-stack-access-type": type })).body).toMatchObject({
        code: "INVALID_ACCESS_TYPE",
        error: `The access type must be client, server or admin, but is ${shown}.`
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each([
    ["client", "x-stack-publishable-client-key"],
    ["server", "x-stack-secret-server-key"],
    ["admin", "x-stack-super-secret-admin-key"]
  ] as const)("explains a missing or wrong key of level $0", ([level, header]) =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const id = project?.projectId ?? ""
      expect((yield* ask({ [header]: "x" })).body).toMatchObject({ code: "PROJECT_KEY_WITHOUT_ACCESS_TYPE" })
      const type = { "x-stack-access-type": level }
      expect((yield* ask(type)).body.details).toStrictEqual({ request_type: level })
      const wrong = { ...type, "x-stack-project-id": id, [header]: "x" }
      expect((yield* ask(wrong)).body.details).toStrictEqual({ project_id: id })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("reads access tokens before keys", () =>
    Effect.gen(function* () {
      const { internal, project } = yield* Emulator
      const { access_token } = yield* signUp("ann@example.org")
      const wrongKey = { ...project, publishableClientKey: "wrong" }
      expect((yield* call("GET", "/users/me", { project: wrongKey, token: "garbage" })).knownError).toBe(
        "UNPARSABLE_ACCESS_TOKEN"
      )
      const other = yield* call("GET", "/users/me", { project: internal, token: access_token })
      expect(other.knownError).toBe("INVALID_PROJECT_FOR_ACCESS_TOKEN")
      expect(other.body.details).toStrictEqual({
        expected_project_id: "internal",
        actual_project_id: project?.projectId
      })
      yield* TestClock.adjust("10 minutes")
      const expired = yield* call("GET", "/users/me", { project: wrongKey, token: access_token })
      expect({ knownError: expired.knownError, details: expired.body.details }).toStrictEqual({
        knownError: "ACCESS_TOKEN_EXPIRED",
        details: { expired_at_millis: 600_000 }
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("returns server-only fields to servers only", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const client = yield* call("GET", "/users/me", { token })
      const server = yield* call("GET", "/users/me", { level: "server", token })
      expect(client.body).not.toHaveProperty("server_metadata")
      expect(server.body).toHaveProperty("server_metadata", null)
      const forbidden = yield* call("PATCH", "/users/me", { token, body: { client_read_only_metadata: {} } })
      expect(forbidden.body.error).toContain("body contains unknown properties: client_read_only_metadata")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("treats a token whose user is gone as no user", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      yield* call("DELETE", `/users/${user_id}`, { level: "server" })
      expect((yield* call("GET", "/users/me", { token })).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("refuses the access tokens of users who do not own the project", () =>
    Effect.gen(function* () {
      const { internal, project } = yield* Emulator
      const { projectId, token } = yield* owner
      const headers = { "x-stack-admin-access-token": token, "x-stack-secret-server-key": "" }
      const admin = { level: "admin" as const, headers }
      const foreign = { projectId: project?.projectId ?? "" }
      expect((yield* call("GET", "/internal/projects/current", { ...admin, project: foreign })).knownError).toBe(
        "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"
      )
      const { access_token } = yield* signUp("ann@example.org")
      const ofOther = { ...admin, headers: { "x-stack-admin-access-token": access_token } }
      expect(
        (yield* call("GET", "/internal/projects/current", { ...ofOther, project: { projectId } })).knownError
      ).toBe("ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      const garbage = { ...admin, headers: { "x-stack-admin-access-token": "x" } }
      expect(
        (yield* call("GET", "/internal/projects/current", { ...garbage, project: { projectId } })).knownError
      ).toBe("UNPARSABLE_ADMIN_ACCESS_TOKEN")
      yield* call("DELETE", "/internal/projects/current", { ...admin, project: { projectId } })
      expect((yield* call("GET", "/projects/current", { ...admin, project: { projectId } })).knownError).toBe(
        "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"
      )
      yield* TestClock.adjust("10 minutes")
      const expired = yield* call("GET", "/projects/current", { ...admin, project: internal })
      expect({ knownError: expired.knownError, details: expired.body.details }).toStrictEqual({
        knownError: "ADMIN_ACCESS_TOKEN_EXPIRED",
        details: { expired_at_millis: 600_000 }
      })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each(["client", "server", "admin"] as const)(
    "lets owners in by their access token at the $0 level, without keys",
    (level) =>
      Effect.gen(function* () {
        const { projectId, token } = yield* owner
        const headers = { "x-stack-admin-access-token": token, "x-stack-secret-server-key": "" }
        expect((yield* call("GET", "/projects/current", { level, project: { projectId }, headers })).status).toBe(200)
      }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("does not let in an owner who is gone", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const { projectId, token } = yield* owner
      expect((yield* call("DELETE", "/users/me", { project: internal, level: "server", token })).status).toBe(200)
      const headers = { "x-stack-admin-access-token": token }
      const gone = yield* call("GET", "/projects/current", { level: "admin", project: { projectId }, headers })
      expect(gone).toMatchObject({ status: 401, text: "The user of the admin access token does not exist any more." })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("the projects that somebody owns", () => {
  it.each([
    [null, []],
    ["null", []],
    ["1", []],
    ["{}", []],
    ['{"managedProjectIds":"one"}', []],
    ['{"managedProjectIds":["one",1,null,"two"]}', ["one", "two"]]
  ])("are read from %s", (server_metadata, ids) => {
    expect(readManagedProjectIds({ server_metadata })).toStrictEqual(ids)
  })
})
