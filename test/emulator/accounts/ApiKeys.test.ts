/** API keys are shown once, checked in the documented order, and only their owner and servers see them. */
import * as path from "node:path"
import { crc32 } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { database } from "../../support/database.ts"
import { call, type Call, interleaved, layer, signUp } from "../../support/emulatorCalls.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { unknownId } from "../../support/unknownId.ts"

const enabled = {
  project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true } }
}

const startMillis = 1_750_000_000_000

const user = Effect.fnUntraced(function* (email: string) {
  yield* TestClock.setTime(startMillis)
  const { access_token, user_id } = yield* signUp(email)
  return { token: access_token, id: user_id }
})

/** A team with a member who may do everything, one who may not manage keys, and somebody outside. */
const crew = Effect.gen(function* () {
  const [admin, member, stranger] = [
    yield* user("ann@x.example"),
    yield* user("bob@x.example"),
    yield* user("eve@x.example")
  ]
  const team = yield* call("POST", "/teams", {
    level: "server",
    body: { display_name: "Crew", creator_user_id: admin.id }
  })
  const teamId = String(team.body.id)
  yield* call("POST", `/team-memberships/${teamId}/${member.id}`, { level: "server", body: {} })
  return { admin, member, stranger, teamId }
})

const createUserKey = (options: Call, body: object = {}) =>
  call("POST", "/user-api-keys", {
    ...options,
    body: { user_id: "me", description: "CI", expires_at_millis: null, ...body }
  })

const createTeamKey = (options: Call, team_id: string, body: object = {}) =>
  call("POST", "/team-api-keys", {
    ...options,
    body: { team_id, description: "CI", expires_at_millis: null, ...body }
  })

const check = (type: "user" | "team", api_key: string, options: Call = {}) =>
  call("POST", `/${type}-api-keys/check`, { level: "server", body: { api_key }, ...options })

const summary = ({ knownError, status, text }: { status: number; knownError: string | undefined; text: string }) =>
  knownError === undefined ? [status, text] : [status, knownError]

