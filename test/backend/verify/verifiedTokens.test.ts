/** What tokens say and what the verifier makes of it, claim by claim; the signatures are those of a stub. */
import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import { AccessTokenVerifier } from "../../../src/backend/verify/AccessTokenVerifier.ts"
import { tokenKinds } from "../../../src/domain/TokenKind.ts"
import { readData } from "../../../src/operation/OperationData.ts"
import { keySet, stubCrypto, makeToken } from "../../support/crypto.ts"
import { apiUrl, clientApp, json, knownError, network, projectId, userJson } from "../../support/scriptedNetwork.ts"
import { startOne } from "../fleet/brokenStore.ts"
import { recorder } from "../telemetry/recorder.ts"

beforeEach(stubCrypto)
afterEach(() => vi.restoreAllMocks())

const iat = 1_750_000_000
const issuer = `${apiUrl}/api/v1/projects/${projectId}`
const genuine = {
  sub: userJson.id,
  branchId: "main",
  refreshTokenId: "session",
  role: "authenticated",
  iss: issuer,
  aud: projectId,
  iat,
  exp: iat + 600
}

const part = (value: string | Uint8Array) => Buffer.from(value).toString("base64url")
const signature = "A".repeat(86)
const header = part(JSON.stringify({ alg: "ES256", kid: "one" }))

const world = (options: Verifier.VerifierOptions = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(iat * 1000)
    const net = network(() => json(keySet))
    const { expected, verify } = yield* startOne(
      AccessTokenVerifier,
      Verifier.layerProject({ projectId, apiUrl, ...options }).pipe(Layer.provide(net.layer))
    )
    return { expected, verify, sent: net.sent, refusal: (token: string) => Effect.flip(verify(token)) }
  })

const unparsable = { _tag: "UnparsableAccessToken" }

/** A token whose header says more, or something else. */
const withHeader = (change: object) =>
  [part(JSON.stringify({ alg: "ES256", kid: "one", ...change })), part(JSON.stringify(genuine)), signature].join(".")

