/** What the service takes for what it says, what it passes over, and what it refuses all the same. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, layer, password, raw, server, signUp } from "../../support/emulatorCalls.ts"

const summary = ({ knownError, status }: { readonly status: number; readonly knownError: string | undefined }) =>
  knownError === undefined ? [status] : [status, knownError]

describe("a value of another type", () => {
  it.effect("is converted in a body", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const changed = yield* call("PATCH", `/users/${user_id}`, {
        ...server,
        body: {
          display_name: 1,
          primary_email_verified: "true",
          client_metadata: { one: 1, yes: "true", list: ["1", 2] },
          profile_image_url: null
        }
      })
      expect(changed.body).toMatchObject({
        display_name: "1",
        primary_email_verified: true,
        client_metadata: { one: 1, yes: "true", list: ["1", 2] },
        profile_image_url: null
      })
      const session = yield* call("POST", "/auth/sessions", {
        ...server,
        body: { user_id, expires_in_millis: "60000", is_impersonation: 1 }
      })
      expect(session.status).toBe(200)
      const { body } = yield* call("GET", `/auth/sessions?user_id=${user_id}`, admin)
      expect(body.items[0].is_impersonation).toBe(true)
      yield* call("PATCH", "/internal/projects/current", {
        ...admin,
        body: { is_production_mode: "false", config: { magic_link_enabled: "TRUE", domains: [], sign_up_enabled: 0 } }
      })
      const project = yield* call("GET", "/internal/projects/current", admin)
      expect(project.body).toMatchObject({
        is_production_mode: false,
        config: { magic_link_enabled: true, sign_up_enabled: false }
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is converted in a query", () =>
    Effect.gen(function* () {
      const first = (yield* signUp("ann@example.org")).user_id
      yield* TestClock.adjust(1)
      const second = (yield* signUp("bob@example.org")).user_id
      const ids = (query: string) =>
        Effect.map(call("GET", `/users?${query}`, server), ({ body }) =>
          body.items.map((user: { readonly id: string }) => user.id)
        )
      expect(yield* ids("desc=1")).toStrictEqual([second, first])
      expect(yield* ids("desc=True")).toStrictEqual([second, first])
      expect(yield* ids("desc=0")).toStrictEqual([first, second])
      expect(summary(yield* call("GET", "/users?desc=yes", server))).toStrictEqual([400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    { display_name: {} },
    { display_name: ["Ann"] },
    { otp_auth_enabled: "yes" },
    { otp_auth_enabled: 2 },
    { otp_auth_enabled: null },
    []
  ])("is refused when it cannot be converted: $0", (body) =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")

      expect(summary(yield* call("PATCH", "/users/me", { token, body }))).toStrictEqual([400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(layer()))
  )
})

const everything = { clientTeamCreationEnabled: true, passkeyEnabled: true } as const

const services = ["2025-06", "current"] as const

interface Input {
  readonly method: "GET" | "PATCH" | "DELETE"
  readonly kind: "user" | "team" | "channel" | "profile"
  /** `{user}`, `{team}` and `{channel}` are their ids. */
  readonly query: string
  readonly level: "client" | "server"
}

/** Each query in a request that reads the item and in one that changes it, at each level that has it. */
const listInputs = (queries: ReadonlyArray<readonly [kind: Input["kind"], query: string]>): ReadonlyArray<Input> =>
  queries.flatMap(([kind, query]) =>
    (["GET", "PATCH"] as const).flatMap((method) =>
      (kind === "user" ? (["server"] as const) : (["client", "server"] as const)).map((level) => ({
        method,
        kind,
        query,
        level
      }))
    )
  )

/** A user with one item of each kind. */
const makeItems = Effect.gen(function* () {
  const { access_token: token, user_id: user } = yield* signUp("ann@example.org")
  const { body } = yield* call("POST", "/teams", { token, body: { display_name: "Crew", creator_user_id: "me" } })
  const channels = yield* call("GET", "/contact-channels?user_id=me", { token })
  const ids: Readonly<Record<string, string>> = { user, team: body.id, channel: channels.body.items[0].id }
  const paths = {
    user: `/users/${ids["user"]}`,
    team: `/teams/${ids["team"]}`,
    channel: `/contact-channels/me/${ids["channel"]}`,
    profile: `/team-member-profiles/${ids["team"]}/me`
  }
  const ask = ({ kind, level, method, query }: Input) => {
    const filled = query.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
    return call(method, `${paths[kind]}?${filled}`, { level, token, ...(method === "PATCH" && { body: {} }) })
  }
  return { ask }
})

