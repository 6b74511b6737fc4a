/**
 * An app goes from the vendor's client to this one, or back, while people are signed in: nobody is signed out by it,
 * and who signs out stays signed out.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { Tokens } from "../../src/token/TokenStore.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { texts, tokens } from "../support/tokens.ts"
import { page, type Place, places } from "./places.ts"
import { makeBrowser, type Session, type Site, vendors } from "./vendor.ts"

const asSession = (held: Tokens | undefined): Session | undefined => {
  const [refresh, access] = texts(held) ?? []
  return refresh === undefined ? undefined : { refresh, access }
}

const read = (place: Place, site: Site) => place(site, (store) => Effect.map(store.get, asSession))

const refreshed = (place: Place, site: Site, refresh: string, access: string) =>
  place(site, (store) =>
    Effect.flatMap(store.get, (held) =>
      Effect.map(store.compareAndSet(held, tokens(refresh, access)), (was) => expect(was).toBe(true))
    )
  )

const now = TestClock.adjust(1000)

/** What each place reads, one after the other. */
const readEverywhere = (site: Site) => Effect.forEach(Object.values(places), (place) => read(place, site))

const each = <A>(table: Readonly<Record<string, A>>) => Object.entries(table)

const swaps = Arr.cartesian(["before 2025-11", "since 2025-11", "since 2026-05"] as const, each(places)).flatMap(
  ([version, [placeName, place]]) => ["http", "https"].map((scheme) => ({ place, placeName, scheme, version }))
)

describe.each(swaps)("$scheme $placeName, vendor's client of $version", ({ place, placeName, scheme, version }) => {
  const origin = `${scheme}://app.example.com`
  const isSecure = scheme === "https"
  const setUp = Effect.clockWith((clock) =>
    Effect.sync(() => {
      const browser = makeBrowser()
      const site = browser.open(origin)
      return { browser, site, vendor: vendors(projectId, () => clock.currentTimeMillisUnsafe())[version] }
    })
  )

  it.effect("hands its session over, for reading, refreshing and signing out", () =>
    Effect.gen(function* () {
      const { browser, site, vendor } = yield* setUp
      vendor.write(site, { refresh: "r1", access: "a1" })
      expect(yield* read(place, site)).toStrictEqual({ refresh: "r1", access: "a1" })
      yield* now
      yield* refreshed(place, site, "r1", "a2")
      expect(yield* read(place, site)).toStrictEqual({ refresh: "r1", access: "a2" })
      expect(yield* read(page, site)).toStrictEqual({ refresh: "r1", access: "a2" })
      // Back, and forth again, with a refresh on each side.
      expect(vendor.read(site)?.refresh).toBe("r1")
      vendor.write(site, { refresh: "r1", access: "a3" })
      expect((yield* read(place, site))?.refresh).toBe("r1")
      yield* place(site, (store) => store.clear)
      expect(vendor.read(site)).toBeUndefined()
      expect(new Set(yield* readEverywhere(site))).toStrictEqual(new Set([undefined]))
      expect(browser.names()).toStrictEqual([])
    })
  )

  it.effect("takes a session back, for reading, refreshing and signing out", () =>
    Effect.gen(function* () {
      const { site, vendor } = yield* setUp
      yield* place(site, (store) => store.set(tokens("r1", "a1")))
      expect(vendor.read(site)?.refresh).toBe("r1")
      yield* now
      vendor.write(site, { refresh: "r1", access: "a2" })
      expect(vendor.read(site)).toStrictEqual({ refresh: "r1", access: "a2" })
      expect((yield* read(place, site))?.refresh).toBe("r1")
      yield* now
      yield* place(site, (store) => store.set(tokens("r2", "b1")))
      expect(vendor.read(site)?.refresh).toBe("r2")
      vendor.signOut(site)
      expect(vendor.read(site)).toBeUndefined()
      if (isSecure && version === "before 2025-11") {
        // It knows no names of https. The session has ended at the service, and what says so here removes the
        // rest.
        yield* page(site, (store) => store.compareAndSet(tokens("r2"), undefined))
      }
      expect(new Set(yield* readEverywhere(site))).toStrictEqual(new Set([undefined]))
    })
  )

  it.effect("agrees with this one on who signed in last", () =>
    Effect.gen(function* () {
      const { site, vendor } = yield* setUp
      yield* place(site, (store) => store.set(tokens("r1", "a1")))
      yield* now
      vendor.signOut(site)
      vendor.write(site, { refresh: "r2", access: "b1" })
      if (isSecure && version === "before 2025-11") {
        yield* page(site, (store) => store.compareAndSet(tokens("r1"), undefined))
      }
      expect((yield* read(place, site))?.refresh).toBe("r2")
      expect((yield* read(page, site))?.refresh).toBe("r2")
      yield* now
      yield* place(site, (store) => store.set(tokens("r3", "c1")))
      expect(vendor.read(site)?.refresh).toBe("r3")
    })
  )

  // A page of this client never looks at what the oldest one writes on https after it was opened.
  if (placeName !== "page" || (isSecure && version === "before 2025-11")) return
  it.effect("may have pages open beside those of this one", () =>
    Effect.gen(function* () {
      const { site, vendor } = yield* setUp
      const store = yield* page(site, Effect.succeed)
      for (const refresh of ["r1", "r2"]) {
        yield* store.set(tokens(refresh, "a"))
        yield* now
        vendor.write(site, { refresh, access: "b" })
        expect(asSession(yield* store.get)?.refresh).toBe(refresh)
        yield* now
        vendor.write(site, { refresh: "other", access: "c" })
        expect(asSession(yield* store.get)?.refresh).toBe("other")
      }
      vendor.signOut(site)
      expect(yield* store.get).toBeUndefined()
    })
  )
})

