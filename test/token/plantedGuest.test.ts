/**
 * Another host of the site plants the session of its own guest in a cookie where nobody is signed in. Whoever then
 * signs up must not become that guest, to whom the other host has tokens.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { type Tokens, TokenStore } from "../../src/token/TokenStore.ts"
import { page as appPage } from "../support/appPage.ts"
import * as Browser from "../support/Browser.ts"
import { password } from "../support/emulatorCalls.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { takeSample } from "../support/seeds.ts"
import { page, type Place, places } from "./places.ts"
import { makeBrowser, type Site, vendors } from "./vendor.ts"

const service = Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 0, 1))).pipe(
  Layer.provideMerge(
    EmulatedApp.layer({
      anonymousSignUp: true,
      project: { config: { oauthProviders: [{ id: "github", type: "shared" as const }] } }
    })
  )
)

const here = appPage("http://localhost:3000/", { navigates: false }).layer

/** Runs operations of an app over this store. */
const over =
  (store: TokenStore["Service"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(
      effect,
      Layer.fresh(Layer.mergeAll(Layer.provideMerge(Session.layer, Layer.succeed(TokenStore, store)), here))
    )

const visit = <A, E, R>(place: Place, site: Site, effect: Effect.Effect<A, E, R>) =>
  place(site, (store) => over(store)(effect))

let serial = 0
const signUp = Effect.suspend(() =>
  Password.signUp({
    email: `ann-${serial++}@example.org`,
    password,
    verificationCallbackUrl: "http://localhost:3000/verify",
    noRedirect: true
  })
)

const read = CurrentUser.getIncludingAnonymous

const throughProvider = Effect.fnUntraced(function* (email: string) {
  const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
  yield* identityProvider.script({ identity: { email } })
  const end = yield* Browser.make({ [baseUrl]: fetch }).open(yield* OAuth.start({ provider: "github" }))
  return yield* OAuth.callback({ url: end.url.href, noRedirect: true })
})

const reveal = ({ accessToken, refreshToken }: Tokens) => ({
  refresh: Redacted.value(refreshToken!),
  access: Redacted.value(accessToken!)
})

/** A guest whom another host has made, in a store of its own. */
const makeGuest = Effect.gen(function* () {
  const store = MemoryTokenStore.make()
  yield* over(store)(Anonymous.signUp)
  const user = yield* over(store)(read)
  return { store, id: user?.id, ...reveal((yield* store.get)!) }
})

type Plant = (evil: Site, session: { readonly refresh: string; readonly access: string }) => void

const timed = (refresh_token: string) => JSON.stringify({ refresh_token, updated_at_millis: 9 })
const shared = "Path=/; Domain=example.com"

/** The ways in which browsers let another host of the site plant a session. */
const plantings: Readonly<Record<string, Plant>> = {
  "a bare token": (evil, { refresh }) => evil.write(`stack-refresh-${projectId}=${refresh}; ${shared}`),
  "a bare token of any project": (evil, { refresh }) => evil.write(`stack-refresh=${refresh}; ${shared}`),
  "a token that hosts share": (evil, session) =>
    vendors(projectId, () => 1, "example.com")["since 2025-11"].write(evil, session),
  "one of the other brand": (evil, session) =>
    vendors(projectId, () => 1, "example.com")["since 2026-05"].write(evil, session),
  "a token with a time": (evil, { refresh }) =>
    evil.write(`stack-refresh-${projectId}--default=${timed(refresh)}; ${shared}`),
  "an access token alone": (evil, { access }) =>
    evil.write(`stack-access=${encodeURIComponent(JSON.stringify(["", access]))}; ${shared}`)
}

const hosts = () => {
  const browser = makeBrowser()
  return { app: browser.open("https://app.example.com"), evil: browser.open("https://evil.example.com") }
}

/** What may happen between the first visit and the sign-up. An access token ends after an hour. */
const histories: Readonly<
  Record<string, { readonly visits: ReadonlyArray<keyof typeof places>; readonly every: "0 millis" | "1 hour" }>
> = {
  "at once": { visits: [], every: "0 millis" },
  "after the page was loaded again": { visits: ["page", "page"], every: "0 millis" },
  "after a server has answered": { visits: ["server", "page"], every: "0 millis" },
  "after Next.js has answered": { visits: ["page", "next"], every: "0 millis" },
  "after a page has refreshed": { visits: ["page", "page"], every: "1 hour" },
  "after a server has refreshed": { visits: ["server", "page", "next"], every: "1 hour" }
}

describe("A guest whom another host has planted", () => {
  const cases = Object.entries(plantings).flatMap(([planting, plant], at) =>
    takeSample(Object.entries(histories), at).map(([history, events]) => ({ planting, plant, history, ...events }))
  )
  // An access token alone ends with its lifetime, and with it the guest.
  const lasting = cases.filter(({ every, planting }) => every === "0 millis" || planting !== "an access token alone")
  it.effect.each(lasting)("is nobody's beginning by $planting, $history", ({ every, plant, visits }) =>
    Effect.gen(function* () {
      for (const [placeName, place] of Object.entries(places)) {
        const guest = yield* makeGuest
        const { app, evil } = hosts()
        plant(evil, guest)
        const seen = yield* Effect.forEach(visits, (name) =>
          Effect.andThen(TestClock.adjust(every), visit(places[name], app, read))
        )
        seen.push(yield* visit(place, app, read))
        expect(
          seen.map((user) => user?.id),
          placeName
        ).toStrictEqual(seen.map(() => guest.id))
        const result = yield* visit(
          place,
          app,
          Effect.gen(function* () {
            const result = yield* signUp
            const user = yield* CurrentUser.getOrFail
            return { result, isGuest: user.id === guest.id }
          })
        )
        expect(result, placeName).toStrictEqual({ result: "signed-up", isGuest: false })
        expect(yield* over(guest.store)(read), placeName).toMatchObject({ id: guest.id, isAnonymous: true })
      }
    }).pipe(Effect.provide(service))
  )

  it.effect("is not sent to a provider either", () =>
    Effect.gen(function* () {
      const guest = yield* makeGuest
      const { app, evil } = hosts()
      plantings["a bare token"]!(evil, guest)
      expect(yield* visit(page, app, AuthorizedTransport.anonymousCredentials)).toBeUndefined()
      expect(yield* visit(page, app, throughProvider("bob@example.org"))).toBe("signed-up")
      expect(yield* over(guest.store)(throughProvider("eve@example.org"))).toBe("upgraded")
    }).pipe(Effect.provide(service))
  )

  it.effect("stays one in tabs that are open, whichever of them refreshes", () =>
    Effect.gen(function* () {
      const guest = yield* makeGuest
      const { app, evil } = hosts()
      plantings["a bare token"]!(evil, guest)
      const [one, two] = [yield* page(app, Effect.succeed), yield* page(app, Effect.succeed)]
      for (const [name, store, other] of [
        ["the first tab", one, two],
        ["the second tab", two, one]
      ] as const) {
        yield* TestClock.adjust("1 hour")
        expect((yield* over(store)(read))?.id, name).toBe(guest.id)
        const seen = [yield* store.get, yield* other.get]
        expect(seen, name).toMatchObject([{ isTakenOver: true }, { isTakenOver: true }])
        expect(
          seen.map((tokens) => reveal(tokens!).access),
          name
        ).not.toContain(guest.access)
        expect(yield* over(other)(AuthorizedTransport.anonymousCredentials), name).toBeUndefined()
      }
    }).pipe(Effect.provide(service))
  )

  const withRefreshToken = Object.entries(plantings).filter(([planting]) => planting !== "an access token alone")
  it.effect.each(withRefreshToken)("stays one where a service rotates refresh tokens, by %s", ([, plant]) =>
    Effect.gen(function* () {
      const { app, evil } = hosts()
      plant(evil, { refresh: "r0", access: "a0" })
      let count = 0
      for (const place of [places.server, places.next, page, places.server, places.server, page, page]) {
        const after = yield* place(app, (store) =>
          Effect.gen(function* () {
            const now = (yield* store.get)!
            expect({ refreshToken: Redacted.value(now.refreshToken!), isTakenOver: now.isTakenOver }).toStrictEqual({
              refreshToken: `r${count}`,
              isTakenOver: true
            })
            const [refreshToken, accessToken] = [Redacted.make(`r${++count}`), Redacted.make(`a${count}`)]
            expect(yield* store.compareAndSet(now, { refreshToken, accessToken, isTakenOver: true })).toBe(true)
            return yield* store.get
          })
        )
        expect(after?.isTakenOver, `refresh ${count}`).toBe(true)
      }
      // A user who signs in is nobody's guest.
      yield* page(app, (store) => store.set({ refreshToken: Redacted.make("own") }))
      const found = yield* Effect.forEach(Object.values(places), (place) => place(app, (store) => store.get))
      expect(found.filter((tokens) => tokens?.isTakenOver !== undefined)).toStrictEqual([])
    })
  )

  it.effect("stays one where a page sends its session to the app's server", () =>
    Effect.gen(function* () {
      const guest = yield* makeGuest
      const { app, evil } = hosts()
      plantings["a bare token"]!(evil, guest)
      const headers = new Headers(yield* visit(page, app, Sessions.authHeaders))
      const request = RequestTokenStore.layer({ headers }, { projectId })
      const result = yield* Effect.provide(signUp, Layer.fresh(Layer.provide(Session.layer, request)))
      expect(result).toBe("signed-up")
    }).pipe(Effect.provide(service))
  )
})

describe("A guest whom the app has made", () => {
  const cases = Object.entries(histories).flatMap(([history, events]) =>
    Object.entries(places).map(([name, place]) => ({ history, ...events, name, place }))
  )
  it.effect.each(cases)("stays who they are when they sign up, $history, on the $name", ({ every, place, visits }) =>
    Effect.gen(function* () {
      const { app } = hosts()
      yield* visit(place, app, Anonymous.signUp)
      const guest = yield* visit(place, app, read)
      for (const name of visits) {
        yield* TestClock.adjust(every)
        expect((yield* visit(places[name], app, read))?.id).toBe(guest?.id)
      }
      const result = yield* visit(
        place,
        app,
        Effect.gen(function* () {
          const result = yield* signUp
          return { result, id: (yield* CurrentUser.getOrFail).id }
        })
      )
      expect(result).toStrictEqual({ result: "upgraded", id: guest?.id })
    }).pipe(Effect.provide(service))
  )

  it.effect("stays so, too, by a page of the vendor's client under a name of this host", () =>
    Effect.gen(function* () {
      const guest = yield* makeGuest
      const { app } = hosts()
      vendors(projectId, () => 1)["since 2026-05"].write(app, guest)
      expect(yield* visit(page, app, signUp)).toBe("upgraded")
    }).pipe(Effect.provide(service))
  )
})

describe("A name that is ours but for what stands before it", () => {
  /** To a browser the name begins with something else than `__Host-`, so any host may set it. */
  const plantAfter = (before: string) => {
    const { app, evil } = hosts()
    evil.write(`${before}__Host-stack-refresh-${projectId}--default=${timed("planted")}; ${shared}`)
    expect(app.header()).toContain("planted")
    return app
  }

  it.effect.each(["\u00a0", "\u00a0 ", "\u2000", "\u3000", "\ufeff", "\u2028", "\u000b", "\u000c"])(
    "is another name to a page: $0",
    (before) =>
      Effect.gen(function* () {
        expect(yield* page(plantAfter(before), (store) => store.get)).toBeUndefined()
      })
  )

  it.effect.each(Arr.cartesian(["\u00a0", "\u00a0 "], Object.entries(places)))(
    "is another name everywhere after no-break spaces: %j",
    ([before, [, place]]) =>
      Effect.gen(function* () {
        expect(yield* place(plantAfter(before), (store) => store.get)).toBeUndefined()
      })
  )
})
