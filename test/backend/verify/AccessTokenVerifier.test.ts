/** Every hostile token (docs/protocol/threats.md#tokens), and what verification costs the service. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as jose from "jose"
import { AuthTimeout } from "../../../src/backend/AuthTimeout.ts"
import { AccessTokenVerifier } from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as KeySet from "../../../src/backend/verify/KeySet.ts"
import { Http, type HttpRequest } from "../../../src/http/Http.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { type Answer, apiUrl, broken, json, network, projectId, text } from "../../support/scriptedNetwork.ts"
import { countSeeds } from "../../support/seeds.ts"
import { spellings } from "../../support/spellings.ts"
import { base64url } from "../../support/tokens.ts"
import { turns } from "../../support/turns.ts"

const issuer = `${apiUrl}/api/v1/projects/${projectId}`

/** A service whose key set is the minter's, unless the test says otherwise. */
const service = (options: Verifier.VerifierOptions = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_750_000_000_000)
    const minter = yield* TokenMinter.make({ projectId, apiUrl })
    let answer: (request: HttpRequest) => Answer = () => Effect.flatMap(minter.keySet, (keys) => json(keys))
    const net = network((request) => answer(request))
    const layer = Verifier.layerProject({ projectId, apiUrl, ...options }).pipe(Layer.provide(net.layer))
    const { verify } = Context.get(yield* Layer.build(layer), AccessTokenVerifier)
    return {
      minter,
      verify,
      sent: net.sent,
      answer: (next: typeof answer) => {
        answer = next
      }
    }
  })

const replaceHeader = (token: string, header: unknown) => [base64url(header), ...token.split(".").slice(1)].join(".")

describe("a genuine token", () => {
  it.effect("is verified, with its claims", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service()
      const claims = yield* verify(yield* minter.mint())
      expect(claims).toStrictEqual({
        userId: TokenMinter.defaultUserId,
        sessionId: TokenMinter.defaultSessionId,
        projectId,
        branchId: "main",
        role: "authenticated",
        kind: "normal",
        restrictedReason: null,
        issuedAtMillis: 1_750_000_000_000,
        expiresAtMillis: 1_750_000_600_000
      })
      expect(Object.isFrozen(claims)).toBe(true)
    })
  )

  it.effect("expires by the clock, remembered or not", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service()
      const [token, other] = [yield* minter.mint(), yield* minter.mint({ userId: "other" })]
      yield* verify(token)
      yield* TestClock.adjust("599 seconds")
      yield* verify(token)
      yield* TestClock.adjust("1 second")
      const expired = { _tag: "AccessTokenExpired", details: { expiredAt: new Date(1_750_000_600_000) } }
      expect(yield* Effect.flip(verify(token))).toMatchObject(expired)
      expect(yield* Effect.flip(verify(other))).toMatchObject(expired)
    })
  )

  it.effect("may be expired by up to the tolerance", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service({ clockTolerance: "5 seconds" })
      const token = yield* minter.mint()
      yield* TestClock.adjust("604 seconds")
      yield* verify(token)
      yield* verify(token)
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.flip(verify(token))).toMatchObject({ _tag: "AccessTokenExpired" })
    })
  )

  it.effect.each([NaN, Infinity, -1])("is not verified with a tolerance of %s", (clockTolerance) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(service({ clockTolerance }))).toMatchObject({
        _tag: "InvalidOption",
        option: "clockTolerance"
      })
    })
  )

  it.effect.each([NaN, -1])("is not verified with a cache of size %s", (cacheSize) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(service({ cacheSize }))).toMatchObject({ _tag: "InvalidOption", option: "cacheSize" })
    })
  )

  it.effect("is not verified with a wrong time limit", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(Effect.provideService(service(), AuthTimeout, NaN))).toMatchObject({
        _tag: "InvalidOption",
        option: "authTimeout"
      })
    })
  )

  it.effect("may have a configured issuer", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service({ issuer: "https://auth.example.com/api/v1/projects/p" })
      expect(yield* Effect.flip(verify(yield* minter.mint()))).toMatchObject({ _tag: "UnparsableAccessToken" })
      yield* verify(yield* minter.mint({ payload: { iss: "https://auth.example.com/api/v1/projects/p" } }))
    })
  )

  it.effect("cannot pollute a prototype", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service()
      const claims = yield* verify(yield* minter.mint({ payload: JSON.parse('{"__proto__":{"polluted":1}}') as {} }))
      expect("polluted" in claims).toBe(false)
      expect("polluted" in {}).toBe(false)
    })
  )
})

