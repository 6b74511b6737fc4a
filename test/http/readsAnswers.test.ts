/** What the transport makes of answers. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import { HttpFailure } from "../../src/http/Http.ts"
import * as ConnectedAccountsWire from "../../src/wire/generated/ConnectedAccounts.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  type Answer,
  broken,
  failing,
  json,
  knownError,
  network,
  over,
  refused,
  text,
  userJson
} from "../support/scriptedNetwork.ts"
import { credentials, readReason, signIn, transportError } from "./calls.ts"

describe("an answer of the service", () => {
  const get = (answer: Answer, input = over) => failing(input(network(() => answer))(UsersWire.getMe, {}))
  const html = { "content-type": "text/html" }

  it.effect.each([
    ["Cannot do that", "Cannot do that"],
    ['Oops: {"email":"ann@example.org","password":"hunter22"}', "Oops: …"],
    ["<html>\n<pre>password=hunter22</pre>", "…"]
  ] as const)("keeps neither markup nor a quoted request from an error page: $0", ([page, kept]) =>
    Effect.gen(function* () {
      const { error } = yield* failing(over(network(() => text(page, 500)))(PasswordWire.signIn, signIn))
      expect(readReason(error)).toMatchObject({ _tag: "UnexpectedStatus", text: kept })
    })
  )

  const table: ReadonlyArray<readonly [name: string, answer: Answer, tag: string, attempts?: number]> = [
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
    ["502 made 200 by a header", text("oops", 502, { "x-stack-actual-status": "200" }), "UnexpectedStatus", 5],
    ["500", text("Something went wrong", 200, { "x-stack-actual-status": "500" }), "UnexpectedStatus"],
    ["400 with a text", text("Bad request: no", 200, { "x-stack-actual-status": "400" }), "UnexpectedStatus"],
    ["405 of the framework", text("", 405), "UnexpectedStatus"],
    ["508 without the marker", text("", 508), "UnexpectedStatus"],
    ["502 html", text("<html>bad gateway", 502, html), "UnexpectedStatus", 5],
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
    ["an error with html", text("<html>", 200, { ...html, "x-stack-known-error": "USER_NOT_FOUND" }), "ServerInvalid"],
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
  it.effect.each(table)("fails with a reason for %s", ([, answer, tag, attempts = 1]) =>
    Effect.gen(function* () {
      const net = network(() => answer)
      const { error } = yield* failing(over(net)(UsersWire.getMe, {}))
      expect(readReason(error)._tag).toBe(tag)
      expect(net.sent).toHaveLength(attempts)
    })
  )

  it.effect("names only the host of a redirect", () =>
    Effect.gen(function* () {
      const { error } = yield* get(text("", 302, { location: "https://evil.example/x?token=1" }))
      expect(readReason(error)).toMatchObject({ status: 302, host: "evil.example" })
      expect(JSON.stringify(error)).not.toContain("token")
    })
  )

  it.effect("names no host of a redirect that the browser hides", () =>
    Effect.gen(function* () {
      const hidden = yield* get(Effect.fail(new HttpFailure({ reason: "Redirect", sent: true, detail: "opaque" })))
      expect(readReason(hidden.error)).toMatchObject({ _tag: "UnexpectedRedirect", status: 0, host: undefined })
    })
  )

  it.effect.each([undefined, { location: "/elsewhere" }, { location: "//" }])(
    "names no host for a redirect with $0",
    (headers) =>
      Effect.gen(function* () {
        const { error } = yield* get(text("", 302, headers))
        expect(readReason(error)).toMatchObject({ status: 302, host: undefined })
      })
  )

  it.effect("says why it is refused", () =>
    Effect.gen(function* () {
      const large = yield* get(Effect.fail(new HttpFailure({ reason: "TooLarge", sent: true, detail: "" })))
      expect(readReason(large.error)).toMatchObject({ _tag: "ResponseTooLarge", limitBytes: 10_485_760 })
      const status = yield* get(json(userJson, 200, { "x-stack-actual-status": "abc" }))
      expect(readReason(status.error)).toMatchObject({ status: 200, detail: "malformed x-stack-actual-status" })
      const loop = yield* get(text("<html>INFINITE_LOOP_DETECTED", 508, html))
      expect(readReason(loop.error)).toMatchObject({ status: 508, text: "infinite loop detected" })
      const marked = yield* get(text("INFINITE_LOOP_DETECTED", 500))
      expect(transportError(marked.error).attempts).toBe(1)
      const limited = yield* get(text("", 429))
      expect(readReason(limited.error)).toMatchObject({ _tag: "RateLimited", retryAfterMillis: undefined })
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
      expect(readReason((yield* echo("hunter22")).error)).toMatchObject({ text: "You sent …." })
      expect(readReason((yield* echo("preview")).error)).toMatchObject({ text: "You sent preview." })
    })
  )

  it.effect("may have headers with the service's new name", () =>
    Effect.gen(function* () {
      const code = "CANNOT_GET_OWN_USER_WITHOUT_USER"
      const renamed = { "x-hexclave-actual-status": "400", "x-hexclave-known-error": code }
      const { error } = yield* get(json({ code, error: "none" }, 200, renamed))
      expect((error as { readonly _tag: string })._tag).toBe("CannotGetOwnUserWithoutUser")
      const unknown = yield* get(text("no", 200, { "x-hexclave-actual-status": "500" }))
      expect(readReason(unknown.error)).toMatchObject({ _tag: "UnexpectedStatus", status: 500 })
    })
  )

  it.effect.each([200, 400, 401, 418, 500])("is a known error by its code, with status $0", (status) =>
    Effect.gen(function* () {
      const { error } = yield* get(knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", status))
      expect((error as { readonly _tag: string })._tag).toBe("CannotGetOwnUserWithoutUser")
    })
  )

  const relayed = { code: "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", error: "more scopes" }
  const getToken = (answer: Answer) =>
    failing(
      over(network(() => answer))(ConnectedAccountsWire.createOwnProviderAccessToken, {
        params: { provider: ProviderId.make("github") },
        payload: {}
      })
    )

  it.effect("is no error without a header if its code is undeclared or its text is missing", () =>
    Effect.gen(function* () {
      // Without the header, a code that the endpoint does not declare has no meaning.
      const { error } = yield* getToken(json({ ...relayed, code: "TEAM_NOT_FOUND" }, 400))
      expect(readReason(error)._tag).toBe("UnexpectedStatus")
      const { error: unclear } = yield* getToken(json({ code: relayed.code }, 200))
      expect(readReason(unclear)._tag).toBe("InvalidServerResponse")
    })
  )

  it.effect.each([200, 400])("is an error that an older endpoint relays with the status $0", (status) =>
    Effect.gen(function* () {
      const { error } = yield* getToken(json(relayed, status))
      expect(error).toMatchObject({ _tag: "OAuthConnectionDoesNotHaveRequiredScope", error: "more scopes" })
    })
  )

  it.effect.each(["NOPE_UNKNOWN", "TEAM_NOT_FOUND"])(
    "is an UnsupportedError for an unknown code, or one that the endpoint does not declare: $0",
    (code) =>
      Effect.gen(function* () {
        const { error } = yield* get(knownError(code, 404))
        expect(error).toBeInstanceOf(RequestRefused)
        expect(error).toMatchObject({ reason: { _tag: "UnsupportedError", details: { originalErrorCode: code } } })
        expect(error.message).toContain(code)
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

  it.effect("is the endpoint's error in plain text only by its status and words", () =>
    Effect.gen(function* () {
      const refusal = "Client user deletion is not enabled for this project"
      const deleteMe = (answer: Answer) =>
        Effect.map(failing(over(network(() => answer))(UsersWire.deleteMe, {}, credentials)), ({ error }) => error)
      const known = { _tag: "ClientUserDeletionNotEnabled", message: refusal }
      expect(yield* deleteMe(text(refusal, 400))).toMatchObject(known)
      expect(yield* deleteMe(text(refusal, 200, { "x-stack-actual-status": "400" }))).toMatchObject(known)
      const others = [
        text("There is something else to say", 400),
        text(refusal, 403),
        text(refusal, 400, html),
        text(`{"error": "not enabled"}`, 400, { "content-type": "application/json" })
      ]
      const errors = yield* Effect.forEach(others, deleteMe)
      expect(errors.map((error) => readReason(error)._tag)).toStrictEqual(others.map(() => "UnexpectedStatus"))
      expect(
        readReason((yield* failing(over(network(() => text(refusal, 400)))(UsersWire.getMe, {}, credentials))).error)
          ._tag
      ).toBe("UnexpectedStatus")
    })
  )

  it.effect("is cut, cleaned and stripped of what looks like a token if it is an error page", () =>
    Effect.gen(function* () {
      const token = `eyJ${"a".repeat(80)}.${"b".repeat(80)}.${"c".repeat(80)}`
      const { error } = yield* get(text(`<p>\u001b[31m no\r\naccess with ${token}${" x".repeat(500)}`, 403, html))
      const reason = readReason(error)
      expect(reason._tag).toBe("UnexpectedStatus")
      const shown = reason._tag === "UnexpectedStatus" ? reason.text : ""
      expect(shown.length).toBeLessThanOrEqual(200)
      expect(shown).not.toMatch(/[\u0000-\u001f]/)
      expect(shown).not.toContain("aaaa")
    })
  )

  it.effect.each<readonly [answer: string, answered: Answer, outcomeUnknown: boolean]>([
    ["a broken connection", broken, true],
    ["a page with an error", text("<html>", 502, html), true],
    ["another protocol, which the HTTP client of Node passes on", text("", 101), true],
    ["a page", text("<html>", 200, html), true],
    ["nothing", Effect.never, true],
    ["a refusal", text("no", 400), false],
    ["a redirect", text("", 307), false],
    ["a refused connection", refused, false],
    ["a rate limit", text("", 429, { "retry-after": "3600" }), false]
  ])("says whether the change may have been made if it is unreadable: %s", ([, answered, outcomeUnknown]) =>
    Effect.gen(function* () {
      const { error } = yield* failing(over(network(() => answered))(PasswordWire.signIn, signIn))
      expect(transportError(error).outcomeUnknown).toBe(outcomeUnknown)
    })
  )
})
