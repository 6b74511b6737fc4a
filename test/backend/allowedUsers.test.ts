/** Who passes behind the middleware, by the kinds that a server, an endpoint or one call allows. */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { refusal } from "../../src/backend/AuthResponse.ts"
import {
  Allow,
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedIn,
  MaybeSignedInRpc,
  SignedIn,
  SignedInRpc
} from "../../src/backend/middleware/index.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import { createRequestAuth } from "../../src/backend/request/RequestAuth.ts"
import { describeForbidden } from "../../src/domain/AuthMessages.ts"
import { type AllowedKinds, type TokenKind, tokenKinds } from "../../src/domain/TokenKind.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import { signedIn, type SignedInOptions } from "../../src/testing/SignedIn.ts"
import * as TokenMinter from "../../src/testing/TokenMinter.ts"
import { call } from "../support/emulatorCalls.ts"
import { apiUrl, projectId } from "../support/scriptedNetwork.ts"

/** What each path allows: of `server` the server says it. */
const allowed = {
  server: undefined,
  none: [],
  restricted: ["restricted"],
  anonymous: ["anonymous"],
  all: ["restricted", "anonymous"]
} as const satisfies Record<string, AllowedKinds | undefined>
type Path = keyof typeof allowed
const paths = Object.keys(allowed) as ReadonlyArray<Path>

const endpoint = <const P extends string>(path: P) =>
  HttpApiEndpoint.get(path, `/${path}`, { success: Schema.NullOr(Schema.String) })

const Api = HttpApi.make("api")
  .add(
    HttpApiGroup.make("users")
      .add(endpoint("server"))
      .add(endpoint("none").annotate(Allow, allowed.none))
      .add(endpoint("restricted").annotate(Allow, allowed.restricted))
      .add(endpoint("anonymous").annotate(Allow, allowed.anonymous))
      .add(endpoint("all").annotate(Allow, allowed.all))
      .middleware(SignedIn)
  )
  .add(
    HttpApiGroup.make("anybody")
      .add(
        HttpApiEndpoint.get("maybe", "/maybe", { success: Schema.NullOr(Schema.String) }),
        HttpApiEndpoint.get("maybeGuest", "/maybe-guest", { success: Schema.NullOr(Schema.String) }).annotate(Allow, [
          "anonymous"
        ])
      )
      .middleware(MaybeSignedIn)
  )

const kindOfUser = Effect.map(CurrentUser, ({ claims }) => claims.kind)
const kindOfAnybody = Effect.map(MaybeCurrentUser, (user) => user?.claims.kind ?? null)

const UsersLive = HttpApiBuilder.group(Api, "users", (handlers) =>
  handlers
    .handle("server", () => kindOfUser)
    .handle("none", () => kindOfUser)
    .handle("restricted", () => kindOfUser)
    .handle("anonymous", () => kindOfUser)
    .handle("all", () => kindOfUser)
)

const AnybodyLive = HttpApiBuilder.group(Api, "anybody", (handlers) =>
  handlers.handle("maybe", () => kindOfAnybody).handle("maybeGuest", () => kindOfAnybody)
)

const serve = Effect.gen(function* () {
  const app = yield* HttpRouter.toHttpEffect(
    HttpApiBuilder.layer(Api).pipe(Layer.provide([UsersLive, AnybodyLive]), Layer.provide(HttpServer.layerServices))
  )
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(app)
  return (path: string, headers: HeadersInit = {}) =>
    Effect.promise(async () => {
      const response = await handler(new Request(`https://shop.example.com/${path}`, { headers }))
      const body: unknown = await response.json()
      return { status: response.status, body }
    })
})

/** A server whose tokens are minted, and that asks nobody but for keys. */
const server = (options: Backend.BackendOptions = {}) =>
  Backend.layer(options).pipe(
    Layer.provide(ClientApp.layer({ projectId, apiUrl, publishableClientKey: "pck_test" })),
    Layer.provideMerge(TokenMinter.layer({ projectId, apiUrl }))
  )

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const answerTo = (kind: TokenKind, allow: AllowedKinds) =>
  kind === "normal" || allow.includes(kind)
    ? { status: 200, body: kind }
    : { status: 403, body: { _tag: "Forbidden", reason: kind, message: describeForbidden(kind) } }

/** What every path answers to a kind of user if the server allows these. */
const answersTo = (kind: TokenKind, allow: AllowedKinds = []) =>
  Record.map(allowed, (own: AllowedKinds | undefined) => answerTo(kind, own ?? allow))

