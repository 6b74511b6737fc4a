/** Tokens of providers, as far as the client decides. */
import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ConnectedAccounts from "../../src/client/ConnectedAccounts.ts"
import { makeAccessToken, app, leaving, page, signedIn } from "../support/appPage.ts"
import { json, knownError, network, text, userJson, withProviders } from "../support/scriptedNetwork.ts"

const provided = network(() => json({ access_token: "gho_x" }, 201))

describe("a token of a provider", () => {
  it.effect("is requested with its scopes", () => {
    const here = page("https://app.example.com/")
    return Effect.gen(function* () {
      yield* signedIn("user")
      const token = yield* ConnectedAccounts.getAccessToken({ provider: "github", scopes: ["repo", "gist"] })
      expect(token && Redacted.value(token)).toBe("gho_x")
      yield* ConnectedAccounts.getAccessToken({ provider: "github" })
      expect(provided.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toStrictEqual(
        Array.from({ length: 2 }, () => "POST /api/v1/connected-accounts/me/github/access-token")
      )
      expect(provided.sent.map(({ body }) => JSON.parse(body ?? ""))).toStrictEqual([{ scope: "repo gist" }, {}])
    }).pipe(Effect.provide(app(provided, here)))
  })

  it.effect.each(["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"])(
    "is null, or the start of a link, after %s",
    (code) => {
      const net = withProviders(() => knownError(code, 400))
      const here = page("https://app.example.com/calendar")
      const script = page("https://app.example.com/", { navigates: false })
      const ask = ConnectedAccounts.getAccessToken({ provider: "google", scopes: ["calendar"], or: "redirect" })
      return Effect.gen(function* () {
        yield* signedIn("user")
        expect(yield* ConnectedAccounts.getAccessToken({ provider: "google", scopes: ["calendar"] })).toBeNull()
        expect(here.visited).toStrictEqual([])
        expect(yield* leaving(here, ask)).toStrictEqual({ value: null, waited: true })
        expect(here.visited).toHaveLength(1)
        expect(Object.fromEntries(new URL(here.visited[0]!).searchParams)).toMatchObject({
          type: "link",
          token: makeAccessToken("user"),
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

  it.effect("fails with other errors unchanged", () => {
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

const account = { userId: userJson.id, provider: "github", accountId: "4711" }
const second = { ...account, accountId: "4712" }

/** A service of 2025-06, whose users have one account at a provider; the others have none of these endpoints. */
const older = (answer: () => ReturnType<typeof json>) =>
  network(({ url }) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith("/users/me")) {
      return json({ ...userJson, oauth_providers: [{ id: "github", account_id: "4711", email: null }] })
    }
    return pathname.endsWith("/me/github/access-token")
      ? answer()
      : text("This endpoint does not exist in this API.", 404)
  })

const listPaths = ({ sent }: typeof provided) =>
  sent.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)

describe("connected accounts", () => {
  const wire = [account, second].map(({ accountId, provider, userId }) => ({
    user_id: userId,
    provider,
    provider_account_id: accountId
  }))

  it.effect("are those of the user", () => {
    const net = network(() => json({ items: wire, is_paginated: false }))
    return Effect.gen(function* () {
      expect(yield* Effect.flip(ConnectedAccounts.list)).toMatchObject({ _tag: "UserAuthenticationRequired" })
      yield* signedIn("user")
      expect(yield* ConnectedAccounts.list).toStrictEqual([account, second])
      expect(listPaths(net)).toStrictEqual(["GET /connected-accounts/me"])
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect("are listed with the user, with a token of their provider where there is one account at each", () => {
    const net = older(() => json({ access_token: "gho_x" }, 201))
    return Effect.gen(function* () {
      yield* signedIn("user")
      expect(yield* ConnectedAccounts.list).toStrictEqual([account])
      const token = yield* ConnectedAccounts.getAccessToken(account)
      expect(token && Redacted.value(token)).toBe("gho_x")
      expect(yield* ConnectedAccounts.getAccessToken(second)).toBeNull()
      expect(yield* ConnectedAccounts.getOrLink({ provider: "github" })).toStrictEqual(account)
      expect(listPaths(net).filter((path) => path.endsWith("/me/github/access-token"))).toHaveLength(2)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect("have tokens of their own", () => {
    const net = network(() => json({ access_token: "gho_x" }, 201))
    return Effect.gen(function* () {
      yield* signedIn("user")
      yield* ConnectedAccounts.getAccessToken({ ...account, accountId: "ann@example.org" })
      expect(listPaths(net)).toStrictEqual(["POST /connected-accounts/me/github/ann%40example.org/access-token"])
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect.each(["", "..", "a/b"])("have no token for the account ID %j, and send no request", (accountId) => {
    const net = network(() => json({ access_token: "gho_x" }, 201))
    return Effect.gen(function* () {
      yield* signedIn("user")
      const error = yield* Effect.flip(ConnectedAccounts.getAccessToken({ ...account, accountId }))
      expect(error).toMatchObject({ _tag: "TransportError", reason: { _tag: "InvalidRequest" } })
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  const unrenewed = () => knownError("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE", 400, { provider: "github", details: "Gone." })

  it.effect("whose token the provider does not renew say so, unless they may be linked again", () => {
    const net = withProviders(unrenewed)
    const here = page("https://app.example.com/calendar")
    return Effect.gen(function* () {
      yield* signedIn("user")
      const ask = ConnectedAccounts.getAccessToken({ provider: "github" })
      expect(yield* Effect.flip(ask)).toMatchObject({
        _tag: "OAuthAccessTokenNotAvailable",
        details: { provider: "github", details: "Gone." }
      })
      const linking = ConnectedAccounts.getAccessToken({ provider: "github", or: "redirect" })
      expect(yield* leaving(here, linking)).toStrictEqual({ value: null, waited: true })
      const script = page("https://app.example.com/", { navigates: false })
      const nowhere = Effect.andThen(signedIn("user"), linking).pipe(Effect.provide(app(net, script)))
      expect(yield* Effect.flip(nowhere)).toMatchObject({ _tag: "OAuthAccessTokenNotAvailable" })
    }).pipe(Effect.provide(app(net, here)))
  })

  /** The accounts of the user, of which those named have a token for the scopes. */
  const having = (...able: ReadonlyArray<string>) =>
    withProviders(({ method, url }) => {
      const [, accountId = ""] = /github\/([^/]+)\/access-token$/.exec(url) ?? []
      if (method === "GET") return json({ items: wire, is_paginated: false })
      if (able.includes(accountId)) return json({ access_token: "gho_x" }, 201)
      return accountId === "4711" ? unrenewed() : knownError("OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", 400)
    })

  it.effect("are used if one has the scopes", () => {
    const net = having("4712")
    const here = page("https://app.example.com/calendar")
    return Effect.gen(function* () {
      yield* signedIn("user")
      expect(yield* ConnectedAccounts.getOrLink({ provider: "github", scopes: ["repo"] })).toStrictEqual(second)
      expect(here.visited).toStrictEqual([])
      expect(net.sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body)]))).toStrictEqual([
        { scope: "repo" },
        { scope: "repo" }
      ])
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("are linked if none has the scopes, or there is none at the provider", () => {
    const here = page("https://app.example.com/calendar")
    return Effect.gen(function* () {
      yield* signedIn("user")
      const link = ConnectedAccounts.getOrLink({ provider: "github", scopes: ["repo"], errorRedirectUrl: "/oh-no" })
      expect(yield* leaving(here, link)).toStrictEqual({ value: null, waited: true })
      const { pathname, searchParams } = new URL(here.visited[0]!)
      expect(pathname).toBe("/api/v1/auth/oauth/authorize/github")
      expect(Object.fromEntries(searchParams)).toMatchObject({
        type: "link",
        token: makeAccessToken("user"),
        provider_scope: "repo",
        error_redirect_url: "https://app.example.com/oh-no",
        after_callback_redirect_url: "https://app.example.com/calendar"
      })
      here.visited.length = 0
      const other = ConnectedAccounts.getOrLink({ provider: "google", afterCallbackRedirectUrl: "/elsewhere" })
      expect(yield* leaving(here, other)).toMatchObject({ value: null })
      expect(here.visited[0]).toContain(encodeURIComponent("https://app.example.com/elsewhere"))
    }).pipe(Effect.provide(app(having(), here)))
  })

  it.effect("are not linked where nothing redirects, nor at a provider with an invalid ID", () => {
    const net = having()
    const script = page("https://app.example.com/", { navigates: false })
    return Effect.gen(function* () {
      yield* signedIn("user")
      expect(yield* ConnectedAccounts.getOrLink({ provider: "github" })).toBeNull()
      const error = yield* Effect.flip(ConnectedAccounts.getOrLink({ provider: "../x" }))
      expect(error).toMatchObject({ _tag: "InvalidOption" })
    }).pipe(Effect.provide(app(net, script)))
  })
})
