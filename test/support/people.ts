/** A team with its people, for the tests of teams, members, invitations and permissions. */
import * as Effect from "effect/Effect"
import type * as Emulator from "../../src/emulator/index.ts"
import { call, layer, server, signUp } from "./emulatorCalls.ts"

/** An emulator whose project lets clients create teams. */
export const teamLayer = (config: NonNullable<NonNullable<Emulator.Options["project"]>["config"]> = {}) =>
  layer({ project: { config: { clientTeamCreationEnabled: true, ...config } } })

export interface Person {
  readonly id: string
  readonly token: string
}

export const person = Effect.fnUntraced(function* (name: string) {
  const { access_token, user_id } = yield* signUp(`${name}@example.org`)
  yield* call("PATCH", "/users/me", { token: access_token, body: { display_name: name } })
  return { id: user_id, token: access_token } satisfies Person
})

export const join = (teamId: string, { id }: Person) =>
  call("POST", `/team-memberships/${teamId}/${id}`, { ...server, body: {} })

export const grant = (teamId: string, { id }: Person, permissionId: string) =>
  call("POST", `/team-permissions/${teamId}/${id}/${permissionId}`, { ...server, body: {} })

export const revoke = (teamId: string, { id }: Person, permissionId: string) =>
  call("DELETE", `/team-permissions/${teamId}/${id}/${permissionId}`, server)

/** A team of `owner`, who created it, and `member`; `outsider` is in a team of their own. */
export const crew = Effect.gen(function* () {
  const owner = yield* person("owner")
  const member = yield* person("member")
  const outsider = yield* person("outsider")
  const create = ({ token }: Person, name: string) =>
    Effect.map(call("POST", "/teams", { token, body: { display_name: name } }), ({ body }) => body.id as string)
  const team = yield* create(owner, "Crew")
  const otherTeam = yield* create(outsider, "Others")
  yield* join(team, member)
  return { owner, member, outsider, team, otherTeam }
})

/** The ids of the permissions that someone holds in a team. */
export const held = Effect.fnUntraced(function* (teamId: string, { id }: Person, recursive = false) {
  const { body } = yield* call(
    "GET",
    `/team-permissions?team_id=${teamId}&user_id=${id}&recursive=${recursive}`,
    server
  )
  return body.items.map((item: { readonly id: string }) => item.id) as ReadonlyArray<string>
})
