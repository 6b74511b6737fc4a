/** Tokens of providers, as far as the client decides. */
import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ConnectedAccounts from "../../src/client/ConnectedAccounts.ts"
import { json, knownError, network, userJson } from "../http/support.ts"
import { accessTokenOf, app, leaving, page, signedIn } from "./page.ts"

const provided = network(() => json({ access_token: "gho_x" }, 201))

describe("a token of a provider", () => {
  it.effect("is asked for with its scopes", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      yield* signedIn("user")
      const token = yield* ConnectedAccounts.getAccessToken({ provider: "github", scopes: ["repo", "gist"] })
      expect(token && Redacted.value(token)).toBe("gho_x")
      yield* ConnectedAccounts.getAccessToken({ provider: "github" })
      expect(provided.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual(
        Array.from({ length: 2 }, () => "POST /api/v1/connected-accounts/me/github/access-token")
      )
      expect(provided.sent.map(({ body }) => JSON.parse(body ?? ""))).toEqual([{ scope: "repo gist" }, {}])
    }).pipe(Effect.provide(app(provided, here)))
  })

  it.effect.each(["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"])(
    "is null, or the start of a link, after %s",
    (code) => {
      const net = network(() => knownError(code, 400))
      const here = page("https://app.example.com/calendar")
      const script = page("https://app.example.com/", { navigates: false })
      const ask = ConnectedAccounts.getAccessToken({ provider: "google", scopes: ["calendar"], or: "redirect" })
      return Effect.gen(function* () {
        yield* signedIn("user")
        expect(yield* ConnectedAccounts.getAccessToken({ provider: "google", scopes: ["calendar"] })).toBeNull()
        expect(here.visited).toEqual([])
        expect(yield* leaving(here, ask)).toEqual({ value: null, waited: true })
        expect(here.visited).toHaveLength(1)
        expect(Object.fromEntries(new URL(here.visited[0]!).searchParams)).toMatchObject({
          type: "link",
          token: accessTokenOf("user"),
          provider_scope: "profile calendar",
          after_callback_redirect_url: "https://app.example.com/calendar"
        })
        const nowhere = Effect.andThen(signedIn("user"), ask).pipe(Effect.provide(app(net, script)))
        expect(yield* nowhere).toBeNull()
      }).pipe(Effect.provide(app(net, here, { oauthScopesOnSignIn: { google: ["profile"] } })))
    }
  )

  it.effect("needs a provider with a proper name, and a user", () => {
    const net = network(() => json({}))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(ConnectedAccounts.getAccessToken({ provider: "../x" }))).toMatchObject({
        _tag: "InvalidOption"
      })
      expect(yield* Effect.flip(ConnectedAccounts.getAccessToken({ provider: "github" }))).toMatchObject({
        _tag: "UserAuthenticationRequired"
      })
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect("fails for other reasons as they are", () => {
    const net = network(() => knownError("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400))
    return Effect.gen(function* () {
      yield* signedIn("user")
      const error = yield* Effect.flip(ConnectedAccounts.getAccessToken({ provider: "github", or: "redirect" }))
      expect(error).toMatchObject({ _tag: "OAuthAccessTokenNotAvailableWithSharedOAuthKeys" })
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it("fails with what a link fails with only where one may start", () => {
    type Tags<E> = E extends Effect.Effect<unknown, infer Error, unknown> ? (Error & { _tag: string })["_tag"] : never
    const plain = () => ConnectedAccounts.getAccessToken({ provider: "github" })
    const linking = () => ConnectedAccounts.getAccessToken({ provider: "github", or: "redirect" })
    expectTypeOf<"OAuthFlowsUnavailable">().not.toExtend<Tags<ReturnType<typeof plain>>>()
    expectTypeOf<"OAuthFlowsUnavailable">().toExtend<Tags<ReturnType<typeof linking>>>()
    expectTypeOf<"OAuthConnectionNotConnectedToUser">().not.toExtend<Tags<ReturnType<typeof linking>>>()
  })
})

describe("connected accounts", () => {
  it.effect("are those of the user", () => {
    const accounts = [{ id: "github", account_id: "4711", email: null }]
    const net = network(() => json({ ...userJson, oauth_providers: accounts }))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(ConnectedAccounts.list)).toMatchObject({ _tag: "UserAuthenticationRequired" })
      yield* signedIn("user")
      expect(yield* ConnectedAccounts.list).toEqual([{ id: "github", accountId: "4711", email: null }])
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })
})