describe("API keys of users", () => {
  it.effect("are shown once, then by their last four characters", () =>
    Effect.gen(function* () {
      const { id, token } = yield* user("ann@example.org")
      const created = yield* createUserKey({ token }, { expires_at_millis: startMillis + 1_000 })
      const fields = {
        id: expect.any(String),
        description: "CI",
        created_at_millis: startMillis,
        expires_at_millis: startMillis + 1_000,
        is_public: false,
        type: "user",
        user_id: id
      }
      expect({ status: created.status, body: created.body }).toStrictEqual({
        status: 200,
        body: { ...fields, value: expect.any(String) }
      })
      const shown = { ...fields, value: { last_four: created.body.value.slice(-4) } }
      expect((yield* call("GET", `/user-api-keys/${created.body.id}`, { token })).body).toStrictEqual(shown)
      expect((yield* call("GET", `/user-api-keys/${created.body.id}?user_id=${id}`, { token })).status).toBe(200)
      const list = yield* call("GET", "/user-api-keys?user_id=me", { token })
      expect(list.body).toStrictEqual({ items: [shown], is_paginated: false })
      expect((yield* check("user", created.body.value)).body).toStrictEqual(shown)
    }).pipe(Effect.provide(layer(enabled)))
  )

  const ownKey = Effect.gen(function* () {
    const { token } = yield* user("ann@example.org")
    const { body: key } = yield* createUserKey({ token })
    return (body: object) => call("PATCH", `/user-api-keys/${key.id}`, { token, body })
  })

  it.effect("are renamed", () =>
    Effect.gen(function* () {
      const patch = yield* ownKey
      expect((yield* patch({ description: "CD" })).body).toMatchObject({ description: "CD" })
      const { body } = yield* patch({})
      expect(body).toMatchObject({ description: "CD" })
      expect(body).not.toHaveProperty("manually_revoked_at_millis")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are revoked for good at the first revocation", () =>
    Effect.gen(function* () {
      const patch = yield* ownKey
      yield* TestClock.adjust(10)
      const manually_revoked_at_millis = startMillis + 10
      expect((yield* patch({ revoked: true })).body).toMatchObject({ manually_revoked_at_millis })
      yield* TestClock.adjust(10)
      expect((yield* patch({ revoked: true })).body).toMatchObject({ manually_revoked_at_millis })
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are also renamed after their revocation", () =>
    Effect.gen(function* () {
      const patch = yield* ownKey
      yield* patch({ revoked: true })
      expect((yield* patch({ description: "" })).body).toMatchObject({
        description: "",
        manually_revoked_at_millis: startMillis
      })
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each([{ revoked: false }, { expires_at_millis: 1 }, { user_id: "x" }, { team_id: "x" }])(
    "are not changed by $0",
    (body) =>
      Effect.gen(function* () {
        const patch = yield* ownKey
        expect((yield* patch(body)).knownError).toBe("SCHEMA_ERROR")
      }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are not found unless their whole text is right", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const { value } = (yield* createUserKey({ token })).body
      expect((yield* check("user", value)).status).toBe(200)
      for (const wrong of [`${value}x`, "sk_garbage"]) {
        expect(summary(yield* check("user", wrong)), wrong).toStrictEqual([404, "API_KEY_NOT_FOUND"])
      }
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are no keys of teams, nor the other way around", () =>
    Effect.gen(function* () {
      const { admin, teamId } = yield* crew
      const ofTeam = (yield* createTeamKey({ token: admin.token }, teamId)).body
      const ofUser = (yield* createUserKey({ token: admin.token })).body
      const asUser = yield* check("user", ofTeam.value)
      expect(summary(asUser)).toStrictEqual([400, "WRONG_API_KEY_TYPE"])
      expect(asUser.body.details).toStrictEqual({ expected_type: "user", actual_type: "team" })
      const asTeam = yield* check("team", ofUser.value)
      expect(summary(asTeam)).toStrictEqual([400, "WRONG_API_KEY_TYPE"])
      expect(asTeam.body.details).toStrictEqual({ expected_type: "team", actual_type: "user" })
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are accepted until the millisecond in which they expire", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const { value } = (yield* createUserKey({ token }, { expires_at_millis: startMillis + 1_000 })).body
      yield* TestClock.adjust(1_000)
      expect((yield* check("user", value)).status).toBe(200)
      yield* TestClock.adjust(1)
      expect(summary(yield* check("user", value))).toStrictEqual([401, "API_KEY_EXPIRED"])
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are of the wrong type before they are expired, and revoked before that", () =>
    Effect.gen(function* () {
      const { admin, teamId } = yield* crew
      const { token } = admin
      const expiring = { expires_at_millis: startMillis + 1_000 }
      const ofUser = (yield* createUserKey({ token }, expiring)).body
      const ofTeam = (yield* createTeamKey({ token }, teamId, expiring)).body
      yield* TestClock.adjust(1_001)
      expect(summary(yield* check("user", ofTeam.value))).toStrictEqual([400, "WRONG_API_KEY_TYPE"])
      yield* call("PATCH", `/user-api-keys/${ofUser.id}`, { token, body: { revoked: true } })
      expect(summary(yield* check("user", ofUser.value))).toStrictEqual([401, "API_KEY_REVOKED"])
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are visible to their user and to servers only", () =>
    Effect.gen(function* () {
      const ann = yield* user("ann@example.org")
      const eve = yield* user("eve@example.org")
      const { body: key } = yield* createUserKey({ token: ann.token })
      const refused = [403, "Client can only manage their own api keys"]
      expect(summary(yield* createUserKey({ token: eve.token }, { user_id: ann.id }))).toStrictEqual(refused)
      expect(summary(yield* call("GET", `/user-api-keys?user_id=${ann.id}`, { token: eve.token }))).toStrictEqual(
        refused
      )
      // Naming somebody in the query is no way around.
      for (const query of ["", `?user_id=${ann.id}`, "?user_id=me", `?user_id=${eve.id}`]) {
        expect(
          summary(yield* call("GET", `/user-api-keys/${key.id}${query}`, { token: eve.token })),
          query
        ).toStrictEqual(refused)
        const patched = yield* call("PATCH", `/user-api-keys/${key.id}${query}`, {
          token: eve.token,
          body: { description: "Unauthorized Update", revoked: true }
        })
        expect(summary(patched), query).toStrictEqual(refused)
      }
      expect((yield* check("user", key.value)).status).toBe(200)
      const server = { level: "server" } as const
      expect((yield* createUserKey(server, { user_id: ann.id })).body.user_id).toBe(ann.id)
      expect((yield* call("GET", `/user-api-keys?user_id=${ann.id}`, server)).body.items).toHaveLength(2)
      expect((yield* call("PATCH", `/user-api-keys/${key.id}`, { ...server, body: { revoked: true } })).status).toBe(
        200
      )
      expect((yield* createUserKey({ ...server, token: ann.token })).body.user_id).toBe(ann.id)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each([
    ["GET", "?user_id=me"],
    ["GET", `/${unknownId}?user_id=me`],
    ["PATCH", `/${unknownId}?user_id=me`, {}],
    ["POST", "", { user_id: "me", description: "", expires_at_millis: null }]
  ] as ReadonlyArray<readonly [string, string, object?]>)("need a user: %s %s", ([method, url, body]) =>
    Effect.gen(function* () {
      for (const level of ["client", "server"] as const) {
        expect(summary(yield* call(method, `/user-api-keys${url}`, { level, body })), level).toStrictEqual([
          400,
          "CANNOT_GET_OWN_USER_WITHOUT_USER"
        ])
      }
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("need a user that exists", () =>
    Effect.gen(function* () {
      expect((yield* createUserKey({ level: "server" }, { user_id: unknownId })).status).toBe(404)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are not found by the id of none, and not listed without a user", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      expect(summary(yield* call("GET", `/user-api-keys/${unknownId}`, { token }))).toStrictEqual([
        404,
        "API_KEY_NOT_FOUND"
      ])
      expect((yield* call("GET", "/user-api-keys", { token })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are refused in any other shape", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const bodies = [
        { expires_at_millis: undefined },
        { expires_at_millis: "soon" },
        { expires_at_millis: 1e300 },
        { description: undefined },
        { user_id: undefined },
        { team_id: unknownId },
        { is_public: "yes" }
      ]
      for (const body of bodies) {
        expect((yield* createUserKey({ token }, body)).knownError, JSON.stringify(body)).toBe("SCHEMA_ERROR")
      }
      expect((yield* createUserKey({ token }, { description: "x".repeat(10_000) })).status).toBe(200)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("need the project's consent for every call", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const calls: ReadonlyArray<readonly [string, string, Call]> = [
        ["GET", "s?user_id=me", { token }],
        ["POST", "s", { token, body: { user_id: "me", description: "", expires_at_millis: null } }],
        ["GET", `s/${unknownId}`, { token }],
        ["PATCH", `s/${unknownId}`, { token, body: {} }],
        ["POST", "s/check", { level: "server", body: { api_key: "sk_x" } }]
      ]
      for (const [method, url, options] of calls) {
        const answer = yield* call(method, `/user-api-key${url}`, options)
        expect(summary(answer), method).toStrictEqual([400, "User API keys are not enabled for this project."])
        const team = url.includes("check") || method === "POST" ? url : url.split("?")[0] + `?team_id=${unknownId}`
        const body =
          method === "POST" && !url.includes("check")
            ? { team_id: unknownId, description: "", expires_at_millis: null }
            : options.body
        const ofTeam = yield* call(method, `/team-api-key${team}`, { ...options, body })
        expect(summary(ofTeam), method).toStrictEqual([400, "Team API keys are not enabled for this project."])
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are deleted with their user", () =>
    Effect.gen(function* () {
      const ann = yield* user("ann@example.org")
      const { body } = yield* createUserKey({ token: ann.token })
      yield* call("DELETE", `/users/${ann.id}`, { level: "server" })
      expect((yield* check("user", body.value)).knownError).toBe("API_KEY_NOT_FOUND")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are not readable from the data", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = path.join(folder, "data.sqlite")
      const value = yield* Effect.gen(function* () {
        const { token } = yield* user("ann@example.org")
        return String((yield* createUserKey({ token })).body.value)
      }).pipe(Effect.provide(layer({ ...enabled, data })))
      const rows = yield* Effect.flatMap(SqlClient, (sql) => sql`SELECT * FROM api_keys`).pipe(
        Effect.provide(database(data))
      )
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(value.slice(3, 48))
    })
  )

  it.effect("are revoked at one time under 50 parallel revocations", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const { body } = yield* createUserKey({ token })
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () =>
          call("PATCH", `/user-api-keys/${body.id}`, { token, body: { revoked: true } })
        ),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map((answer) => answer.body.manually_revoked_at_millis))).toStrictEqual(
        new Set([startMillis])
      )
    }).pipe(Effect.provide(layer(enabled)), interleaved)
  )
})

describe("the text of an API key", () => {
  it.effect.each([
    [false, "sk", "1"],
    [true, "pk", "3"]
  ] as const)("has the form that secret scanners recognize, if it is public: $0", ([is_public, start, flag]) =>
    Effect.gen(function* () {
      const { id: user_id } = yield* user("ann@example.org")
      const { id, value } = (yield* createUserKey({ level: "server" }, { user_id, is_public })).body
      expect(value).toMatch(
        new RegExp(`^${start}_[0-9a-hjkmnp-tv-z]{45}${id.replaceAll("-", "")}user${flag}574ck4u7h[0-9a-f]{8}$`)
      )
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("ends with the CRC-32 of the rest", () =>
    Effect.gen(function* () {
      const { token } = yield* user("ann@example.org")
      const { value } = (yield* createUserKey({ token })).body
      expect(Number.parseInt(value.slice(-8), 16)).toBe(crc32(value.slice(0, -8)))
    }).pipe(Effect.provide(layer(enabled)))
  )
})

describe("API keys of teams", () => {
  it.effect("do not exist for users outside the team", () =>
    Effect.gen(function* () {
      const { admin, member, stranger, teamId } = yield* crew
      const { body: key } = yield* createTeamKey({ token: admin.token }, teamId)
      for (const [who, { token }] of Object.entries({ member, stranger })) {
        const answers = [
          yield* createTeamKey({ token }, teamId),
          yield* call("GET", `/team-api-keys?team_id=${teamId}`, { token }),
          yield* call("GET", `/team-api-keys/${key.id}?team_id=${teamId}`, { token }),
          yield* call("PATCH", `/team-api-keys/${key.id}?team_id=${teamId}`, { token, body: { revoked: true } })
        ]
        expect(answers.map(summary), who).toStrictEqual(answers.map(() => [404, "API_KEY_NOT_FOUND"]))
      }
      expect((yield* check("team", key.value)).status).toBe(200)
      yield* call("POST", `/team-permissions/${teamId}/${member.id}/$manage_api_keys`, { level: "server", body: {} })
      const { token } = member
      expect((yield* call("GET", `/team-api-keys?team_id=${teamId}`, { token })).body.items).toHaveLength(1)
      yield* call("DELETE", `/team-memberships/${teamId}/${member.id}`, { level: "server" })
      expect((yield* call("GET", `/team-api-keys?team_id=${teamId}`, { token })).knownError).toBe("API_KEY_NOT_FOUND")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are not reached through another team, nor as keys of users", () =>
    Effect.gen(function* () {
      const { admin, stranger, teamId } = yield* crew
      const { body: key } = yield* createTeamKey({ token: admin.token }, teamId)
      const other = yield* call("POST", "/teams", { token: stranger.token, body: { display_name: "Others" } })
      const { token } = stranger
      const through = `/team-api-keys/${key.id}?team_id=${other.body.id}`
      const own = (yield* createUserKey({ token })).body
      const answers = {
        readThroughTeam: yield* call("GET", through, { token }),
        revokedThroughTeam: yield* call("PATCH", through, { token, body: { revoked: true } }),
        readAsUserKey: yield* call("GET", `/user-api-keys/${key.id}`, { token }),
        readAsUserKeyByServer: yield* call("GET", `/user-api-keys/${key.id}`, { level: "server" }),
        userKeyAsTeamKey: yield* call("GET", `/team-api-keys/${own.id}?team_id=${other.body.id}`, { level: "server" })
      }
      const notFound = { knownError: "API_KEY_NOT_FOUND" }
      expect(answers).toMatchObject(Record.map(answers, () => notFound))
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are found whichever team the query names, by those who may manage them", () =>
    Effect.gen(function* () {
      const { admin, stranger, teamId } = yield* crew
      const { body: key } = yield* createTeamKey({ token: admin.token }, teamId)
      for (const named of [teamId, unknownId]) {
        const path = `/team-api-keys/${key.id}?team_id=${named}`
        for (const options of [{ token: admin.token }, { level: "server" }] as const) {
          expect((yield* call("GET", path, options)).body, `${named} ${JSON.stringify(options)}`).toMatchObject({
            id: key.id,
            team_id: teamId
          })
          expect(
            (yield* call("PATCH", path, { ...options, body: {} })).status,
            `${named} ${JSON.stringify(options)}`
          ).toBe(200)
        }
        expect((yield* call("GET", path, { token: stranger.token })).knownError, named).toBe("API_KEY_NOT_FOUND")
      }
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("report an unreadable body before a missing query", () =>
    Effect.gen(function* () {
      const path = `/team-api-keys/${unknownId}`
      const headers = { "content-type": "application/json" }
      const unreadable = yield* call("PATCH", path, { level: "server", body: "{", headers })
      expect(unreadable.knownError).toBe("BODY_PARSING_ERROR")
      expect((yield* call("PATCH", path, { level: "server", body: {} })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("need a user at client level, and a team that exists", () =>
    Effect.gen(function* () {
      const { teamId } = yield* crew
      const { body: key } = yield* createTeamKey({ level: "server" }, teamId)
      expect(summary(yield* createTeamKey({}, teamId))).toStrictEqual([401, "USER_AUTHENTICATION_REQUIRED"])
      expect((yield* call("GET", `/team-api-keys?team_id=${teamId}`)).knownError).toBe("USER_AUTHENTICATION_REQUIRED")
      expect((yield* createTeamKey({ level: "server" }, unknownId)).status).toBe(404)
      yield* call("DELETE", `/teams/${teamId}`, { level: "server" })
      expect((yield* check("team", key.value)).knownError).toBe("API_KEY_NOT_FOUND")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each(["client", "server"] as const)("need a team in every query at the $0 level", (level) =>
    Effect.gen(function* () {
      const { admin, teamId } = yield* crew
      const { body: key } = yield* createTeamKey({ level: "server" }, teamId)
      const options = { level, token: admin.token }
      expect((yield* call("GET", "/team-api-keys", options)).knownError).toBe("SCHEMA_ERROR")
      expect((yield* call("GET", `/team-api-keys/${key.id}`, options)).knownError).toBe("SCHEMA_ERROR")
      const patched = yield* call("PATCH", `/team-api-keys/${key.id}`, { ...options, body: {} })
      expect(patched.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer(enabled)))
  )
})
