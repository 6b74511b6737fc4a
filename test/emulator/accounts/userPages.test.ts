/** Pages of users show each user once, also while others sign up. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { call, layer, server } from "../../support/emulatorCalls.ts"
import { countSeeds } from "../../support/seeds.ts"

const create = (name: string) =>
  Effect.map(call("POST", "/users", { ...server, body: { display_name: name } }), ({ body }) => body.id as string)

const page = (query: string) => Effect.map(call("GET", `/users?${query}`, server), ({ body }) => body)

/** Follows the cursors from start to end, and does something after each page. */
const walk = Effect.fnUntraced(function* (
  query: string,
  between: (index: number) => Effect.Effect<unknown, never, any>
) {
  const seen: Array<string> = []
  let cursor: string | null = ""
  for (let index = 0; cursor !== null; index++) {
    const body: any = yield* page(cursor === "" ? query : `${query}&cursor=${cursor}`)
    seen.push(...body.items.map((user: { readonly id: string }) => user.id))
    cursor = body.pagination.next_cursor
    yield* between(index)
  }
  return seen
})

describe("a list without a limit", () => {
  const users = Array.from({ length: 1000 }, (_, n) => ({ displayName: `User ${n}` }))

  it.effect("has at most 1,000 users in the current service, and a page has no more", () =>
    Effect.gen(function* () {
      const all = yield* call("GET", "/users", server)
      expect({ status: all.status, items: all.body.items.length, pagination: all.body.pagination }).toStrictEqual({
        status: 200,
        items: 1000,
        pagination: { next_cursor: null }
      })
      yield* create("One too many")
      const refused = yield* call("GET", "/users", server)
      expect(refused).toMatchObject({ status: 400, knownError: undefined })
      expect(refused.text).toContain("limit")
      // Counted are those that match.
      expect((yield* call("GET", "/users?query=many", server)).body.items).toHaveLength(1)
      expect((yield* page("limit=1000")).items).toHaveLength(1000)
      expect((yield* call("GET", "/users?limit=1001", server)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer({ service: "current", seedData: { users } })))
  )

  it.effect("has all users in the service of 2025-06", () =>
    Effect.gen(function* () {
      yield* create("One more")
      expect((yield* call("GET", "/users", server)).body.items).toHaveLength(1001)
      expect((yield* page("limit=1001")).items).toHaveLength(1001)
    }).pipe(Effect.provide(layer({ service: "2025-06", seedData: { users } })))
  )

  it.effect.each(["order_by=last_active_at", "excluded_email_domains=example.org"])(
    "refuses $0 in the service of 2025-06",
    (query) =>
      Effect.gen(function* () {
        expect((yield* call("GET", `/users?${query}`, server)).knownError).toBe("SCHEMA_ERROR")
      }).pipe(Effect.provide(layer({ service: "2025-06", seedData: { users } })))
  )
})

/** More than may come without a limit; in `npm test` not many more. */
const many = countSeeds(10_000) + 1

describe(`${many} users`, () => {
  const users = Array.from({ length: many }, (_, n) => ({ displayName: `User ${n}` }))

  it.effect("come in pages, each user once, and not without a limit", () =>
    Effect.gen(function* () {
      expect((yield* call("GET", "/users", server)).status).toBe(400)
      for (const query of ["limit=1000", "limit=1000&order_by=last_active_at&desc=true"]) {
        expect(new Set(yield* walk(query, () => Effect.void)).size, query).toBe(many)
      }
    }).pipe(Effect.provide(layer({ service: "current", seedData: { users } })))
  )
})

describe("domains that a list excludes", () => {
  it.effect("are at most 100, and valid", () =>
    Effect.gen(function* () {
      const domains = (count: number) => Array.from({ length: count }, (_, n) => `@d${n}.example`).join(",")
      expect((yield* call("GET", `/users?excluded_email_domains=${domains(100)}`, server)).status).toBe(200)
      for (const wrong of [domains(101), "", "a.example,,b.example", "ann@a.example", "a_b.example"]) {
        const refused = yield* call("GET", `/users?excluded_email_domains=${wrong}`, server)
        expect(refused, wrong).toMatchObject({ status: 400, knownError: undefined })
        expect(refused.text, wrong).toContain("excluded_email_domains")
      }
    }).pipe(Effect.provide(layer({ service: "current" })))
  )
})

describe("pages of users", () => {
  it.effect("show every user once and in order, whoever signs up meanwhile", () =>
    Effect.gen(function* () {
      const before: Array<string> = []
      for (let made = 0, count = countSeeds(300, 1 / 3); made < count; made += 30) {
        // Users of the same millisecond are sorted by their IDs.
        yield* TestClock.adjust("1 millis")
        const ids = yield* Effect.forEach(Array.from({ length: Math.min(30, count - made) }), () => create("User"))
        before.push(...ids.toSorted())
      }
      const known = new Set(before)
      for (const [query, order] of [
        ["limit=17", before],
        ["limit=17&desc=true", before.toReversed()]
      ] as const) {
        const seen = yield* walk(query, (index) =>
          index < 20 ? Effect.forEach([1, 2, 3], (n) => create(`New ${n}`)) : Effect.void
        )
        expect(new Set(seen).size, query).toBe(seen.length)
        expect(
          seen.filter((id) => known.has(id)),
          query
        ).toStrictEqual(order)
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("continue with the following user after the next one was deleted", () =>
    Effect.gen(function* () {
      const ids: Array<string> = []
      for (let i = 0; i < 10; i++) {
        yield* TestClock.adjust("1 millis")
        ids.push(yield* create(`User ${i}`))
      }
      const first = yield* page("limit=3")
      expect(first.pagination.next_cursor).toBe(ids[3])
      yield* call("DELETE", `/users/${ids[3]}`, server)
      const second = yield* page(`limit=3&cursor=${ids[3]}`)
      expect(second.items.map((user: { readonly id: string }) => user.id)).toStrictEqual(ids.slice(4, 7))
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are empty after an unknown cursor", () =>
    Effect.gen(function* () {
      yield* create("Ann")
      expect(yield* page("limit=3&cursor=12345678-1234-4234-9234-123456789012")).toStrictEqual({
        items: [],
        is_paginated: true,
        pagination: { next_cursor: null }
      })
    }).pipe(Effect.provide(layer()))
  )
})