describe.each(services)("a query parameter that an endpoint does not declare (%s)", (service) => {
  const emulator = layer({ service, anonymousSignUp: true, project: { config: everything } })

  it.effect("is ignored by endpoints that read no query", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      for (const [method, path, options] of [
        ["GET", "/internal/metrics", admin],
        ["POST", "/auth/passkey/initiate-passkey-registration", { token, body: {} }],
        ["POST", "/auth/passkey/initiate-passkey-authentication", { body: {} }],
        ["POST", "/auth/cli", { body: {} }],
        ["POST", "/auth/anonymous/sign-up", {}],
        ["POST", "/check-feature-support", { body: {} }],
        ["DELETE", "/auth/sessions/current", { token }]
      ] as const) {
        expect(summary(yield* call(method, `${path}?x=1`, options)), path).toStrictEqual([200])
      }
    }).pipe(Effect.provide(emulator))
  )

  it.effect.each(
    listInputs([
      ["user", "limit=1&desc=true&order_by=signed_up_at&query=x"],
      ["user", "team_id={team}"],
      ["team", "user_id=me&add_current_user=true"],
      ["team", "user_id={user}"],
      ["channel", "user_id=me"],
      ["channel", "contact_channel_id={channel}"],
      ["profile", "user_id=me"],
      ["profile", "team_id={team}&user_id={user}"]
    ])
  )("is ignored for an item if its list accepts it: $method $kind?$query at level $level", (input) =>
    Effect.gen(function* () {
      const { ask } = yield* makeItems
      expect(summary(yield* ask(input))).toStrictEqual([200])
    }).pipe(Effect.provide(emulator))
  )

  it.effect.each(
    listInputs([
      ["user", "limit=x"],
      ["user", "cursor=x"],
      ["user", "team_id=x"],
      ["user", "desc=maybe"],
      ["user", "other=1"],
      ["team", "user_id=x"],
      ["team", "add_current_user=maybe"],
      ["team", "team_id={team}"],
      ["channel", "user_id=x"],
      ["channel", "other=1"],
      ["profile", "user_id=x"],
      ["profile", "team_id=x"]
    ])
  )("is refused for an item if its list refuses it: $method $kind?$query at level $level", (input) =>
    Effect.gen(function* () {
      const { ask } = yield* makeItems
      expect(summary(yield* ask(input))).toStrictEqual([400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(emulator))
  )

  it.effect.each([
    ["team", "user_id=x", "client", [400, "SCHEMA_ERROR"]],
    ["channel", "user_id=x", "client", [400, "SCHEMA_ERROR"]],
    ["channel", "user_id=me", "client", [200]],
    ["team", "user_id=me", "client", [200]],
    ["user", "limit=1", "server", [200]]
  ] as const)("counts when an item is deleted: %s?%s", ([kind, query, level, verdict]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeItems
      expect(summary(yield* ask({ method: "DELETE", kind, query, level }))).toStrictEqual(verdict)
    }).pipe(Effect.provide(emulator))
  )

  it.effect("is refused by other endpoints", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      for (const [path, options] of [
        ["/users/me?limit=1", { token }],
        ["/internal/projects/current?x=1", admin]
      ] as const) {
        expect(summary(yield* call("GET", path, options)), path).toStrictEqual([400, "SCHEMA_ERROR"])
      }
    }).pipe(Effect.provide(emulator))
  )

  it.effect("cannot make a client the creator when it lists teams", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const listed = yield* call("GET", "/teams?add_current_user=true", { token })
      expect(summary(listed)).toStrictEqual([403])
    }).pipe(Effect.provide(emulator))
  )
})

describe("a body that an endpoint does not need", () => {
  const json = { "content-type": "application/json" }

  it.effect("is ignored if it is an object, as is the type of none", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const path = `/users/${user_id}`
      expect((yield* call("GET", path, { ...server, headers: json })).status).toBe(200)
      expect((yield* call("DELETE", path, { ...server, body: { any: "thing" } })).status).toBe(200)
    }).pipe(Effect.provide(layer({ project: { config: { passkeyEnabled: true } } })))
  )

  it.effect.each([
    { body: "{", headers: json },
    { body: "", headers: json },
    { body: "<x/>", headers: { "content-type": "application/xml" } }
  ])("is refused when it cannot be parsed: $0", (options) =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const path = `/users/${user_id}`
      const answer = yield* call("DELETE", path, { ...server, ...options })
      expect(summary(answer)).toStrictEqual([400, "BODY_PARSING_ERROR"])
      // Whoever may not call learns that first.
      expect(summary(yield* call("DELETE", path, options))).toStrictEqual([401, "INSUFFICIENT_ACCESS_TYPE"])
      const passkey = yield* call("POST", "/auth/passkey/initiate-passkey-registration", { token, ...options })
      expect(passkey.knownError).toBe("BODY_PARSING_ERROR")
    }).pipe(Effect.provide(layer({ project: { config: { passkeyEnabled: true } } })))
  )

  it.effect("may be an empty object, but not a list", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      yield* call("POST", "/project-permission-definitions", { ...admin, body: { id: "boss" } })
      const grant = `/project-permissions/${user_id}/boss`
      expect(summary(yield* call("POST", grant, { ...server, body: [] }))).toStrictEqual([400, "SCHEMA_ERROR"])
      expect((yield* call("POST", grant, { ...server, body: {} })).status).toBe(201)
      const token = yield* call("POST", "/webhooks/svix-token", { ...admin, body: [] })
      expect(summary(token)).toStrictEqual([400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(layer()))
  )
})

