/**
 * An app goes from the vendor's client to this one, or back, while people are signed in: nobody is signed out by it,
 * and who signs out stays signed out.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { Tokens, TokenStoreUnavailable } from "../../src/token/TokenStore.ts"
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

const nobodyAnywhere = Array(1 + Object.keys(places).length).fill(undefined)

const each = <A>(table: Readonly<Record<string, A>>) => Object.entries(table)

const schemes = ["http", "https"] as const

const versions = ["before 2025-11", "since 2025-11", "since 2026-05"] as const

/** What is done after a sign-out in the vendor's client, so that no place finds the session any more. */
type Forget = (site: Site, refresh: string) => Effect.Effect<unknown, TokenStoreUnavailable>

/** The oldest client knows no names of https. What it leaves there goes when the service refuses the session. */
const refuse: Forget = (site, refresh) => page(site, (store) => store.compareAndSet(tokens(refresh), undefined))

const needsNothing: Forget = () => Effect.void

const clients = Arr.cartesian(schemes, versions).map(([scheme, version]) => ({
  scheme,
  version,
  forget: scheme === "https" && version === "before 2025-11" ? refuse : needsNothing
}))

const setUp = ({ scheme, version }: (typeof clients)[number]) =>
  Effect.clockWith((clock) =>
    Effect.sync(() => {
      const browser = makeBrowser()
      const site = browser.open(`${scheme}://app.example.com`)
      return { browser, site, vendor: vendors(projectId, () => clock.currentTimeMillisUnsafe())[version] }
    })
  )

const swaps = Arr.cartesian(clients, each(places)).map(([client, [placeName, place]]) => ({
  ...client,
  client,
  place,
  placeName
}))

describe.each(swaps)("$scheme $placeName, vendor's client of $version", ({ client, forget, place }) => {
  it.effect("hands its session over, for reading, refreshing and signing out", () =>
    Effect.gen(function* () {
      const { browser, site, vendor } = yield* setUp(client)
      vendor.write(site, { refresh: "r1", access: "a1" })
      expect(yield* read(place, site)).toStrictEqual({ refresh: "r1", access: "a1" })
      yield* now
      yield* refreshed(place, site, "r1", "a2")
      const refreshedHere = { refresh: "r1", access: "a2" }
      expect([yield* read(place, site), yield* read(page, site)]).toStrictEqual([refreshedHere, refreshedHere])
      // Back, and forth again, with a refresh on each side.
      expect(vendor.read(site)).toMatchObject({ refresh: "r1" })
      vendor.write(site, { refresh: "r1", access: "a3" })
      expect(yield* read(place, site)).toMatchObject({ refresh: "r1" })
      yield* place(site, (store) => store.clear)
      expect([vendor.read(site), ...(yield* readEverywhere(site))]).toStrictEqual(nobodyAnywhere)
      expect(browser.names()).toStrictEqual([])
    })
  )

  it.effect("takes a session back, for reading, refreshing and signing out", () =>
    Effect.gen(function* () {
      const { site, vendor } = yield* setUp(client)
      yield* place(site, (store) => store.set(tokens("r1", "a1")))
      expect(vendor.read(site)).toMatchObject({ refresh: "r1" })
      yield* now
      vendor.write(site, { refresh: "r1", access: "a2" })
      expect(vendor.read(site)).toStrictEqual({ refresh: "r1", access: "a2" })
      expect(yield* read(place, site)).toMatchObject({ refresh: "r1" })
      yield* now
      yield* place(site, (store) => store.set(tokens("r2", "b1")))
      expect(vendor.read(site)).toMatchObject({ refresh: "r2" })
      vendor.signOut(site)
      yield* forget(site, "r2")
      expect([vendor.read(site), ...(yield* readEverywhere(site))]).toStrictEqual(nobodyAnywhere)
    })
  )

  it.effect("agrees with this one on who signed in last", () =>
    Effect.gen(function* () {
      const { site, vendor } = yield* setUp(client)
      yield* place(site, (store) => store.set(tokens("r1", "a1")))
      yield* now
      vendor.signOut(site)
      vendor.write(site, { refresh: "r2", access: "b1" })
      yield* forget(site, "r1")
      expect([yield* read(place, site), yield* read(page, site)]).toMatchObject([{ refresh: "r2" }, { refresh: "r2" }])
      yield* now
      yield* place(site, (store) => store.set(tokens("r3", "c1")))
      expect(vendor.read(site)).toMatchObject({ refresh: "r3" })
    })
  )
})

// A page of this client never looks at what the oldest one writes on https after it was opened.
describe.each(clients.filter(({ forget }) => forget === needsNothing))(
  "$scheme page, vendor's client of $version",
  (client) => {
    it.effect("may have pages open beside those of this one", () =>
      Effect.gen(function* () {
        const { site, vendor } = yield* setUp(client)
        const store = yield* page(site, Effect.succeed)
        const seen: Array<string | undefined> = []
        for (const refresh of ["r1", "r2"]) {
          yield* store.set(tokens(refresh, "a"))
          for (const session of [
            { refresh, access: "b" },
            { refresh: "other", access: "c" }
          ]) {
            yield* now
            vendor.write(site, session)
            seen.push(asSession(yield* store.get)?.refresh)
          }
        }
        expect(seen).toStrictEqual(["r1", "other", "r2", "other"])
        vendor.signOut(site)
        expect(yield* store.get).toBeUndefined()
      })
    )
  }
)

describe("A session that hosts share", () => {
  describe.each(["since 2025-11", "since 2026-05"] as const)("beside the client %s", (version) => {
    it.effect.each(Arr.cartesian(each(places), schemes).map(([[name, place], scheme]) => ({ name, place, scheme })))(
      "is taken over by a $name on $scheme, and goes on elsewhere until sign-out",
      ({ place, scheme }) =>
        Effect.gen(function* () {
          const browser = makeBrowser()
          const app = browser.open(`${scheme}://app.example.com`)
          const www = browser.open(`${scheme}://www.example.com`)
          const clock = yield* Effect.clockWith(Effect.succeed)
          const vendor = vendors(projectId, () => clock.currentTimeMillisUnsafe(), "example.com")[version]
          vendor.write(www, { refresh: "r1", access: "a1" })
          expect(yield* read(place, app)).toMatchObject({ refresh: "r1" })
          yield* refreshed(place, app, "r1", "a2")
          yield* read(page, app)
          expect(vendor.read(www)).toMatchObject({ refresh: "r1" })
          yield* place(app, (store) => store.clear)
          expect([vendor.read(www), yield* read(page, app)]).toStrictEqual([undefined, undefined])
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
