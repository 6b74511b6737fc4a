/** Who may do what in a team depends on the token, and strangers can't tell which teams exist. */
import { describe, expect, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, server } from "../../support/emulatorCalls.ts"
import { crew, grant, revoke, teamLayer } from "../../support/people.ts"
import { unknownId } from "../../support/unknownId.ts"

/** What a route answers whom: a status, and the code of the known error if there is one. */
type Verdict = readonly [status: number, code?: string]

const membership: Verdict = [404, "TEAM_MEMBERSHIP_NOT_FOUND"]
const permission: Verdict = [401, "TEAM_PERMISSION_REQUIRED"]
const signIn: Verdict = [401, "USER_AUTHENTICATION_REQUIRED"]
const level: Verdict = [401, "INSUFFICIENT_ACCESS_TYPE"]

interface Row {
  readonly method: string
  /** `T` is the team, `O` its owner, `X` a user outside. */
  readonly path: string
  readonly body?: unknown
  /** The permission that lets a member pass; without one no client passes. */
  readonly needs?: string
  readonly allowed: number
  /** What every client is told whose user is not the owner, where no permission helps. */
  readonly client?: Verdict
  /** What a client without a user is told; by default to sign in. */
  readonly anonymous?: Verdict
  /** What the owner is told, where no permission matters. */
  readonly own?: Verdict
}

/** Who is not signed in cannot mean anybody. */
const nobodyHere: Verdict = [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]

const invitation = { team_id: "T", email: "bob@example.org", callback_url: "http://localhost:3000/" }

const rows: ReadonlyArray<Row> = [
  { method: "PATCH", path: "/teams/T", body: { display_name: "N" }, needs: "$update_team", allowed: 200 },
  { method: "DELETE", path: "/teams/T", needs: "$delete_team", allowed: 200 },
  {
    method: "DELETE",
    path: "/team-memberships/T/O",
    needs: "$remove_members",
    allowed: 200,
    anonymous: nobodyHere
  },
  {
    method: "GET",
    path: "/team-member-profiles?team_id=T",
    needs: "$read_members",
    allowed: 200,
    anonymous: nobodyHere
  },
  {
    method: "GET",
    path: "/team-member-profiles?team_id=T&user_id=O",
    needs: "$read_members",
    allowed: 200,
    anonymous: nobodyHere
  },
  { method: "GET", path: "/team-member-profiles/T/O", needs: "$read_members", allowed: 200, anonymous: nobodyHere },
  { method: "POST", path: "/team-invitations/send-code", body: invitation, needs: "$invite_members", allowed: 200 },
  {
    method: "DELETE",
    path: "/team-invitations/I?team_id=T",
    needs: "$remove_members",
    allowed: 200,
    anonymous: nobodyHere
  },
  {
    method: "PATCH",
    path: "/team-member-profiles/T/O",
    body: {},
    allowed: 200,
    client: [403],
    own: [200],
    anonymous: nobodyHere
  },
  { method: "POST", path: "/team-memberships/T/X", body: {}, allowed: 201, client: level },
  { method: "POST", path: "/team-permissions/T/O/$read_members", body: {}, allowed: 201, client: level },
  { method: "DELETE", path: "/team-permissions/T/O/team_admin", allowed: 200, client: level },
  {
    method: "GET",
    path: "/team-permissions?team_id=T&user_id=O",
    allowed: 200,
    client: [403],
    own: [200],
    anonymous: nobodyHere
  },
  { method: "GET", path: "/team-permissions?team_id=T", allowed: 200, client: [403], anonymous: nobodyHere },
  { method: "GET", path: "/teams?user_id=O", allowed: 200, client: [403], own: [200], anonymous: nobodyHere }
]

/** Fills in the ids of a world. */
const fill = (text: string, ids: Readonly<Record<string, string>>) =>
  text.replace(/(?<=[/="])[TOXI](?=[/?&"]|$)/g, (letter) => ids[letter] ?? letter)

const world = Effect.gen(function* () {
  const people = yield* crew
  const sent = yield* call("POST", "/team-invitations/send-code", {
    ...server,
    body: { ...invitation, team_id: people.team }
  })
  return {
    ...people,
    ids: { T: people.team, O: people.owner.id, X: people.outsider.id, I: String(sent.body.id) }
  }
})

const permissions = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members",
  "$manage_api_keys"
]

class World extends Context.Service<World, Effect.Success<typeof world>>()("TeamAccess/World") {}

