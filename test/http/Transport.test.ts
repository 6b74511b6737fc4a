/** The transport: headers, retries, deadlines and failures of a request. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { ProviderId } from "../../src/domain/Ids.ts"
import { RequestRefused } from "../../src/domain/RequestRefused.ts"
import { TransportError } from "../../src/domain/TransportError.ts"
import { CallTimeout } from "../../src/http/CallTimeout.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import { Http, HttpFailure, type HttpRequest, Online } from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as ConnectedAccountsWire from "../../src/wire/generated/ConnectedAccounts.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as RefreshWire from "../../src/wire/generated/Refresh.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import {
  type Answer,
  apiUrl,
  broken,
  clientApp,
  failing,
  json,
  knownError,
  type Network,
  network,
  over,
  projectId,
  publishableClientKey,
  refused,
  text,
  timed,
  userJson
} from "./support.ts"

const credentials = { accessToken: Redacted.make("header.access.token"), refreshToken: Redacted.make("refresh") }
const signIn = { payload: { email: "a@example.com", password: Redacted.make("password1") } }
const half = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.5 }

/** The reason of a call's failure; anything else is a failed test. */
const reasonOf = (error: unknown) => transportError(error).reason

const transportError = (error: unknown): TransportError => {
  if (error instanceof TransportError) return error
  throw new Error("it is not a TransportError", { cause: error })
}

/** A script that answers `answers` in turn, the last one again and again. */
const inTurn =
  (...answers: ReadonlyArray<Answer>) =>
  (_: unknown, n: number) =>
    answers[Math.min(n, answers.length) - 1]!

