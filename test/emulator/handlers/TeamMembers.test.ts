/** Users join a team once, leave it with all that they hold there, and have a profile in it. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, server } from "../../support/emulatorCalls.ts"
import { crew, held, join, person, revoke, teamLayer } from "../../support/people.ts"
import { unknownId } from "../../support/unknownId.ts"

const imageUrl = "data:image/png;base64,iVBORw0KGgo="

describe("joining a team", () => {
  it.effect("gives the permissions of members, once", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const joined = yield* join(team, outsider)
      expect({ status: joined.status, body: joined.body }).toStrictEqual({
        status: 201,
        body: { team_id: team, user_id: outsider.id }
      })
      expect(yield* held(team, outsider)).toStrictEqual(["team_member"])
      yield* revoke(team, outsider, "team_member")
      const again = yield* join(team, outsider)
      expect(again).toMatchObject({ status: 409, knownError: "TEAM_MEMBERSHIP_ALREADY_EXISTS" })
      expect(yield* held(team, outsider)).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("needs a user and a team of the project", () =>
    Effect.gen(function* () {
      const { outsider, team } = yield* crew
      const add = (teamId: string, userId: string, more: { readonly token?: string; readonly body?: object } = {}) =>
        Effect.map(
          call("POST", `/team-memberships/${teamId}/${userId}`, { ...server, body: {}, ...more }),
          ({ body, knownError }) => knownError ?? body.user_id
        )
      const outcomes = yield* Effect.all({
        noUser: add(team, unknownId),
        noUserAndNoTeam: add(unknownId, unknownId),
        noTeam: add(unknownId, outsider.id),
        role: add(team, outsider.id, { body: { role: "admin" } }),
        meOfNobody: add(team, "me"),
        me: add(team, "me", { token: outsider.token })
      })
      expect(outcomes).toStrictEqual({
        noUser: "USER_NOT_FOUND",
        noUserAndNoTeam: "USER_NOT_FOUND",
        noTeam: "TEAM_NOT_FOUND",
        role: "SCHEMA_ERROR",
        meOfNobody: "CANNOT_GET_OWN_USER_WITHOUT_USER",
        me: outsider.id
      })
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
      expect({ status: left.status, body: left.body }).toStrictEqual({ status: 200, body: { success: true } })
      const me = yield* call("GET", "/users/me", { token: member.token })
      expect({ selected_team_id: me.body.selected_team_id, selected_team: me.body.selected_team }).toStrictEqual({
        selected_team_id: null,
        selected_team: null
      })
      const again = yield* call("DELETE", `/team-memberships/${team}/me`, { token: member.token })
      expect({ status: again.status, details: again.body.details }).toStrictEqual({
        status: 404,
        details: { team_id: team, user_id: member.id }
      })
      yield* join(team, member)
      expect(yield* held(team, member)).toStrictEqual(["team_member"])
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
      const changed = yield* update({ display_name: "Skipper", profile_image_url: imageUrl })
      expect({ status: changed.status, body: changed.body }).toStrictEqual({
        status: 200,
        body: { ...profile(member.id, "Skipper"), profile_image_url: imageUrl }
      })
      expect((yield* update({ profile_image_url: null })).body).toStrictEqual(profile(member.id, "Skipper"))
      expect((yield* call("GET", "/users/me", { token: member.token })).body.display_name).toBe("member")
      const own = yield* call("GET", `${path}&user_id=me`, { token: member.token })
      expect(own.body.items).toStrictEqual([profile(member.id, "Skipper")])
    }).pipe(Effect.provide(teamLayer()))
  )
})
