/**
 * One seed is one random history of a guest who signs up in one of two tabs, while their token expires, they are read,
 * they sign out, or sign up again: whoever is kept, nobody is lost, and no session stays open that nobody has.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import type { HttpRequest } from "../../src/http/Http.ts"
import { Session, layer as sessionLayer } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import type { World } from "../support/explore/World.ts"
import { type Answer, clientApp, json, knownError, network, userJson } from "../support/scriptedNetwork.ts"
import { unsignedToken } from "../support/tokens.ts"

const makeId = (n: number) => `7b9b9b9e-0000-4000-8000-${String(n).padStart(12, "0")}`

/**
 * The service of guests, as it is today: access tokens live for a minute, and sign-ups keep the guest whose token comes
 * along.
 */
const makeService = (random: () => number) => {
  const guests = new Map<string, boolean>()
  /** Users by their live refresh tokens. */
  const sessions = new Map<string, string>()
  const accessTokens = new Map<string, { readonly refreshToken: string; readonly endsMillis: number }>()
  let serial = 0
  let wasSlow = false

  const issue = Effect.fnUntraced(function* (refreshToken: string) {
    const user = sessions.get(refreshToken)!
    const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const claims = { sub: user, refresh_token_id: refreshToken, iat, exp: iat + 60, n: serial++ }
    const isGuest = guests.get(user) === true
    const token = unsignedToken({ ...claims, is_anonymous: isGuest, is_restricted: isGuest })
    accessTokens.set(token, { refreshToken, endsMillis: (iat + 60) * 1000 })
    return token
  })

  const open = (user: string) => {
    const refreshToken = `r${serial++}`
    sessions.set(refreshToken, user)
    return Effect.map(issue(refreshToken), (accessToken) => ({ accessToken, refreshToken }))
  }

  const newUser = (isGuest: boolean) => {
    const user = makeId(guests.size + 1)
    guests.set(user, isGuest)
    return user
  }

  const answer = Effect.fnUntraced(function* (request: HttpRequest) {
    if (request.url.endsWith("/auth/oauth/token")) {
      const refreshToken = new URLSearchParams(request.body).get("refresh_token") ?? ""
      if (!sessions.has(refreshToken)) return yield* knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
      const access_token = yield* issue(refreshToken)
      return yield* json({ access_token, token_type: "Bearer", expires_in: 59, scope: "legacy" })
    }
    const token = request.headers["x-stack-access-token"]
    const found = token === undefined ? undefined : accessTokens.get(token)
    if (token !== undefined && (found === undefined || found.endsMillis <= (yield* Clock.currentTimeMillis))) {
      return yield* knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: null })
    }
    const user = found && sessions.get(found.refreshToken)
    const saysGuest = token !== undefined && JSON.parse(globalThis.atob(token.split(".")[1]!)).is_anonymous === true
    if (saysGuest && request.headers["x-stack-allow-anonymous-user"] !== "true") {
      return yield* knownError("ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401)
    }
    if (request.url.endsWith("/auth/password/sign-up")) {
      const kept = user !== undefined && guests.get(user) === true ? user : newUser(false)
      guests.set(kept, false)
      const { accessToken, refreshToken } = yield* open(kept)
      return yield* json({ access_token: accessToken, refresh_token: refreshToken, user_id: kept })
    }
    if (request.url.endsWith("/auth/sessions/current")) {
      if (found !== undefined) sessions.delete(found.refreshToken)
      return yield* json({ success: true })
    }
    if (user === undefined) return yield* knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)
    return yield* json({ ...userJson, id: user, is_anonymous: guests.get(user) })
  })

  const script = (request: HttpRequest): Answer =>
    Effect.suspend(() => {
      // One sign-up may take so long that a token expires on the way which was fresh when it left.
      const isSlow = !wasSlow && request.url.endsWith("/auth/password/sign-up") && random() < 0.6
      wasSlow ||= isSlow
      const there = Math.floor(random() * (isSlow ? 50_000 : 2_000))
      const back = Math.floor(random() * 2_000)
      return Effect.delay(answer(request), there).pipe(Effect.tap(() => Effect.sleep(back)))
    })
  return { guests, sessions, open, newUser, network: network(script) }
}

/** One history: what must not be makes it fail. */
export const guestSignsUp = (world: World) => {
  const { chance, random, upTo } = world
  const service = makeService(random)
  const store = MemoryTokenStore.make()
  const signUps = 1 + upTo(2)
  const signsOut = chance(0.4)

  return Effect.gen(function* () {
    const guest = service.newUser(true)
    const first = yield* service.open(guest)
    yield* store.set({ accessToken: Redacted.make(first.accessToken), refreshToken: Redacted.make(first.refreshToken) })
    const app = clientApp({ appUrl: "https://app.example.com", timeout: "10 minutes" }).pipe(
      Layer.provide(service.network.layer)
    )
    const tab = Effect.map(
      Layer.build(Layer.fresh(sessionLayer.pipe(Layer.provide([app, Layer.succeed(TokenStore, store)])))),
      (context) => Effect.provideContext(Session, context)
    )
    const tabs = [yield* yield* tab, yield* yield* tab]
    const inSomeTab = <A, E>(name: string, effect: Effect.Effect<A, E, Session>) =>
      Effect.sleep(upTo(90_000)).pipe(
        Effect.andThen(Effect.provideService(effect, Session, tabs[upTo(2)]!)),
        Effect.exit,
        Effect.tap((exit) =>
          Effect.sync(() => world.note(`${name} ${Exit.isSuccess(exit) ? String(exit.value) : "failed"}`))
        ),
        Effect.forkChild
      )
    const signUp = Password.signUp({ email: "ann@example.org", password: "correct horse", noRedirect: true })
    const running = yield* Effect.forEach(Array.from({ length: signUps }), () => inSomeTab("sign-up", signUp))
    for (let i = 0; i < 3; i++) {
      yield* inSomeTab(
        "read",
        Effect.map(CurrentUser.getIncludingAnonymous, (user) => user?.id === guest)
      )
    }
    if (signsOut) {
      yield* inSomeTab(
        "sign-out",
        Effect.flatMap(Session, ({ signOut }) => signOut)
      )
    }
    const exits = yield* Effect.forEach(running, (fiber) => Effect.flatMap(Fiber.join(fiber), Effect.succeed))
    yield* Effect.sleep("20 minutes")

    const results = exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))
    const problems: Array<string> = []
    if (results.filter((result) => result === "upgraded").length > 1) problems.push("a guest was upgraded twice")
    if (results.includes("upgraded") && service.guests.get(guest) !== false) {
      problems.push("upgraded, but still a guest")
    }
    // Without a sign-out the guest's session was there for the first sign-up, whatever its access token.
    if (!signsOut && service.guests.get(guest) === true) problems.push("the guest was left behind")
    if (!signsOut && service.guests.size !== signUps) {
      problems.push(`${service.guests.size} users of ${signUps} sign-ups`)
    }
    const tokens = yield* store.get
    const kept = tokens?.refreshToken && Redacted.value(tokens.refreshToken)
    if (kept !== undefined && !service.sessions.has(kept)) problems.push("the store holds a session that has ended")
    // That of a sign-up which another one replaced is its user's own; one that counted for nobody is ended.
    const open = [...service.sessions.keys()].filter((token) => token !== kept && token !== first.refreshToken)
    if (open.length > results.length) problems.push("a session is open that nobody has")
    if (problems.length > 0) throw new Error(problems.join("; "))
  }).pipe(Effect.scoped)
}
