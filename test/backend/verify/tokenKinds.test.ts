/** Kinds of tokens, policies and generations of the service: who is let in, and why others are not. */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { AccessTokenVerifier } from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import { type AllowedKinds, toAudience, toIssuer, type TokenKind, tokenKinds } from "../../../src/domain/TokenKind.ts"
import type { Generation } from "../../../src/emulator/index.ts"
import { Http, type HttpRequest } from "../../../src/http/Http.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import tokens2026 from "../../fixtures/tokens-2026.json" with { type: "json" }
import { call } from "../../support/emulatorCalls.ts"
import { apiUrl, json, network, projectId, text } from "../../support/scriptedNetwork.ts"
import { store } from "../fleet/brokenStore.ts"

const policies: ReadonlyArray<AllowedKinds> = [[], ["restricted"], ["anonymous"], ["restricted", "anonymous"]]
const generations: ReadonlyArray<Generation | undefined> = ["2025-06", "current", undefined]
const everything: AllowedKinds = ["restricted", "anonymous"]

/** A verifier of its own, and the URLs that it fetches. */
const makeVerifier = Effect.fnUntraced(function* (options: Verifier.VerifierOptions = {}) {
  const execute = yield* Http
  const fetched: Array<string> = []
  const recording = Layer.succeed(Http, (request: HttpRequest) =>
    Effect.suspend(() => {
      fetched.push(request.url)
      return execute(request)
    })
  )
  const layer = Layer.fresh(Verifier.layer(options)).pipe(Layer.provide(recording))
  const { verify } = Context.get(yield* Layer.build(layer), AccessTokenVerifier)
  return { verify, fetched }
})

/** The tokens of somebody of each kind, from an emulator whose project wants verified addresses. */
const realTokens = Effect.gen(function* () {
  const ann = yield* EmulatedApp.signUp({ primaryEmail: "ann@example.com", primaryEmailVerified: true })
  const bob = yield* EmulatedApp.signUp({ primaryEmail: "bob@example.com" })
  const guest = yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
  return { normal: ann.accessToken, restricted: bob.accessToken, anonymous: String(guest.body.access_token) }
})

const emulated = (generation: Generation | undefined) =>
  EmulatedApp.layer({
    ...(generation && { service: generation }),
    anonymousSignUp: true,
    project: { config: { requireEmailVerification: true } }
  })

