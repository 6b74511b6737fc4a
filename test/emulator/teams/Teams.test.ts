/** Clients and servers create, read, change and delete teams, each with their own rights. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, type Answer, call, layer, server, signUp } from "../../support/emulatorCalls.ts"
import { crew, held, person, teamLayer } from "../../support/people.ts"
import { unknownId } from "../../support/unknownId.ts"

describe("creating a team", () => {
  it.effect("answers servers with its own shape, and has no member unless one is named", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(5)
      const body = {
        display_name: "Crew",
        profile_image_url: "https://example.org/crew.png",
        client_metadata: 1,
        client_read_only_metadata: [2],
        server_metadata: { three: 3 }
      }
      const created = yield* call("POST", "/teams", { ...server, body })
      expect({ status: created.status, body: created.body }).toStrictEqual({
        status: 201,
        body: { id: created.body.id, ...body, created_at_millis: 5 }
      })
      const members = yield* call("GET", `/team-member-profiles?team_id=${created.body.id}`, server)
      expect(members.body.items).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("makes the creator whom a server names its admin, by id or as the user of a token", () =>
    Effect.gen(function* () {
      const ann = yield* person("ann")
      const byId = yield* call("POST", "/teams", { ...admin, body: { display_name: "B", creator_user_id: ann.id } })
      const asMe = { display_name: "C", creator_user_id: "me" }
      const byMe = yield* call("POST", "/teams", { ...server, token: ann.token, body: asMe })
      const permissions = yield* Effect.forEach([byId, byMe], ({ body }) => held(body.id, ann))
      expect(permissions).toStrictEqual([["team_admin"], ["team_admin"]])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("fails for a creator who does not exist, and leaves no team", () =>
    Effect.gen(function* () {
      const create = (creator_user_id: string) =>
        call("POST", "/teams", { ...server, body: { display_name: "T", creator_user_id } })
      expect((yield* create("me")).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      const nobody = yield* create(unknownId)
      expect(nobody).toMatchObject({ status: 404, knownError: "USER_NOT_FOUND" })
      expect((yield* call("GET", "/teams", server)).body.items).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  describe("by a client", () => {
    const create = (body: object, token?: string) => call("POST", "/teams", { token, body })

    it.effect("needs a user", () =>
      Effect.gen(function* () {
        const anonymous = yield* create({ display_name: "T" })
        expect(anonymous).toMatchObject({ status: 401, knownError: "USER_AUTHENTICATION_REQUIRED" })
      }).pipe(Effect.provide(teamLayer()))
    )

    it.effect("is for the user alone", () =>
      Effect.gen(function* () {
        const { member, owner } = yield* crew
        const other = yield* create({ display_name: "T", creator_user_id: member.id }, owner.token)
        expect(other).toMatchObject({ status: 403, knownError: undefined })
        expect((yield* create({ display_name: "T", creator_user_id: owner.id }, owner.token)).status).toBe(201)
      }).pipe(Effect.provide(teamLayer()))
    )

    it.effect("takes no link as an image", () =>
      Effect.gen(function* () {
        const ann = yield* person("ann")
        const link = yield* create({ display_name: "T", profile_image_url: "https://example.org/x.png" }, ann.token)
        expect(link).toMatchObject({ status: 400, knownError: undefined })
      }).pipe(Effect.provide(teamLayer()))
    )

    it.effect.each([{}, { display_name: null }, { display_name: "T", server_metadata: 1 }])(
      "needs a name, and takes no field of servers: $0",
      (body) =>
        Effect.gen(function* () {
          const ann = yield* person("ann")

          expect((yield* create(body, ann.token)).knownError).toBe("SCHEMA_ERROR")
        }).pipe(Effect.provide(teamLayer()))
    )

    it.effect("is refused where the project has it off, which concerns no server", () =>
      Effect.gen(function* () {
        const off = yield* create({ display_name: "T" }, (yield* person("ann")).token)
        expect(off).toMatchObject({ status: 403, knownError: undefined })
        expect((yield* call("POST", "/teams", { ...server, body: { display_name: "T" } })).status).toBe(201)
      }).pipe(Effect.provide(teamLayer({ clientTeamCreationEnabled: false })))
    )
  })

  it.effect.each([
    ["2025-06", 403],
    ["current", 201],
    [undefined, 201]
  ] as const)(
    "is what developers do before they make a project, where projects belong to teams: $0",
    ([service, status]) =>
      Effect.gen(function* () {
        const created = Effect.gen(function* () {
          const { internal: project } = yield* Emulator
          const { access_token: token } = yield* signUp("dev@example.org", { project })
          return yield* call("POST", "/teams", { project, token, body: { display_name: "Company" } })
        })
        expect((yield* Effect.provide(created, layer({ service }))).status).toBe(status)
      })
  )

  const create = (token: string, query: string, body: object, level: "client" | "server" = "server") =>
    call("POST", `/teams?${query}`, { level, token, body: { display_name: "T", ...body } })

  it.effect("takes the older way to name the creator", () =>
    Effect.gen(function* () {
      const ann = yield* person("ann")
      const added = yield* create(ann.token, "add_current_user=true", {})
      expect(yield* held(added.body.id, ann)).toStrictEqual(["team_admin"])
      expect(yield* held((yield* create(ann.token, "add_current_user=false", {})).body.id, ann)).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["client", "server"] as const)("refuses two creators at the $0 level", (level) =>
    Effect.gen(function* () {
      const ann = yield* person("ann")
      const both = yield* create(ann.token, "add_current_user=true", { creator_user_id: "me" }, level)
      expect(both).toMatchObject({ status: 400, knownError: undefined })
      expect((yield* create(ann.token, "other=1", {}, level)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("selects the team at every way to sign up", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id: id } = yield* signUp("ann@example.org")
      const me = (yield* call("GET", "/users/me", { token })).body
      expect(me.selected_team.display_name).toBe("ann@example.org's Team")
      expect(yield* held(me.selected_team_id, { id, token })).toStrictEqual(["team_admin"])
      const anonymous = (yield* call("POST", "/auth/anonymous/sign-up")).body
      const anonymousMe = (yield* call("GET", "/users/me", { token: anonymous.access_token })).body
      expect(anonymousMe.selected_team.display_name).toBe("Personal Team")
      const created = (yield* call("POST", "/users", { ...server, body: {} })).body
      expect(created.selected_team_id).toBeNull()
      const read = (yield* call("GET", `/users/${created.id}`, server)).body
      expect(read.selected_team.display_name).toBe("Personal Team")
    }).pipe(Effect.provide(layer({ project: { config: { createTeamOnSignUp: true } } })))
  )
})

describe("reading teams", () => {
  it.effect("lists those of the user for clients, all or a user's for servers, oldest first", () =>
    Effect.gen(function* () {
      const { member, otherTeam, outsider, owner, team } = yield* crew
      const ids = (answer: Answer) => answer.body.items.map((item: { readonly id: string }) => item.id)
      const own = yield* call("GET", `/teams?user_id=${member.id}`, { token: member.token })
      expect(Object.keys(own.body.items[0]).sort()).toStrictEqual([
        "client_metadata",
        "client_read_only_metadata",
        "display_name",
        "id",
        "profile_image_url"
      ])
      expect({
        all: ids(yield* call("GET", "/teams", server)),
        ofUser: ids(yield* call("GET", `/teams?user_id=${outsider.id}`, admin)),
        ofOneself: ids(yield* call("GET", "/teams?user_id=me", { ...server, token: owner.token })),
        ofNobody: ids(yield* call("GET", `/teams?user_id=${unknownId}`, server))
      }).toStrictEqual({ all: [team, otherTeam], ofUser: [otherTeam], ofOneself: [team], ofNobody: [] })

      for (const query of ["", `?user_id=${owner.id}`, `?user_id=${unknownId}`]) {
        const refused = yield* call("GET", `/teams${query}`, { token: member.token })
        expect(refused, query).toMatchObject({ status: 403, knownError: undefined })
      }
      const anonymous = yield* call("GET", "/teams?user_id=me")
      expect(anonymous.knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* call("GET", `/teams?user_id=${owner.id}`)).status).toBe(400)
      expect((yield* call("GET", "/teams?user_id=me&x=1", { token: owner.token })).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("filters users by team", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const { body } = yield* call("GET", `/users?team_id=${team}`, server)
      expect(body.items.map((user: { readonly id: string }) => user.id).sort()).toStrictEqual(
        [owner.id, member.id].sort()
      )
      expect((yield* call("GET", `/users?team_id=${unknownId}`, server)).body.items).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("changing a team", () => {
  it.effect("writes for servers what clients only read, or do not see", () =>
    Effect.gen(function* () {
      const { owner, team } = yield* crew
      const body = { client_read_only_metadata: { test: "value" }, server_metadata: { secret: true } }
      const changed = yield* call("PATCH", `/teams/${team}`, { ...server, body })
      expect(changed.body).toMatchObject({ ...body, display_name: "Crew" })
      const read = yield* call("GET", `/teams/${team}`, { token: owner.token })
      expect(read.body.client_read_only_metadata).toStrictEqual({ test: "value" })
      expect(read.text).not.toContain("secret")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["GET", "PATCH", "DELETE"])("are not found for $0 if they do not exist", (method) =>
    Effect.gen(function* () {
      const missing = yield* call(method, `/teams/${unknownId}`, {
        ...server,
        ...(method === "PATCH" && { body: {} })
      })
      expect(missing).toMatchObject({
        status: 404,
        body: { code: "TEAM_NOT_FOUND", details: { team_id: unknownId } }
      })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("ends with everything that belonged to it", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const select = { selected_team_id: team }
      for (const { token } of [owner, member]) yield* call("PATCH", "/users/me", { token, body: select })
      const gone = yield* call("DELETE", `/teams/${team}`, { token: owner.token })
      expect({ status: gone.status, body: gone.body }).toStrictEqual({ status: 200, body: { success: true } })
      const users = yield* Effect.forEach([owner, member], ({ token }) => call("GET", "/users/me", { token }))
      const withoutTeam = { selected_team_id: null, selected_team: null }
      expect(users.map(({ body }) => body)).toMatchObject([withoutTeam, withoutTeam])
      expect((yield* call("GET", `/teams/${team}`, { token: owner.token })).knownError).toBe(
        "TEAM_MEMBERSHIP_NOT_FOUND"
      )
      expect((yield* call("GET", `/team-permissions?team_id=${team}`, server)).body.items).toStrictEqual([])
      expect((yield* call("DELETE", `/teams/${team}`, server)).knownError).toBe("TEAM_NOT_FOUND")
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("pages of teams", () => {
  it.effect("are of 200 at most, need a limit, and are unknown to the service of 2025-06", () =>
    Effect.gen(function* () {
      const without = yield* call("GET", `/teams?cursor=${unknownId}`, server)
      expect(without).toMatchObject({ status: 400, knownError: undefined })
      const former = yield* Effect.provide(call("GET", "/teams?limit=1", server), layer({ service: "2025-06" }))
      expect(former.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["limit=0", "limit=201", "limit=x", "order_by=name"])("are refused for the page ?$0", (query) =>
    Effect.gen(function* () {
      expect((yield* call("GET", `/teams?${query}`, server)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )
})
