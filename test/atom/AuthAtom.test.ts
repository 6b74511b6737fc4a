/** Atoms over the emulator: the current user, reads that follow writes, and what a change of user means for them. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import * as AtomHttpApi from "effect/reactivity/AtomHttpApi"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as AuthAtom from "../../src/atom/AuthAtom.ts"
import * as AuthorizedClient from "../../src/backend/client/AuthorizedClient.ts"
import { SignedIn } from "../../src/backend/middleware/index.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import { EmailPasswordMismatch } from "../../src/domain/errors/Users.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import { operation } from "../../src/operation/Operation.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"

const ann = { email: "ann@example.org", password: "correct horse battery staple" }
const bob = { email: "bob@example.org", password: "correct horse battery staple" }

/** An app on the test's clock, with its atoms, and the requests that it has sent. */
const start = Effect.gen(function* () {
  const sent: Array<string> = []
  const { fetch } = yield* Emulator.Emulator
  const { baseUrl, project } = yield* Emulator.WithProject
  const http = Http.layerHandler((request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
    return fetch(request)
  })
  const app = Session.layer.pipe(
    Layer.provideMerge(MemoryTokenStore.layer),
    Layer.provideMerge(
      ClientApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(Layer.provide(http))
    ),
    Layer.provideMerge(Layer.succeedContext(yield* Effect.context<EmulatedApp.EmulatedApp>()))
  )
  const registry = yield* AtomRegistry.AtomRegistry
  const auth = AuthAtom.make(app)
  /** Waits for the value, with nothing under way. */
  const read = <A, E>(atom: Atom.Atom<AsyncResult.AsyncResult<A, E>>) =>
    AtomRegistry.getResult(registry, atom, { suspendOnWaiting: true })
  /** Runs an operation through the atom of its mutation. */
  const run = <A, E, W>(atom: Atom.Writable<AsyncResult.AsyncResult<A, E>, W>, input: W) => {
    registry.mount(atom)
    registry.set(atom, input)
    return read(atom)
  }
  /** Everything that an atom shows from now on. */
  const watch = <A>(atom: Atom.Atom<A>) => {
    const seen: Array<A> = []
    registry.subscribe(atom, (value) => void seen.push(value), { immediate: true })
    return seen
  }
  return { app, auth, read, registry, run, sent, watch }
})

const layer = Layer.merge(
  EmulatedApp.layer({ project: { config: { clientTeamCreationEnabled: true } } }),
  AtomRegistry.layer
)