/** What the server may allow, and who comes. */
const visits = Arr.cartesianWith(
  [undefined, [], ["restricted"], ["anonymous", "restricted"]] satisfies ReadonlyArray<AllowedKinds | undefined>,
  tokenKinds,
  (allow, kind) => ({ allow, kind })
)

describe("SignedIn", () => {
  it.effect.each(visits)("lets in whom an endpoint allows, or else the server: $kind with $allow", ({ allow, kind }) =>
    Effect.gen(function* () {
      const ask = yield* serve
      const { mint } = yield* TokenMinter.TokenMinter
      const headers = bearer(yield* mint({ kind }))
      expect(yield* Effect.all(Record.map(allowed, (_, path) => ask(path, headers)))).toStrictEqual(
        answersTo(kind, allow)
      )
    }).pipe(Effect.provide(server(allow && { allow })))
  )
})

describe("MaybeSignedIn", () => {
  it.effect.each([
    ["maybe", "normal", "normal"],
    ["maybe", "restricted", null],
    ["maybe", "anonymous", null],
    ["maybe-guest", "restricted", null],
    ["maybe-guest", "anonymous", "anonymous"]
  ] as const)("treats a disallowed user as signed out: at /$0, $1 is $2", ([path, kind, who]) =>
    Effect.gen(function* () {
      const ask = yield* serve
      const { mint } = yield* TokenMinter.TokenMinter
      expect(yield* ask(path, bearer(yield* mint({ kind })))).toStrictEqual({ status: 200, body: who })
    }).pipe(Effect.provide(server()))
  )

  it.effect("refuses a forged token", () =>
    Effect.gen(function* () {
      const ask = yield* serve
      const { mint } = yield* TokenMinter.TokenMinter
      const forged = `${(yield* mint({ kind: "anonymous" })).slice(0, -8)}AAAAAAAA`
      expect(yield* ask("maybe-guest", bearer(forged))).toMatchObject({ status: 401, body: { reason: "invalid" } })
    }).pipe(Effect.provide(server()))
  )
})

describe("procedures", () => {
  const Procedures = RpcGroup.make(
    Rpc.make("WhoAmI", { success: Schema.String }).middleware(SignedInRpc),
    Rpc.make("Cart", { success: Schema.String }).annotate(Allow, ["anonymous"]).middleware(SignedInRpc),
    Rpc.make("Greet", { success: Schema.NullOr(Schema.String) }).middleware(MaybeSignedInRpc),
    Rpc.make("Welcome", { success: Schema.NullOr(Schema.String) })
      .annotate(Allow, ["restricted"])
      .middleware(MaybeSignedInRpc)
  )
  const layer = Procedures.toLayer({
    WhoAmI: () => kindOfUser,
    Cart: () => kindOfUser,
    Greet: () => kindOfAnybody,
    Welcome: () => kindOfAnybody
  }).pipe(Layer.provideMerge(server()))

  it.effect.each(tokenKinds)("let in the kinds of users that they allow: $0", (kind) =>
    Effect.gen(function* () {
      const client = yield* RpcTest.makeClient(Procedures)
      const { mint } = yield* TokenMinter.TokenMinter
      const options = { headers: bearer(yield* mint({ kind })) }
      const isUser = kind === "normal"
      const refused = { _tag: "Failure", failure: { _tag: "Forbidden", reason: kind } }
      const accepted = { _tag: "Success", success: kind }
      const whoAmI = yield* Effect.result(client.WhoAmI(undefined, options))
      expect(whoAmI).toMatchObject(isUser ? accepted : refused)
      const cart = yield* Effect.result(client.Cart(undefined, options))
      expect(cart).toMatchObject(kind === "restricted" ? refused : accepted)
      expect(yield* client.Greet(undefined, options)).toBe(isUser ? kind : null)
      expect(yield* client.Welcome(undefined, options)).toBe(kind === "anonymous" ? null : kind)
    }).pipe(Effect.provide(layer))
  )
})