describe("tokens of a real session", () => {
  it.effect.each(generations.flatMap((generation) => policies.map((allow) => ({ allow, generation }))))(
    "pass by the policy $allow of a service of the generation $generation",
    ({ allow, generation }) =>
      Effect.gen(function* () {
        const tokens = yield* realTokens
        const { fetched, verify } = yield* makeVerifier({ allow })
        const results = yield* Effect.all({
          normal: Effect.result(verify(tokens.normal)),
          restricted: Effect.result(verify(tokens.restricted)),
          anonymous: Effect.result(verify(tokens.anonymous))
        })
        const reasons = { normal: null, restricted: "email_not_verified", anonymous: "anonymous" }
        const expectResult = (kind: TokenKind) => {
          // The service of 2025-06 says of no token that it is of another kind.
          const told: TokenKind = generation === "2025-06" ? "normal" : kind
          return told === "normal" || allow.includes(told)
            ? { _tag: "Success", success: { kind: told, restrictedReason: reasons[told] } }
            : { _tag: "Failure", failure: { _tag: "TokenKindNotAllowed", kind } }
        }
        expect(results).toMatchObject({
          normal: expectResult("normal"),
          restricted: expectResult("restricted"),
          anonymous: expectResult("anonymous")
        })
        const asked = new Set(fetched.map((url) => new URL(url).search))
        expect(asked.has("?include_anonymous=true")).toBe(generation !== "2025-06" && allow.includes("anonymous"))
        expect(asked.has("?include_restricted=true")).toBe(generation !== "2025-06" && allow.length > 0)
      }).pipe(Effect.provide(emulated(generation)))
  )

  it.effect("pass by the policy of the one call, whatever was verified before", () =>
    Effect.gen(function* () {
      const { anonymous, restricted } = yield* realTokens
      const { verify } = yield* makeVerifier({ allow: ["restricted"] })
      const verifyAll = Effect.all({
        restricted: verify(restricted),
        anonymous: verify(anonymous, { allow: ["anonymous"] }),
        refusedAnonymous: Effect.flip(verify(anonymous)),
        refusedRestricted: Effect.flip(verify(restricted, { allow: [] }))
      })
      const expected = {
        restricted: { kind: "restricted" },
        anonymous: { kind: "anonymous" },
        refusedAnonymous: { _tag: "TokenKindNotAllowed", kind: "anonymous" },
        refusedRestricted: { _tag: "TokenKindNotAllowed", kind: "restricted" }
      }
      expect(yield* verifyAll).toMatchObject(expected)
      expect(yield* verifyAll).toMatchObject(expected)
    }).pipe(Effect.provide(emulated("current")))
  )

  /** Two processes of a fleet, of which the one that allows everybody has verified a token of each kind. */
  const openAndClosed = Effect.gen(function* () {
    const tokens = yield* realTokens
    const { process } = yield* store
    const start = (allow: AllowedKinds) => makeVerifier({ allow }).pipe(Effect.provide(process()))
    const [open, closed] = [yield* start(everything), yield* start([])]
    for (const kind of tokenKinds) yield* open.verify(tokens[kind])
    return { closed, open, tokens }
  })

  it.effect("pass with keys that another process of the fleet has fetched", () =>
    Effect.gen(function* () {
      const { closed, open, tokens } = yield* openAndClosed
      // Normal keys once more after those up to restricted ones, and these once more after all.
      expect(open.fetched.length).toBe(5)
      yield* closed.verify(tokens.normal)
      // It has found all keys where the other process has put them.
      expect(closed.fetched).toStrictEqual([])
    }).pipe(Effect.provide(emulated("current")))
  )

  it.effect.each(["restricted", "anonymous"] as const)(
    "pass by the policy of each process, whatever others of its fleet allow: $0",
    (kind) =>
      Effect.gen(function* () {
        const { closed, tokens } = yield* openAndClosed
        yield* closed.verify(tokens.normal)
        expect(yield* Effect.flip(closed.verify(tokens[kind]))).toMatchObject({ _tag: "TokenKindNotAllowed", kind })
        expect((yield* closed.verify(tokens[kind], { allow: [kind] })).kind).toBe(kind)
        expect(closed.fetched).toStrictEqual([])
      }).pipe(Effect.provide(emulated("current")))
  )

  it.effect("refused say which option would allow them", () =>
    Effect.gen(function* () {
      const { anonymous } = yield* realTokens
      const { verify } = yield* makeVerifier()
      expect((yield* Effect.flip(verify(anonymous))).message).toBe(
        'Access tokens of anonymous users are not accepted here; allow: ["anonymous"] accepts them'
      )
    }).pipe(Effect.provide(emulated("current")))
  )

  it.effect("are checked at the service by the same policy", () =>
    Effect.gen(function* () {
      const { anonymous, normal, restricted } = yield* realTokens
      const ask = (token: string, allow: AllowedKinds) =>
        Verifier.verifyFresh(token, { allow }).pipe(Effect.provide(Verifier.layer()))
      expect((yield* ask(normal, [])).claims.kind).toBe("normal")
      expect((yield* ask(restricted, ["restricted"])).user.restrictedReason).toBe("email_not_verified")
      expect((yield* ask(anonymous, everything)).user.isAnonymous).toBe(true)
      expect(yield* Effect.flip(ask(restricted, ["anonymous"]))).toMatchObject({ _tag: "TokenKindNotAllowed" })
    }).pipe(Effect.provide(emulated("current")))
  )
})

/** A verifier of whatever a minter publishes. */
const minted = Effect.fnUntraced(function* (
  options: Partial<TokenMinter.Options> & Verifier.VerifierOptions = {},
  fails: (url: string) => boolean = () => false
) {
  const project = { projectId, apiUrl, ...options }
  const minter = yield* TokenMinter.make(project)
  const net = network(({ url }) =>
    fails(url) ? text("away", 503) : Effect.flatMap(readJson(minter.handle(new Request(url))), (body) => json(body))
  )
  const layer = Verifier.layerProject({ allow: everything, ...project }).pipe(Layer.provide(net.layer))
  const { verify } = Context.get(yield* Layer.build(layer), AccessTokenVerifier)
  return { minter, verify, sent: net.sent }
})

const readJson = (response: Response) => Effect.promise(async (): Promise<unknown> => response.json())

const unparsable = { _tag: "UnparsableAccessToken" }

