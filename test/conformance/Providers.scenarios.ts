/** Sign-in with providers that answer, and tokens of theirs (docs/protocol/oauth.md). */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import assert from "node:assert/strict"
import * as Wire from "../../src/wire/generated/ConnectedAccounts.ts"
import * as ClientAccounts from "../../src/client/ConnectedAccounts.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import type { Answer } from "../../src/emulator/idp/SignInAnswer.ts"
import * as OAuthFlows from "../../src/platform/OAuthFlows.ts"
import * as Accounts from "../../src/server/ConnectedAccounts.ts"
import type { Page } from "../support/Browser.ts"
import { serverOf } from "./Apps.ts"
import { Backend } from "./Backend.ts"
import {
  accessTokenOf,
  authorize,
  call,
  failure,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  type Project,
  scenario,
  send
} from "./Scenario.ts"

const apple = ProviderId.make("apple")
const google = ProviderId.make("google")

const withProviders = makeProject({
  oauthProviders: [
    { id: google, type: "standard", clientId: "client", clientSecret: Redacted.make("secret") },
    { id: apple, type: "standard", clientId: "client", clientSecret: Redacted.make("secret") }
  ]
})

/** Somebody at the provider whom nobody has seen before. */
const stranger = Effect.map(Backend, ({ newAddress }): Answer["identity"] => ({ email: newAddress("stranger") }))

/** Opens the URL that something begins with in a new browser, and answers where it ends up. */
const through = Effect.fnUntraced(function* (begin: Effect.Effect<string, unknown, Backend>, answer: Answer) {
  const { newBrowser, nextSignIn } = yield* Backend
  yield* nextSignIn(answer)
  const browser = newBrowser()
  const page = yield* browser.open(yield* begin)
  // a provider may answer with a form, which its page sends on
  return page.status === 200 ? yield* browser.press(page, "Continue") : page
})

/** A device that remembers which sign-ins it has started. */
const appOf = Effect.fnUntraced(function* (project: Project) {
  const device = yield* makeDevice(project)
  const flows = yield* Layer.build(Layer.fresh(OAuthFlows.layerMemory))
  const start = (provider: string) => device(Effect.provideContext(OAuth.start({ provider }), flows))
  const link = (options: OAuth.OAuthOptions) =>
    device(Effect.map(Effect.provideContext(OAuth.link(options), flows), Redacted.value))
  const finish = (page: Page) => device(Effect.provideContext(OAuth.callback({ url: page.url.href }), flows))
  return { device, start, link, finish }
})

/** Why the error page was opened. */
const errorOn = (page: Page) =>
  Effect.map(OAuth.pageError({ url: page.url.href }), (error) => {
    assert.equal(page.url.pathname, "/handler/error")
    return error?._tag
  })