describe("a forged token", () => {
  const refused: Record<
    string,
    (minter: TokenMinter.TokenMinter["Service"], token: string) => Effect.Effect<string> | string
  > = {
    "that is empty": () => "",
    "that is no JWT": () => "nonsense",
    "of five parts (JWE)": (_, token) => `${token}.a.b`,
    "of two parts": (_, token) => token.split(".").slice(0, 2).join("."),
    "with an empty signature": (_, token) => `${token.split(".").slice(0, 2).join(".")}.`,
    "with another signature": (_, token) => `${token.slice(0, -6)}AAAAAA`,
    "with a DER signature": (_, token) => `${token.split(".").slice(0, 2).join(".")}.MEUCIQD`,
    "with another way to write its signature": (_, token) => {
      const last = { A: "B", Q: "R", g: "h", w: "x" }[token.at(-1)!]!
      return `${token.slice(0, -1)}${last}`
    },
    "with padding": (_, token) => `${token}==`,
    "with white space after it": (_, token) => `${token} `,
    "with white space in its signature": (_, token) => `${token.slice(0, -10)}\n${token.slice(-10)}`,
    "with white space in its claims": (_, token) => token.replace(".", ". "),
    "with a character that is no ASCII": (_, token) => `${token}é`,
    "with changed claims": (_, token) => {
      const [header, payload, signature] = token.split(".")
      const claims = JSON.parse(Buffer.from(payload!, "base64url").toString()) as {}
      return [header, base64url({ ...claims, sub: "somebody-else" }), signature].join(".")
    },
    "that is nested": (minter, token) => minter.mint({ header: { cty: "JWT" }, payload: { jwt: token } }),
    "with a crit header": (minter) => minter.mint({ header: { crit: ["exp"], exp: 1 } }),
    "with an unencoded payload": (minter) => minter.mint({ header: { b64: false, crit: ["b64"] } }),
    "with b64 alone": (minter) => minter.mint({ header: { b64: false } }),
    "that is compressed": (minter) => minter.mint({ header: { zip: "DEF" } }),
    "of another type": (minter) => minter.mint({ header: { typ: "logout+jwt" } }),
    "without a key id": (minter) => minter.mint({ header: { kid: undefined } }),
    "with a list of key ids": (minter, token) =>
      minter.mint({ header: { kid: [jose.decodeProtectedHeader(token).kid] } }),
    "with a path as key id": (minter) => minter.mint({ header: { kid: "../../etc/passwd" } }),
    "with a statement as key id": (minter) => minter.mint({ header: { kid: "' OR 1=1 --" } }),
    "with __proto__ as key id": (minter) => minter.mint({ header: { kid: "__proto__" } }),
    "with a long key id": (minter) => minter.mint({ header: { kid: "k".repeat(2000) } }),
    "with a header that is a list": (_, token) => replaceHeader(token, []),
    "with a header that is no JSON": (_, token) => replaceHeader(token, "{"),
    "of another issuer": (minter) => minter.mint({ payload: { iss: `${issuer}/` } }),
    "of no issuer": (minter) => minter.mint({ payload: { iss: undefined } }),
    "for several audiences": (minter) => minter.mint({ payload: { aud: [projectId] } }),
    "for no audience": (minter) => minter.mint({ payload: { aud: undefined } }),
    "about nobody": (minter) => minter.mint({ payload: { sub: undefined } }),
    "about an empty user": (minter) => minter.mint({ userId: "" }),
    "about a user that is a path": (minter) => minter.mint({ userId: "../x" }),
    "about a number": (minter) => minter.mint({ payload: { sub: 1 } }),
    "of no session": (minter) => minter.mint({ payload: { refreshTokenId: undefined, refresh_token_id: undefined } }),
    "of no role": (minter) => minter.mint({ payload: { role: undefined } }),
    "that is valid later": (minter) => minter.mint({ payload: { nbf: 1_750_000_100 } })
  }
  for (const alg of ["none", "None", "nOnE", "", "HS256", "RS256", "ES384", "EdDSA", "ES256K", 1, null]) {
    refused[`with the algorithm ${JSON.stringify(alg)}`] = (minter) => minter.mint({ header: { alg } })
    refused[`with the algorithm ${JSON.stringify(alg)} and no signature`] = (minter) =>
      Effect.map(minter.mint({ header: { alg } }), (token) => token.slice(0, token.lastIndexOf(".") + 1))
  }
  for (const name of ["exp", "iat", "nbf"]) {
    for (const value of ["9999999999", "abc", 1e20, 1.5, -1, 0, null, true, [], {}]) {
      if (name === "iat" && value === 0) continue
      refused[`with ${name} ${JSON.stringify(value)}`] = (minter) => minter.mint({ payload: { [name]: value } })
    }
  }
  for (const name of ["exp", "iat"]) {
    refused[`without ${name}`] = (minter) => minter.mint({ payload: { [name]: undefined } })
  }

  it.effect.each(Object.entries(refused))("%s is refused", ([, make]) =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const made = make(minter, yield* minter.mint())
      const token = typeof made === "string" ? made : yield* made
      expect(yield* Effect.flip(verify(token))).toMatchObject({ _tag: "UnparsableAccessToken", status: 401 })
      const foreign = sent.filter(({ url }) => url !== `${issuer}/.well-known/jwks.json`)
      expect(foreign).toStrictEqual([])
      expect(sent.length).toBeLessThanOrEqual(1)
    })
  )

  it.effect("is refused if it writes its signature in another way, also when the genuine one is remembered", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service()
      const token = yield* minter.mint()
      const dot = token.lastIndexOf(".") + 1
      const others = spellings(token.slice(dot))
      const refuseAll = Effect.forEach(Object.values(others), (signature) =>
        Effect.map(Effect.flip(verify(token.slice(0, dot) + signature)), ({ _tag }) => _tag)
      )
      const refusals = Object.values(others).map(() => "UnparsableAccessToken")
      expect(yield* refuseAll).toStrictEqual(refusals)
      yield* verify(token)
      expect(yield* refuseAll).toStrictEqual(refusals)
    })
  )

  it.effect("signed with the public key as a secret is refused, in each encoding", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const { keys } = yield* minter.keySet
      const claims = jose.decodeJwt(yield* minter.mint())
      const key = yield* Effect.promise(() => jose.importJWK(keys[0]!, "ES256", { extractable: true }))
      const spki = yield* Effect.promise(() => jose.exportSPKI(key as jose.CryptoKey))
      const der = Buffer.from(spki.replace(/-----.*?-----|\s/g, ""), "base64")
      const refuse = Effect.fnUntraced(function* (secret: Buffer) {
        const token = yield* Effect.promise(() =>
          new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: keys[0]!.kid! }).sign(secret)
        )
        return (yield* Effect.flip(verify(token)))._tag
      })
      expect(yield* refuse(Buffer.from(spki))).toBe("UnparsableAccessToken")
      expect(yield* refuse(Buffer.from(JSON.stringify(keys[0])))).toBe("UnparsableAccessToken")
      expect(yield* refuse(der)).toBe("UnparsableAccessToken")
      expect(sent.length).toBe(0)
    })
  )

  it.effect("is refused if it brings its own key, and nothing is fetched from where it says", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const stranger = yield* TokenMinter.make({ projectId, apiUrl })
      const { kid } = jose.decodeProtectedHeader(yield* minter.mint())
      const [jwk] = (yield* stranger.keySet).keys
      const refuse = Effect.fnUntraced(function* (extra: object) {
        const token = yield* stranger.mint({ header: { kid, ...extra } })
        return (yield* Effect.flip(verify(token)))._tag
      })
      const unparsable = "UnparsableAccessToken"
      expect({
        jwk: yield* refuse({ jwk }),
        jku: yield* refuse({ jku: "https://evil.com/jwks" }),
        x5u: yield* refuse({ x5u: "https://evil.com/x" }),
        x5c: yield* refuse({ x5c: ["MII"] })
      }).toStrictEqual({ jwk: unparsable, jku: unparsable, x5u: unparsable, x5c: unparsable })
      expect(sent.map(({ url }) => url)).toStrictEqual([`${issuer}/.well-known/jwks.json`])
    })
  )

  it.effect("is named as one of another project, without a fetch", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      expect(yield* Effect.flip(verify(yield* minter.mint({ payload: { aud: "other" } })))).toMatchObject({
        _tag: "InvalidProjectForAccessToken",
        details: { expectedProjectId: projectId, actualProjectId: "other" }
      })
      expect(sent.length).toBe(0)
    })
  )

  it.effect("is refused before it is parsed if it has more than 8 kB, although it is signed", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const large = yield* minter.mint({ payload: { more: "x".repeat(7000) } })
      expect(large.length).toBeGreaterThan(8192)
      expect(yield* Effect.flip(verify(large))).toMatchObject({ _tag: "UnparsableAccessToken" })
      expect(sent.length).toBe(0)
      yield* verify(yield* minter.mint({ payload: { more: "x".repeat(5000) } }))
    })
  )
})

