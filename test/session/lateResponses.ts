/**
 * One seed is one random history of a browser and the app's own server: a page
 * signs in, out and refreshes while requests that carry the same cookies are
 * worked on, and their responses end whenever they like.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { HttpFailure, HttpResponse } from "../../src/http/Http.ts"
import * as RequestCookies from "../../src/next/RequestCookies.ts"
import * as CookieJar from "../../src/platform/CookieJar.ts"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import { Session } from "../../src/session/Session.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "../../src/token/internal/RequestCookieTokenStore.ts"
import * as ServerCookieTokenStore from "../../src/token/ServerCookieTokenStore.ts"
import * as SessionCookies from "../../src/token/internal/SessionCookies.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { projectId } from "../http/support.ts"
import { FakeCookies } from "../next/FakeNext.ts"
import { randomOf, run } from "../support/World.ts"
import { Violation } from "./exploration.ts"
import { makeService, sessionOver } from "./service.ts"

/** What a response says of a cookie; without a value it is removed. */
interface Change {
  readonly name: string
  readonly value: string | undefined
  readonly maxAgeSeconds: number | undefined
}

const changeOf = (line: string): Change => {
  const [pair = "", ...attributes] = line.split("; ")
  const at = pair.indexOf("=")
  const maxAge = attributes.find((attribute) => attribute.startsWith("Max-Age="))?.slice("Max-Age=".length)
  return {
    name: pair.slice(0, at),
    value: maxAge === "0" ? undefined : decodeURIComponent(pair.slice(at + 1)),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge)
  }
}

/** Cookies that are written no more, or by the vendor's clients. */
const formerForms = (refreshText: string, isSecure: boolean): ReadonlyArray<readonly [name: string, value: string]> => {
  const prefix = isSecure ? "__Host-" : ""
  const structured = JSON.stringify({ refresh_token: refreshText, updated_at_millis: 0 })
  return [
    ["stack-refresh", refreshText],
    [`stack-refresh-${projectId}`, refreshText],
    [`${prefix}stack-refresh-${projectId}--default`, structured],
    [`${prefix}hexclave-refresh-${projectId}--default`, structured],
    [`hexclave-refresh-${projectId}--custom-CNW62VBGDHJJWRVFDM`, structured]
  ]
}

