/** The emulator redirects only to URLs that the project trusts. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call } from "../../support/emulatorCalls.ts"
import { projectGroups, type RedirectRow } from "../../support/redirectCorpus.ts"
import { authorize, makeChallenge, readCode, exchange, go, layer, outerState, codeVerifier } from "./appSignIn.ts"

const makeConfig = (row: RedirectRow) => ({
  allowLocalhost: row.allowLocalhost,
  domains: row.trusted.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
  // The parameter under test is the only URL that counts.
  oauthProviders: [{ id: "github", type: "shared" as const }]
})

/** Text that is no URL at all breaks the shape of the request, or counts as missing. */
const isRefusal = ({ knownError, status }: { readonly status: number; readonly knownError: string | undefined }) =>
  status === 400 && [undefined, "REDIRECT_URL_NOT_WHITELISTED", "SCHEMA_ERROR"].includes(knownError)

/** Where a row's URL goes, and what an answer looks like that trusts it. */
const parameters = (row: RedirectRow, trusted: string | undefined) => ({
  redirect_uri: authorize("github", { redirect_uri: row.url, error_redirect_url: undefined }),
  ...(trusted !== undefined && {
    error_redirect_url: authorize("github", { redirect_uri: trusted, error_redirect_url: row.url }),
    error_redirect_uri: authorize("github", {
      redirect_uri: trusted,
      error_redirect_url: undefined,
      error_redirect_uri: row.url
    }),
    after_callback_redirect_url: authorize("github", {
      redirect_uri: trusted,
      error_redirect_url: undefined,
      after_callback_redirect_url: row.url
    })
  }),
  token: exchange("made-up", { redirect_uri: row.url })
})

describe("the URLs of a session for another domain", () => {
  it.effect.each(projectGroups.map((rows) => [rows.map(({ id }) => id).join(" "), rows] as const))(
    "are accepted if the project trusts them: %s",
    ([_, rows]) =>
      Effect.gen(function* () {
        const { body: user } = yield* call("POST", "/users", { level: "server", body: {} })
        const { body: session } = yield* call("POST", "/auth/sessions", { level: "server", body: { user_id: user.id } })
        const trusted = rows.find(({ trusted_verdict }) => trusted_verdict)?.url
        const handOn = (urls: object) =>
          call("POST", "/auth/oauth/cross-domain/authorize", {
            token: session.access_token,
            headers: { "x-stack-refresh-token": session.refresh_token },
            body: {
              ...urls,
              state: outerState,
              code_challenge: makeChallenge(codeVerifier),
              code_challenge_method: "S256"
            }
          })
        for (const { id, trusted_verdict, url } of rows) {
          const ways = [
            { redirect_uri: url },
            ...(trusted === undefined ? [] : [{ redirect_uri: trusted, after_callback_redirect_url: url }])
          ]
          for (const way of ways) {
            const answer = yield* handOn(way)
            const outcome = { isTrusted: answer.status === 200, isRefused: isRefusal(answer) }
            expect(outcome, `${id} ${JSON.stringify(way)}`).toStrictEqual({
              isTrusted: trusted_verdict,
              isRefused: !trusted_verdict
            })
          }
        }
      }).pipe(Effect.provide(layer({ project: { config: makeConfig(rows[0]!) } })))
  )
})

describe("the URLs of a sign-in with a provider", () => {
  it.effect.each(projectGroups.map((rows) => [rows.map(({ id }) => id).join(" "), rows] as const))(
    "are accepted if the project trusts them: %s",
    ([_, rows]) =>
      Effect.gen(function* () {
        const trusted = rows.find(({ trusted_verdict }) => trusted_verdict)?.url
        for (const row of rows) {
          for (const [name, call] of Object.entries(parameters(row, trusted))) {
            const answer = yield* call
            const isTrusted = answer.status === 307 || answer.knownError === "INVALID_AUTHORIZATION_CODE"
            const isRefused = isRefusal(answer) && answer.headers.getSetCookie().length === 0
            expect({ isTrusted, isRefused }, `${row.id} ${name}`).toStrictEqual({
              isTrusted: row.trusted_verdict,
              isRefused: !row.trusted_verdict
            })
          }
        }
      }).pipe(Effect.provide(layer({ project: { config: makeConfig(rows[0]) } })))
  )
})

describe("native apps", () => {
  const config = { allowLocalhost: false, domains: [], oauthProviders: [{ id: "github", type: "shared" as const }] }
  const schemes = ["stack-auth-mobile-oauth-url", "hexclave-mobile-oauth-url"]
  const ways = schemes.map((scheme) => ({
    redirect_uri: `${scheme}://callback/done?x=1`,
    error_redirect_url: `${scheme}://error`
  }))

  it.effect.each([{ service: "current" as const }, {}])("are led back to without configuration: %o", (options) =>
    Effect.gen(function* () {
      for (const way of ways) {
        const page = yield* go("github", { identity: { email: "ann@example.org" } }, way)
        expect(page.url.href, JSON.stringify(way)).toMatch(/^[a-z-]+:\/\/callback\/done\?x=1&code=\w{45}&state=/)
        const redeemed = yield* exchange(readCode(page), { redirect_uri: way.redirect_uri })
        expect(redeemed.body, JSON.stringify(way)).toMatchObject({ access_token: expect.any(String) })
        const refused = yield* go("github", { outcome: "deny" }, way)
        expect(refused.url.href, JSON.stringify(way)).toMatch(
          /^[a-z-]+:\/\/callback\/done\?.*&errorCode=OAUTH_PROVIDER_ACCESS_DENIED&/
        )
      }
    }).pipe(Effect.provide(layer({ ...options, project: { config } })))
  )

  it.effect("have no other way than that of a provider", () =>
    Effect.gen(function* () {
      const [way] = ways
      const onward = yield* authorize("github", { ...way, after_callback_redirect_url: way?.redirect_uri })
      expect(onward.knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
      const mail = yield* call("POST", "/auth/password/send-reset-code", {
        body: { email: "ann@example.org", callback_url: way?.redirect_uri }
      })
      expect(mail.knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
    }).pipe(Effect.provide(layer({ project: { config } })))
  )

  it.effect.each(
    [
      "stack-auth-mobile-oauth-url:callback",
      "stack-auth-mobile-oauth-url://",
      "stack-auth-mobile-oauth-url:///callback",
      "stack-auth-mobile-oauth-urls://callback",
      "xstack-auth-mobile-oauth-url://callback",
      "stack-auth-mobile-oauth-url://evil@callback",
      "stack-auth-mobile-oauth-url://callback/a b",
      "hexclave://callback",
      "javascript:hexclave-mobile-oauth-url://callback"
    ].flatMap((url) => ["redirect_uri", "error_redirect_url"].map((name) => [url, name] as const))
  )("do not trust the native URL $0", ([url, name]) =>
    Effect.gen(function* () {
      const [way] = ways
      const answer = yield* authorize("github", { ...way, [name]: url })
      expect(answer.knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
    }).pipe(Effect.provide(layer({ project: { config } })))
  )

  it.effect("are unknown to the service of 2025-06", () =>
    Effect.gen(function* () {
      for (const way of ways) {
        expect((yield* authorize("github", way)).knownError, JSON.stringify(way)).toBe("REDIRECT_URL_NOT_WHITELISTED")
      }
    }).pipe(Effect.provide(layer({ service: "2025-06", project: { config } })))
  )
})
