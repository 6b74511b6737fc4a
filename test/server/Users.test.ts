/** Users in pages: how many requests a stream makes, and what it keeps. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { UserId } from "../../src/domain/Ids.ts"
import type { ServerApp } from "../../src/server/ServerApp.ts"
import * as Sessions from "../../src/server/Sessions.ts"
import * as Users from "../../src/server/UsersWithStream.ts"
import { collectGarbage } from "../support/heap.ts"
import { json, network } from "../support/scriptedNetwork.ts"
import { serverApp, serverUserJson } from "../support/serverApps.ts"

const makeId = (n: number) => `7b9b9b9e-0000-4000-8000-${String(n).padStart(12, "0")}`

/** A service with this many users, which answers any page of them. */
const service = (count: number) =>
  network((request) => {
    const query = new URL(request.url).searchParams
    const from = query.has("cursor") ? Number(query.get("cursor")!.slice(-12)) : 0
    const to = Math.min(from + Number(query.get("limit")), count)
    const items = Array.from({ length: to - from }, (_, i) => ({ ...serverUserJson, id: makeId(from + i) }))
    return json({ items, is_paginated: true, pagination: { next_cursor: to < count ? makeId(to) : null } })
  })

describe("Users.stream", () => {
  it.effect("requests a page when it is needed, and not before", () => {
    const net = service(1000)
    return Effect.gen(function* () {
      const first = yield* Users.stream({ pageSize: 10 }).pipe(Stream.take(25), Stream.runCollect)
      expect(first.map(({ id }) => id)).toStrictEqual(Array.from({ length: 25 }, (_, i) => makeId(i)))
      expect(net.sent.length).toBe(3)
      expect(net.sent.map(({ url }) => new URL(url).searchParams.get("cursor"))).toStrictEqual([
        null,
        makeId(10),
        makeId(20)
      ])
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("sends filters only when given, as the service of 2025-06 refuses them", () => {
    const net = service(0)
    const sent = (n: number) => [...new URL(net.sent[n]!.url).searchParams.entries()]
    return Effect.gen(function* () {
      yield* Users.list({ query: "a" })
      yield* Users.list({ onlyAnonymous: false })
      yield* Users.list({ includeRestricted: true })
      yield* Stream.runDrain(Users.stream({ onlyAnonymous: true, pageSize: 5 }))
      expect([sent(0), sent(1), sent(2)]).toStrictEqual([
        [
          ["limit", "1000"],
          ["query", "a"]
        ],
        [
          ["limit", "1000"],
          ["only_anonymous", "false"]
        ],
        [
          ["limit", "1000"],
          ["include_restricted", "true"]
        ]
      ])
      expect(Object.fromEntries(sent(3))).toStrictEqual({
        limit: "5",
        only_anonymous: "true",
        include_anonymous: "true"
      })
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("ends after the last page, even when there are no users", () => {
    const net = service(0)
    return Effect.gen(function* () {
      expect(yield* Stream.runCollect(Users.stream())).toStrictEqual([])
      expect(net.sent.length).toBe(1)
      expect(new URL(net.sent[0]!.url).searchParams.get("limit")).toBe(String(Users.defaultPageSize))
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect.each([1, 2, 7])(
    "fails with a typed error when the service names a page again, even in a longer circle: $0",
    (cycle) =>
      Effect.gen(function* () {
        const net = network((_, n) => {
          const items = [{ ...serverUserJson, id: makeId(n) }]
          return json({ items, is_paginated: true, pagination: { next_cursor: makeId(n % cycle) } })
        })
        const seen: Array<string> = []
        const error = yield* Users.stream().pipe(
          Stream.runForEach(({ id }) => Effect.sync(() => void seen.push(id))),
          Effect.flip,
          Effect.provide(serverApp().pipe(Layer.provide(net.layer)))
        )
        expect(error).toMatchObject({
          _tag: "TransportError",
          path: "/users",
          reason: { _tag: "InvalidServerResponse", detail: expect.stringContaining("cursor") }
        })
        expect(net.sent.length).toBe(cycle + 1)
        // What came before the repeated page is not lost.
        expect(seen.length).toBe(cycle)
      })
  )

  it.live("holds one page at a time, however many there are", () => {
    const net = service(20_000)
    const pages: Array<WeakRef<object>> = []
    return Effect.gen(function* () {
      const count = yield* Users.stream({ pageSize: 500 }).pipe(
        Stream.runFold(
          () => 0,
          (n, user) => {
            if (n % 500 === 0) pages.push(new WeakRef(user))
            net.sent.length = 0
            return n + 1
          }
        )
      )
      expect(count).toBe(20_000)
      // What is only weakly held outlives the turn of the event loop in which it was looked at.
      yield* Effect.sleep("1 millis")
      collectGarbage()
      expect(pages.filter((page) => page.deref() !== undefined).length).toBeLessThan(3)
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })
})

describe("Users.list", () => {
  it.effect("sends the domains that it excludes as one list, and none for an empty one", () => {
    const net = service(0)
    return Effect.gen(function* () {
      yield* Users.page({ excludedEmailDomains: ["example.org", "@a.example"], orderBy: "lastActiveAt", limit: 5 })
      yield* Users.page({ excludedEmailDomains: [], limit: 5 })
      const sent = net.sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams))
      expect(sent).toStrictEqual([
        { limit: "5", order_by: "last_active_at", excluded_email_domains: "example.org,@a.example" },
        { limit: "5" }
      ])
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect.each([["ann@example.org"], Array.from({ length: 101 }, (_, n) => `d${n}.example`)])(
    "refuses the excluded domains $0 before anything is sent",
    (excludedEmailDomains) => {
      const net = service(0)
      return Effect.gen(function* () {
        const error = yield* Effect.flip(Users.list({ excludedEmailDomains }))
        expect(error).toMatchObject({ reason: { _tag: "InvalidRequest" } })
        expect(net.sent).toHaveLength(0)
      }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
    }
  )

  it.effect("reads the external auth providers of a user, where the service sends them", () => {
    const external = { ...serverUserJson, external_auth_providers: [{ id: "clerk-integration" }] }
    const items = [external, serverUserJson]
    const net = network(() => json({ items, is_paginated: true, pagination: { next_cursor: null } }))
    return Effect.gen(function* () {
      const [first] = yield* Users.list()
      expect(first?.externalAuthProviders).toStrictEqual([{ id: "clerk-integration" }])
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("accepts an answer without pagination", () => {
    const net = network(() => json({ items: [serverUserJson], is_paginated: false }))
    return Effect.gen(function* () {
      expect(yield* Users.list()).toMatchObject([{ id: serverUserJson.id }])
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("lists all users, 1,000 with each request, each once and in order", () => {
    const net = service(10_010)
    return Effect.gen(function* () {
      const users = yield* Users.list()
      expect(users.map(({ id }) => id)).toStrictEqual(Array.from({ length: 10_010 }, (_, i) => makeId(i)))
      const limits = net.sent.map(({ url }) => new URL(url).searchParams.get("limit"))
      expect(limits).toStrictEqual(Array.from({ length: 11 }, () => "1000"))
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("lists a user on two pages once, and fails at a repeated page", () => {
    const pages = [
      { ids: [0, 1], next: makeId(1) },
      { ids: [1, 2], next: null },
      { ids: [3], next: makeId(4) },
      { ids: [4], next: makeId(4) }
    ]
    const net = network((_, n) => {
      const { ids, next } = pages[n - 1]!
      const items = ids.map((id) => ({ ...serverUserJson, id: makeId(id) }))
      return json({ items, is_paginated: true, pagination: { next_cursor: next } })
    })
    return Effect.gen(function* () {
      expect((yield* Users.list()).map(({ id }) => id)).toStrictEqual([0, 1, 2].map(makeId))
      expect(yield* Effect.flip(Users.list())).toMatchObject({ reason: { _tag: "InvalidServerResponse" } })
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })
})

describe("Users.page", () => {
  it.effect("returns one page", () => {
    const net = service(10_010)
    return Effect.gen(function* () {
      const { items, nextCursor } = yield* Users.page({ limit: 1000, cursor: makeId(5) })
      expect({ items: items.length, id: items[0]?.id, nextCursor }).toStrictEqual({
        items: 1000,
        id: makeId(5),
        nextCursor: makeId(1005)
      })
      expect(net.sent.length).toBe(1)
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect.each([0, -1, 1.5, 1001, Number.NaN])("refuses the limit $0 before anything is sent", (limit) => {
    const net = service(10_010)
    return Effect.gen(function* () {
      const invalid = { reason: { _tag: "InvalidRequest" } }
      expect(yield* Effect.flip(Users.page({ limit }))).toMatchObject(invalid)
      expect(yield* Effect.flip(Stream.runDrain(Users.stream({ pageSize: limit })))).toMatchObject(invalid)
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })
})

describe("a request", () => {
  const userId = UserId.make(makeId(1))
  const run = (call: Effect.Effect<unknown, unknown, ServerApp>) => {
    const net = network((request) =>
      request.url.includes("/auth/sessions")
        ? json({ access_token: "a.b.c", refresh_token: "r" })
        : json(serverUserJson, request.method === "POST" ? 201 : 200)
    )
    return Effect.map(Effect.provide(call, serverApp().pipe(Layer.provide(net.layer))), () =>
      net.sent.map(({ body, method, url }) => [method, new URL(url).pathname, JSON.parse(body ?? "null")])
    )
  }

  it.effect("has every field of an update, with secrets unwrapped only there", () =>
    Effect.gen(function* () {
      const sent = yield* run(
        Users.update({
          userId,
          displayName: null,
          password: "secret",
          totpSecretBase64: Redacted.make("AAAA"),
          otpAuthEnabled: true,
          passkeyAuthEnabled: false,
          primaryEmail: "ann@example.org",
          primaryEmailVerified: true,
          primaryEmailAuthEnabled: true,
          isAnonymous: false
        })
      )
      expect(sent).toStrictEqual([
        [
          "PATCH",
          `/api/v1/users/${userId}`,
          {
            display_name: null,
            password: "secret",
            totp_secret_base64: "AAAA",
            otp_auth_enabled: true,
            passkey_auth_enabled: false,
            primary_email: "ann@example.org",
            primary_email_verified: true,
            primary_email_auth_enabled: true,
            is_anonymous: false
          }
        ]
      ])
    })
  )

  it.effect("has a lifetime of a year for a session by default", () =>
    Effect.gen(function* () {
      expect(yield* run(Sessions.create({ userId }))).toStrictEqual([
        [
          "POST",
          "/api/v1/auth/sessions",
          { user_id: userId, expires_in_millis: 31_536_000_000, is_impersonation: false }
        ]
      ])
    })
  )
})
