import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { crew, held, join, NOBODY, person, revoke, server, teamLayer } from "../crew.ts"
import { call } from "../harness.ts"

const IMAGE = "data:image/png;base64,iVBORw0KGgo="

describe("joining a team", () => {
  it.effect("gives the permissions of members, once", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const joined = yield* join(team, outsider)
      expect([joined.status, joined.body]).toStrictEqual([201, { team_id: team, user_id: outsider.id }])
      expect(yield* held(team, outsider)).toStrictEqual(["team_member"])
      yield* revoke(team, outsider, "team_member")
      const again = yield* join(team, outsider)
      expect([again.status, again.knownError]).toStrictEqual([409, "TEAM_MEMBERSHIP_ALREADY_EXISTS"])
      expect(yield* held(team, outsider)).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("needs a user and a team of the project", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const add = (teamId: string, userId: string, token?: string) =>
        call("POST", `/team-memberships/${teamId}/${userId}`, { ...server, token, body: {} })
      expect((yield* add(team, NOBODY)).knownError).toBe("USER_NOT_FOUND")
      expect((yield* add(NOBODY, NOBODY)).knownError).toBe("USER_NOT_FOUND")
      expect((yield* add(NOBODY, outsider.id)).knownError).toBe("TEAM_NOT_FOUND")
      expect((yield* add(team, "me")).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* add(team, "me", outsider.token)).body.user_id).toBe(outsider.id)
      const withBody = { ...server, body: { role: "admin" } }
      expect((yield* call("POST", `/team-memberships/${team}/${outsider.id}`, withBody)).knownError).toBe(
        "SCHEMA_ERROR"
      )
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("happens once however often it is asked for at the same time", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => join(team, outsider)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("leaving a team", () => {
  it.effect("is everyone's own right, and takes permissions and selection along", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* revoke(team, member, "team_member")
      yield* call("PATCH", "/users/me", { token: member.token, body: { selected_team_id: team } })
      const left = yield* call("DELETE", `/team-memberships/${team}/me`, { token: member.token })
      expect([left.status, left.body]).toStrictEqual([200, { success: true }])
      const me = yield* call("GET", "/users/me", { token: member.token })
      expect([me.body.selected_team_id, me.body.selected_team]).toStrictEqual([null, null])
      const again = yield* call("DELETE", `/team-memberships/${team}/me`, { token: member.token })
      expect([again.status, again.body.details]).toStrictEqual([404, { team_id: team, user_id: member.id }])
      yield* join(team, member)
      expect(yield* held(team, member)).toStrictEqual(["team_member"])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("of others needs $remove_members, or a server", () =>
    Effect.gen(function* () {
      const { member, otherTeam, outsider, owner, team } = yield* crew
      const remove = (userId: string, call_: Parameters<typeof call>[2]) =>
        call("DELETE", `/team-memberships/${team}/${userId}`, call_)
      const refused = yield* remove(owner.id, { token: member.token })
      expect([refused.status, refused.body]).toMatchObject([
        401,
        {
          code: "TEAM_PERMISSION_REQUIRED",
          details: { team_id: team, user_id: member.id, permission_id: "$remove_members" }
        }
      ])
      const foreign = yield* remove(owner.id, { token: outsider.token })
      expect([foreign.status, foreign.body.details]).toStrictEqual([404, { team_id: team, user_id: outsider.id }])
      expect((yield* remove(owner.id, {})).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* remove("me", {})).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* remove(outsider.id, { token: owner.token })).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect((yield* remove(member.id, { token: owner.token })).status).toBe(200)
      expect((yield* remove(owner.id, server)).status).toBe(200)
      expect((yield* remove(owner.id, server)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      const missing = yield* call("DELETE", `/team-memberships/${NOBODY}/${outsider.id}`, server)
      expect(missing.knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect(yield* held(otherTeam, outsider)).toStrictEqual(["team_admin"])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("comes with the end of the user", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      yield* call("DELETE", `/users/${member.id}`, server)
      const profiles = yield* call("GET", `/team-member-profiles?team_id=${team}`, { token: owner.token })
      expect(profiles.body.items.map((item: { readonly user_id: string }) => item.user_id)).toStrictEqual([owner.id])
      expect((yield* call("GET", `/team-permissions?user_id=${member.id}`, server)).body.items).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )
})

describe("member profiles", () => {
  it.effect("come in the order of joining, and fall back to what the user is called elsewhere", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const third = yield* person("third")
      yield* join(team, third)
      const path = `/team-member-profiles?team_id=${team}`
      const profile = (userId: string, name: string) => ({
        team_id: team,
        user_id: userId,
        display_name: name,
        profile_image_url: null
      })
      const { body } = yield* call("GET", path, { token: owner.token })
      expect(body).toStrictEqual({
        items: [profile(owner.id, "owner"), profile(member.id, "member"), profile(third.id, "third")],
        is_paginated: false
      })
      const update = (body: object) => call("PATCH", `/team-member-profiles/${team}/me`, { token: member.token, body })
      const changed = yield* update({ display_name: "Skipper", profile_image_url: IMAGE })
      expect([changed.status, changed.body]).toStrictEqual([
        200,
        { ...profile(member.id, "Skipper"), profile_image_url: IMAGE }
      ])
      expect((yield* update({ profile_image_url: null })).body).toStrictEqual(profile(member.id, "Skipper"))
      expect((yield* call("GET", "/users/me", { token: member.token })).body.display_name).toBe("member")
      const own = yield* call("GET", `${path}&user_id=me`, { token: member.token })
      expect(own.body.items).toStrictEqual([profile(member.id, "Skipper")])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("of others are for members with $read_members", () =>
    Effect.gen(function* () {
      const { member, outsider, owner, team } = yield* crew
      const list = (query: string, token?: string) => call("GET", `/team-member-profiles${query}`, { token })
      const without = yield* list("", member.token)
      expect([without.status, without.text]).toStrictEqual([400, "team_id is required for access type client"])
      expect((yield* list(`?team_id=${team}`)).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      yield* revoke(team, member, "team_member")
      for (const query of [`?team_id=${team}`, `?team_id=${team}&user_id=${owner.id}`]) {
        expect((yield* list(query, member.token)).body.details.permission_id).toBe("$read_members")
        expect((yield* list(query, outsider.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      }
      expect((yield* list(`?team_id=${team}&user_id=${member.id}`, member.token)).body.items).toHaveLength(1)
      expect((yield* list(`?team_id=${team}&user_id=me`, outsider.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")

      const get = (userId: string, token?: string) => call("GET", `/team-member-profiles/${team}/${userId}`, { token })
      expect((yield* get(member.id, owner.token)).status).toBe(200)
      expect((yield* get("me", member.token)).status).toBe(200)
      expect((yield* get(owner.id, member.token)).knownError).toBe("TEAM_PERMISSION_REQUIRED")
      expect((yield* get(owner.id, outsider.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect((yield* get("me", outsider.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect((yield* get(outsider.id, owner.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      expect((yield* get(NOBODY, owner.token)).knownError).toBe("USER_NOT_FOUND")
      expect((yield* get(owner.id)).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("are changed by their owners only", () =>
    Effect.gen(function* () {
      const { member, outsider, owner, team } = yield* crew
      const patch = (userId: string, body: object, token?: string) =>
        call("PATCH", `/team-member-profiles/${team}/${userId}`, { token, body })
      for (const answer of [
        yield* patch(member.id, { display_name: "x" }, owner.token),
        yield* patch(NOBODY, { display_name: "x" }, owner.token)
      ]) {
        expect([answer.status, answer.knownError]).toStrictEqual([403, undefined])
      }
      const anonymous = yield* patch(member.id, { display_name: "x" })
      expect(anonymous.knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
      expect((yield* patch("me", {}, outsider.token)).knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      const link = yield* patch("me", { profile_image_url: "https://example.org/x.png" }, owner.token)
      expect([link.status, link.knownError]).toStrictEqual([400, undefined])
      expect((yield* patch("me", { display_name: null }, owner.token)).knownError).toBe("SCHEMA_ERROR")
      expect((yield* patch("me", {}, owner.token)).body.display_name).toBe("owner")
    }).pipe(Effect.provide(teamLayer()))
  )
})