describe("Transport", () => {
  describe("a request", () => {
    // What the service allows (docs/protocol/headers.md#cors); anything else fails a browser's preflight.
    const allowed = new Set(
      (
        "content-type authorization x-stack-project-id x-stack-branch-id x-stack-override-error-status " +
        "x-stack-random-nonce x-stack-client-version x-stack-disable-artificial-development-delay " +
        "x-stack-access-type x-stack-publishable-client-key x-stack-secret-server-key " +
        "x-stack-super-secret-admin-key x-stack-admin-access-token x-stack-refresh-token x-stack-access-token " +
        "baggage sentry-trace x-vercel-protection-bypass ngrok-skip-browser-warning"
      ).split(" ")
    )

    it.effect("sends the headers of the protocol and no others", () =>
      Effect.gen(function* () {
        const net = network(() => json(userJson))
        yield* over(net)(UsersWire.getMe, {}, credentials)
        const { headers, method, url, body, template, maxResponseBytes } = net.sent[0]!
        expect(method).toBe("GET")
        expect(template).toBe("/api/v1/users/me")
        expect(maxResponseBytes).toBe(10_485_760)
        expect(url).toBe(`${apiUrl}/api/v1/users/me`)
        expect(body).toBeUndefined()
        const { "x-stack-random-nonce": nonce, "x-stack-client-version": version, ...rest } = headers
        expect(nonce!).toMatch(/^[0-9a-v]{45}$/)
        expect(version!).toMatch(/^js gatefold@\d+\.\d+\.\d+$/)
        expect(rest).toStrictEqual({
          "x-stack-override-error-status": "true",
          "x-stack-project-id": projectId,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": publishableClientKey,
          "x-stack-access-token": "header.access.token",
          "x-stack-refresh-token": "refresh",
          "ngrok-skip-browser-warning": "true"
        })
        for (const name of Object.keys(headers)) expect(allowed.has(name), name).toBe(true)
      })
    )

    it.effect("has no user headers without credentials, and no refresh token when there is none", () =>
      Effect.gen(function* () {
        const net = network(() => json(userJson))
        yield* over(net)(UsersWire.getMe, {})
        yield* over(net)(UsersWire.getMe, {}, { accessToken: credentials.accessToken })
        expect(net.sent[0]!.headers).not.toHaveProperty("x-stack-access-token")
        expect(net.sent[1]!.headers).not.toHaveProperty("x-stack-refresh-token")
        expect(net.sent[1]!.headers).toHaveProperty("x-stack-access-token")
      })
    )

    it.effect("allows guests and restricted users exactly when the access token is theirs", () =>
      Effect.gen(function* () {
        const net = network(() => json(userJson))
        for (const [claims, expected] of [
          [{}, undefined],
          [{ is_anonymous: false, is_restricted: false, restricted_reason: null }, undefined],
          [{ is_anonymous: true, is_restricted: true }, "true"],
          [{ is_anonymous: true }, "true"],
          [{ is_anonymous: false, is_restricted: true, restricted_reason: { type: "something_new" } }, "true"],
          [{ is_restricted: "true" }, undefined]
        ] as const) {
          yield* over(net)(
            UsersWire.getMe,
            {},
            { accessToken: Redacted.make(unsignedToken({ ...lasting, ...claims })) }
          )
          expect(net.sent.at(-1)!.headers["x-stack-allow-anonymous-user"], JSON.stringify(claims)).toBe(expected)
        }
      })
    )

    it.effect("sends none of our headers to the token endpoint", () =>
      Effect.gen(function* () {
        const net = network(() => json({ access_token: "a", token_type: "Bearer", expires_in: 3599, scope: "legacy" }))
        yield* over(net)(RefreshWire.refreshToken, {
          payload: {
            grantType: "refresh_token",
            refreshToken: Redacted.make("r+&="),
            clientId: projectId,
            clientSecret: Redacted.make(publishableClientKey)
          }
        })
        const [{ headers, body }] = net.sent as [(typeof net.sent)[0]]
        expect(headers).toStrictEqual({ "content-type": "application/x-www-form-urlencoded" })
        expect(Object.fromEntries(new URLSearchParams(body))).toStrictEqual({
          grant_type: "refresh_token",
          refresh_token: "r+&=",
          client_id: projectId,
          client_secret: publishableClientKey
        })
      })
    )

    it.effect("omits undefined and keeps null", () =>
      Effect.gen(function* () {
        const net = network(() => json(userJson))
        yield* over(net)(
          UsersWire.updateMe,
          { payload: { displayName: null, profileImageUrl: undefined } },
          credentials
        )
        expect(net.sent[0]!.body).toBe(`{"display_name":null}`)
        expect(net.sent[0]!.headers["content-type"]).toBe("application/json")
      })
    )

    it.effect("sends extra headers, under their own names only", () =>
      Effect.gen(function* () {
        const net = network(() => json(userJson))
        yield* over(net, { extraRequestHeaders: { "X-Vercel-Protection-Bypass": "v" } })(UsersWire.getMe, {})
        expect(net.sent[0]!.headers["x-vercel-protection-bypass"]).toBe("v")
      })
    )

    it.effect("keeps neither markup nor a quoted request from an error page", () =>
      Effect.gen(function* () {
        const pages = {
          "Cannot do that": "Cannot do that",
          'Oops: {"email":"ann@example.org","password":"hunter22"}': "Oops: …",
          "<html>\n<pre>password=hunter22</pre>": "…"
        }
        for (const [page, kept] of Object.entries(pages)) {
          const { error } = yield* failing(over(network(() => text(page, 500)))(PasswordWire.signIn, signIn))
          expect(reasonOf(error)).toMatchObject({ _tag: "UnexpectedStatus", text: kept })
        }
      })
    )

    it.effect("sends extra headers, and none of the protocol, to the token endpoint", () =>
      Effect.gen(function* () {
        const net = network(() => text("{}", 400))
        const refresh = over(net, { extraRequestHeaders: { "x-gate": "v" } })(RefreshWire.refreshToken, {
          payload: {
            grantType: "refresh_token",
            refreshToken: Redacted.make("r"),
            clientId: "internal",
            clientSecret: Redacted.make("pck_x")
          }
        })
        yield* Effect.exit(refresh)
        const { "content-type": _, ...headers } = net.sent[0]!.headers
        expect(headers).toStrictEqual({ "x-gate": "v" })
      })
    )

    it.effect("is not sent when an id could leave its path segment", () =>
      Effect.gen(function* () {
        const hostile = [
          "",
          ".",
          "..",
          "a/b",
          "a\\b",
          "a/../b",
          "a%2f..%2fb",
          "%2e%2e",
          "me?x=1",
          "me#",
          "\\..\\",
          "%00",
          "a\nb",
          "a\u0000b",
          "a\u202eb",
          "\ud800",
          "x".repeat(257),
          "x".repeat(10_000)
        ]
        const net = network(() => json({ success: true }))
        for (const sessionId of hostile) {
          const { error } = yield* failing(
            over(net)(SessionsWire.deleteSession, {
              params: { sessionId: sessionId as never },
              query: { userId: "me" }
            })
          )
          const reason = reasonOf(error)
          expect(reason._tag, JSON.stringify(sessionId)).toBe("InvalidRequest")
          expect(transportError(error).outcomeUnknown).toBe(false)
        }
        expect(net.sent).toHaveLength(0)
        // What is odd but harmless stays in its segment, encoded.
        for (const sessionId of ["..;", "a&b=c", "ä", "a+b", "a:b@c"]) {
          yield* over(net)(SessionsWire.deleteSession, {
            params: { sessionId: sessionId as never },
            query: { userId: "me" }
          })
          const url = new URL(net.sent.at(-1)!.url)
          expect(url.pathname.split("/"), sessionId).toHaveLength(6)
          expect(url.search).toBe("?user_id=me")
        }
      })
    )

    it.effect("does not quote a value that it refuses", () =>
      Effect.gen(function* () {
        const net = network(() => json({}))
        const { error } = yield* failing(
          over(net)(PasswordWire.signIn, { payload: { email: "a@example.com", password: "CANARY" as never } })
        )
        expect(reasonOf(error)._tag).toBe("InvalidRequest")
        expect(String(error) + JSON.stringify(error)).not.toContain("CANARY")
      })
    )
  })

  describe("an answer", () => {
    const get = (answer: Answer, input = over) => failing(input(network(() => answer))(UsersWire.getMe, {}))
    const html = { "content-type": "text/html" }

    it.effect("is decoded", () =>
      Effect.gen(function* () {
        const user = yield* over(network(() => json(userJson)))(UsersWire.getMe, {})
        expect(user.displayName).toBe("Ada")
        expect(user.signedUpAt).toStrictEqual(new Date(1_700_000_000_000))
      })
    )

    const table: ReadonlyArray<readonly [name: string, answer: Answer, tag: string]> = [
      ["a redirect", text("", 307, { location: "https://evil.example/x?token=1" }), "UnexpectedRedirect"],
      ["a redirect behind 200", json({}, 200, { "x-stack-actual-status": "303" }), "UnexpectedRedirect"],
      ["300", text("", 300), "UnexpectedRedirect"],
      ["304", text("", 304), "UnexpectedRedirect"],
      ["399", text("", 399), "UnexpectedRedirect"],
      ["400", text("", 400), "UnexpectedStatus"],
      ["status 4010", json(userJson, 200, { "x-stack-actual-status": "4010" }), "InvalidServerResponse"],
      ["status 1401", json(userJson, 200, { "x-stack-actual-status": "1401" }), "InvalidServerResponse"],
      ["status abc", json(userJson, 200, { "x-stack-actual-status": "abc" }), "InvalidServerResponse"],
      ["status 99", json(userJson, 200, { "x-stack-actual-status": "99" }), "InvalidServerResponse"],
      ["status 600", json(userJson, 200, { "x-stack-actual-status": "600" }), "InvalidServerResponse"],
      ["status 1e2", json(userJson, 200, { "x-stack-actual-status": "1e2" }), "InvalidServerResponse"],
      ["status 200, 401", json(userJson, 200, { "x-stack-actual-status": "200, 401" }), "InvalidServerResponse"],
      ["empty status", json(userJson, 200, { "x-stack-actual-status": "" }), "InvalidServerResponse"],
      ["204 with a body", text("{}", 200, { "x-stack-actual-status": "204" }), "InvalidServerResponse"],
      ["502 made 200 by a header", text("oops", 502, { "x-stack-actual-status": "200" }), "UnexpectedStatus"],
      ["500", text("Something went wrong", 200, { "x-stack-actual-status": "500" }), "UnexpectedStatus"],
      ["400 with a text", text("Bad request: no", 200, { "x-stack-actual-status": "400" }), "UnexpectedStatus"],
      ["405 of the framework", text("", 405), "UnexpectedStatus"],
      ["508 without the marker", text("", 508), "UnexpectedStatus"],
      ["502 html", text("<html>bad gateway", 502, html), "UnexpectedStatus"],
      ["200 html", text("<html>welcome to the wifi", 200, html), "InvalidServerResponse"],
      ["200 empty", text("", 200), "InvalidServerResponse"],
      ["204 empty", text("", 204), "InvalidServerResponse"],
      ["JSON in text/html", text(JSON.stringify(userJson), 200, html), "InvalidServerResponse"],
      ["a type like JSON", text("{}", 200, { "content-type": "application/jsonx" }), "InvalidServerResponse"],
      [
        "truncated JSON",
        text(JSON.stringify(userJson).slice(0, 99), 200, { "content-type": "application/json" }),
        "InvalidServerResponse"
      ],
      ["null", json(null), "InvalidServerResponse"],
      ["another shape", json({ items: [] }), "InvalidServerResponse"],
      [
        "deep JSON",
        text("[".repeat(1e5) + "]".repeat(1e5), 200, { "content-type": "application/json" }),
        "InvalidServerResponse"
      ],
      [
        "deep metadata",
        json({ ...userJson, client_metadata: JSON.parse("[".repeat(70) + "]".repeat(70)) }),
        "InvalidServerResponse"
      ],
      ["an error without a body", text("", 200, { "x-stack-known-error": "USER_NOT_FOUND" }), "ServerInvalid"],
      ["an error with null", json(null, 200, { "x-stack-known-error": "USER_NOT_FOUND" }), "ServerInvalid"],
      [
        "an error with html",
        text("<html>", 200, { ...html, "x-stack-known-error": "USER_NOT_FOUND" }),
        "ServerInvalid"
      ],
      ["another code in the body", json({ code: "A" }, 200, { "x-stack-known-error": "B" }), "ServerInvalid"],
      ["a code that is no text", json({ code: 1 }, 200, { "x-stack-known-error": "1" }), "ServerInvalid"],
      ["two error headers", json({ code: "A" }, 200, { "x-stack-known-error": "A, A" }), "ServerInvalid"],
      [
        "a known code of another shape",
        json({ code: "SCHEMA_ERROR", details: { message: 1 }, error: "x" }, 200, {
          "x-stack-known-error": "SCHEMA_ERROR"
        }),
        "InvalidServerResponse"
      ]
    ]
    for (const [name, answer, tag] of table) {
      const attempts = name.startsWith("502") ? 5 : 1
      it.effect(`${name} is ${tag}, after ${attempts === 1 ? "one attempt" : "five attempts"}`, () =>
        Effect.gen(function* () {
          const net = network(() => answer)
          const { error } = yield* failing(over(net)(UsersWire.getMe, {}))
          expect(reasonOf(error)._tag).toBe(tag)
          expect(net.sent).toHaveLength(attempts)
        })
      )
    }

    it.effect("names the host of a redirect and nothing else of it", () =>
      Effect.gen(function* () {
        const { error } = yield* get(text("", 302, { location: "https://evil.example/x?token=1" }))
        expect(reasonOf(error)).toMatchObject({ status: 302, host: "evil.example" })
        expect(JSON.stringify(error)).not.toContain("token")
      })
    )

    it.effect("names no host if the redirect names none", () =>
      Effect.gen(function* () {
        for (const headers of [undefined, { location: "/elsewhere" }, { location: "//" }]) {
          const { error } = yield* get(text("", 302, headers))
          expect(reasonOf(error)).toMatchObject({ status: 302, host: undefined })
        }
        const hidden = yield* get(Effect.fail(new HttpFailure({ kind: "Redirect", sent: true, detail: "opaque" })))
        expect(reasonOf(hidden.error)).toMatchObject({ _tag: "UnexpectedRedirect", status: 0, host: undefined })
      })
    )

    it.effect("that is refused says why", () =>
      Effect.gen(function* () {
        const large = yield* get(Effect.fail(new HttpFailure({ kind: "TooLarge", sent: true, detail: "" })))
        expect(reasonOf(large.error)).toMatchObject({ _tag: "ResponseTooLarge", limitBytes: 10_485_760 })
        const status = yield* get(json(userJson, 200, { "x-stack-actual-status": "abc" }))
        expect(reasonOf(status.error)).toMatchObject({ status: 200, detail: "malformed x-stack-actual-status" })
        const loop = yield* get(text("<html>INFINITE_LOOP_DETECTED", 508, html))
        expect(reasonOf(loop.error)).toMatchObject({ status: 508, text: "infinite loop detected" })
        const marked = yield* get(text("INFINITE_LOOP_DETECTED", 500))
        expect(transportError(marked.error).attempts).toBe(1)
        const limited = yield* get(text("", 429))
        expect(reasonOf(limited.error)).toMatchObject({ _tag: "RateLimited", retryAfterMillis: undefined })
      })
    )

    it.effect("shows no header of the app that is long enough to be a secret", () =>
      Effect.gen(function* () {
        const echo = (value: string) =>
          failing(
            over(
              network(() => text(`You sent ${value}.`, 500)),
              { extraRequestHeaders: { "x-gate": value } }
            )(UsersWire.getMe, {})
          )
        expect(reasonOf((yield* echo("hunter22")).error)).toMatchObject({ text: "You sent …." })
        expect(reasonOf((yield* echo("preview")).error)).toMatchObject({ text: "You sent preview." })
      })
    )

    it.effect("that never came is an error with the call, the number of attempts and the time they took", () =>
      Effect.gen(function* () {
        const call = over(network(() => refused))(UsersWire.getMe, {})
        const { error } = yield* failing(Effect.provideService(call, Random.Random, half))
        expect(transportError(error)).toMatchObject({
          method: "GET",
          path: "/users/me",
          attempts: 5,
          elapsedMillis: 15_000,
          outcomeUnknown: false
        })
        const unsent = yield* failing(
          over(network(() => refused))(PasswordWire.signIn, { payload: { email: 1 as never, password: "" as never } })
        )
        expect(transportError(unsent.error)).toMatchObject({
          method: "POST",
          path: "/auth/password/sign-in",
          attempts: 0,
          elapsedMillis: 0,
          outcomeUnknown: false
        })
      })
    )

    it.effect("the service's headers may have its new name", () =>
      Effect.gen(function* () {
        const code = "CANNOT_GET_OWN_USER_WITHOUT_USER"
        const renamed = { "x-hexclave-actual-status": "400", "x-hexclave-known-error": code }
        const { error } = yield* get(json({ code, error: "none" }, 200, renamed))
        expect((error as { readonly _tag: string })._tag).toBe("CannotGetOwnUserWithoutUser")
        const unknown = yield* get(text("no", 200, { "x-hexclave-actual-status": "500" }))
        expect(reasonOf(unknown.error)).toMatchObject({ _tag: "UnexpectedStatus", status: 500 })
      })
    )

    it.effect("a known error is recognised by its code, whatever its status", () =>
      Effect.gen(function* () {
        for (const status of [200, 400, 401, 418, 500]) {
          const { error } = yield* get(knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", status))
          expect((error as { readonly _tag: string })._tag).toBe("CannotGetOwnUserWithoutUser")
        }
      })
    )

    it.effect("an error that an older endpoint relays has no header, whatever its status", () =>
      Effect.gen(function* () {
        const body = { code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", error: "more scopes" }
        const token = (answer: Answer) =>
          failing(
            over(network(() => answer))(ConnectedAccountsWire.createOwnProviderAccessToken, {
              params: { provider: ProviderId.make("github") },
              payload: {}
            })
          )
        for (const status of [200, 400]) {
          const { error } = yield* token(json(body, status))
          expect(error).toMatchObject({ _tag: "OAuthConnectionDoesNotHaveRequiredScope", error: "more scopes" })
        }
        // Without the header, a code that the endpoint does not declare has no meaning.
        const { error } = yield* token(json({ ...body, code: "TEAM_NOT_FOUND" }, 400))
        expect(reasonOf(error)._tag).toBe("UnexpectedStatus")
        const { error: unclear } = yield* token(json({ code: body.code }, 200))
        expect(reasonOf(unclear)._tag).toBe("InvalidServerResponse")
      })
    )

    it.effect("an unknown code, or one that the endpoint does not declare, is an UnsupportedError", () =>
      Effect.gen(function* () {
        for (const code of ["NOPE_UNKNOWN", "TEAM_NOT_FOUND"]) {
          const { error } = yield* get(knownError(code, 404))
          expect(error).toBeInstanceOf(RequestRefused)
          expect(error).toMatchObject({ reason: { _tag: "UnsupportedError", details: { originalErrorCode: code } } })
          expect(error.message).toContain(code)
        }
      })
    )

    it.effect("keeps hostile keys as data", () =>
      Effect.gen(function* () {
        const body = JSON.stringify(userJson).replace(`{"plan":"pro"}`, `{"__proto__":{"polluted":1}}`)
        const user = yield* over(network(() => text(body, 200, { "content-type": "application/json" })))(
          UsersWire.getMe,
          {}
        )
        expect(JSON.stringify(user.clientReadOnlyMetadata)).toBe(`{"__proto__":{"polluted":1}}`)
        expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
      })
    )

    it.effect("a refusal in plain text is the endpoint's error by its status and words, and nothing else is", () =>
      Effect.gen(function* () {
        const refusal = "Client user deletion is not enabled for this project"
        const deleteMe = (answer: Answer) =>
          Effect.map(failing(over(network(() => answer))(UsersWire.deleteMe, {}, credentials)), ({ error }) => error)
        for (const answer of [text(refusal, 400), text(refusal, 200, { "x-stack-actual-status": "400" })]) {
          const error = yield* deleteMe(answer)
          expect(error._tag).toBe("ClientUserDeletionNotEnabled")
          expect(error.message).toBe(refusal)
        }
        const others = [
          text("There is something else to say", 400),
          text(refusal, 403),
          text(refusal, 400, html),
          text(`{"error": "not enabled"}`, 400, { "content-type": "application/json" })
        ]
        for (const answer of others) {
          expect(reasonOf(yield* deleteMe(answer))._tag).toBe("UnexpectedStatus")
        }
        expect(
          reasonOf((yield* failing(over(network(() => text(refusal, 400)))(UsersWire.getMe, {}, credentials))).error)
            ._tag
        ).toBe("UnexpectedStatus")
      })
    )

    it.effect("an error page is cut, cleaned and stripped of what looks like a token", () =>
      Effect.gen(function* () {
        const token = `eyJ${"a".repeat(80)}.${"b".repeat(80)}.${"c".repeat(80)}`
        const { error } = yield* get(text(`<p>\u001b[31m no\r\naccess with ${token}${" x".repeat(500)}`, 403, html))
        const reason = reasonOf(error)
        expect(reason._tag).toBe("UnexpectedStatus")
        const shown = reason._tag === "UnexpectedStatus" ? reason.text : ""
        expect(shown.length).toBeLessThanOrEqual(200)
        expect(shown).not.toMatch(/[\u0000-\u001f]/)
        expect(shown).not.toContain("aaaa")
      })
    )

    it.effect("that is unreadable says that the change may have been made", () =>
      Effect.gen(function* () {
        const unknown = (answer: Answer) =>
          Effect.map(
            failing(over(network(() => answer))(PasswordWire.signIn, signIn)),
            ({ error }) => transportError(error).outcomeUnknown
          )
        expect(yield* unknown(broken)).toBe(true)
        expect(yield* unknown(text("<html>", 502, html))).toBe(true)
        // Of another protocol, as the HTTP client of Node passes it on.
        expect(yield* unknown(text("", 101))).toBe(true)
        expect(yield* unknown(text("<html>", 200, html))).toBe(true)
        expect(yield* unknown(Effect.never)).toBe(true)
        expect(yield* unknown(text("no", 400))).toBe(false)
        expect(yield* unknown(text("", 307))).toBe(false)
        expect(yield* unknown(refused)).toBe(false)
        expect(yield* unknown(text("", 429, { "retry-after": "3600" }))).toBe(false)
      })
    )
  })

  describe("retries", () => {
    const policyOf = (endpoint: "GET" | "DELETE" | "POST" | "PATCH", net: Network): Effect.Effect<unknown, unknown> => {
      switch (endpoint) {
        case "GET":
          return over(net)(UsersWire.getMe, {})
        case "DELETE":
          return over(net)(UsersWire.deleteMe, {})
        case "PATCH":
          return over(net)(UsersWire.updateMe, { payload: {} })
        case "POST":
          return over(net)(PasswordWire.signIn, signIn)
      }
    }
    const expected: ReadonlyArray<readonly [fault: string, answer: Answer, attempts: Record<string, number>]> = [
      ["connect refused", refused, { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
      [
        "no such host",
        Effect.fail(new HttpFailure({ kind: "Network", sent: false, detail: "ENOTFOUND" })),
        { GET: 3, DELETE: 3, POST: 3, PATCH: 3 }
      ],
      [
        "no name server",
        Effect.fail(new HttpFailure({ kind: "Network", sent: false, detail: "EAI_AGAIN" })),
        { GET: 3, DELETE: 3, POST: 3, PATCH: 3 }
      ],
      ["broken after sending", broken, { GET: 5, DELETE: 5, POST: 1, PATCH: 1 }],
      ["no answer", Effect.never, { GET: 2, DELETE: 2, POST: 1, PATCH: 1 }],
      ["429", text("", 429), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
      ["429 behind 200", text("", 200, { "x-stack-actual-status": "429" }), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
      ["508 with the marker", text("x INFINITE_LOOP_DETECTED", 508), { GET: 5, DELETE: 5, POST: 5, PATCH: 5 }],
      ["500", text("", 500), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
      ["501", text("", 501), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
      ["502", text("", 502), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
      ["503", text("", 503), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
      ["503 after 61 s", text("", 503, { "retry-after": "61" }), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
      ["504 by a header", text("", 200, { "x-stack-actual-status": "504" }), { GET: 5, DELETE: 1, POST: 1, PATCH: 1 }],
      ["505", text("", 505), { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }],
      [
        "too large",
        Effect.fail(new HttpFailure({ kind: "TooLarge", sent: true, detail: "" })),
        { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }
      ],
      [
        "hidden redirect",
        Effect.fail(new HttpFailure({ kind: "Redirect", sent: true, detail: "" })),
        { GET: 1, DELETE: 1, POST: 1, PATCH: 1 }
      ]
    ]
    for (const [fault, answer, attempts] of expected) {
      for (const method of ["GET", "DELETE", "POST", "PATCH"] as const) {
        it.effect(`${fault}: ${method} is attempted ${attempts[method]} times`, () =>
          Effect.gen(function* () {
            const net = network(() => answer)
            const { error, millis } = yield* failing(policyOf(method, net))
            expect(error).toBeInstanceOf(TransportError)
            expect(transportError(error).attempts).toBe(attempts[method])
            expect(net.sent).toHaveLength(attempts[method]!)
            expect(millis).toBeLessThanOrEqual(30_050)
            const nonces = net.sent.map(({ headers }) => headers["x-stack-random-nonce"])
            expect(new Set(nonces).size).toBe(nonces.length)
          })
        )
      }
    }

    it.effect("a service that does not run on this machine is asked once, under a development server only", () =>
      Effect.gen(function* () {
        const former = process.env["NODE_ENV"]
        yield* Effect.addFinalizer(() => Effect.sync(() => void (process.env["NODE_ENV"] = former)))
        const attempts = Effect.fnUntraced(function* (environment: string, apiUrl: string, answer: Answer) {
          process.env["NODE_ENV"] = environment
          const net = network(() => answer)
          yield* failing(over(net, { apiUrl })(UsersWire.getMe, {}))
          return net.sent.length
        })
        const local = "http://127.0.0.1:8102"
        expect(yield* attempts("development", local, refused)).toBe(1)
        expect(yield* attempts("development", "http://localhost:8102", refused)).toBe(1)
        expect(yield* attempts("development", "https://auth.example.com", refused)).toBe(5)
        // A connection that broke later had a service at its other end.
        expect(yield* attempts("development", local, broken)).toBe(5)
        for (const other of ["production", "test"]) expect(yield* attempts(other, local, refused)).toBe(5)
      })
    )

    it.effect("a read waits as long as an unavailable service asks, and a write does not", () =>
      Effect.gen(function* () {
        const net = network((_, n) => (n === 1 ? text("", 503, { "retry-after": "7" }) : broken))
        yield* failing(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
        expect(net.sent[1]!.atMillis - net.sent[0]!.atMillis).toBe(8000)
        const write = network(() => text("", 503, { "retry-after": "1" }))
        const { error } = yield* failing(over(write)(PasswordWire.signIn, signIn))
        expect(write.sent).toHaveLength(1)
        expect(transportError(error).outcomeUnknown).toBe(true)
      })
    )

    it.effect("are a fifth of all calls, and one a second, if the service keeps failing", () =>
      Effect.gen(function* () {
        const net = network(() => broken)
        const app = yield* ClientApp.ClientApp.pipe(Effect.provide(clientApp().pipe(Layer.provide(net.layer))))
        const call = Effect.flip(app.call(UsersWire.getMe, {}))
        /** So many calls at once, and how many requests they make. */
        const burst = Effect.fnUntraced(function* (calls: number) {
          const before = net.sent.length
          const { exit } = yield* timed(
            Effect.all(
              Array.from({ length: calls }, () => call),
              { concurrency: "unbounded" }
            )
          )
          return { requests: net.sent.length - before, errors: yield* exit }
        })
        const first = yield* burst(100)
        // 20 at once, and as many as seconds pass while they are repeated.
        expect(first.requests).toBeGreaterThanOrEqual(120)
        expect(first.requests).toBeLessThanOrEqual(150)
        const final = first.errors.filter((error) => transportError(error).attempts === 1)
        expect(final.length).toBeGreaterThanOrEqual(50)
        expect(reasonOf(final[0])._tag).toBe("Network")
        // It is filled again: by time, and by calls.
        yield* TestClock.adjust(30_000)
        const second = yield* burst(4)
        expect(second.requests).toBe(20)
      })
    )

    it.effect("that the service asks for do not use up the budget", () =>
      Effect.gen(function* () {
        const net = network((_, n) => (n <= 100 ? text("", 429, { "retry-after": "1" }) : text("", 404)))
        const app = yield* ClientApp.ClientApp.pipe(Effect.provide(clientApp().pipe(Layer.provide(net.layer))))
        const call = Effect.flip(app.call(UsersWire.getMe, {}))
        const { exit } = yield* timed(
          Effect.all(
            Array.from({ length: 50 }, () => call),
            { concurrency: "unbounded" }
          )
        )
        for (const error of yield* exit) expect(reasonOf(error)).toMatchObject({ _tag: "UnexpectedStatus" })
        expect(net.sent).toHaveLength(150)
      })
    )

    it.effect("is attempted as often as the policy of the call says", () =>
      Effect.gen(function* () {
        for (const times of [0, 1, 6]) {
          const net = network(() => broken)
          const call = Effect.provideService(
            over(net)(UsersWire.getMe, {}),
            RetryPolicy.RetryPolicy,
            RetryPolicy.upTo(times)
          )
          const { error } = yield* failing(Effect.provideService(call, CallTimeout, "10 minutes"))
          expect(transportError(error).attempts).toBe(times + 1)
          expect(net.sent.filter(({ url }) => !url.endsWith("/health"))).toHaveLength(times + 1)
        }
      })
    )

    it.effect("waits exactly 1000 · 2^n · [0.5, 1.5) between attempts, by the seed", () =>
      Effect.gen(function* () {
        const delays = (seed: string) =>
          Effect.gen(function* () {
            const net = network(() => refused)
            yield* failing(Random.withSeed(over(net)(UsersWire.getMe, {}), seed))
            return net.sent.slice(1).map(({ atMillis }, i) => Math.round(atMillis - net.sent[i]!.atMillis))
          })
        const first = yield* delays("a")
        first.forEach((delay, n) => {
          expect(delay).toBeGreaterThanOrEqual(500 * 2 ** n)
          expect(delay).toBeLessThan(1500 * 2 ** n)
        })
        expect(yield* delays("a")).toStrictEqual(first)
        expect(yield* delays("b")).not.toStrictEqual(first)
        const net = network(() => refused)
        yield* failing(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
        expect(net.sent.map(({ atMillis }) => atMillis - net.sent[0]!.atMillis)).toStrictEqual([
          0, 1000, 3000, 7000, 15_000
        ])
      })
    )

    it.effect("succeed with the first answer", () =>
      Effect.gen(function* () {
        const net = network(inTurn(broken, text("", 429, { "retry-after": "2" }), json(userJson)))
        const { exit } = yield* timed(Effect.provideService(over(net)(UsersWire.getMe, {}), Random.Random, half))
        expect(exit._tag).toBe("Success")
        // 1000 of the first backoff, then 2000 as asked and 2000 of the second.
        expect(net.sent.map(({ atMillis }) => atMillis)).toStrictEqual([0, 1000, 5000])
      })
    )

    const limited: ReadonlyArray<readonly [header: string, waitMillis: number | "backoff" | "fails"]> = [
      ["0", 0],
      ["2", 2000],
      ["1.5", 1500],
      ["-5", 0],
      ["60", 60_000],
      [" 2 ", 2000],
      ["Thu, 01 Jan 1970 00:00:09 GMT", 9000],
      ["Wed, 21 Oct 1950 07:28:00 GMT", 0],
      ["abc", "backoff"],
      ["", "backoff"],
      ["0x10", "backoff"],
      ["2, 3", "backoff"],
      ["NaN", "backoff"],
      ["61", "fails"],
      ["1e9", "fails"],
      ["1000000000", "fails"],
      ["1e400", "fails"],
      ["Wed, 21 Oct 2099 07:28:00 GMT", "fails"]
    ]
    for (const [header, wait] of limited) {
      it.effect(`Retry-After "${header}": ${typeof wait === "number" ? `waits ${wait} ms` : wait}`, () =>
        Effect.gen(function* () {
          const net = network(inTurn(text("", 429, { "retry-after": header }), json(userJson)))
          const call = Effect.provideService(
            over(net, { timeout: "5 minutes" })(UsersWire.getMe, {}),
            Random.Random,
            half
          )
          if (wait === "fails") {
            const { error, millis } = yield* failing(call)
            const reason = reasonOf(error)
            expect(reason._tag === "RateLimited" && reason.retryAfterMillis! <= 86_400_000).toBe(true)
            expect(net.sent).toHaveLength(1)
            expect(millis).toBeLessThanOrEqual(50)
          } else {
            yield* timed(call)
            expect(net.sent[1]!.atMillis).toBe(1000 + (wait === "backoff" ? 0 : wait))
          }
        })
      )
    }

    it.effect("stop when the next attempt would exceed the call's limit", () =>
      Effect.gen(function* () {
        const net = network(() => text("", 429, { "retry-after": "20" }))
        const { error, millis } = yield* failing(over(net)(UsersWire.getMe, {}))
        expect(reasonOf(error)._tag).toBe("RateLimited")
        expect(net.sent).toHaveLength(2)
        expect(millis).toBeLessThanOrEqual(30_050)
      })
    )

    it.effect("can be turned off, and no policy can repeat a call that must not be repeated", () =>
      Effect.gen(function* () {
        const one = network(() => refused)
        yield* failing(Effect.provideService(over(one)(UsersWire.getMe, {}), RetryPolicy.RetryPolicy, RetryPolicy.none))
        expect(one.sent).toHaveLength(1)
        const post = network(() => broken)
        yield* failing(over(post)(PasswordWire.signIn, signIn))
        expect(post.sent).toHaveLength(1)
      })
    )

    it.effect("end at once with an interruption", () =>
      Effect.gen(function* () {
        const net = network(() => refused)
        const fiber = yield* Effect.forkChild(over(net)(UsersWire.getMe, {}))
        yield* TestClock.adjust(10)
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("1 hour")
        expect(net.sent).toHaveLength(1)
      })
    )
  })

  describe("an attempt without an answer", () => {
    it.effect("is interrupted after 30 s", () =>
      Effect.gen(function* () {
        let interrupted = 0
        const net = network(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++)))
        const { error, millis } = yield* failing(over(net)(PasswordWire.signIn, signIn))
        expect(reasonOf(error)._tag).toBe("Timeout")
        expect(interrupted).toBe(1)
        expect(millis).toBeLessThanOrEqual(30_100)
      })
    )
  })

  describe("the diagnosis", () => {
    it.effect("asks /health of the configured host, and nothing else", () =>
      Effect.gen(function* () {
        for (const [health, healthy] of [
          [text(`{"status":"ok"}`, 200), true],
          [refused, false],
          [text("", 500), false]
        ] as const) {
          const { error } = yield* failing(over(network(() => broken, health))(PasswordWire.signIn, signIn))
          expect(reasonOf(error)).toMatchObject({ _tag: "Network", detail: "ECONNRESET", healthy })
        }
        const { error, millis } = yield* failing(over(network(() => broken, Effect.never))(PasswordWire.signIn, signIn))
        expect(reasonOf(error)).toMatchObject({ healthy: false })
        expect(millis).toBeLessThanOrEqual(5100)
      })
    )

    it.effect("sends no more than the headers that let the app's requests pass", () =>
      Effect.gen(function* () {
        const asked: Array<HttpRequest> = []
        const layer = Layer.succeed(Http, (request) => {
          asked.push(request)
          return broken
        })
        const net: Network = { sent: [], layer }
        yield* failing(over(net, { extraRequestHeaders: { "x-gate": "v" } })(PasswordWire.signIn, signIn))
        expect(asked.slice(1)).toStrictEqual([
          {
            method: "GET",
            url: `${apiUrl}/health`,
            template: "/health",
            headers: { "x-gate": "v" },
            body: undefined,
            maxResponseBytes: 4096,
            timeoutMillis: 5000
          }
        ])
      })
    )

    it.effect("is made for an answer that did not come in time, if there is time left", () =>
      Effect.gen(function* () {
        const getMe = (health: Answer, timeout?: number) =>
          Effect.provideService(
            over(
              network(() => Effect.never, health),
              { timeout }
            )(UsersWire.getMe, {}),
            RetryPolicy.RetryPolicy,
            RetryPolicy.none
          )
        const healthy = yield* failing(getMe(text("", 200)))
        expect(reasonOf(healthy.error)).toMatchObject({ _tag: "Timeout", limitMillis: 15_000, healthy: true })
        const ill = yield* failing(getMe(text("", 503)))
        expect(reasonOf(ill.error)).toMatchObject({ _tag: "Timeout", limitMillis: 15_000, healthy: false })
        const slow = yield* failing(getMe(Effect.never, 11_000))
        expect(reasonOf(slow.error)).toMatchObject({ _tag: "Timeout", limitMillis: 10_000, healthy: false })
        expect(slow.millis).toBeLessThanOrEqual(11_050)
      })
    )

    it.effect("is not made after an answer", () =>
      Effect.gen(function* () {
        const { error } = yield* failing(
          over(network(() => text("", 500), Effect.die("asked although it answered")))(UsersWire.getMe, {})
        )
        expect(reasonOf(error)._tag).toBe("UnexpectedStatus")
      })
    )

    it.effect("says when the device is offline", () =>
      Effect.gen(function* () {
        const net = network(() => refused, Effect.die("asked although offline"))
        const call = over(net)(UsersWire.getMe, {}).pipe(Effect.provide(Layer.succeed(Online, Effect.succeed(false))))
        const { error } = yield* failing(call)
        expect(reasonOf(error)._tag).toBe("Offline")
        expect(net.sent).toHaveLength(5)
        expect(transportError(error).message).toMatch(/check your internet connection/)
      })
    )
  })
})