export const scenarios = [
  scenario(
    "a user signs up with a provider, and signs in again",
    Effect.gen(function* () {
      const identity = yield* stranger
      for (const provider of [google, apple]) {
        const project = yield* withProviders
        const first = yield* appOf(project)
        assert.equal(yield* first.finish(yield* through(first.start(provider), { provider, identity })), "signed-up")
        const user = yield* first.device(CurrentUser.get({ or: "throw" }))
        assert.equal(user.primaryEmail, identity?.email)
        assert.deepEqual(
          user.oauthProviders.map(({ id }) => id),
          [provider]
        )
        const second = yield* appOf(project)
        const page = yield* through(second.start(provider), { provider, identity })
        assert.equal(yield* first.finish(page), "ignored", "another device started it")
        assert.equal(yield* second.finish(page), "signed-in")
        assert.equal((yield* second.device(CurrentUser.get({ or: "throw" }))).id, user.id)
        assert.equal(yield* second.finish(page), "ignored", "an answer is taken up once")
      }
    })
  ),
  scenario(
    "tokens of a provider are given to its user and to servers, for scopes that the user agreed to",
    Effect.gen(function* () {
      const project = yield* withProviders
      const identity = yield* stranger
      const { device, finish, link, start } = yield* appOf(project)
      yield* finish(yield* through(start(google), { identity }))
      const token = yield* device(ClientAccounts.getAccessToken({ provider: google }))
      assert.ok(token !== null)
      const older = yield* call(
        project,
        "client",
        Wire.createOwnProviderAccessToken,
        { params: { provider: google }, payload: {} },
        { accessToken: yield* accessTokenOf(device) }
      )
      assert.equal(Redacted.value(older.accessToken), Redacted.value(token))
      const { id: userId } = yield* device(CurrentUser.get({ or: "throw" }))
      const server = yield* serverOf(project)
      const ofServer = yield* server(Accounts.getAccessToken({ userId, provider: google }))
      assert.ok(ofServer !== null)
      assert.equal(Redacted.value(ofServer), Redacted.value(token))
      const calendar = { provider: google, scopes: ["calendar"] }
      assert.equal(yield* device(ClientAccounts.getAccessToken(calendar)), null)
      assert.equal(yield* finish(yield* through(link(calendar), { identity })), "linked")
      assert.ok((yield* device(ClientAccounts.getAccessToken(calendar))) !== null)
    })
  ),
  scenario(
    "a sign-in that the user refuses ends on the error page",
    Effect.gen(function* () {
      const { device, start } = yield* appOf(yield* withProviders)
      const page = yield* through(start(google), { outcome: "deny" })
      assert.equal(yield* errorOn(page), "OAuthProviderAccessDenied")
      assert.equal(yield* device(CurrentUser.get()), null)
    })
  ),
  scenario(
    "an account at a provider belongs to one user, and a user has one account at it",
    Effect.gen(function* () {
      const project = yield* withProviders
      const identity = yield* stranger
      const ann = yield* appOf(project)
      yield* ann.finish(yield* through(ann.start(google), { identity }))
      const bob = yield* appOf(project)
      yield* bob.finish(yield* through(bob.start(apple), { identity: yield* stranger }))
      const taken = yield* through(bob.link({ provider: google }), { identity })
      assert.equal(yield* errorOn(taken), "OAuthConnectionAlreadyConnectedToAnotherUser")
      const another = yield* through(ann.link({ provider: google }), { identity: yield* stranger })
      assert.equal(yield* errorOn(another), "UserAlreadyConnectedToAnotherOAuthConnection")
      const { oauthProviders } = yield* bob.device(CurrentUser.get({ or: "throw" }))
      assert.deepEqual(
        oauthProviders.map(({ id }) => id),
        [apple]
      )
      const { oauthProviders: kept } = yield* ann.device(CurrentUser.get({ or: "throw" }))
      assert.equal(kept.length, 1)
    })
  ),
  scenario(
    "an answer that no device asked for, or that the client does not know, signs nobody in",
    Effect.gen(function* () {
      const { device, finish, start } = yield* appOf(yield* withProviders)
      const begun = new URL(yield* start(google))
      const answer = new URL(begun.searchParams.get("redirect_uri") ?? "")
      answer.searchParams.set("error", "temporarily_unavailable")
      answer.searchParams.set("state", "forged")
      const page = { url: answer, status: 0, headers: new Headers(), text: "", hops: [] }
      assert.equal(yield* finish(page), "ignored")
      answer.searchParams.set("state", begun.searchParams.get("state") ?? "")
      yield* failure(finish(page), "UnsupportedError")
      assert.equal(yield* device(CurrentUser.get()), null)
    })
  ),
  scenario(
    "a sign-in may take ten minutes",
    Effect.gen(function* () {
      const { elapse } = yield* Backend
      const response = yield* authorize(yield* withProviders, google)
      const state = new URL(response.header("location") ?? "").searchParams.get("state") ?? ""
      yield* elapse("10 minutes")
      // a browser would have forgotten the cookie in this very moment
      isKnownErrorAnswer(
        yield* send("GET", `/api/v1/auth/oauth/callback/google?${new URLSearchParams({ state, code: "late" })}`, {
          cookie: `stack-oauth-inner-${state}=true`
        }),
        "OUTER_OAUTH_TIMEOUT",
        408
      )
    })
  ),
  scenario(
    "a scope that the service does not have is refused, or means nothing",
    Effect.gen(function* () {
      const answer = yield* authorize(yield* withProviders, google, { scope: "openid" })
      if (answer.status !== 307) isKnownErrorAnswer(answer, "INVALID_SCOPE", 400)
    })
  ),
  scenario(
    "linking needs somebody signed in",
    Effect.gen(function* () {
      const { link } = yield* appOf(yield* withProviders)
      yield* failure(link({ provider: google }), "UserAuthenticationRequired")
    })
  )
]