describe("A session that hosts share", () => {
  describe.each(["since 2025-11", "since 2026-05"] as const)("beside the client %s", (version) => {
    it.effect.each(each(places))("is taken over by a %s, and goes on elsewhere until sign-out", ([, place]) =>
      Effect.gen(function* () {
        for (const protocol of ["http:", "https:"]) {
          const browser = makeBrowser()
          const app = browser.open(`${protocol}//app.example.com`)
          const www = browser.open(`${protocol}//www.example.com`)
          const clock = yield* Effect.clockWith(Effect.succeed)
          const vendor = vendors(projectId, () => clock.currentTimeMillisUnsafe(), "example.com")[version]
          vendor.write(www, { refresh: "r1", access: "a1" })
          expect((yield* read(place, app))?.refresh).toBe("r1")
          yield* refreshed(place, app, "r1", "a2")
          yield* read(page, app)
          expect(vendor.read(www)?.refresh).toBe("r1")
          yield* place(app, (store) => store.clear)
          expect(vendor.read(www)).toBeUndefined()
          expect(yield* read(page, app)).toBeUndefined()
        }
      })
    )

    it.effect("outlives one that has ended on a page", () =>
      Effect.gen(function* () {
        const browser = makeBrowser()
        const app = browser.open("https://app.example.com")
        const www = browser.open("https://www.example.com")
        const vendor = vendors(projectId, () => 1, "example.com")[version]
        vendor.write(www, { refresh: "r1", access: "a1" })
        expect((yield* read(page, app))?.refresh).toBe("r1")
        vendor.signOut(www)
        vendor.write(www, { refresh: "r2", access: "b1" })
        yield* page(app, (store) => store.compareAndSet(tokens("r1"), undefined))
        expect(vendor.read(www)?.refresh).toBe("r2")
        expect((yield* read(page, app))?.refresh).toBe("r2")
      })
    )
  })

  it.effect.each(each(places))("is never written by a %s, even if a cookie was planted for it", ([, place]) =>
    Effect.gen(function* () {
      const browser = makeBrowser()
      const evil = browser.open("https://evil.example.com")
      const app = browser.open("https://app.example.com")
      vendors(projectId, () => 1, "example.com")["since 2026-05"].write(evil, { refresh: "planted", access: "a" })
      yield* place(app, (store) => store.set(tokens("secret", "a")))
      expect(evil.header()).not.toContain("secret")
      expect(evil.header()).not.toContain("refresh_token")
      expect((yield* read(place, app))?.refresh).toBe("secret")
    })
  )
})
