/** Permissions are defined, renamed and deleted together with their grants and containments. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, layer, server } from "../../support/emulatorCalls.ts"
import { crew, grant, held, teamLayer } from "../../support/people.ts"

type Scope = "team" | "project"

interface Definition {
  readonly id: string
  readonly description?: string
  readonly contained_permission_ids: ReadonlyArray<string>
}

const path = (scope: Scope, id?: string) => `/${scope}-permission-definitions${id === undefined ? "" : `/${id}`}`

const define = (scope: Scope, body: object) => call("POST", path(scope), { ...admin, body })

const redefine = (scope: Scope, id: string, body: object) => call("PATCH", path(scope, id), { ...admin, body })

const remove = (scope: Scope, id: string) => call("DELETE", path(scope, id), admin)

const list = Effect.fnUntraced(function* (scope: Scope) {
  return (yield* call("GET", path(scope), admin)).body.items as ReadonlyArray<Definition>
})

const find = (scope: Scope, id: string) => Effect.map(list(scope), (items) => items.find((item) => item.id === id))

describe("permission definitions", () => {
  it.effect("come in pages and are searched, in the current service", () =>
    Effect.gen(function* () {
      const get = (query: string) => call("GET", `${path("team")}?${query}`, admin)
      const first = (yield* get("limit=2")).body
      expect(first.items.map((item: { readonly id: string }) => item.id)).toStrictEqual([
        "$delete_team",
        "$invite_members"
      ])
      expect({ is_paginated: first.is_paginated, pagination: first.pagination }).toStrictEqual({
        is_paginated: true,
        pagination: { next_cursor: "$manage_api_keys" }
      })
      yield* define("team", { id: "a_first", description: "Edits the Budget" })
      yield* define("team", { id: "b_second" })
      const from = (yield* get("limit=1&cursor=a_first")).body
      expect({ id: from.items[0].id, next_cursor: from.pagination.next_cursor }).toStrictEqual({
        id: "a_first",
        next_cursor: "b_second"
      })
      const found = (yield* get("query=BUDGET")).body
      expect({ items: found.items.length, id: found.items[0].id, is_paginated: found.is_paginated }).toStrictEqual({
        items: 1,
        id: "a_first",
        is_paginated: false
      })
      // The definition of a cursor may be gone meanwhile.
      yield* remove("team", "a_first")
      expect((yield* get("limit=1&cursor=a_first")).body.items[0].id).toBe("b_second")
      expect((yield* get("limit=200&cursor=b_second")).body.pagination).toStrictEqual({ next_cursor: null })
      const alone = yield* get("cursor=b_second")
      expect(alone).toMatchObject({ status: 400, knownError: undefined })
      expect((yield* get("limit=201")).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect.each(["limit=2", "query=team"])("have neither pages nor a search in the service of 2025-06: $0", (query) =>
    Effect.gen(function* () {
      expect((yield* call("GET", `${path("project")}?${query}`, admin)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("start with the six of the system and two custom ones", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", path("team"), admin)
      expect(answer.body.is_paginated).toBe(false)
      expect(answer.body.items.map((item: Definition) => [item.id, item.contained_permission_ids])).toStrictEqual([
        ["$delete_team", []],
        ["$invite_members", []],
        ["$manage_api_keys", []],
        ["$read_members", []],
        ["$remove_members", []],
        ["$update_team", []],
        [
          "team_admin",
          ["$delete_team", "$invite_members", "$manage_api_keys", "$read_members", "$remove_members", "$update_team"]
        ],
        ["team_member", ["$invite_members", "$read_members"]]
      ])
      expect(answer.body.items.filter(({ description = "" }: Definition) => !/\w/.test(description))).toStrictEqual([])
      expect(yield* list("project")).toStrictEqual([])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["team", "project"] as const)("have an id that neither scope has: $0", (scope) =>
    Effect.gen(function* () {
      yield* define("project", { id: "p" })
      const refused = yield* define(scope, { id: "p" })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "PERMISSION_ID_ALREADY_EXISTS", details: { permission_id: "p" } }
      })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each([
    ["team", "p"],
    ["team", "unknown"],
    ["team", "$unknown"],
    ["team", "new"],
    ["project", "$read_members"],
    ["project", "team_member"],
    ["project", "new"]
  ] as const)("contain nothing from outside of their scope: $0, $1", ([scope, contained]) =>
    Effect.gen(function* () {
      yield* define("project", { id: "p" })
      const refused = yield* define(scope, { id: "new", contained_permission_ids: [contained] })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "CONTAINED_PERMISSION_NOT_FOUND", details: { permission_id: contained } }
      })
      expect(yield* find(scope, "new")).toBeUndefined()
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each([
    {},
    { id: "" },
    { id: "$system" },
    { id: "Upper" },
    { id: "a-b" },
    { id: "ok", contained_permission_ids: ["Bad"] },
    { id: "ok", description: null },
    { id: "ok", other: 1 }
  ])("are refused in another form: %j", (body) =>
    Effect.gen(function* () {
      expect((yield* define("team", body)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("are replaced as a whole", () =>
    Effect.gen(function* () {
      const whole = { description: "All", contained_permission_ids: ["$read_members", "$update_team"] }
      yield* define("team", { id: "p", ...whole })
      const changed = yield* redefine("team", "p", { contained_permission_ids: ["$read_members"] })
      expect({ status: changed.status, body: changed.body }).toStrictEqual({
        status: 200,
        body: { id: "p", contained_permission_ids: ["$read_members"] }
      })
      expect((yield* redefine("team", "p", whole)).body).toStrictEqual({ id: "p", ...whole })
      expect((yield* redefine("team", "p", {})).body).toStrictEqual({ id: "p", contained_permission_ids: [] })
      expect(yield* find("team", "p")).toStrictEqual({ id: "p", contained_permission_ids: [] })
      // A permission that contains itself contains nothing more.
      const itself = yield* redefine("team", "p", { contained_permission_ids: ["p"] })
      expect(itself.body.contained_permission_ids).toStrictEqual(["p"])
      expect((yield* redefine("team", "p", { id: "q", contained_permission_ids: ["q"] })).body).toStrictEqual({
        id: "q",
        contained_permission_ids: ["q"]
      })
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("take grants and containments along to a new id", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* define("team", { id: "p1", contained_permission_ids: ["$delete_team"] })
      yield* define("team", { id: "p2", contained_permission_ids: ["p1"] })
      yield* grant(team, member, "p1")
      const renamed = yield* redefine("team", "p1", { id: "p0", contained_permission_ids: ["$delete_team"] })
      expect(renamed.body.id).toBe("p0")
      expect(yield* held(team, member)).toStrictEqual(["p0", "team_member"])
      expect((yield* find("team", "p2"))!.contained_permission_ids).toStrictEqual(["p0"])
      expect(yield* find("team", "p1")).toBeUndefined()

      yield* define("project", { id: "r1" })
      yield* call("POST", `/project-permissions/${member.id}/r1`, { ...server, body: {} })
      yield* redefine("project", "r1", { id: "r0" })
      const { body } = yield* call("GET", `/project-permissions?user_id=${member.id}`, server)
      expect(body.items).toStrictEqual([{ id: "r0", user_id: member.id }])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each(["unknown", "$read_members"])("are not found if they do not exist or are the system's: $0", (id) =>
    Effect.gen(function* () {
      const refused = { status: 404, body: { code: "PERMISSION_NOT_FOUND", details: { permission_id: id } } }
      expect([yield* redefine("team", id, {}), yield* remove("team", id)]).toMatchObject([refused, refused])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect.each([
    [{ id: "q" }, "PERMISSION_ID_ALREADY_EXISTS"],
    [{ id: "team_member" }, "PERMISSION_ID_ALREADY_EXISTS"],
    [{ id: "p2", contained_permission_ids: ["$update_team", "q"] }, "CONTAINED_PERMISSION_NOT_FOUND"],
    [{ id: "p2", contained_permission_ids: ["$update_team", "unknown"] }, "CONTAINED_PERMISSION_NOT_FOUND"],
    [{ id: "$p" }, "SCHEMA_ERROR"]
  ] as const)("stay as they were if a change is refused: %j", ([change, code]) =>
    Effect.gen(function* () {
      const existing = { id: "p1", description: "One", contained_permission_ids: ["$read_members"] }
      yield* define("team", existing)
      yield* define("project", { id: "q" })
      expect((yield* redefine("team", "p1", change)).knownError).toBe(code)
      expect(yield* find("team", "p1")).toStrictEqual(existing)
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("end with their grants and containments", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* define("team", { id: "p1", contained_permission_ids: ["$delete_team"] })
      yield* define("team", { id: "p2", contained_permission_ids: ["p1", "$update_team"] })
      yield* grant(team, member, "p1")
      yield* grant(team, member, "p2")
      expect((yield* remove("project", "p1")).knownError).toBe("PERMISSION_NOT_FOUND")
      const gone = yield* remove("team", "p1")
      expect({ status: gone.status, body: gone.body }).toStrictEqual({ status: 200, body: { success: true } })
      expect(yield* held(team, member)).toStrictEqual(["p2", "team_member"])
      expect(yield* held(team, member, true)).not.toContain("$delete_team")
      expect((yield* find("team", "p2"))!.contained_permission_ids).toStrictEqual(["$update_team"])
      expect((yield* remove("team", "p1")).knownError).toBe("PERMISSION_NOT_FOUND")
      // A namesake starts without the grants of the former one.
      yield* define("team", { id: "p1" })
      expect(yield* held(team, member)).toStrictEqual(["p2", "team_member"])
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("move to the other scope through its path, and leave behind what has no meaning there", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* define("team", { id: "p1" })
      yield* define("team", { id: "p2", contained_permission_ids: ["p1"] })
      yield* grant(team, member, "p1")
      const refused = yield* redefine("project", "p1", { contained_permission_ids: ["p2"] })
      expect(refused.knownError).toBe("CONTAINED_PERMISSION_NOT_FOUND")
      expect(yield* held(team, member)).toContain("p1")
      expect((yield* redefine("project", "p1", { description: "Moved" })).status).toBe(200)
      expect(yield* list("project")).toStrictEqual([{ id: "p1", description: "Moved", contained_permission_ids: [] }])
      expect((yield* find("team", "p2"))!.contained_permission_ids).toStrictEqual([])
      expect(yield* held(team, member)).toStrictEqual(["team_member"])
      expect((yield* grant(team, member, "p1")).knownError).toBe("WRONG_PERMISSION_SCOPE")
    }).pipe(Effect.provide(teamLayer()))
  )

  it.effect("belong to their project", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const there = { ...admin, project: internal }
      yield* define("team", { id: "p" })
      const others = yield* call("GET", path("team"), there)
      expect(others.body.items).toHaveLength(8)
      expect((yield* call("DELETE", path("team", "p"), there)).knownError).toBe("PERMISSION_NOT_FOUND")
      expect((yield* call("POST", path("team"), { ...there, body: { id: "p" } })).status).toBe(201)
      yield* remove("team", "p")
      expect((yield* call("GET", path("team"), there)).body.items).toHaveLength(9)
    }).pipe(Effect.provide(teamLayer()))
  )
})
