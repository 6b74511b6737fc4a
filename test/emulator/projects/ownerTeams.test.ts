/** Projects and their owners: users in 2025-06, teams in the current service, either where the emulator is both. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, layer, signUp } from "../../support/emulatorCalls.ts"
import { unknownId } from "../../support/unknownId.ts"

/** A developer with an account at the internal project, and a team there. */
const developer = Effect.fnUntraced(function* (email: string) {
  const { internal } = yield* Emulator
  const { access_token, user_id } = yield* signUp(email, { project: internal })
  const server = (method: string, path: string, body: object) =>
    call(method, path, { level: "server", project: internal, body })
  const team = yield* server("POST", "/teams", { display_name: "Shop", creator_user_id: user_id })
  return {
    userId: user_id,
    teamId: String(team.body.id),
    join: (teamId: string) => server("POST", `/team-memberships/${teamId}/${user_id}`, {}),
    leave: (teamId: string) => server("DELETE", `/team-memberships/${teamId}/${user_id}`, {}),
    transfer: (project_id: string, new_team_id: string) =>
      call("POST", "/internal/projects/transfer", {
        project: internal,
        token: access_token,
        body: { project_id, new_team_id }
      }),
    create: (body: object) => call("POST", "/internal/projects", { project: internal, token: access_token, body }),
    owned: Effect.map(call("GET", "/internal/projects", { project: internal, token: access_token }), ({ body }) =>
      body.items.map(({ id }: { readonly id: string }) => id)
    ),
    manage: (projectId: string) =>
      call("GET", "/internal/projects/current", {
        level: "admin",
        project: { projectId },
        headers: { "x-stack-admin-access-token": access_token }
      })
  }
})

const current = layer({ service: "current" })

describe("projects of the current service", () => {
  it.effect("belong to a team, whose members see and manage them", () =>
    Effect.gen(function* () {
      const ann = yield* developer("ann@example.org")
      const bob = yield* developer("bob@example.org")
      const { body, status } = yield* ann.create({ display_name: "Shop", owner_team_id: ann.teamId })
      expect({ status, owner_team_id: body.owner_team_id, onboarding_status: body.onboarding_status }).toStrictEqual({
        status: 201,
        owner_team_id: ann.teamId,
        onboarding_status: "completed"
      })
      expect(body).not.toHaveProperty("user_count")
      expect(yield* ann.owned).toStrictEqual([body.id])
      expect((yield* ann.manage(body.id)).body).toStrictEqual(body)

      const bobs = Effect.map(Effect.all([bob.owned, bob.manage(body.id)]), ([owned, { knownError }]) => ({
        owned,
        knownError
      }))
      const outsider = { owned: [], knownError: "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN" }
      expect(yield* bobs).toStrictEqual(outsider)
      yield* bob.join(ann.teamId)
      expect(yield* bobs).toStrictEqual({ owned: [body.id], knownError: undefined })
      yield* bob.leave(ann.teamId)
      expect(yield* bobs).toStrictEqual(outsider)
    }).pipe(Effect.provide(current))
  )

  it.effect("need a team of whoever creates them", () =>
    Effect.gen(function* () {
      const ann = yield* developer("ann@example.org")
      const bob = yield* developer("bob@example.org")
      const without = yield* ann.create({ display_name: "Shop" })
      expect({ knownError: without.knownError, message: without.body.details.message }).toStrictEqual({
        knownError: "SCHEMA_ERROR",
        message: expect.stringContaining("body.owner_team_id must be defined")
      })
      const foreign = [bob.teamId, unknownId]
      const answers = yield* Effect.forEach(foreign, (owner_team_id) =>
        ann.create({ display_name: "Shop", owner_team_id })
      )
      expect(answers).toMatchObject(
        foreign.map((team_id) => ({
          status: 404,
          knownError: "TEAM_MEMBERSHIP_NOT_FOUND",
          body: { details: { team_id, user_id: ann.userId } }
        }))
      )
      expect((yield* ann.create({ display_name: "Shop", owner_team_id: "mine" })).knownError).toBe("SCHEMA_ERROR")
      expect(yield* ann.owned).toStrictEqual([])
    }).pipe(Effect.provide(current))
  )
})

describe("a transfer of a project", () => {
  it.effect("tells strangers that they are not in the team, and members that they may not", () =>
    Effect.gen(function* () {
      const ann = yield* developer("ann@example.org")
      const bob = yield* developer("bob@example.org")
      const { body } = yield* ann.create({ display_name: "Shop", owner_team_id: ann.teamId })
      const stranger = yield* bob.transfer(body.id, bob.teamId)
      expect({
        status: stranger.status,
        knownError: stranger.knownError,
        details: stranger.body.details
      }).toStrictEqual({
        status: 404,
        knownError: "TEAM_MEMBERSHIP_NOT_FOUND",
        details: { team_id: ann.teamId, user_id: bob.userId }
      })
      yield* bob.join(ann.teamId)
      const member = yield* bob.transfer(body.id, bob.teamId)
      expect(member).toMatchObject({ status: 401, knownError: "TEAM_PERMISSION_REQUIRED" })
      expect(yield* ann.owned).toStrictEqual([body.id])
    }).pipe(Effect.provide(current))
  )
})

describe("developers who sign up", () => {
  it.effect("get a team, in the current service", () =>
    Effect.gen(function* () {
      const team = Effect.gen(function* () {
        const { internal } = yield* Emulator
        const { access_token: token } = yield* signUp("ann@example.org", { project: internal })
        const { body } = yield* call("GET", "/users/me", { project: internal, token })
        if (body.selected_team !== null) {
          const project = { display_name: "Shop", owner_team_id: body.selected_team_id }
          const created = yield* call("POST", "/internal/projects", { project: internal, token, body: project })
          expect(created.status).toBe(201)
        }
        return body.selected_team?.display_name
      })
      expect(yield* team.pipe(Effect.provide(current))).toBe("ann@example.org's Team")
      expect(yield* team.pipe(Effect.provide(layer({ service: "2025-06" })))).toBeUndefined()
    })
  )
})

describe("projects of an emulator that is both", () => {
  it.effect("belong to the user or to a team, as is asked", () =>
    Effect.gen(function* () {
      const ann = yield* developer("ann@example.org")
      const bob = yield* developer("bob@example.org")
      const own = yield* ann.create({ display_name: "Own" })
      const shared = yield* ann.create({ display_name: "Shared", owner_team_id: ann.teamId })
      expect(own.body).toMatchObject({ user_count: 0, owner_team_id: null })
      expect(yield* ann.owned).toStrictEqual([own.body.id, shared.body.id])
      yield* bob.join(ann.teamId)
      expect(yield* bob.owned).toStrictEqual([shared.body.id])
      expect((yield* bob.manage(own.body.id)).knownError).toBe("ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
    }).pipe(Effect.provide(layer()))
  )
})

describe("projects of 2025-06", () => {
  it.effect("know nothing of teams", () =>
    Effect.gen(function* () {
      const ann = yield* developer("ann@example.org")
      const refused = yield* ann.create({ display_name: "Shop", owner_team_id: ann.teamId })
      expect({ knownError: refused.knownError, message: refused.body.details.message }).toStrictEqual({
        knownError: "SCHEMA_ERROR",
        message: expect.stringContaining("body contains unknown properties: owner_team_id")
      })
      const { body } = yield* ann.create({ display_name: "Shop" })
      expect(body.user_count).toBe(0)
      expect(Object.keys(body)).not.toContain("owner_team_id")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})