describe("a verifier", () => {
  it.effect("names its project and issuers", () =>
    Effect.gen(function* () {
      const { expected } = yield* world()
      expect(expected.normal).toStrictEqual({ kind: "normal", projectId, issuers: [issuer], audience: projectId })
      const kinds = (options: Verifier.VerifierOptions) =>
        Effect.map(world(options), ({ expected }) => tokenKinds.map((kind) => expected[kind].issuers))
      expect(yield* kinds({ issuer: "https://a.example" })).toStrictEqual([
        ["https://a.example"],
        ["https://a.example"],
        ["https://a.example"]
      ])
      expect(yield* kinds({ issuer: "https://projects/projects/projects/p" })).toStrictEqual([
        ["https://projects/projects/projects/p"],
        ["https://projects/projects/projects-restricted-users/p"],
        ["https://projects/projects/projects-anonymous-users/p"]
      ])
    })
  )

  it.effect("accepts text, redacted or not", () =>
    Effect.gen(function* () {
      const { verify } = yield* world()
      const token = makeToken(genuine)
      expect((yield* verify(token)).userId).toBe(userJson.id)
      expect((yield* verify(Redacted.make(token))).userId).toBe(userJson.id)
    })
  )

  it.effect.each([1, {}] as unknown as Array<string>)("refuses $0 instead of a text", (nothing) =>
    Effect.gen(function* () {
      const { refusal } = yield* world()
      expect(yield* refusal(nothing)).toMatchObject(unparsable)
    })
  )

  it.effect("accepts tokens of exactly 8,192 characters, and no longer ones", () =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      /** A token of a length, by padding in its header for what is no length of base64. */
      const ofLength = (length: number): string => {
        for (let extra = 0; extra < 8; extra++) {
          const head = part(JSON.stringify({ alg: "ES256", kid: "one", x: "x".repeat(extra) }))
          for (let more = 5000; more < 6200; more++) {
            const token = [head, part(JSON.stringify({ ...genuine, more: "x".repeat(more) })), signature].join(".")
            if (token.length === length) return token
            if (token.length > length) break
          }
        }
        throw new Error(`no token of ${length} characters`)
      }
      yield* verify(ofLength(8192))
      expect(yield* refusal(ofLength(8193))).toMatchObject(unparsable)
    })
  )

  const wrongAudience = { _tag: "InvalidProjectForAccessToken", details: { actualProjectId: "other" } }

  it.effect.each([
    [{ iss: "other", aud: "other", exp: 1 }, unparsable],
    [{ aud: "other", exp: 1 }, wrongAudience],
    [{ aud: "other", sub: 1 }, wrongAudience],
    [{ sub: 1, exp: 1 }, unparsable],
    [{ nbf: iat + 1, exp: 1 }, unparsable],
    [{ exp: 1 }, { _tag: "AccessTokenExpired" }],
    [{ aud: "o".repeat(64) }, { _tag: "InvalidProjectForAccessToken" }],
    [{ aud: "o".repeat(65) }, unparsable]
  ] as const)("names the fault of the issuer, then that of the audience, then the others: $0", ([claims, expected]) =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      expect(yield* refusal(makeToken({ ...genuine, ...claims }))).toMatchObject(expected)
    })
  )

  it.effect("fetches no keys for a token whose claims are not JSON", () =>
    Effect.gen(function* () {
      const { refusal, sent } = yield* world()
      expect(yield* refusal([header, part("{"), signature].join("."))).toMatchObject(unparsable)
      expect(sent.length).toBe(0)
    })
  )

  it.effect.each([
    ["for another project", { ...genuine, aud: "o".repeat(64) }, { _tag: "InvalidProjectForAccessToken" }],
    ["for too long a project", { ...genuine, aud: "o".repeat(65) }, unparsable],
    ["for a number", { ...genuine, aud: 1 }, unparsable],
    ["without claims", [], unparsable]
  ] as const)("fetches no keys for a token %s", ([, claims, expected]) =>
    Effect.gen(function* () {
      const { refusal, sent } = yield* world()
      expect(yield* refusal(makeToken(claims))).toMatchObject(expected)
      expect(sent.length).toBe(0)
    })
  )

  it.effect.each([
    [0, 0],
    ["5 seconds", 5]
  ] as const)("refuses a token before its `nbf`, less the tolerance: $0", ([clockTolerance, early]) =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world({ clockTolerance })
      yield* verify(makeToken({ ...genuine, nbf: iat + early }))
      expect(yield* refusal(makeToken({ ...genuine, nbf: iat + early + 1 }))).toMatchObject(unparsable)
    })
  )

  it.effect("refuses a signed payload that is not UTF-8 or not base64", () =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      const broken = Buffer.concat([
        Buffer.from(`${JSON.stringify(genuine).slice(0, -1)},"x":"`),
        Buffer.from([0xff]),
        Buffer.from('"}')
      ])
      expect(yield* refusal([header, part(broken), signature].join("."))).toMatchObject(unparsable)
      expect(yield* refusal([header, "!!!!", signature].join("."))).toMatchObject(unparsable)
    })
  )

  it.effect.each(["null", "1", '"text"', "[]", "", "{", "[{}]"])("refuses the signed payload $0", (payload) =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      expect(yield* refusal([header, part(payload), signature].join("."))).toMatchObject(unparsable)
    })
  )

  it.effect.each([
    { alg: "ES384" },
    { alg: undefined },
    { typ: "at+jwt" },
    { typ: null },
    { crit: [] },
    { b64: true },
    { zip: "DEF" },
    { enc: "A256GCM" },
    { cty: "JWT" },
    { kid: "" },
    { kid: 1 },
    { kid: undefined }
  ])("refuses the header parameters $0", (change) =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      expect(yield* refusal(withHeader(change))).toMatchObject(unparsable)
    })
  )

  it.effect.each([{ typ: "JWT" }, { other: 1 }])("accepts the header parameters $0", (more) =>
    Effect.gen(function* () {
      const { verify } = yield* world()
      yield* verify(makeToken(genuine))
      yield* verify(withHeader(more))
    })
  )

  const withKid = (kid: unknown) =>
    [part(JSON.stringify({ alg: "ES256", kid })), part(JSON.stringify(genuine)), signature].join(".")

  it.effect("fetches keys once for an unknown key ID", () =>
    Effect.gen(function* () {
      const { refusal, sent } = yield* world()
      expect(yield* refusal(withKid("k".repeat(64)))).toMatchObject(unparsable)
      expect(sent.map(({ url }) => url)).toStrictEqual([`${issuer}/.well-known/jwks.json`])
      // One that is unknown, now that there are keys.
      expect(yield* refusal(withKid("unknown"))).toMatchObject(unparsable)
    })
  )

  it.effect.each(["", 1, null, [], {}, undefined, "k".repeat(65)])("fetches no keys for the key ID $0", (kid) =>
    Effect.gen(function* () {
      const { refusal, sent } = yield* world()
      expect(yield* refusal(withKid(kid))).toMatchObject(unparsable)
      expect(sent.length).toBe(0)
    })
  )

  it.effect.each(["", ".", "a.b", `${header}.${part("{}")}`])("fetches no keys for the text $0", (text) =>
    Effect.gen(function* () {
      const { refusal, sent } = yield* world()
      expect(yield* refusal(text)).toMatchObject(unparsable)
      expect(sent.length).toBe(0)
    })
  )

  it.effect("caches the 64 parsed headers that were used last", () =>
    Effect.gen(function* () {
      const { verify } = yield* world({ cacheSize: 0 })
      yield* verify(makeToken(genuine))
      const parse = vi.spyOn(JSON, "parse")
      const cost = (n: number) =>
        Effect.gen(function* () {
          const head = part(JSON.stringify({ alg: "ES256", kid: "one", n }))
          const before = parse.mock.calls.length
          yield* verify([head, part(JSON.stringify(genuine)), signature].join("."))
          return parse.mock.calls.length - before
        })
      const first = yield* Effect.forEach(Array.from({ length: 63 }), (_, i) => cost(i + 1))
      expect(new Set(first)).toStrictEqual(new Set([2]))
      expect(yield* Effect.forEach([1, 63], cost)).toStrictEqual([1, 1])
      expect(yield* Effect.forEach([64, 65], cost)).toStrictEqual([2, 2])
      expect(yield* Effect.forEach([1, 63, 64, 65], cost)).toStrictEqual([1, 1, 1, 1])
      expect(yield* cost(2)).toBe(2)
    })
  )

  it.effect("verifies a signature once, and again when it is no longer cached", () =>
    Effect.gen(function* () {
      const { verify } = yield* world({ cacheSize: 1 })
      const checks = vi.spyOn(globalThis.crypto.subtle, "verify")
      const before = checks.mock.calls.length
      const [a, b] = [makeToken(genuine), makeToken({ ...genuine, sub: "b" }).slice(0, -1) + "Q"]
      for (const token of [a, a, b, b, a]) yield* verify(token)
      expect(checks.mock.calls.length - before).toBe(3)
    })
  )

  it.effect("refuses another text with a cached signature", () =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      vi.spyOn(globalThis.crypto.subtle, "verify").mockResolvedValue(false)
      expect(yield* refusal(makeToken({ ...genuine, sub: "somebody-else" }))).toMatchObject(unparsable)
      expect((yield* verify(makeToken(genuine))).userId).toBe(userJson.id)
    })
  )

  it.effect("refuses what WebCrypto cannot check", () =>
    Effect.gen(function* () {
      const { refusal } = yield* world()
      vi.spyOn(globalThis.crypto.subtle, "verify").mockRejectedValue(new Error("no"))
      expect(yield* refusal(makeToken(genuine))).toMatchObject(unparsable)
    })
  )

  it.effect("reports each time that a cached token has expired", () =>
    Effect.gen(function* () {
      const { refusal, verify } = yield* world()
      yield* verify(makeToken(genuine))
      yield* TestClock.adjust("10 minutes")
      for (let i = 0; i < 2; i++) {
        expect(yield* refusal(makeToken(genuine))).toMatchObject({
          _tag: "AccessTokenExpired",
          details: { expiredAt: new Date((iat + 600) * 1000) }
        })
      }
    })
  )

  it.effect("names the other audience of a token, if it is short enough to be one", () =>
    Effect.gen(function* () {
      const { refusal } = yield* world()
      const [short, long] = ["p".repeat(64), "p".repeat(65)]
      expect(yield* refusal(makeToken({ ...genuine, aud: short }))).toMatchObject({
        _tag: "InvalidProjectForAccessToken",
        details: { expectedProjectId: projectId, actualProjectId: short }
      })
      expect(yield* refusal(makeToken({ ...genuine, aud: long }))).toMatchObject(unparsable)
    })
  )

  it.effect("has operations that traces can name", () =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      const { verify } = yield* world()
      yield* Effect.provide(verify(makeToken(genuine)), layer())
      expect(spans.map(({ name }) => name)).toContain("AccessTokenVerifier.verify")
      expect(readData(Verifier.verifyFresh)?.name).toBe("AccessTokenVerifier.verifyFresh")
      expect(AccessTokenVerifier.key).toBe("gatefold/backend/verify/AccessTokenVerifier")
    })
  )

  it.effect("takes its project from the configuration", () =>
    Effect.gen(function* () {
      const net = network(() => json(keySet))
      const { expected } = yield* startOne(
        AccessTokenVerifier,
        Verifier.layerConfig({ clockTolerance: "1 second" }).pipe(
          Layer.provide(net.layer),
          Layer.provide(
            ConfigProvider.layer(
              ConfigProvider.fromUnknown({ STACK_PROJECT_ID: projectId, STACK_API_URL: "https://auth.example.com" })
            )
          )
        )
      )
      expect(expected.normal.issuers).toStrictEqual([`https://auth.example.com/api/v1/projects/${projectId}`])
    })
  )
})