/** Runs one seed; answers what happened, or fails with the first violation. */
export const exploreLateResponses = (seed: number): { readonly trace: ReadonlyArray<string> } => {
  const random = randomOf(seed)
  const chance = (probability: number) => random() < probability
  const upTo = (millis: number) => Math.floor(random() * millis)
  const trace: Array<string> = []

  const rotate = chance(0.5)
  const service = makeService({ rotate, detectReuse: rotate, lifeSeconds: 60 })
  const slow = <A, E>(answer: Effect.Effect<A, E>) =>
    Effect.delay(answer, upTo(40)).pipe(Effect.tap(() => Effect.sleep(upTo(40))))
  /** Requests with the same refresh token share one refresh, and its answer for a while (`SharedRefreshes`). */
  const shared = new Map<string, Deferred.Deferred<HttpResponse, HttpFailure>>()
  service.settings.fault = (kind, _n, pass) => {
    if (kind !== "refresh") return slow(pass)
    const { token } = service.journal.at(-1)!
    const known = shared.get(token)
    if (known !== undefined) return Deferred.await(known)
    const answer = Deferred.makeUnsafe<HttpResponse, HttpFailure>()
    shared.set(token, answer)
    return slow(pass).pipe(
      Effect.onExit((exit) =>
        Effect.andThen(
          Deferred.done(answer, exit),
          Effect.forkDetach(
            Effect.delay(
              Effect.sync(() => shared.delete(token)),
              5000
            )
          )
        )
      )
    )
  }

  const isSecure = chance(0.5)
  const former = chance(0.3)
  const jar = CookieJar.makeMemory({ isSecure })
  const cookies = jar.use((all) => new Map(all.all()))
  /** Who is to be signed in: whatever was said last by the page, or by a response that has come. */
  let expected: string | undefined
  /** Saying so and doing it is one step. */
  const step = Semaphore.makeUnsafe(1).withPermits(1)

  const apply = (changes: ReadonlyArray<Change>) =>
    jar.use(({ remove, set }) => {
      for (const { maxAgeSeconds, name, value } of changes) {
        if (value === undefined) remove(name)
        else set(name, value, maxAgeSeconds)
      }
    })

  /** The store of a request, and what its response says in the end. */
  const storeOf = Effect.gen(function* () {
    const present = yield* cookies
    const brought = SessionCookies.find(present, projectId, isSecure).tokens !== undefined
    if (chance(0.5)) {
      const header = Array.from(present, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")
      const url = isSecure ? "https://app.example/" : "http://app.example/"
      const context = yield* Layer.build(
        ServerCookieTokenStore.layer(new Request(url, { headers: { cookie: header } }), { projectId })
      )
      return {
        brought,
        store: Context.get(context, TokenStore),
        changes: Effect.map(Context.get(context, ServerCookieTokenStore.ResponseCookies).headers, (lines) =>
          lines.flatMap(([name, line]) => (name === "set-cookie" ? [changeOf(line)] : []))
        )
      }
    }
    const ofNext = new FakeCookies(Object.fromEntries(present), false)
    return {
      brought,
      store: RequestCookieTokenStore.make(RequestCookies.make(ofNext, new Headers(), { https: isSecure }), {
        projectId
      }),
      changes: Effect.sync(() =>
        ofNext.written.map(({ maxAge, name, value }): Change => ({
          name,
          value: value === "" ? undefined : value,
          maxAgeSeconds: maxAge
        }))
      )
    }
  })

  let users = 0
  const newUser = () => `u${users++}`

  const request = Effect.gen(function* () {
    const { brought, changes, store } = yield* storeOf
    yield* Effect.sleep(upTo(30))
    const context = yield* Layer.build(sessionOver(service, store))
    const session = Context.get(context, Session)
    yield* Effect.exit(session.credentials)
    yield* Effect.sleep(upTo(30))
    let said: { readonly user: string | undefined } | undefined
    // Whose cookies the page takes over in that moment, it does not sign out.
    if (!former && chance(0.1)) {
      if (brought) said = { user: undefined }
      yield* session.signOut
    } else if (chance(0.1)) {
      said = { user: newUser() }
      yield* Effect.orDie(session.signIn(service.open(said.user!)))
    }
    const lines = yield* changes
    yield* Effect.sleep(chance(0.8) ? upTo(100) : upTo(60_000))
    yield* step(
      Effect.suspend(() => {
        trace.push(
          `response ${lines.map(({ name, value }) => `${name.replace(projectId, "")}${value === undefined ? "-" : "+"}`)}`
        )
        if (said !== undefined) expected = said.user
        return apply(lines)
      })
    )
  }).pipe(Effect.scoped)

  const history = Effect.gen(function* () {
    // Somebody is signed in since long ago, perhaps with cookies of a former form.
    const first = newUser()
    const tokens = yield* service.open(first)
    if (former) {
      const [refreshText, accessText] = [Redacted.value(tokens.refreshToken), Redacted.value(tokens.accessToken)]
      const [name, value] = formerForms(refreshText, isSecure)[upTo(5)]!
      yield* apply([
        { name, value, maxAgeSeconds: undefined },
        { name: "stack-access", value: SessionCookies.wrap(refreshText, accessText), maxAgeSeconds: undefined }
      ])
    } else yield* jar.use((cookies) => SessionCookies.write(cookies, projectId, tokens, 0))
    expected = first
    if (chance(0.7)) yield* Effect.sleep(50_000)

    const scope = yield* Scope.make()
    let opened: Session["Service"] | undefined
    /** The page is there from the beginning, or its scripts load later. */
    const page = Effect.gen(function* () {
      if (opened !== undefined) return opened
      const store = yield* CookieTokenStore.make(jar, { projectId })
      return (opened = Context.get(yield* Layer.buildWithScope(sessionOver(service, store), scope), Session))
    })

    for (let round = 0; round < 4; round++) {
      const requests: Array<Fiber.Fiber<unknown, unknown>> = []
      for (let i = 0; i < 6; i++) {
        yield* Effect.sleep(upTo(60))
        if (chance(0.6)) {
          trace.push("request")
          requests.push(yield* Effect.forkChild(request))
        } else if (chance(0.3)) {
          trace.push("sign out")
          yield* step(
            Effect.gen(function* () {
              expected = undefined
              yield* (yield* page).signOut
            })
          )
        } else if (chance(0.5)) {
          trace.push("sign in")
          yield* step(
            Effect.gen(function* () {
              expected = newUser()
              yield* (yield* page).signIn(service.open(expected))
            })
          )
        } else if (!rotate) {
          // A service that rotates takes a refresh token once: of a page and a server that use it at once one must fail.
          requests.push(yield* Effect.forkChild(Effect.flatMap(page, ({ credentials }) => credentials)))
        }
      }
      for (const fiber of requests) {
        const exit = yield* Fiber.await(fiber)
        if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      }
      const { tokens } = SessionCookies.find(yield* cookies, projectId, isSecure)
      const session =
        tokens?.refreshToken === undefined ? undefined : service.sessions.get(Redacted.value(tokens.refreshToken))
      if (session?.user !== expected || (tokens !== undefined && expected === undefined)) {
        const found = tokens === undefined ? "nobody" : (session?.user ?? "somebody whose session has ended")
        return yield* new Violation({ invariant: "I5", detail: `${found} is signed in instead of ${expected}` })
      }
      const access = tokens?.accessToken
      if (access !== undefined && AccessTokenClaims.decode(Redacted.value(access))?.sessionId !== session?.id) {
        return yield* new Violation({ invariant: "I3", detail: "an access token of another session" })
      }
      yield* Effect.sleep(chance(0.7) ? 50_000 : 0)
      // Whatever responses have left behind, the page goes on with it.
      if (chance(0.5)) {
        const credentials = yield* Effect.flatMap(page, ({ credentials }) => credentials)
        const user = credentials === undefined ? undefined : service.userOf(Redacted.value(credentials.accessToken))
        if (user !== expected) {
          return yield* new Violation({ invariant: "I8", detail: `the page acts as ${user} instead of ${expected}` })
        }
      }
    }
    yield* Scope.close(scope, Exit.void)
  }).pipe(Effect.scoped)

  const exit = run(random, history)
  if (exit === undefined) throw new Violation({ invariant: "I11", detail: "something waits for ever" })
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  return { trace }
}