describe("the key set", () => {
  it.effect("is fetched once for 1,000 tokens at once, and once for one that is repeated", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const tokens = yield* Effect.forEach(Array.from({ length: 20 }), (_, i) => minter.mint({ userId: `user-${i}` }))
      const many = Array.from({ length: countSeeds(1000) }, (_, i) => tokens[i % 20]!)
      const claims = yield* Effect.forEach(many, (token) => verify(token), { concurrency: "unbounded" })
      expect(claims.map(({ userId }) => userId)).toStrictEqual(many.map((_, i) => `user-${i % 20}`))
      expect(sent.length).toBe(1)
    })
  )

  it.effect("is fetched once for 10,000 unknown key ids", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const token = yield* minter.mint()
      const refusals = yield* Effect.forEach(
        Array.from({ length: countSeeds(10_000) }, (_, i) =>
          replaceHeader(token, { alg: "ES256", kid: `random-${i}` })
        ),
        (forged) => Effect.flip(verify(forged)),
        { concurrency: "unbounded" }
      )
      expect(refusals.length).toBe(countSeeds(10_000))
      expect(sent.length).toBe(1)
      // The flood does not keep genuine tokens out.
      yield* verify(token)
      expect(sent.length).toBe(1)
    })
  )

  it.effect(
    "is asked once more for an unknown key id, then not for another one for 30 seconds, or for the same one",
    () =>
      Effect.gen(function* () {
        const { minter, sent, verify } = yield* service()
        const token = yield* minter.mint()
        yield* verify(token)
        const forged = replaceHeader(token, { alg: "ES256", kid: "unknown" })
        const another = replaceHeader(token, { alg: "ES256", kid: "another" })
        yield* Effect.flip(verify(forged))
        expect(sent.length).toBe(2)
        yield* TestClock.adjust(29_999)
        yield* Effect.flip(verify(another))
        expect(sent.length).toBe(2)
        yield* TestClock.adjust(1)
        yield* Effect.flip(verify(forged))
        expect(sent.length).toBe(2)
        yield* Effect.flip(verify(another))
        expect(sent.length).toBe(3)
      })
  )

  it.effect("is fetched once when the key rotates; the old key works while it is published", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      const before = yield* minter.mint()
      yield* verify(before)
      yield* TestClock.adjust("31 seconds")
      const oldKid = jose.decodeProtectedHeader(before).kid!
      yield* minter.rotate
      const after = yield* minter.mint()
      yield* Effect.forEach(Array.from({ length: 50 }), () => verify(after), { concurrency: "unbounded" })
      yield* verify(before)
      expect(sent.length).toBe(2)
      // Withdrawn: remembered tokens go with the key once the set is renewed.
      yield* minter.withdraw(oldKid)
      yield* TestClock.adjust("31 seconds")
      yield* Effect.flip(verify(replaceHeader(after, { alg: "ES256", kid: "unknown" })))
      expect(sent.length).toBe(3)
      expect(yield* Effect.flip(verify(before))).toMatchObject({ _tag: "UnparsableAccessToken" })
      yield* verify(after)
    })
  )

  it.effect("is fetched by another request when the fetching one was ended, where requests are isolated", () =>
    Effect.gen(function* () {
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      let fetches = 0
      // The first one never hears of anything again, not even that its time is over.
      const answer = Effect.suspend(() =>
        ++fetches === 1 ? Effect.never : Effect.flatMap(minter.keySet, (keys) => json(keys))
      )
      const { find } = yield* Effect.provideService(KeySet.make(`${issuer}/.well-known/jwks.json`), Http, () => answer)
      const { kid } = (yield* minter.keySet).keys[0]!
      const first = yield* Effect.forkChild(find(kid!))
      yield* TestClock.adjust("10 millis")
      expect({ fetches, exit: first.pollUnsafe() }).toStrictEqual({ fetches: 1, exit: undefined })
      const later = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => find(kid!)),
          { concurrency: "unbounded" }
        )
      )
      while (later.pollUnsafe() === undefined) {
        yield* turns()
        yield* TestClock.adjust("10 millis")
      }
      expect(yield* Fiber.join(later)).not.toContain(undefined)
      expect(fetches).toBe(2)
    }).pipe(Effect.provideService(RequestIsolation, true))
  )

  it.effect("is renewed by the request itself after 10 minutes, where requests are isolated", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      yield* verify(yield* minter.mint())
      yield* TestClock.adjust("11 minutes")
      yield* verify(yield* minter.mint())
      expect(sent.length).toBe(2)
    }).pipe(Effect.provideService(RequestIsolation, true))
  )

  it.effect("is renewed in the background after 10 minutes", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      yield* verify(yield* minter.mint())
      yield* TestClock.adjust("11 minutes")
      yield* verify(yield* minter.mint())
      yield* Effect.yieldNow
      expect(sent.length).toBe(2)
      yield* verify(yield* minter.mint({ userId: "next" }))
      expect(sent.length).toBe(2)
    })
  )

  it.effect.each(
    Object.entries<() => Answer>({
      "a broken connection": () => broken,
      "status 500": () => text("oops", 500),
      "a page": () => text("<html>", 200),
      "no key set": () => json({}),
      "an empty key set": () => json({ keys: [] }),
      "keys of other kinds": () =>
        json({ keys: [{ kty: "RSA", kid: "a" }, null, 1, { kty: "EC", crv: "P-256", kid: 1 }] }),
      "a point off the curve": () => json({ keys: [{ kty: "EC", crv: "P-256", kid: "a", x: "AAAA", y: "AAAA" }] }),
      "a redirect": () => text("", 302, { location: "https://evil.com" })
    })
  )("serves for a day when the service answers with %s, and is typed without any", ([, answer]) =>
    Effect.gen(function* () {
      const { answer: script, minter, sent, verify } = yield* service()
      script(answer)
      expect(yield* Effect.flip(verify(yield* minter.mint()))).toMatchObject({ _tag: "KeysUnavailable" })
      // Nobody waits for a service that has just failed.
      yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.flip(verify("a.b.c")))
      expect(sent.length).toBe(1)
      yield* TestClock.adjust("2 seconds")
      script(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      yield* verify(yield* minter.mint())
      script(answer)
      yield* TestClock.adjust("23 hours")
      yield* verify(yield* minter.mint())
      yield* TestClock.adjust("61 minutes")
      expect(yield* Effect.flip(verify(yield* minter.mint()))).toMatchObject({ _tag: "KeysUnavailable" })
      script(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      yield* TestClock.adjust("1 minute")
      yield* verify(yield* minter.mint())
    })
  )

  it.effect("is not read if it has 2 MB", () =>
    Effect.gen(function* () {
      const { minter, sent, verify } = yield* service()
      yield* verify(yield* minter.mint())
      expect(sent[0]).toMatchObject({ method: "GET", maxResponseBytes: 65_536, timeoutMillis: 5000, body: undefined })
      expect(sent[0]!.headers).toStrictEqual({ accept: "application/json" })
    })
  )

  it.effect("is fetched completely although its caller gives up", () =>
    Effect.gen(function* () {
      const { answer, minter, sent, verify } = yield* service()
      answer(() =>
        Effect.delay(
          Effect.flatMap(minter.keySet, (keys) => json(keys)),
          "2 seconds"
        )
      )
      const token = yield* minter.mint()
      const first = yield* Effect.forkChild(Effect.timeout(verify(token), "1 second"), { startImmediately: true })
      const second = yield* Effect.forkChild(verify(token), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.flip(Fiber.join(first))).toMatchObject({ _tag: "TimeoutError" })
      expect((yield* Fiber.join(second)).userId).toBe(TokenMinter.defaultUserId)
      expect(sent.length).toBe(1)
    })
  )
})

describe("verified tokens", () => {
  it.effect("are remembered up to the limit", () =>
    Effect.gen(function* () {
      const { minter, verify } = yield* service({ cacheSize: 0 })
      const token = yield* minter.mint()
      expect(yield* verify(token)).not.toBe(yield* verify(token))
      const remembering = yield* service({ cacheSize: 1 })
      const [a, b] = [yield* remembering.minter.mint({ userId: "a" }), yield* remembering.minter.mint({ userId: "b" })]
      const first = yield* remembering.verify(a)
      expect(yield* remembering.verify(a)).toBe(first)
      yield* remembering.verify(b)
      expect(yield* remembering.verify(a)).not.toBe(first)
    })
  )
})