describe("a service that is asked about a token", () => {
  const ask = (token: string | Redacted.Redacted, answer = json(userJson)) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const net = network(() => answer)
      const context = yield* Layer.build(
        Verifier.layer().pipe(Layer.provideMerge(clientApp()), Layer.provide(net.layer))
      )
      const result = yield* Effect.result(Verifier.verifyFresh(token).pipe(Effect.provide(context)))
      return { result, sent: net.sent, verifier: Context.get(context, AccessTokenVerifier) }
    })

  it.effect.each([
    ["a text", (token: string) => token],
    ["a redacted one", (token: string) => Redacted.make(token)]
  ] as const)("returns the claims and the user, with one request that sends the token: %s", ([, give]) =>
    Effect.gen(function* () {
      const token = makeToken(genuine)
      const { result, sent } = yield* ask(give(token))
      expect(result).toMatchObject({
        _tag: "Success",
        success: {
          claims: { userId: userJson.id, sessionId: "session", expiresAtMillis: (iat + 600) * 1000 },
          user: { id: userJson.id, displayName: "Ada" }
        }
      })
      expect(Object.isFrozen(Result.getOrThrow(result).claims)).toBe(true)
      expect(sent.map(({ url }) => url)).toStrictEqual([`${apiUrl}/api/v1/users/me`])
      expect(sent[0]!.headers["x-stack-access-token"]).toBe(token)
    })
  )

  it.effect("is not trusted if it returns another user than the token's", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* ask(makeToken({ ...genuine, sub: "somebody-else" }))
      expect(result).toMatchObject({ _tag: "Failure", failure: unparsable })
      expect(sent.length).toBe(1)
    })
  )

  it.effect("can refuse it", () =>
    Effect.gen(function* () {
      const { result } = yield* ask(makeToken(genuine), knownError("UNPARSABLE_ACCESS_TOKEN", 401))
      expect(result).toMatchObject({ _tag: "Failure", failure: unparsable })
    })
  )

  it.effect.each([
    ["an empty text", "", unparsable],
    ["other text", "a.b.c", unparsable],
    ["a token without claims", makeToken([]), unparsable],
    [
      "another algorithm",
      [part(JSON.stringify({ alg: "none", kid: "one" })), part(JSON.stringify(genuine)), signature].join("."),
      unparsable
    ],
    ["a token that is too long", `${makeToken({ ...genuine, more: "x".repeat(9000) })}`, unparsable],
    ["an empty user", makeToken({ ...genuine, sub: "" }), unparsable],
    ["another issuer", makeToken({ ...genuine, iss: "other" }), unparsable],
    ["an invalid time", makeToken({ ...genuine, exp: "soon" }), unparsable],
    ["an invalid audience", makeToken({ ...genuine, aud: 1 }), unparsable],
    [
      "another project",
      makeToken({ ...genuine, aud: "other" }),
      {
        _tag: "InvalidProjectForAccessToken",
        details: { expectedProjectId: projectId, actualProjectId: "other" }
      }
    ]
  ] as const)("is not asked about %s", ([, token, failure]) =>
    Effect.gen(function* () {
      const { result, sent } = yield* ask(token)
      expect(result).toMatchObject({ _tag: "Failure", failure })
      expect(sent.length).toBe(0)
    })
  )
})