describe("AuthAtom", () => {
  it.effect("shows the user who signs up, in and out", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      registry.mount(auth.user)
      expect(yield* read(auth.user)).toBe(null)
      expect(sent).toStrictEqual([])

      yield* run(auth.mutation(Password.signUp), ann)
      expect(yield* read(auth.user)).toMatchObject({ primaryEmail: ann.email })
      yield* run(auth.mutation(Sessions.signOut), undefined)
      expect(yield* read(auth.user)).toBe(null)
      yield* run(auth.mutation(Password.signIn), ann)
      expect(yield* read(auth.user)).toMatchObject({ primaryEmail: ann.email })
      expect(sent).toStrictEqual([
        "POST /auth/password/sign-up",
        "GET /users/me",
        "DELETE /auth/sessions/current",
        "POST /auth/password/sign-in",
        "GET /users/me"
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("reads again only what a mutation has changed", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      yield* run(auth.mutation(Password.signUp), ann)
      const teams = auth.query(Teams.list)
      const sessions = auth.query(Sessions.list)
      registry.mount(teams)
      registry.mount(sessions)
      expect(yield* read(teams)).toStrictEqual([])
      yield* read(sessions)

      sent.length = 0
      const team = yield* run(auth.mutation(Teams.create), { displayName: "Acme" })
      expect(yield* read(teams)).toStrictEqual([team])
      const members = auth.query(Teams.listMembers, team.id)
      registry.mount(members)
      expect(yield* read(members)).toHaveLength(1)
      yield* run(auth.mutation(CurrentUser.setDisplayName), "Ann")
      expect(yield* read(members)).toMatchObject([{ displayName: "Ann" }])
      expect(sent).toStrictEqual([
        "POST /teams",
        // Part of `Teams.create`, which selects the team.
        "PATCH /users/me",
        "GET /teams",
        "GET /team-member-profiles",
        "PATCH /users/me",
        "GET /team-member-profiles"
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps the former value while it reads again", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, watch } = yield* start
      yield* run(auth.mutation(Password.signUp), ann)
      const teams = auth.query(Teams.list)
      registry.mount(teams)
      yield* read(teams)
      const seen = watch(
        Atom.map(teams, (result) => [AsyncResult.getOrElse(result, () => null)?.length, result.waiting])
      )
      yield* run(auth.mutation(Teams.create), { displayName: "Acme" })
      yield* read(teams)
      expect(seen).toStrictEqual([
        [0, false],
        [0, true],
        [1, false]
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("never shows one user what another one had", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, watch } = yield* start
      yield* run(auth.mutation(Password.signUp), bob)
      yield* run(auth.mutation(Sessions.signOut), undefined)
      yield* run(auth.mutation(Password.signUp), ann)
      yield* run(auth.mutation(Teams.create), { displayName: "Ann's" })
      const teams = auth.query(Teams.list)
      registry.mount(teams)
      expect(yield* read(teams)).toHaveLength(1)
      const seen = watch(Atom.map(teams, (result) => [result._tag, AsyncResult.getOrElse(result, () => null)?.length]))

      yield* run(auth.mutation(Sessions.signOut), undefined)
      expect(yield* Effect.flip(read(teams))).toMatchObject({ _tag: "UserAuthenticationRequired" })
      yield* run(auth.mutation(Password.signIn), bob)
      expect(yield* read(teams)).toStrictEqual([])
      expect(seen).toStrictEqual([
        ["Success", 1],
        ["Failure", undefined],
        ["Initial", undefined],
        ["Success", 0]
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives one operation with one input one atom", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      yield* run(auth.mutation(Password.signUp), ann)
      expect(auth.query(Teams.list)).toBe(auth.query(Teams.list))
      expect(auth.query(Teams.get, "a")).not.toBe(auth.query(Teams.get, "b"))
      expect(auth.mutation(Teams.create)).toBe(auth.mutation(Teams.create))
      registry.mount(auth.query(Teams.list))
      registry.mount(auth.query(Teams.list))
      yield* read(auth.query(Teams.list))
      expect(sent.filter((request) => request === "GET /teams")).toHaveLength(1)
      registry.refresh(auth.query(Teams.list))
      yield* read(auth.query(Teams.list))
      expect(sent.filter((request) => request === "GET /teams")).toHaveLength(2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails with the errors of the operation, and reads nothing again then", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      const refused = yield* Effect.flip(run(auth.mutation(Password.signIn), ann))
      expect(refused).toBeInstanceOf(EmailPasswordMismatch)

      yield* run(auth.mutation(Password.signUp), ann)
      const user = auth.query(CurrentUser.get)
      registry.mount(user)
      yield* read(user)
      sent.length = 0
      const error = yield* Effect.flip(run(auth.mutation(CurrentUser.setSelectedTeam), "no-team"))
      expect(error).toMatchObject({ _tag: expect.stringMatching(/RequestRefused|TeamMembershipNotFound/) })
      yield* read(user)
      expect(sent).toStrictEqual(["PATCH /users/me"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes operations and invalidation of the app's own", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run } = yield* start
      const notes: Array<string> = []
      const list = operation("Notes.list")(() => Effect.sync(() => [...notes]))
      const add = operation("Notes.add", { changes: ["Notes.list"] })((note: string) =>
        Effect.sync(() => void notes.push(note))
      )
      const shown = auth.query(list)
      registry.mount(shown)
      expect(yield* read(shown)).toStrictEqual([])
      yield* run(auth.mutation(add), "milk")
      expect(yield* read(shown)).toStrictEqual(["milk"])

      notes.push("bread")
      const tell = auth.runtime.fn(() => Reactivity.invalidate(["Notes.list"]))
      yield* run(tell, undefined)
      expect(yield* read(shown)).toStrictEqual(["milk", "bread"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("reads again when the answer of a mutation is lost", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      yield* run(auth.mutation(Password.signUp), ann)
      const user = auth.query(CurrentUser.get)
      registry.mount(user)
      yield* read(user)
      sent.length = 0
      const lost = operation("Test.lost", { changes: ["users"] })(() =>
        Effect.fail(
          new TransportError({
            reason: new TransportReason.Offline(),
            method: "POST",
            path: "/test",
            attempts: 1,
            elapsedMillis: 0,
            outcomeUnknown: true
          })
        )
      )
      yield* Effect.flip(run(auth.mutation(lost), undefined))
      yield* read(user)
      expect(sent).toStrictEqual(["GET /users/me"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes on when tokens are refreshed", () =>
    Effect.gen(function* () {
      const { auth, read, registry, run, sent } = yield* start
      yield* run(auth.mutation(Password.signUp), ann)
      registry.mount(auth.user)
      yield* read(auth.user)
      const teams = auth.query(Teams.list)
      registry.mount(teams)
      yield* read(teams)
      sent.length = 0
      yield* TestClock.adjust("10 minutes")
      registry.refresh(teams)
      yield* read(teams)
      yield* read(auth.user)
      expect(sent).toStrictEqual(["POST /auth/oauth/token", "GET /teams"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("shares its session with clients of the app's own API", () =>
    Effect.gen(function* () {
      const { app, auth, read, registry, run } = yield* start
      const tokens: Array<string | null> = []
      const http = Layer.provide(
        FetchHttpClient.layer,
        Layer.succeed(FetchHttpClient.Fetch, (input, init) => {
          tokens.push(new Request(input, init).headers.get("authorization"))
          return Promise.resolve(Response.json("an order"))
        })
      )
      class Api extends HttpApi.make("shop").add(
        HttpApiGroup.make("orders")
          .add(HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }))
          .middleware(SignedIn)
      ) {}
      class ApiAtom extends AtomHttpApi.Service<ApiAtom>()("ApiAtom", {
        api: Api,
        baseUrl: "http://localhost:3000",
        httpClient: Layer.merge(http, Layer.provide(AuthorizedClient.layer, Layer.orDie(app)))
      }) {}
      const mine = operation("Orders.mine")(() =>
        Effect.flatMap(HttpApiClient.make(Api, { baseUrl: "http://localhost:3000" }), (client) =>
          client.orders.mine()
        ).pipe(Effect.provide([AuthorizedClient.layer, http]))
      )
      registry.mount(auth.user)
      yield* run(auth.mutation(Password.signUp), ann)
      expect(yield* read(ApiAtom.query("orders", "mine", {}))).toBe("an order")
      registry.mount(auth.query(mine))
      expect(yield* read(auth.query(mine))).toBe("an order")
      expect(tokens).toStrictEqual([expect.stringMatching(/^Bearer /), tokens[0]])
      yield* run(auth.mutation(Sessions.signOut), undefined)
      yield* read(auth.query(mine))
      expect(tokens).toStrictEqual([tokens[0], tokens[0], null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("reads nothing while a server renders", () =>
    Effect.gen(function* () {
      const { auth, registry, sent } = yield* start
      expect(Atom.getServerValue(auth.user, registry)).toStrictEqual(AsyncResult.initial(true))
      expect(Atom.getServerValue(auth.query(Teams.list), registry)).toStrictEqual(AsyncResult.initial(true))
      expect(registry.getNodes().size).toBe(0)
      expect(sent).toStrictEqual([])
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails with the error of a layer that cannot be built", () =>
    Effect.gen(function* () {
      const registry = yield* AtomRegistry.AtomRegistry
      const auth = AuthAtom.make(
        Session.layer.pipe(
          Layer.provideMerge(MemoryTokenStore.layer),
          Layer.provideMerge(ClientApp.layer({ projectId: "not an id", publishableClientKey: "pck_1" }))
        )
      )
      expect(yield* Effect.flip(AtomRegistry.getResult(registry, auth.user))).toBeInstanceOf(InvalidOption)
    }).pipe(Effect.provide(AtomRegistry.layer))
  )
})