describe("createRequestAuth", () => {
  it.live.each(Arr.cartesianWith(visits, paths, (visit, path) => ({ ...visit, path })))(
    "lets in the kinds that it or the call allows, and says why others are refused: $kind at /$path with $allow",
    ({ allow, kind, path }) =>
      Effect.gen(function* () {
        const { handle, mint } = yield* TokenMinter.make({ projectId, apiUrl })
        const options = { projectId, apiUrl, publishableClientKey: "pck_test", http: Http.layerHandler(handle) }
        const auth = createRequestAuth({ ...options, allow })
        const request = new Request("https://shop.example.com/", { headers: bearer(yield* mint({ kind })) })
        const expected = answersTo(kind, allow)[path]
        const policy = { allow: allowed[path] }
        const result = yield* Effect.promise(() => auth.authenticate(request, policy))
        expect(result.signedIn).toBe(expected.status === 200)
        if (!result.signedIn) {
          expect(result.error.message).toContain(`(allow: ["${kind}"])`)
          expect(refusal(result).status).toBe(403)
        }
        const protect = auth.protect((_, session) => Response.json(session.claims.kind), policy)
        const response = yield* Effect.promise(() => protect(request))
        const body: unknown = yield* Effect.promise(() => response.json())
        expect({ status: response.status, body }).toStrictEqual(expected)
        yield* Effect.promise(auth.dispose)
      })
  )
})

describe("users of the current service", () => {
  const layer = Backend.layer().pipe(
    Layer.provideMerge(
      EmulatedApp.layer({ service: "current", project: { config: { requireEmailVerification: true } } })
    )
  )

  it.effect.each(["restricted", "anonymous"] as const)("pass with whatever credentials $0 users have", (kind) =>
    Effect.gen(function* () {
      const ask = yield* serve
      const bob = yield* EmulatedApp.signUp({ primaryEmail: "bob@example.com" })
      const { body: guest } = yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
      const { project } = yield* Emulator.Emulator
      const users = {
        restricted: bob,
        anonymous: { accessToken: guest.access_token, refreshToken: guest.refresh_token }
      }
      const { accessToken, refreshToken } = users[kind]
      const pair = JSON.stringify({ accessToken, refreshToken })
      const credentials: ReadonlyArray<Record<string, string>> = [
        bearer(accessToken),
        bearer(`hexclave_${Buffer.from(pair).toString("base64")}`),
        { "x-stack-auth": pair },
        { "x-stack-auth": JSON.stringify({ refreshToken }) },
        { cookie: `__Host-stack-refresh-${project!.projectId}=${refreshToken}` }
      ]
      expect(yield* Effect.forEach(credentials, (headers) => ask(kind, headers))).toStrictEqual(
        credentials.map(() => ({ status: 200, body: kind }))
      )
      const refusal = { _tag: "Forbidden", reason: kind, message: describeForbidden(kind) }
      expect(yield* Effect.forEach(credentials, (headers) => ask("none", headers))).toStrictEqual(
        credentials.map(() => ({ status: 403, body: refusal }))
      )
    }).pipe(Effect.provide(layer))
  )
})

describe("signedIn", () => {
  it.effect.each<readonly [options: SignedInOptions, kind: TokenKind]>([
    [{}, "normal"],
    [{ user: { isAnonymous: true } }, "anonymous"],
    [{ user: { isRestricted: true } }, "restricted"],
    [{ user: { restrictedReason: "restricted_by_administrator" } }, "restricted"],
    [{ user: { isAnonymous: true }, allow: ["anonymous"] }, "anonymous"]
  ])("stands in for users of each kind, by the same rules: $0 is $1", ([options, kind]) =>
    Effect.gen(function* () {
      const layer = signedIn(options)
      const ask = yield* Effect.provide(serve, layer)
      expect(yield* Effect.all(Record.map(allowed, (_, path) => ask(path)))).toStrictEqual(
        answersTo(kind, options.allow)
      )
      expect((yield* ask("maybe")).body).toBe(kind === "normal" || "allow" in options ? kind : null)
      const { claims, get } = yield* Effect.provide(CurrentUser, layer)
      const user = yield* get
      expect({ isAnonymous: user.isAnonymous, isRestricted: user.isRestricted }).toStrictEqual({
        isAnonymous: kind === "anonymous",
        isRestricted: kind !== "normal"
      })
      expect({ kind: claims.kind, restrictedReason: claims.restrictedReason }).toStrictEqual({
        kind,
        restrictedReason: user.restrictedReason
      })
    })
  )

  it.effect("has an unverified email where a restricted user has no other reason", () =>
    Effect.gen(function* () {
      const { get } = yield* Effect.provide(CurrentUser, signedIn({ user: { isRestricted: true } }))
      expect((yield* get).restrictedReason).toBe("email_not_verified")
    })
  )
})
