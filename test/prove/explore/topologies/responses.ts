/**
 * A browser and the app's own server: a page signs in, out and refreshes while requests with the same cookies are
 * worked on, and their responses end whenever they like. On the server the store is that of any framework or that of
 * Next.js, and the cookies may be of a former form.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SharedRefreshes from "../../../../src/backend/middleware/SharedRefreshes.ts"
import * as ClientApp from "../../../../src/http/ClientApp.ts"
import * as RequestCookies from "../../../../src/next/internal/RequestCookies.ts"
import * as CookieJar from "../../../../src/platform/request/CookieJar.ts"
import { toTokenText } from "../../../../src/platform/request/TokenText.ts"
import { Session, layer as sessionLayer } from "../../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../../src/token/internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "../../../../src/token/RequestCookieTokenStore.ts"
import * as ServerCookieTokenStore from "../../../../src/token/ServerCookieTokenStore.ts"
import * as SessionCookies from "../../../../src/token/SessionCookies.ts"
import { TokenStore } from "../../../../src/token/TokenStore.ts"
import { FakeCookies } from "../../../next/fakeNext.ts"
import {
  ofChanges,
  ofComponents,
  ofMails,
  ofPages,
  ofRequests,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Dice, Operation, World } from "../../../support/explore/World.ts"
import { apply, readChange, type Change, makeJarHeader } from "../../support/cookies.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { checkPair, findSession } from "../watched.ts"
import { sessionOver } from "./session.ts"

/** Cookies that are written no more, or by the vendor's clients. */
const formerForms = (
  projectId: string,
  refreshText: string,
  isSecure: boolean
): ReadonlyArray<readonly [name: string, value: string]> => {
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

const kinds = ["request", "request", "request", "request", "signOut", "signIn", "read", "rest"] as const

const story = async (world: World) => {
  const { chance, upTo } = world
  const rotates = chance(0.5)
  const service = await Service.make({ lifeMillis: 60_000, rotates, detectsReuse: rotates })
  // Who is signed in is a matter of answers that come: the page and the server would guess without them.
  const network = Network.make(world, service, { isFaulty: false, allowsParallelRefreshes: true })
  const isSecure = chance(0.5)
  const isFormer = chance(0.3)
  const { projectId } = service.project
  const jar = CookieJar.makeMemory({ isSecure })
  const cookies = jar.use((all) => new Map(all.all()))
  /** Who is to be signed in: whatever was said last by the page, or by a response that has come. */
  let expected: string | undefined = "ada"
  /** How often somebody has said so. */
  let said = 0
  const expect = (user: string | undefined) => {
    expected = user
    said++
  }
  /** Saying so and doing it is one step. */
  const step = Semaphore.makeUnsafe(1).withPermits(1)

  /** The store of a request, and what its response says in the end. */
  const makeStore = Effect.fnUntraced(function* (dice: Dice) {
    const present = yield* cookies
    const brought = SessionCookies.findAny(present, projectId, isSecure).tokens !== undefined
    if (dice.chance(0.5)) {
      const url = isSecure ? "https://app.example/" : "http://app.example/"
      const request = new Request(url, { headers: { cookie: yield* makeJarHeader(jar) } })
      const context = yield* Layer.build(ServerCookieTokenStore.layer(request, { projectId }))
      const { headers } = Context.get(context, ServerCookieTokenStore.ResponseCookies)
      const changes = Effect.map(headers, (lines) =>
        lines.flatMap(([name, line]) => (name === "set-cookie" ? [readChange(line)] : []))
      )
      return { brought, store: Context.get(context, TokenStore), changes }
    }
    const ofNext = new FakeCookies(Object.fromEntries(present), false)
    const requestCookies = RequestCookies.make(ofNext, new Headers(), { https: isSecure })
    return {
      brought,
      store: RequestCookieTokenStore.make(requestCookies, { projectId }),
      changes: Effect.sync(() =>
        ofNext.written.map(({ maxAge, name, value }): Change => ({
          name,
          value: value === "" ? undefined : value,
          maxAgeSeconds: maxAge
        }))
      )
    }
  })

  const operations = world.operations(3, 12, 60)
  let users = 0
  const newUser = (dice: Dice) => [dice.pick(Service.names), ++users] as const

  return Effect.gen(function* () {
    const scope = yield* Scope.make()
    // Requests with one refresh token share the refresh, and its answer for a while.
    const app = yield* Effect.flatMap(ClientApp.ClientApp, SharedRefreshes.share).pipe(
      Effect.provide(
        ClientApp.layer({ ...service.project, apiUrl: service.apiUrl }).pipe(Layer.provide(network.layer))
      ),
      Scope.provide(scope),
      Effect.orDie
    )

    /** Sessions that a request to the server has signed out. */
    const signedOut = new Set<Service.Opened>()

    const request = Effect.fnUntraced(function* (operation: Operation) {
      const before = said
      const { brought, changes, store } = yield* makeStore(operation)
      yield* Effect.sleep(operation.upTo(30))
      const layer = Layer.provide(sessionLayer, [
        Layer.succeed(ClientApp.ClientApp, app),
        Layer.succeed(TokenStore, store)
      ])
      const session = Context.get(yield* Layer.build(layer), Session)
      const came = yield* store.get
      const owner = findSession(service, came)
      const isOver = owner !== undefined && signedOut.has(owner)
      const exit = yield* Effect.exit(session.credentials)
      if (isOver && (Service.leftMillis(toTokenText(came?.accessToken)) ?? 0) < 20_000) {
        const given = Exit.isSuccess(exit) ? toTokenText(exit.value?.accessToken) : undefined
        world.expect(
          "I4 server",
          given === undefined,
          () => `the server gives a token of ${owner.label}, which is signed out`
        )
      }
      yield* Effect.sleep(operation.upTo(30))
      let saying: { readonly user: string | undefined } | undefined
      // Whose cookies the page takes over in that moment, it does not sign out.
      if (!isFormer && operation.chance(0.25)) {
        if (brought) saying = { user: undefined }
        const left = findSession(service, yield* store.get)
        yield* session.signOut
        if (left?.isOpen === false) signedOut.add(left)
      } else if (operation.chance(0.1)) {
        const [user] = newUser(operation)
        saying = { user }
        yield* Effect.orDie(session.signIn(service.open(user)))
      }
      const lines = yield* changes
      yield* Effect.sleep(operation.upTo(operation.chance(0.8) ? (saying === undefined ? 100 : 1000) : 60_000))
      yield* step(
        Effect.suspend(() => {
          // The name without the project and the kind of token.
          const names = lines.map(
            ({ name, value }) => `${name.replace(/--?[0-9a-z-]*$/, "")}${value === undefined ? "-" : "+"}`
          )
          world.note(`${operation.index} response: ${names.join()}`)
          if (lines.length > 0 && said !== before) {
            world.met(expected === undefined ? "I5 out" : "I5 in")
            world.met("I7")
          }
          if (saying !== undefined) expect(saying.user)
          return apply(jar, lines)
        })
      )
    }, Effect.scoped)

    // Somebody is signed in since long ago, perhaps with cookies of a former form.
    const tokens = yield* service.open("ada")
    if (isFormer) {
      const [refreshText, accessText] = [Redacted.value(tokens.refreshToken), Redacted.value(tokens.accessToken)]
      const [name, value] = formerForms(projectId, refreshText, isSecure)[upTo(5)]!
      yield* apply(jar, [
        { name, value, maxAgeSeconds: undefined },
        {
          name: "stack-access",
          value: SessionCookies.encodeAccess(refreshText, accessText),
          maxAgeSeconds: undefined
        }
      ])
    } else yield* jar.use((cookies) => SessionCookies.write(cookies, projectId, tokens, 0))
    if (chance(0.7)) yield* Effect.sleep(50_000)

    let opened: Session["Service"] | undefined
    /** The page is there from the beginning, or its scripts load later. */
    const page = Effect.gen(function* () {
      if (opened !== undefined) return opened
      const store = yield* CookieTokenStore.make(jar, { projectId })
      return (opened = Context.get(yield* Layer.buildWithScope(sessionOver(service, network, store), scope), Session))
    })
    const requests: Array<Fiber.Fiber<unknown, unknown>> = []
    /** What is broken where this user is here instead of the expected one. */
    const invariantFor = (user: string | undefined) =>
      expected === undefined ? "I4" : user === undefined ? "I7" : "I5"
    const rest = Effect.gen(function* () {
      for (const fiber of requests.splice(0)) {
        const exit = yield* Fiber.await(fiber)
        if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
      }
      const { tokens } = SessionCookies.findAny(yield* cookies, projectId, isSecure)
      const session = findSession(service, tokens)
      const user = session?.isOpen === true ? session.user : tokens && "somebody whose session has ended"
      world.note(`at rest: ${user}`)
      if (expected === undefined) world.met("I4")
      if (user !== expected) world.violate(invariantFor(user), `${user} is signed in instead of ${expected}`)
      checkPair(world, service, tokens)
      yield* Effect.sleep(chance(0.7) ? 50_000 : 0)
      // Whatever responses have left behind, the page goes on with it.
      if (!chance(0.5)) return
      const credentials = yield* Effect.flatMap(page, ({ credentials }) => credentials)
      const actor = service.ofAccessToken(credentials && Redacted.value(credentials.accessToken))?.user
      if (actor !== expected) world.violate(invariantFor(actor), `the page acts as ${actor} instead of ${expected}`)
    })

    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(60))
      const kind = operation.pick(kinds)
      world.note(`${operation.index} ${kind}`)
      switch (kind) {
        case "request":
          requests.push(yield* Effect.forkChild(request(operation)))
          break
        case "signOut":
          yield* step(
            Effect.suspend(() => {
              expect(undefined)
              return Effect.flatMap(page, ({ signOut }) => signOut)
            })
          )
          break
        case "signIn":
          yield* step(
            Effect.suspend(() => {
              const [user] = newUser(operation)
              expect(user)
              return Effect.flatMap(page, ({ signIn }) => signIn(service.open(user)))
            })
          )
          break
        case "read":
          // A service that rotates takes a refresh token once: of a page and a server that use it at once one must
          // fail.
          if (!rotates) requests.push(yield* Effect.forkChild(Effect.flatMap(page, ({ credentials }) => credentials)))
          break
        case "rest":
          yield* rest
      }
    }
    yield* rest
    yield* Scope.close(scope, Exit.void)
  })
}

export const responses: Topology = {
  name: "responses",
  story,
  checks: ["I3", "I4", "I4 server", "I5 out", "I5 in", "I7", "I29 ended", ...ofRequests],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "a page and a server have no lock in common: `proxy` and `fleet` look at servers": ["I1", "I1 tabs"],
    "nothing fails, is refused or interrupted: `session` and `fleet` do that": [
      ...(["I2 refused", "I4 failed", "I4 interrupted", "I6", "I8 network", "I8 service", "I8 unreadable"] as const),
      ...(["I9 failed", "I11 late", "I12 failed", "I13", "I23", "I31 failed", "I31 refused"] as const),
      ...ofChanges
    ],
    "responses are looked at as changes of cookies: `proxy` and `fleet` look at their headers": ["I13 response"],
    "nothing is asked with an access token": ["I2 expiring", "I9 read", "I29 expired"],
    "there is one page, which shows nothing and goes nowhere": [...ofPages, ...ofComponents, "I19", "I22"],
    "it sends no code and no address": ofMails
  }
}
