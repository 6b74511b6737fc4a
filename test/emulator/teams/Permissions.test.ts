/** Granted, contained and default permissions are listed as the service lists them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { admin, call, layer, server, signUp } from "../../support/emulatorCalls.ts"
import { crew, grant, held, join, type Person, person, revoke, teamLayer } from "../../support/people.ts"
import { unknownId } from "../../support/unknownId.ts"

const define = (scope: "team" | "project", id: string, ...contained: ReadonlyArray<string>) =>
  call("POST", `/${scope}-permission-definitions`, { ...admin, body: { id, contained_permission_ids: contained } })

const allPermissions = [
  "$delete_team",
  "$invite_members",
  "$manage_api_keys",
  "$read_members",
  "$remove_members",
  "$update_team"
] as const

const grantInProject = ({ id }: Person, permissionId: string) =>
  call("POST", `/project-permissions/${id}/${permissionId}`, { ...server, body: {} })

const revokeInProject = ({ id }: Person, permissionId: string) =>
  call("DELETE", `/project-permissions/${id}/${permissionId}`, server)

const heldInProject = Effect.fnUntraced(function* ({ token }: Person, query = "") {
  const { body } = yield* call("GET", `/project-permissions?user_id=me${query}`, { token })
  return body.items.map((item: { readonly id: string }) => item.id) as ReadonlyArray<string>
})

describe("team permissions", () => {
  it.effect("count what they contain when asked recursively, sorted by team, user and id", () =>
    Effect.gen(function* () {
      const { member, otherTeam, outsider, owner, team } = yield* crew
      expect(yield* held(team, owner)).toStrictEqual(["team_admin"])
      expect(yield* held(team, owner, true)).toStrictEqual([...allPermissions, "team_admin"])
      expect(yield* held(team, member, true)).toStrictEqual(["$invite_members", "$read_members", "team_member"])
      yield* join(otherTeam, member)
      const all = yield* call("GET", "/team-permissions?recursive=true", server)
      const keys = all.body.items.map(
        (item: { readonly team_id: string; readonly user_id: string; readonly id: string }) =>
          `${item.team_id} ${item.user_id} ${item.id}`
      )
      expect(keys).toStrictEqual([...keys].sort())
      expect(keys).toHaveLength(7 + 3 + 7 + 3)
      const filtered = yield* call("GET", `/team-permissions?recursive=true&permission_id=$delete_team`, server)
      expect(filtered.body.items.map((item: { readonly user_id: string }) => item.user_id).sort()).toStrictEqual(
        [owner.id, outsider.id].sort()
      )
      const direct = yield* call("GET", `/team-permissions?team_id=${team}&permission_id=$delete_team`, server)
      expect(direct.body).toStrictEqual({ items: [], is_paginated: false })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["2", "yes", ""])("are not listed for recursive=%s", (recursive) =>
    Effect.gen(function* () {
      const refused = yield* call("GET", `/team-permissions?recursive=${recursive}`, server)
      expect(refused.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("may be nested deeply, contain each other, and reach a permission twice", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* define("team", "p0", "$update_team")
      for (let i = 1; i <= 30; i++) yield* define("team", `p${i}`, `p${i - 1}`, "p0")
      yield* grant(team, member, "p30")
      expect(yield* held(team, member, true)).toContain("$update_team")
      yield* call("PATCH", "/team-permission-definitions/p0", {
        ...admin,
        body: { contained_permission_ids: ["p30", "p0", "$delete_team"] }
      })
      const ids = yield* held(team, member, true)
      expect(ids.filter((id) => id.startsWith("p"))).toHaveLength(31)
      expect(ids).toContain("$delete_team")
      expect(ids).not.toContain("$update_team")
      expect((yield* call("DELETE", `/teams/${team}`, { token: member.token })).status).toBe(200)
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("need a user, a membership, and a definition of the right scope, in this order", () =>
    Effect.gen(function* () {
      const { member, outsider, team } = yield* crew
      yield* define("project", "spender")
      const ghost = { id: unknownId, token: "" }
      const missing = yield* grant(team, ghost, "unknown")
      expect(missing).toMatchObject({ status: 404, knownError: "USER_NOT_FOUND" })
      expect((yield* grant(unknownId, member, "unknown")).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      const stranger = yield* grant(team, outsider, "unknown")
      expect({ status: stranger.status, details: stranger.body.details }).toStrictEqual({
        status: 404,
        details: { team_id: team, user_id: outsider.id }
      })
      const unknown = yield* grant(team, member, "unknown")
      expect(unknown).toMatchObject({
        status: 404,
        body: { code: "PERMISSION_NOT_FOUND", details: { permission_id: "unknown" } }
      })
      const wrong = yield* grant(team, member, "spender")
      expect(wrong).toMatchObject({
        status: 404,
        body: {
          code: "WRONG_PERMISSION_SCOPE",
          details: { permission_id: "spender", expected_scope: "team", actual_scope: "project" }
        }
      })
      expect((yield* revoke(team, ghost, "team_member")).knownError).toBe("USER_NOT_FOUND")
      expect((yield* revoke(team, outsider, "team_member")).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      const me = { ...server, token: member.token, body: {} }
      expect((yield* call("POST", `/team-permissions/${team}/me/$update_team`, me)).body.user_id).toBe(member.id)
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("project permissions", () => {
  it.effect("need a user and a definition of the right scope", () =>
    Effect.gen(function* () {
      const ann = yield* person("ann")
      const ghost = { id: unknownId, token: "" }
      expect((yield* grantInProject(ghost, "x")).knownError).toBe("USER_NOT_FOUND")
      expect((yield* revokeInProject(ghost, "x")).knownError).toBe("USER_NOT_FOUND")
      expect((yield* grantInProject(ann, "x")).body.details).toStrictEqual({ permission_id: "x" })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["team_member", "$read_members"])("are not granted in the project if they are of teams: $0", (id) =>
    Effect.gen(function* () {
      const ann = yield* person("ann")

      const wrong = yield* grantInProject(ann, id)
      expect({ status: wrong.status, details: wrong.body.details }).toStrictEqual({
        status: 404,
        details: { permission_id: id, expected_scope: "project", actual_scope: "team" }
      })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("are listed to clients for themselves only", () =>
    Effect.gen(function* () {
      const ann = yield* person("ann")
      const bob = yield* person("bob")
      for (const query of ["", `?user_id=${bob.id}`]) {
        const refused = yield* call("GET", `/project-permissions${query}`, { token: ann.token })
        expect(refused, query).toMatchObject({ status: 403, knownError: undefined })
      }
      const anonymous = yield* call("GET", "/project-permissions?user_id=me")
      expect(anonymous.knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      const withTeam = yield* call("GET", "/project-permissions?user_id=me&team_id=x", { token: ann.token })
      expect(withTeam.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("default permissions", () => {
  const configure = (config: object) => call("PATCH", "/internal/projects/current", { ...admin, body: { config } })

  it.effect("are given at sign-up, at creating and at joining a team, as they are then", () =>
    Effect.gen(function* () {
      yield* define("project", "reader")
      yield* define("team", "captain", "$update_team")
      yield* define("team", "sailor")
      yield* configure({
        client_team_creation_enabled: true,
        user_default_permissions: [{ id: "reader" }],
        team_creator_default_permissions: [{ id: "captain" }, { id: "team_admin" }],
        team_member_default_permissions: [{ id: "sailor" }]
      })
      const { member, owner, team } = yield* crew
      expect(yield* heldInProject(owner)).toStrictEqual(["reader"])
      expect(yield* held(team, owner)).toStrictEqual(["captain", "team_admin"])
      expect(yield* held(team, member)).toStrictEqual(["sailor"])
      const anonymous = (yield* call("POST", "/auth/anonymous/sign-up")).body
      const created = (yield* call("POST", "/users", { ...server, body: {} })).body
      const others = [anonymous.user_id, created.id]
      const given = yield* Effect.forEach(others, (id) => call("GET", `/project-permissions?user_id=${id}`, server))
      expect(given.map(({ body }) => body.items)).toStrictEqual(others.map((user_id) => [{ id: "reader", user_id }]))
      // Later changes of the defaults are for those who come later.
      yield* configure({ user_default_permissions: [], team_member_default_permissions: [] })
      expect(yield* heldInProject(owner)).toStrictEqual(["reader"])
      expect(yield* held(team, member)).toStrictEqual(["sailor"])
      const late = yield* person("late")
      yield* join(team, late)
      expect([yield* heldInProject(late), yield* held(team, late)]).toStrictEqual([[], []])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are passed over if they do not exist, or have the other scope", () =>
    Effect.gen(function* () {
      yield* define("project", "reader")
      yield* configure({
        create_team_on_sign_up: true,
        user_default_permissions: [{ id: "nothing" }, { id: "team_admin" }, { id: "reader" }],
        team_creator_default_permissions: [{ id: "nothing" }, { id: "reader" }, { id: "$read_members" }]
      })
      const { access_token: token, user_id: id } = yield* signUp("ann@example.org")
      const me = (yield* call("GET", "/users/me", { token })).body
      expect(yield* heldInProject({ id, token })).toStrictEqual(["reader"])
      expect(yield* held(me.selected_team_id, { id, token })).toStrictEqual(["$read_members"])
    }).pipe(Effect.provide(layer()))
  )
})