const send = (row: Row, ids: Readonly<Record<string, string>>, options: Parameters<typeof call>[2]) => {
  const body: unknown = row.body === undefined ? undefined : JSON.parse(fill(JSON.stringify(row.body), ids))
  return call(row.method, fill(row.path, ids), { ...options, body })
}

const ask = Effect.fnUntraced(function* (...args: Parameters<typeof send>) {
  const answer = yield* send(...args)
  return (answer.knownError === undefined ? [answer.status] : [answer.status, answer.knownError]) satisfies Verdict
})

describe("who may do what in a team", () => {
  const titled = rows.map((row) => [`${row.method} ${row.path}`, row] as const)

  it.effect.each(titled)("%s is closed to strangers and to members without a permission", ([, row]) =>
    Effect.gen(function* () {
      const { ids, member, outsider, team } = yield* world
      const refused = (verdict: Verdict) => row.client ?? verdict

      expect(yield* ask(row, ids, {})).toStrictEqual(row.anonymous ?? refused(signIn))
      expect(yield* ask(row, ids, { token: outsider.token })).toStrictEqual(refused(membership))
      yield* revoke(team, member, "team_member")
      expect(yield* ask(row, ids, { token: member.token })).toStrictEqual(refused(permission))
    }).pipe(Effect.provide(teamLayer()))
  )

  const withPermission = titled.flatMap(([title, row]) =>
    row.needs === undefined ? [] : [[title, row.needs, row] as const]
  )

  it.effect.each(withPermission)("%s needs the permission %s, which no others replace", ([, needs, row]) =>
    Effect.gen(function* () {
      const { ids, member, team } = yield* world
      yield* revoke(team, member, "team_member")
      for (const id of permissions.filter((id) => id !== needs)) yield* grant(team, member, id)
      expect(yield* ask(row, ids, { token: member.token })).toStrictEqual(permission)
      yield* grant(team, member, needs)
      expect(yield* ask(row, ids, { token: member.token })).toStrictEqual([row.allowed])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(titled.filter(([, { needs }]) => needs === undefined))("%s depends on its user alone", ([, row]) =>
    Effect.gen(function* () {
      const { ids, owner } = yield* world
      expect(yield* ask(row, ids, { token: owner.token })).toStrictEqual(row.own ?? row.client)
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(titled)("%s is open to servers", ([, row]) =>
    Effect.gen(function* () {
      const { ids } = yield* world
      expect(yield* ask(row, ids, server)).toStrictEqual([row.allowed])
    }).pipe(Effect.provide(teamLayer()))
  )

  // One world for all, because none of them changes anything.
  layer(Layer.effect(World, world).pipe(Layer.provideMerge(teamLayer())))("over the keys of another project", (it) => {
    it.effect.each(titled)("%s finds nothing", ([, row]) =>
      Effect.gen(function* () {
        const { ids, team } = yield* World
        const { internal } = yield* Emulator
        const { body, status } = yield* send(row, ids, { ...server, project: internal })
        expect([404, []]).toContainEqual(status === 200 ? body.items : status)
        expect((yield* call("GET", `/teams/${team}`, server)).body.display_name).toBe("Crew")
        expect((yield* call("GET", `/team-member-profiles?team_id=${team}`, server)).body.items).toHaveLength(2)
      })
    )
  })

  it.effect("is the same for teams that are not there as for those of others", () =>
    Effect.gen(function* () {
      const { ids, owner } = yield* world
      const asked = rows.filter(({ needs }) => needs !== undefined)
      const answers = yield* Effect.forEach(asked, (row) => ask(row, { ...ids, T: unknownId }, { token: owner.token }))
      expect(answers).toStrictEqual(asked.map(() => membership))
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("goes by the token, whatever the request says about its user", () =>
    Effect.gen(function* () {
      const { member, outsider, owner, team } = yield* crew
      const asOther = { display_name: "T", creator_user_id: owner.id }
      expect((yield* call("POST", "/teams", { token: member.token, body: asOther })).status).toBe(403)
      const headers = { "x-stack-user-id": owner.id }
      const spoofed = yield* call("DELETE", `/teams/${team}`, { token: outsider.token, headers })
      expect(spoofed.knownError).toBe("TEAM_MEMBERSHIP_NOT_FOUND")
      // The service's other way to say `me`.
      const me = "cad564fd-f81b-43f4-b390-98abf3fcc17e"
      const own = yield* call("GET", `/team-permissions?user_id=${me}`, { token: member.token })
      expect(own.body.items).toStrictEqual([{ id: "team_member", team_id: team, user_id: member.id }])
    }).pipe(Effect.provide(teamLayer()))
  )
})