describe("a token that is minted", () => {
  it.effect.each(Arr.cartesian(generations, tokenKinds))(
    "passes in the spelling of a service of the generation $0, for $1 users",
    ([generation, kind]) =>
      Effect.gen(function* () {
        const { minter, verify } = yield* minted(generation && { service: generation })
        const claims = yield* verify(yield* minter.mint({ kind, restrictedReason: "of tomorrow" }))
        const told = generation === "2025-06" ? "normal" : kind
        expect({
          kind: claims.kind,
          sessionId: claims.sessionId,
          restrictedReason: claims.restrictedReason
        }).toStrictEqual({
          kind: told,
          sessionId: TokenMinter.defaultSessionId,
          restrictedReason: { normal: null, restricted: "of tomorrow", anonymous: "anonymous" }[told]
        })
      })
  )

  it.effect.each(Arr.cartesian(generations, tokenKinds))(
    "passes only with the key of its kind, in a service of the generation $0, signed for $1 users",
    ([generation, signedAs]) =>
      Effect.gen(function* () {
        const { minter, verify } = yield* minted(generation && { service: generation })
        const told = generation === "2025-06" ? "normal" : signedAs
        const results = yield* Effect.forEach(
          tokenKinds,
          Effect.fnUntraced(function* (kind) {
            const payload = { iss: toIssuer(apiUrl, projectId, kind), aud: toAudience(projectId, kind) }
            // What else the token says fits its audience: only the key can tell.
            const facts = { is_anonymous: kind === "anonymous", is_restricted: kind !== "normal" }
            const token = yield* minter.mint({ kind: signedAs, payload: { ...payload, ...facts } })
            return { kind, result: yield* Effect.result(verify(token)) }
          })
        )
        expect(results).toMatchObject(
          tokenKinds.map((kind) => ({
            kind,
            result: kind === told ? { _tag: "Success" } : { _tag: "Failure", failure: unparsable }
          }))
        )
      })
  )

  it.effect.each(["restricted", "anonymous"] as const)(
    "is refused when its issuer or audience is of $0 users and the other is not",
    (kind) =>
      Effect.gen(function* () {
        const { minter, verify } = yield* minted()
        const genuine = { iss: toIssuer(apiUrl, projectId, "normal"), aud: projectId }
        const { iss, aud } = { iss: toIssuer(apiUrl, projectId, kind), aud: toAudience(projectId, kind) }
        yield* Effect.flip(verify(yield* minter.mint({ kind, payload: { iss: genuine.iss } })))
        yield* Effect.flip(verify(yield* minter.mint({ kind, payload: { aud: genuine.aud } })))
        yield* Effect.flip(verify(yield* minter.mint({ payload: { iss } })))
        yield* Effect.flip(verify(yield* minter.mint({ payload: { aud } })))
      })
  )

  it.effect.each([
    ["normal", { is_anonymous: true }],
    ["normal", { is_restricted: true }],
    ["restricted", { is_anonymous: true }]
  ] as const)("is refused as $0 with the claims $1", ([kind, payload]) =>
    Effect.gen(function* () {
      const { minter, verify } = yield* minted()
      expect(yield* Effect.flip(verify(yield* minter.mint({ kind, payload })))).toMatchObject(unparsable)
    })
  )

  const otherProject = TokenMinter.make({ projectId: "other", apiUrl })

  it.effect.each(tokenKinds)("never passes for another project, and costs no fetch: $0", (kind) =>
    Effect.gen(function* () {
      const { sent, verify } = yield* minted()
      const token = yield* (yield* otherProject).mint({ kind })
      expect(yield* Effect.flip(verify(token))).toMatchObject({ _tag: "InvalidProjectForAccessToken" })
      expect(sent).toStrictEqual([])
    })
  )

  it.effect.each(Arr.cartesian(tokenKinds, tokenKinds))(
    "never passes with the key of another project, and costs two fetches at most: $0 as $1",
    ([kind, as]) =>
      Effect.gen(function* () {
        const { sent, verify } = yield* minted()
        const payload = { iss: toIssuer(apiUrl, projectId, as), aud: toAudience(projectId, as) }
        expect(yield* Effect.flip(verify(yield* (yield* otherProject).mint({ kind, payload })))).toMatchObject(
          unparsable
        )
        expect(sent.length).toBeLessThanOrEqual(2)
      })
  )

  it.effect("never passes for an audience that no kind has", () =>
    Effect.gen(function* () {
      const { verify } = yield* minted()
      const token = yield* (yield* otherProject).mint({ payload: { aud: `${projectId}:admin` } })
      expect(yield* Effect.flip(verify(token))).toMatchObject({ _tag: "InvalidProjectForAccessToken" })
    })
  )

  it.effect.each(["restricted", "anonymous"] as const)("costs no fetch if its kind is refused: $0", (kind) =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* minted({ allow: [] })
      expect(yield* Effect.flip(verify(yield* minter.mint({ kind })))).toMatchObject({ kind })
      expect(sent.length).toBe(0)
    })
  )

  const hosts = ["https://api.stack-auth.com", "https://api.hexclave.com"]

  it.effect.each(tokenKinds)("passes at the hosted service by one name only if its issuer is named: $0", (kind) =>
    Effect.gen(function* () {
      // Who names an issuer means that one.
      const { minter, verify } = yield* minted({
        apiUrl: hosts[0]!,
        issuer: toIssuer(hosts[1]!, projectId, "normal")
      })
      expect(yield* Effect.flip(verify(yield* minter.mint({ kind })))).toMatchObject(unparsable)
      yield* verify(yield* minter.mint({ kind, payload: { iss: toIssuer(hosts[1]!, projectId, kind) } }))
    })
  )

  it.effect.each(Arr.cartesian([...hosts, "https://api.stack-auth.com.example.com"], tokenKinds))(
    "passes at the service $0 only if its own names are the issuer's: $1",
    ([configured, kind]) =>
      Effect.gen(function* () {
        const { minter, verify } = yield* minted({ apiUrl: configured })
        const passing = yield* Effect.filter([...hosts, "https://api.example.com"], (host) =>
          minter
            .mint({ kind, payload: { iss: toIssuer(host, projectId, kind) } })
            .pipe(Effect.flatMap(verify), Effect.isSuccess)
        )
        expect(passing).toStrictEqual(hosts.includes(configured) ? hosts : [])
      })
  )

  const { anonymous, normal, restricted_by_admin, restricted_email_not_verified } = tokens2026
  it.effect.each([
    ["normal", normal],
    ["anonymous", anonymous],
    ["restricted", restricted_by_admin],
    ["restricted", restricted_email_not_verified]
  ] as const)("is read in the recorded form: $0", ([kind, payload]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(payload.iat * 1000)
      const { minter, verify } = yield* minted({ projectId: payload.project_id, apiUrl: "http://localhost:8222" })
      expect(yield* verify(yield* minter.mint({ kind, payload }))).toStrictEqual({
        userId: payload.sub,
        sessionId: payload.refresh_token_id,
        projectId: payload.project_id,
        branchId: "main",
        role: "authenticated",
        kind,
        restrictedReason: payload.restricted_reason?.type ?? null,
        issuedAtMillis: payload.iat * 1000,
        expiresAtMillis: payload.exp * 1000
      })
    })
  )

  it.effect("does not pass as another kind with a key that was published after the last look at keys", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* minted()
      yield* verify(yield* minter.mint())
      yield* TestClock.adjust("1 second")
      yield* minter.rotate
      const payload = { iss: toIssuer(apiUrl, projectId, "restricted"), aud: toAudience(projectId, "restricted") }
      expect(yield* Effect.flip(verify(yield* minter.mint({ payload })))).toMatchObject(unparsable)
      // A look at normal keys again, although the last one was a second ago.
      expect(sent.map(({ url }) => new URL(url).search)).toStrictEqual(["", "?include_restricted=true", ""])
      yield* verify(yield* minter.mint())
      yield* verify(yield* minter.mint({ kind: "restricted" }))
      expect(sent.length).toBe(3)
    })
  )

  it.effect("does not pass while the kind of its key is unknown, and causes few requests", () =>
    Effect.gen(function* () {
      let isAway = false
      const { minter, sent, verify } = yield* minted({}, (url) => isAway && !url.includes("include_restricted"))
      yield* verify(yield* minter.mint())
      yield* TestClock.adjust("1 second")
      isAway = true
      const token = yield* minter.mint({ kind: "restricted" })
      const errors = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.flip(verify(token)))
      expect(new Set(errors.map(({ _tag }) => _tag))).toStrictEqual(new Set(["KeysUnavailable"]))
      expect(sent.length).toBe(3)
      yield* verify(yield* minter.mint())
      isAway = false
      yield* TestClock.adjust("1 second")
      yield* verify(token)
    })
  )

  it.effect("is verified again without fetching the smaller key sets", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* minted({ cacheSize: 0 })
      const token = yield* minter.mint({ kind: "anonymous" })
      for (let i = 0; i < 3; i++) yield* verify(token)
      yield* TestClock.adjust("9 minutes")
      yield* verify(yield* minter.mint({ kind: "anonymous" }))
      expect(sent.map(({ url }) => new URL(url).search)).toStrictEqual([
        "?include_anonymous=true",
        "?include_restricted=true"
      ])
    })
  )
})
