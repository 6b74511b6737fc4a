/** The page on which a developer plays the identity provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import {
  authorizeUrl,
  browser,
  makeChallenge,
  readCode,
  readError,
  exchange,
  layer,
  me,
  script,
  codeVerifier
} from "../oauth/appSignIn.ts"

/** Signs in through the page: presses a button after filling in its form. */
const through = Effect.fnUntraced(function* (
  label: string,
  fill: Readonly<Record<string, string>> = {},
  provider = "google"
) {
  const browsing = yield* browser
  const page = yield* browsing.open(yield* authorizeUrl(provider))
  return yield* browsing.press(page, label, fill)
})

const readUser = Effect.fnUntraced(function* (page: Browser.Page) {
  return yield* me((yield* exchange(readCode(page))).body.access_token)
})

describe("the page of the identity provider", () => {
  it.effect("lets a developer type a person, and pick the same one again", () =>
    Effect.gen(function* () {
      const first = yield* through("Allow", { identity: "new", display_name: "Ann", email: "ann@example.com" })
      expect(first.hops.at(0)).toMatchObject({ method: "POST", status: 303 })
      const user = yield* readUser(first)
      expect(user).toMatchObject({
        display_name: "Ann",
        primary_email: "ann@example.com",
        primary_email_verified: true
      })
      // Ann is the first of the list now, and chosen.
      expect((yield* readUser(yield* through("Allow"))).id).toBe(user.id)
      // Every provider has its own people.
      const page = yield* (yield* browser).open(yield* authorizeUrl("github"))
      expect(page.text).not.toContain("ann@example.com")
      expect(Browser.listForms(page).flatMap(({ buttons }) => buttons.map(({ label }) => label))).toStrictEqual([
        "Deny",
        "Allow"
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("names the app, and offers sample people", () =>
    Effect.gen(function* () {
      const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
      expect(page.text).toContain("to continue to <strong>")
      expect(page.text).not.toContain("<strong>the app</strong>")
      expect(yield* readUser(yield* through("Allow"))).toMatchObject({ primary_email: "ada@example.com" })
      expect(yield* readUser(yield* through("Allow", { identity: "sample:alan" }))).toMatchObject({
        primary_email: "alan@example.com",
        primary_email_verified: false
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("chooses the account of a login hint", () =>
    Effect.gen(function* () {
      const browsing = yield* browser
      const google = yield* browsing.open(yield* authorizeUrl("google"))
      const hinted = new URL(google.url)
      hinted.searchParams.set("login_hint", "grace@example.com")
      const [known] = Browser.listForms(yield* browsing.open(hinted.href))
      expect(known?.fields["identity"]).toBe("sample:grace")
      hinted.searchParams.set("login_hint", "new@example.com")
      const [other] = Browser.listForms(yield* browsing.open(hinted.href))
      expect(other?.fields).toMatchObject({ identity: "new", email: "new@example.com" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("offers every answer", () =>
    Effect.gen(function* () {
      expect(readError(yield* through("Deny"))).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
      const without = yield* readUser(yield* through("Allow", { outcome: "missing-email" }))
      expect(without.primary_email).toBeNull()
      const fields = { identity: "new", email: "bob@example.com", outcome: "unverified-email" }
      expect(yield* readUser(yield* through("Allow", fields))).toMatchObject({
        primary_email: "bob@example.com",
        primary_email_verified: false
      })
      const empty = yield* readUser(yield* through("Allow", { identity: "new", email: "", display_name: "Nobody" }))
      expect(empty).toMatchObject({ primary_email: null, display_name: "Nobody" })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("keeps what was typed into a form that was wrong", () =>
    Effect.gen(function* () {
      const again = yield* through("Allow", { identity: "new", email: "no address", display_name: "Ann" })
      const [form] = Browser.listForms(again)
      expect(form?.fields).toMatchObject({ identity: "new", email: "no address", display_name: "Ann" })
      const { baseUrl } = yield* Emulator.Emulator
      const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
      const unknown = yield* emulatorCalls.raw("POST", page.url.href.slice(baseUrl.length), {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "identity=nobody&outcome=approve"
      })
      expect(unknown).toMatchObject({ status: 400, text: expect.stringContaining('role="alert"') })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([{ identity: "new", email: "no address" }, { outcome: "whatever" }])(
    "says what was wrong with the form $0",
    (fill) =>
      Effect.gen(function* () {
        const page = yield* through("Allow", fill)
        expect(page.status).toBe(400)
        expect(page.text).toContain('role="alert"')
      }).pipe(Effect.provide(layer()))
  )

  it.effect("is inert: escaped, without scripts, not to be framed or cached", () =>
    Effect.gen(function* () {
      const hostile = `"><script>alert(1)</script>`
      yield* through("Allow", { identity: "new", display_name: hostile, email: "x@example.com" })
      const browsing = yield* browser
      const page = yield* browsing.open(yield* authorizeUrl("google", { provider_scope: hostile }))
      expect(page.text).not.toContain("<script")
      expect(page.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
      expect(Object.fromEntries(page.headers)).toMatchObject({
        "content-security-policy": expect.stringMatching(
          /^(?=.*default-src 'none')(?=.*script-src 'none')(?=.*frame-ancestors 'none')/
        ),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer"
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("has a label for every field, and a name for every form", () =>
    Effect.gen(function* () {
      const { text } = yield* (yield* browser).open(yield* authorizeUrl("google"))
      const ids = [...text.matchAll(/<(?:input|select)\b[^>]*\sid="([^"]+)"/g)].map(([, id]) => id)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.filter((id) => !new RegExp(`<label [^>]*for="${id}">`).test(text))).toStrictEqual([])
      expect(text.match(/<form\b(?![^>]*aria-label)/g)).toBeNull()
    }).pipe(Effect.provide(layer()))
  )

  it.effect("takes decisions from itself only", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.Emulator
      const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
      for (const [from, status] of [
        [{ "sec-fetch-site": "cross-site" }, 403],
        [{ "sec-fetch-site": "same-site" }, 403],
        [{ "sec-fetch-site": "cross-site", origin: "null" }, 403],
        // Browsers that say it by the origin alone.
        [{ origin: "https://evil.example" }, 403],
        [{ origin: "http://localhost:5173" }, 403],
        [{ host: "null", origin: "null" }, 403],
        [{ "sec-fetch-site": "same-origin", origin: "null" }, 303],
        [{ origin: "null" }, 303],
        [{ origin: baseUrl }, 303]
      ] as const) {
        const answer = yield* emulatorCalls.raw("POST", page.url.href.slice(baseUrl.length), {
          headers: { ...from, "content-type": "application/x-www-form-urlencoded" },
          body: "outcome=deny"
        })
        expect({ from, status: answer.status }).toStrictEqual({ from, status })
      }
    }).pipe(Effect.provide(layer()))
  )
})

describe("the identity provider without anybody to click", () => {
  it.effect("answers as scripted, in order and by provider", () =>
    Effect.gen(function* () {
      yield* script(
        { provider: "github", outcome: "deny" },
        { identity: { email: "a@example.com" } },
        { outcome: "deny" }
      )
      const browsing = yield* browser
      const open = (provider: string) => Effect.flatMap(authorizeUrl(provider), browsing.open)
      expect((yield* readUser(yield* open("google"))).primary_email).toBe("a@example.com")
      expect(readError(yield* open("google"))).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
      expect(readError(yield* open("github"))).toBe("OAUTH_PROVIDER_ACCESS_DENIED")
      expect((yield* open("google")).text).toContain("Sign in with Google")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("signs in whom the URL names, as OpenID has it", () =>
    Effect.gen(function* () {
      const browsing = yield* browser
      const page = yield* browsing.open(yield* authorizeUrl("google"))
      const hinted = yield* browsing.open(`${page.url.href}&login_hint=ann%40example.com`)
      expect(Browser.listForms(hinted)[0]?.fields["email"]).toBe("ann@example.com")
      const silent = yield* browsing.open(`${page.url.href}&login_hint=ann%40example.com&prompt=none`)
      expect((yield* readUser(silent)).primary_email).toBe("ann@example.com")
      const nobody = yield* browsing.open(yield* authorizeUrl("google"))
      const refused = yield* browsing.open(`${nobody.url.href}&prompt=none`)
      expect(refused.status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("approves everything when it is told to", () =>
    Effect.gen(function* () {
      const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
      expect((yield* readUser(page)).primary_email).toBe("ada@example.com")
    }).pipe(Effect.provide(layer({ autoApprove: true })))
  )

  it.effect("approves as a given person", () =>
    Effect.gen(function* () {
      const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
      expect((yield* readUser(page)).primary_email).toBe("eve@example.com")
    }).pipe(Effect.provide(layer({ autoApprove: { email: "eve@example.com" } })))
  )
})

describe("the endpoints of the identity provider", () => {
  const query = Effect.fnUntraced(function* (changes: Readonly<Record<string, string>> = {}) {
    const { baseUrl } = yield* Emulator.Emulator
    return {
      client_id: "c",
      redirect_uri: `${baseUrl}/api/v1/auth/oauth/callback/google`,
      response_type: "code",
      state: "s",
      scope: "openid",
      code_challenge: makeChallenge(codeVerifier),
      code_challenge_method: "S256",
      ...changes
    }
  })

  const codeFor = Effect.gen(function* () {
    yield* script({})
    const { headers } = yield* emulatorCalls.raw(
      "GET",
      `/__idp/google/authorize?${new URLSearchParams(yield* query())}`
    )
    return new URL(headers.get("location") ?? "").searchParams.get("code") ?? ""
  })

  const token = Effect.fnUntraced(function* (changes: Readonly<Record<string, string>>, provider = "google") {
    const { client_id, redirect_uri } = yield* query()
    return yield* emulatorCalls.raw("POST", `/__idp/${provider}/token`, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id,
        redirect_uri,
        code_verifier: codeVerifier,
        ...changes
      })
    })
  })

  it.effect("send browsers to the emulator's own callback and nowhere else", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.Emulator
      const refused = [
        { redirect_uri: "https://evil.com" },
        { redirect_uri: `${baseUrl}/api/v1/auth/oauth/callback/github` },
        { redirect_uri: `${baseUrl}/api/v1/auth/oauth/callback/google?x=1` },
        { response_type: "token" },
        { state: "" },
        { code_challenge_method: "plain" }
      ]
      for (const changes of refused) {
        const search = new URLSearchParams(yield* query(changes as Record<string, string>))
        const answer = yield* emulatorCalls.raw("GET", `/__idp/google/authorize?${search}`)
        expect(answer.status, JSON.stringify(changes)).toBe(400)
        expect(answer.headers.get("location"), JSON.stringify(changes)).toBeNull()
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("give tokens for a code once, to whom it belongs, within a minute", () =>
    Effect.gen(function* () {
      const code = yield* codeFor
      const { body } = yield* token({ code })
      expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "openid" })
      expect((yield* token({ code })).body).toStrictEqual({ error: "invalid_grant" })
      const { baseUrl } = yield* Emulator.Emulator
      for (const changes of [
        { client_id: "other" },
        { code_verifier: "x".repeat(43) },
        { redirect_uri: `${baseUrl}/other` }
      ] as ReadonlyArray<Record<string, string>>) {
        expect((yield* token({ code: yield* codeFor, ...changes })).status, JSON.stringify(changes)).toBe(400)
      }
      expect((yield* token({ code: yield* codeFor }, "github")).status).toBe(400)
      const late = yield* codeFor
      yield* TestClock.adjust("1 minute")
      expect((yield* token({ code: late })).status).toBe(400)
      expect((yield* token({ grant_type: "password" })).body).toStrictEqual({ error: "unsupported_grant_type" })

      const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token }
      expect((yield* token(refresh)).status).toBe(200)
      expect((yield* token({ ...refresh, client_id: "other" })).status).toBe(400)
      expect((yield* token(refresh, "github")).status).toBe(400)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are these and no others", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.forEach(
        [
          ["GET", "google/token"],
          ["DELETE", "google/authorize"],
          ["GET", "..%2f/authorize"],
          ["GET", "google/userinfo"]
        ] as const,
        ([method, path]) => Effect.map(emulatorCalls.raw(method, `/__idp/${path}`), ({ status }) => status)
      )
      expect(statuses).toStrictEqual([404, 404, 404, 401])
    }).pipe(Effect.provide(layer()))
  )
})

describe("a code that nobody redeems", () => {
  it.effect("is deleted after its lifetime, with the next code", () =>
    Effect.gen(function* () {
      const { baseUrl, snapshot } = yield* Emulator.Emulator
      const countGrants = Effect.map(snapshot, ({ tables }) => tables["idp_grants"]?.length)
      const allow = Effect.gen(function* () {
        const page = yield* (yield* browser).open(yield* authorizeUrl("google"))
        const { headers } = yield* emulatorCalls.raw("POST", page.url.href.slice(baseUrl.length), {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "identity=sample:ada&outcome=approve"
        })
        expect(headers.get("location")).toContain("code=")
      })
      yield* allow
      yield* TestClock.adjust("59 seconds")
      yield* allow
      expect(yield* countGrants).toBe(2)
      yield* TestClock.adjust("1 second")
      yield* allow
      expect(yield* countGrants).toBe(2)
    }).pipe(Effect.provide(layer()))
  )
})