describe("requests of other clients", () => {
  it.effect("get 405 for HEAD, except below /health", () =>
    Effect.gen(function* () {
      expect((yield* raw("HEAD", "/api/v1")).status).toBe(405)
      expect((yield* call("HEAD", "/users/me", server)).status).toBe(405)
      // Not below the API's root, where probes ask.
      expect((yield* raw("HEAD", "/health")).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("get PERMISSION_NOT_FOUND for an unknown permission ID", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const unknown = yield* call("POST", `/project-permissions/${user_id}/nope`, { ...server, body: {} })
      expect(summary(unknown)).toStrictEqual([404, "PERMISSION_NOT_FOUND"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["Boss", "a b", "$", "x-y"])('get SCHEMA_ERROR for the permission ID "$0"', (id) =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const answer = yield* call("POST", `/project-permissions/${user_id}/${encodeURIComponent(id)}`, {
        ...server,
        body: {}
      })
      expect(summary(answer)).toStrictEqual([400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("accept a client version of three numbers", () =>
    Effect.gen(function* () {
      const check = (clientVersion: string) => call("POST", "/check-version", { body: { clientVersion } })
      expect((yield* check("2.8.15")).body).toStrictEqual({ upToDate: true })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["", "2.8", "v2.8.15", "2.8.15-beta.1", "js @stackframe/stack@2.8.15"])(
    'are told that the client version "$0" is invalid',
    (version) =>
      Effect.gen(function* () {
        const check = (clientVersion: string) => call("POST", "/check-version", { body: { clientVersion } })
        expect((yield* check(version)).body).toStrictEqual({
          upToDate: false,
          error: expect.any(String),
          severe: true
        })
      }).pipe(Effect.provide(layer()))
  )
})

describe("email addresses in the current service", () => {
  it.effect("are stored in lower case, and sign in in any case", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("Ann@Example.org")
      expect((yield* call("GET", "/users/me", { token })).body.primary_email).toBe("ann@example.org")
      const signIn = yield* call("POST", "/auth/password/sign-in", {
        body: { email: "ANN@example.ORG", password }
      })
      expect(signIn.status).toBe(200)
      const again = yield* call("POST", "/users", {
        ...server,
        body: { primary_email: "aNN@example.org", primary_email_auth_enabled: true }
      })
      expect(summary(again)).toStrictEqual([409, "USER_EMAIL_ALREADY_EXISTS"])
      const channel = { user_id: "me", type: "email", value: "More@Example.org", used_for_auth: false }
      expect((yield* call("POST", "/contact-channels", { token, body: channel })).body.value).toBe("more@example.org")
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("keep their case in the service of 2025-06", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("Ann@Example.org")
      expect((yield* call("GET", "/users/me", { token })).body.primary_email).toBe("Ann@Example.org")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("anonymous sign-up", () => {
  it.effect.each(["2025-06", "current"] as const)("is allowed at the internal project of the service $0", (service) =>
    Effect.gen(function* () {
      const status = Effect.gen(function* () {
        const { internal } = yield* Emulator
        return (yield* call("POST", "/auth/anonymous/sign-up", { project: internal })).status
      }).pipe(Effect.provide(layer({ service })))
      expect(yield* status).toBe(200)
    })
  )

  it.effect("needs the emulator's option in the service of 2025-06", () =>
    Effect.gen(function* () {
      const refused = call("POST", "/auth/anonymous/sign-up").pipe(Effect.provide(layer({ service: "2025-06" })))
      expect(summary(yield* refused)).toStrictEqual([400, "ANONYMOUS_ACCOUNTS_NOT_ENABLED"])
    })
  )

  it.effect.each([{ service: "2025-06", anonymousSignUp: true }, { service: "current" }, {}] as const)(
    "is allowed with the options $0",
    (options) =>
      Effect.gen(function* () {
        expect((yield* call("POST", "/auth/anonymous/sign-up").pipe(Effect.provide(layer(options)))).status).toBe(200)
      })
  )
})
