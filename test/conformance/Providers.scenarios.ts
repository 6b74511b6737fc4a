/** Sign-in with providers that answer, and tokens of theirs (docs/protocol/oauth.md). */
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as ClientAccounts from "../../src/client/ConnectedAccounts.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Password from "../../src/client/Password.ts"
import * as ProviderAccounts from "../../src/client/ProviderAccounts.ts"
import { ProviderId, type UserIdOrMe } from "../../src/domain/Ids.ts"
import type { SignInAnswer } from "../../src/emulator/idp/SignInAnswer.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as Accounts from "../../src/server/ConnectedAccounts.ts"
import type { Session } from "../../src/session/Session.ts"
import * as ChallengeSolver from "../../src/testing/ChallengeSolver.ts"
import * as Wire from "../../src/wire/generated/ConnectedAccounts.ts"
import * as OAuthWire from "../../src/wire/generated/OAuth.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import type { Page } from "../support/Browser.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  authorize,
  byGeneration,
  call,
  type Config,
  type Device,
  failure,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  password,
  type Project,
  refusal,
  scenario,
  send
} from "./Scenario.ts"

const apple = ProviderId.make("apple")
const google = ProviderId.make("google")

const withKeys = (id: ProviderId) =>
  ({ id, type: "standard", clientId: "client", clientSecret: Redacted.make("secret") }) as const

const withProviders = makeProject({ oauthProviders: [google, apple].map(withKeys) })

const bundleId = "com.example.notes"

const appOfApple = { id: apple, type: "shared", appleBundleIds: [bundleId] } as const

/** A project with an app on devices. */
const withApp = makeProject({ oauthProviders: [appOfApple] })

/** Somebody who signs up with a password, and has not verified the address. */
const signUpWith = Effect.fnUntraced(function* (project: Project, email: string) {
  yield* (yield* makeDevice(project))(Password.signUp({ email, password }))
})

/** What turns the second factor on. */
const enrolment = Effect.fnUntraced(function* (device: Device) {
  const { secret } = yield* device(Mfa.createSecret({ issuer: "Scenario" }))
  return { secret, totp: yield* Totp.generate(Redacted.value(secret)) }
})

/** Somebody at the provider whom nobody has seen before. */
const stranger = Effect.map(Backend, ({ newAddress }): SignInAnswer["identity"] => ({ email: newAddress("stranger") }))

/** Opens the URL that something begins with in a new browser, and answers where it ends up. */
const through = Effect.fnUntraced(function* (begin: Effect.Effect<string, unknown, Backend>, answer: SignInAnswer) {
  const { newBrowser, nextSignIn } = yield* Backend
  yield* nextSignIn(answer)
  const browser = newBrowser()
  const page = yield* browser.open(yield* begin)
  // A provider may answer with a form, which its page sends on.
  return page.status === 200 ? yield* browser.press(page, "Continue") : page
})

/** A device that remembers which sign-ins it has started. */
const makeApp = Effect.fnUntraced(function* (project: Project) {
  const device = yield* makeDevice(project)
  const flows = yield* Layer.build(Layer.fresh(OAuthFlows.layerMemory))
  const start = (provider: string) => device(Effect.provideContext(OAuth.start({ provider }), flows))
  const link = (options: OAuth.OAuthOptions) =>
    device(Effect.map(Effect.provideContext(OAuth.link(options), flows), Redacted.value))
  const finish = (page: Page) => device(Effect.provideContext(OAuth.callback({ url: page.url.href }), flows))
  /** Why the service has turned somebody away: it leads to the callback page, and in 2025-06 to the error page. */
  const refusal = Effect.fnUntraced(function* (page: Page) {
    const path = yield* byGeneration("/handler/error", "/handler/oauth-callback")
    assert.equal(page.url.pathname, path)
    if (path === "/handler/error") return (yield* OAuth.pageError({ url: page.url.href }))?._tag
    return (yield* Effect.flip(finish(page)))._tag
  })
  return { project, device, start, link, finish, refusal }
})

/** Comes back from a provider after its project has changed. */
const whileAway = Effect.fnUntraced(function* (
  { project, start }: Effect.Success<ReturnType<typeof makeApp>>,
  provider: string,
  config: Config
) {
  const { newBrowser, nextSignIn } = yield* Backend
  const browser = newBrowser()
  const isForm = provider === apple
  if (isForm) yield* nextSignIn({ outcome: "deny" })
  const page = yield* browser.open(yield* start(provider))
  yield* call(project, "admin", ProjectsWire.adminUpdateProject, { payload: { config } })
  return yield* browser.press(page, isForm ? "Continue" : "Deny")
})

/** Where an operation leaves the page for. */
const leftFor = Effect.fnUntraced(function* (device: Device, operation: Effect.Effect<unknown, unknown, Session>) {
  const left = yield* Deferred.make<string>()
  const navigate = (url: string) => Effect.asVoid(Deferred.succeed(left, url))
  const page = Layer.merge(
    Layer.fresh(OAuthFlows.layerMemory),
    Layer.sync(Navigation.Navigation, () => Navigation.make({ navigate }))
  )
  return yield* Effect.raceFirst(Deferred.await(left), device(Effect.provide(operation, page)))
})

export const scenarios = [
  scenario("a user signs up with a provider, and signs in again", function* () {
    const identity = yield* stranger
    for (const provider of [google, apple]) {
      const project = yield* withProviders
      const first = yield* makeApp(project)
      assert.equal(yield* first.finish(yield* through(first.start(provider), { provider, identity })), "signed-up")
      const user = yield* first.device(CurrentUser.getOrFail)
      assert.equal(user.primaryEmail, identity?.email)
      assert.deepEqual(
        user.oauthProviders.map(({ id }) => id),
        [provider]
      )
      const second = yield* makeApp(project)
      const page = yield* through(second.start(provider), { provider, identity })
      assert.equal(yield* first.finish(page), "ignored", "another device started it")
      assert.equal(yield* second.finish(page), "signed-in")
      assert.equal((yield* second.device(CurrentUser.getOrFail)).id, user.id)
      assert.equal(yield* second.finish(page), "ignored", "an answer is taken up once")
    }
  }),
  scenario(
    "tokens of a provider are given to its user and to servers, for scopes that the user agreed to",
    function* () {
      const project = yield* withProviders
      const identity = yield* stranger
      const { device, finish, link, start } = yield* makeApp(project)
      yield* finish(yield* through(start(google), { identity }))
      const token = yield* device(ClientAccounts.getAccessToken({ provider: google }))
      assert.ok(token !== null)
      const older = yield* call(
        project,
        "client",
        Wire.createOwnProviderAccessToken,
        { params: { provider: google }, payload: {} },
        { accessToken: yield* readAccessToken(device) }
      )
      assert.equal(Redacted.value(older.accessToken), Redacted.value(token))
      const { id: userId } = yield* device(CurrentUser.getOrFail)
      const server = yield* makeServer(project)
      const ofServer = yield* server(Accounts.getAccessToken({ userId, provider: google }))
      assert.ok(ofServer !== null)
      assert.equal(Redacted.value(ofServer), Redacted.value(token))
      const calendar = { provider: google, scopes: ["calendar"] }
      assert.equal(yield* device(ClientAccounts.getAccessToken(calendar)), null)
      assert.equal(yield* finish(yield* through(link(calendar), { identity })), "linked")
      assert.ok((yield* device(ClientAccounts.getAccessToken(calendar))) !== null)
    }
  ),
  scenario("a sign-in that the user refuses ends on a page that says so", function* () {
    for (const provider of [google, apple]) {
      const { device, refusal, start } = yield* makeApp(yield* withProviders)
      const page = yield* through(start(provider), { outcome: "deny" })
      assert.equal(yield* refusal(page), "OAuthProviderAccessDenied")
      assert.equal(yield* device(CurrentUser.get), null)
    }
  }),
  scenario("an account at a provider signs one user in, and in 2025-06 a user has one account at it", function* () {
    const project = yield* withProviders
    const identity = yield* stranger
    const ann = yield* makeApp(project)
    yield* ann.finish(yield* through(ann.start(google), { identity }))
    const bob = yield* makeApp(project)
    const ofBob = yield* stranger
    yield* bob.finish(yield* through(bob.start(apple), { identity: ofBob }))
    const taken = yield* through(bob.link({ provider: google }), { identity })
    assert.equal(yield* bob.refusal(taken), "OAuthConnectionAlreadyConnectedToAnotherUser")
    const takenToo = yield* through(ann.link({ provider: apple }), { identity: ofBob })
    assert.equal(yield* ann.refusal(takenToo), "OAuthConnectionAlreadyConnectedToAnotherUser")
    const second = yield* through(bob.link({ provider: apple }), { identity: yield* stranger })
    const isRefused = yield* byGeneration(true, false)
    if (isRefused) assert.equal(yield* bob.refusal(second), "UserAlreadyConnectedToAnotherOAuthConnection")
    const another = yield* through(ann.link({ provider: google }), { identity: yield* stranger })
    if (isRefused) assert.equal(yield* ann.refusal(another), "UserAlreadyConnectedToAnotherOAuthConnection")
    else assert.equal(yield* ann.finish(another), "linked")
    const { oauthProviders } = yield* bob.device(CurrentUser.getOrFail)
    assert.deepEqual(
      oauthProviders.map(({ id }) => id),
      isRefused ? [apple] : [apple, apple]
    )
    const { oauthProviders: kept } = yield* ann.device(CurrentUser.getOrFail)
    assert.equal(kept.length, isRefused ? 1 : 2)
  }),
  scenario("connected accounts are listed, and each has tokens of its own", function* () {
    const project = yield* withProviders
    const { device, finish, link, start } = yield* makeApp(project)
    const first = { identity: yield* stranger }
    const second = { identity: yield* stranger }
    yield* finish(yield* through(start(google), first))
    const calendar = { provider: google, scopes: ["calendar"] }
    if ((yield* Backend).generation !== "2025-06") yield* finish(yield* through(link(calendar), second))
    else yield* finish(yield* through(link(calendar), first))

    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const accounts = yield* device(ClientAccounts.list)
    assert.equal(accounts.length, yield* byGeneration(1, 2))
    assert.deepEqual([accounts[0]?.userId, accounts[0]?.provider], [userId, google])
    const server = yield* makeServer(project)
    assert.deepEqual(yield* server(Accounts.list(userId)), accounts)

    const tokens: Array<string> = []
    for (const { accountId, provider } of accounts) {
      const token = yield* device(ClientAccounts.getAccessToken({ provider, accountId }))
      const ofServer = yield* server(Accounts.getAccessToken({ userId, provider, accountId }))
      assert.ok(token !== null && ofServer !== null)
      assert.equal(Redacted.value(token), Redacted.value(ofServer))
      tokens.push(Redacted.value(token))
    }
    assert.equal(new Set(tokens).size, accounts.length)
    const scoped = yield* Effect.forEach(accounts, ({ accountId }) =>
      device(ClientAccounts.getAccessToken({ ...calendar, accountId }))
    )
    assert.deepEqual(
      scoped.map((token) => token !== null),
      yield* byGeneration([true], [false, true])
    )
    assert.deepEqual(yield* device(ClientAccounts.getOrLink(calendar)), accounts.at(-1))
    const linking = /\/auth\/oauth\/authorize\/google\?.*type=link.*drive/
    const drive = { provider: google, scopes: ["drive"] }
    assert.match(String(yield* leftFor(device, ClientAccounts.getOrLink(drive))), linking)
    const asking = Effect.as(ClientAccounts.getAccessToken({ ...drive, or: "redirect" }), null)
    assert.match(String(yield* leftFor(device, asking)), linking)
    // Where nothing redirects.
    assert.equal(yield* device(ClientAccounts.getOrLink({ ...calendar, scopes: ["drive"] })), null)
    assert.equal(yield* device(ClientAccounts.getAccessToken({ provider: google, accountId: "4711" })), null)
    assert.equal(yield* server(Accounts.getAccessToken({ userId, provider: apple, accountId: "4711" })), null)
    yield* failure(device(ClientAccounts.getOrLink({ provider: "../x" })), "InvalidOption")
  }),
  scenario(
    "a token that the provider does not renew is not available, until the account is linked again",
    function* () {
      const project = yield* withProviders
      const identity = yield* stranger
      const { device, finish, link, start } = yield* makeApp(project)
      yield* finish(yield* through(start(google), { identity, outcome: "revoked-token" }))
      const [account] = yield* device(ClientAccounts.list)
      const { id: userId } = yield* device(CurrentUser.getOrFail)
      assert.ok(account !== undefined)
      const server = yield* makeServer(project)
      const asked = { userId, provider: google, accountId: account.accountId }
      if ((yield* Backend).generation === "2025-06") assert.equal(yield* server(Accounts.getAccessToken(asked)), null)
      else {
        const error = yield* failure(server(Accounts.getAccessToken(asked)), "OAuthAccessTokenNotAvailable")
        assert.equal(error.details.provider, google)
        const bob = yield* makeApp(project)
        const page = yield* through(bob.start(google), { identity: yield* stranger, outcome: "revoked-token" })
        yield* bob.finish(page)
        const { id } = yield* bob.device(CurrentUser.getOrFail)
        const params = { userId: id, provider: google }
        const ofAny = call(project, "server", Wire.createProviderAccessToken, { params, payload: {} })
        yield* failure(ofAny, "OAuthAccessTokenNotAvailable")
      }
      assert.equal(yield* device(ClientAccounts.getAccessToken({ provider: google })), null)
      yield* finish(yield* through(link({ provider: google }), { identity }))
      assert.ok((yield* device(ClientAccounts.getAccessToken({ provider: google }))) !== null)
    }
  ),
  scenario("connected accounts are shown to their user and to servers", { generations: ["current"] }, function* () {
    const project = yield* withProviders
    const { device, finish, start } = yield* makeApp(project)
    yield* finish(yield* through(start(google), { identity: yield* stranger }))
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const eve = yield* makeApp(project)
    yield* eve.finish(yield* through(eve.start(google), { identity: yield* stranger }))
    const credentials = { accessToken: yield* readAccessToken(eve.device) }
    const list = (userId: UserIdOrMe, credentials?: { readonly accessToken: Redacted.Redacted }) =>
      call(project, "client", Wire.listConnectedAccounts, { params: { userId } }, credentials)
    yield* refusal(list(userId, credentials), 403)
    yield* failure(list("me"), "CannotGetOwnUserWithoutUser")
    const params = { userId, provider: google, accountId: "4711" }
    const token = call(project, "client", Wire.createConnectedAccountAccessToken, { params, payload: {} }, credentials)
    yield* refusal(token, 403)
  }),
  scenario("an account signs in and is connected as its switches say", { generations: ["current"] }, function* () {
    const project = yield* withProviders
    const identity = yield* stranger
    const { device, finish, start } = yield* makeApp(project)
    yield* finish(yield* through(start(google), { identity }))
    const [account] = yield* device(ProviderAccounts.list)
    assert.ok(account !== undefined)
    const { id, userId } = account
    assert.deepEqual(account, {
      id,
      userId,
      provider: google,
      type: google,
      email: identity?.email,
      allowSignIn: true,
      allowConnectedAccounts: true
    })

    const disconnected = yield* device(ProviderAccounts.update({ id, allowConnectedAccounts: false }))
    assert.deepEqual(disconnected, { ...account, allowConnectedAccounts: false })
    assert.deepEqual(yield* device(ClientAccounts.list), [])
    assert.equal(yield* device(ClientAccounts.getAccessToken({ provider: google })), null)
    const again = yield* makeApp(project)
    assert.equal(yield* again.finish(yield* through(again.start(google), { identity })), "signed-in")

    const turnedOff = yield* device(ProviderAccounts.update({ id, allowSignIn: false, allowConnectedAccounts: true }))
    assert.deepEqual(turnedOff, { ...account, allowSignIn: false })
    const refused = yield* through(again.start(google), { identity })
    assert.equal(yield* again.refusal(refused), "ContactChannelAlreadyUsedForAuthBySomeoneElse")
    assert.ok((yield* device(ClientAccounts.getAccessToken({ provider: google }))) !== null)

    yield* device(ProviderAccounts.delete(id))
    assert.deepEqual(yield* device(ProviderAccounts.list), [])
    assert.equal(yield* device(ClientAccounts.getAccessToken({ provider: google })), null)
    assert.deepEqual((yield* device(CurrentUser.getOrFail)).oauthProviders, [])
    // Whoever has verified the address gets the account again by it.
    assert.equal(yield* again.finish(yield* through(again.start(google), { identity })), "signed-in")
  }),
  scenario("an answer that no device asked for, or that the client does not know, signs nobody in", function* () {
    const { device, finish, start } = yield* makeApp(yield* withProviders)
    const page = yield* through(start(google), { identity: yield* stranger })
    const { searchParams } = page.url
    const state = searchParams.get("state") ?? ""
    searchParams.delete("code")
    searchParams.set("error", "temporarily_unavailable")
    searchParams.set("state", "forged")
    assert.equal(yield* finish(page), "ignored")
    searchParams.set("state", state)
    yield* failure(finish(page), "UnsupportedError")
    assert.equal(yield* device(CurrentUser.get), null)
  }),
  scenario("a sign-in may take ten minutes", function* () {
    const { elapse } = yield* Backend
    const project = yield* withProviders
    const isAnsweredHere = yield* byGeneration(true, false)
    for (const provider of [google, apple]) {
      const response = yield* authorize(project, provider)
      const state = new URL(response.header("location") ?? "").searchParams.get("state") ?? ""
      yield* elapse("10 minutes")
      const path = `/api/v1/auth/oauth/callback/${provider}`
      const answer = `${new URLSearchParams({ state, code: "late" })}`
      // A browser would have forgotten the cookie in this very moment.
      const cookie = { cookie: `stack-oauth-inner-${state}=true` }
      const form = { ...cookie, "content-type": "application/x-www-form-urlencoded" }
      const late = yield* provider === apple
        ? send("POST", path, form, answer)
        : send("GET", `${path}?${answer}`, cookie)
      if (isAnsweredHere) isKnownErrorAnswer(late, "OUTER_OAUTH_TIMEOUT", 408)
      else assert.equal(new URL(late.header("location") ?? "").searchParams.get("errorCode"), "OUTER_OAUTH_TIMEOUT")
    }
  }),
  scenario("a scope that the service does not have is refused, or means nothing", function* () {
    const answer = yield* authorize(yield* withProviders, google, { scope: "openid" })
    if (answer.status !== 307) isKnownErrorAnswer(answer, "INVALID_SCOPE", 400)
  }),
  scenario("linking needs somebody signed in", function* () {
    const { link } = yield* makeApp(yield* withProviders)
    yield* failure(link({ provider: google }), "UserAuthenticationRequired")
  }),
  scenario("who may not go to a provider hears so before they leave, where the service can be asked", function* () {
    const { device, link, start } = yield* makeApp(yield* withProviders)
    const { newAddress } = yield* Backend
    yield* device(Password.signUp({ email: newAddress("ann"), password }))
    const canAsk = yield* byGeneration(false, true)
    const notHere = "https://evil.example.com/back"
    if (canAsk) {
      yield* failure(start("spotify"), "OAuthProviderNotFoundOrNotEnabled")
      yield* failure(link({ provider: "spotify" }), "OAuthProviderNotFoundOrNotEnabled")
      yield* failure(link({ provider: google, redirectUrl: notHere }), "RedirectUrlNotWhitelisted")
      return
    }
    for (const url of [yield* start("spotify"), yield* link({ provider: "spotify" })]) {
      assert.equal(new URL(url).pathname, "/api/v1/auth/oauth/authorize/spotify")
    }
  }),
  scenario(
    "who signs in with a provider is challenged before, and is sent there all the same",
    { generations: ["current"], options: { requiresBotChallenge: true } },
    function* () {
      const app = yield* makeApp(yield* Effect.provide(withProviders, ChallengeSolver.layer()))
      const wrong = ChallengeSolver.layer({ visible: "wrong" })
      yield* failure(Effect.provide(app.start(google), wrong), "BotChallengeFailed")
      const identity = yield* stranger
      const solved = Effect.provide(app.start(google), ChallengeSolver.layer({ invisible: "wrong" }))
      assert.equal(yield* app.finish(yield* through(solved, { provider: google, identity })), "signed-up")
    }
  ),
  scenario(
    "a rule turns away who signs up with a provider, and nobody else",
    { generations: ["current"], options: { rejectsSignUp: (email) => email.startsWith("unwanted") } },
    function* () {
      const { appleToken, newAddress } = yield* Backend
      const { finish, refusal, start } = yield* makeApp(yield* withProviders)
      for (const provider of [google, apple]) {
        const unwanted = { provider, identity: { email: newAddress("unwanted") } }
        assert.equal(yield* refusal(yield* through(start(provider), unwanted)), "SignUpRejected")
      }
      const idToken = yield* appleToken({ audience: bundleId, identity: { email: newAddress("unwanted") } })
      const onDevice = yield* makeDevice(yield* withApp)
      yield* failure(onDevice(OAuth.signInWithAppleToken({ idToken })), "SignUpRejected")
      const wanted = { provider: google, identity: yield* stranger }
      assert.equal(yield* finish(yield* through(start(google), wanted)), "signed-up")
    }
  ),
  scenario(
    "an app on a device signs up and in with a token of Apple, and keeps the guest who was there",
    { generations: ["current"] },
    function* () {
      const { appleToken, newAddress } = yield* Backend
      const project = yield* withApp
      const idToken = yield* appleToken({ audience: bundleId, identity: { email: newAddress("ann") } })
      const first = yield* makeDevice(project)
      yield* first(Anonymous.signUp)
      const guest = yield* first(CurrentUser.getIncludingAnonymous)
      assert.equal(yield* first(OAuth.signInWithAppleToken({ idToken })), "upgraded")
      const user = yield* first(CurrentUser.getOrFail)
      assert.equal(user.id, guest?.id)
      const second = yield* makeDevice(project)
      assert.equal(yield* second(OAuth.signInWithAppleToken({ idToken })), "signed-in")
      assert.equal((yield* second(CurrentUser.getOrFail)).id, user.id)

      const another = yield* appleToken({ audience: bundleId, identity: { email: newAddress("bob") } })
      assert.equal(yield* (yield* makeDevice(project))(OAuth.signInWithAppleToken({ idToken: another })), "signed-up")
      yield* first(Mfa.enable(yield* enrolment(first)))
      yield* failure(second(OAuth.signInWithAppleToken({ idToken })), "MultiFactorAuthenticationRequired")
    }
  ),
  scenario(
    "a token of Apple signs nobody in unless it is for an app of the project",
    { generations: ["current"] },
    function* () {
      const { appleToken, newAddress, nextSignIn } = yield* Backend
      const identity = { email: newAddress("ann") }
      const idToken = yield* appleToken({ audience: bundleId, identity })
      const signIn = Effect.fnUntraced(function* (project: Project, token = idToken) {
        return yield* (yield* makeDevice(project))(OAuth.signInWithAppleToken({ idToken: token }))
      })
      const project = yield* withApp
      yield* failure(signIn(project, Redacted.make("invalid-jwt-token")), "InvalidAppleCredentials")
      const ofOther = yield* appleToken({ audience: "com.example.stranger", identity })
      yield* failure(signIn(project, ofOther), "InvalidAppleCredentials")
      yield* failure(signIn(yield* withProviders), "AppleBundleIdNotConfigured")
      yield* failure(signIn(yield* makeProject()), "OAuthProviderNotFoundOrNotEnabled")

      yield* nextSignIn({ provider: apple, outcome: "unavailable" })
      yield* failure(signIn(project), "OAuthProviderTemporarilyUnavailable")
      yield* signUpWith(project, identity.email)
      yield* failure(signIn(project), "ContactChannelAlreadyUsedForAuthBySomeoneElse")
      const closed = yield* makeProject({ signUpEnabled: false, oauthProviders: [appOfApple] })
      yield* failure(signIn(closed), "SignUpNotEnabled")
    }
  ),
  scenario("apps on devices are new in the current service", function* () {
    const device = yield* makeDevice(yield* withProviders)
    const refusal = yield* byGeneration("NotSupportedByService", "AppleBundleIdNotConfigured")
    yield* failure(device(OAuth.signInWithAppleToken({ idToken: "any" })), refusal)
  }),
  scenario("a provider that is down is told to be, where the service can say so", function* () {
    for (const provider of [google, apple]) {
      const { device, refusal, start } = yield* makeApp(yield* withProviders)
      const page = yield* through(start(provider), { outcome: "unavailable" })
      if (page.status === 400) assert.ok(page.text.includes("temporarily_unavailable"), page.text)
      else assert.equal(yield* refusal(page), "OAuthProviderTemporarilyUnavailable")
      assert.equal(yield* device(CurrentUser.get), null)
    }
  }),
  scenario("who is not let in any more when they come back is told so", function* () {
    for (const provider of [google, apple]) {
      const closed = yield* makeProject({ signUpEnabled: false, oauthProviders: [withKeys(provider)] })
      const { refusal, start } = yield* makeApp(closed)
      const page = yield* through(start(provider), { identity: yield* stranger })
      assert.equal(yield* refusal(page), "SignUpNotEnabled")

      const taken = yield* makeApp(yield* withProviders)
      const identity = yield* stranger
      yield* signUpWith(taken.project, identity?.email ?? "")
      const holder = yield* through(taken.start(provider), { identity })
      assert.equal(yield* taken.refusal(holder), "ContactChannelAlreadyUsedForAuthBySomeoneElse")

      const disabled = yield* makeApp(yield* withProviders)
      const back = yield* whileAway(disabled, provider, { oauthProviders: [] })
      assert.equal(yield* disabled.refusal(back), "OAuthProviderNotFoundOrNotEnabled")

      // There is no page left to lead to.
      const distrusted = yield* makeApp(yield* withProviders)
      const answered = yield* whileAway(distrusted, provider, { allowLocalhost: false })
      assert.equal(answered.headers.get("x-stack-known-error"), "REDIRECT_URL_NOT_WHITELISTED")
    }
  }),
  scenario("a second factor is asked for after a provider, too", function* () {
    const project = yield* withProviders
    const { device, finish, start } = yield* makeApp(project)
    const identity = yield* stranger
    yield* finish(yield* through(start(google), { identity }))
    yield* device(Mfa.enable(yield* enrolment(device)))
    const again = yield* makeApp(project)
    const asked = again.finish(yield* through(again.start(google), { identity }))
    yield* failure(asked, "MultiFactorAuthenticationRequired")
  }),
  scenario("a code is for the page that it was sent to", { generations: ["2025-06"] }, function* () {
    // The current service says it in plain text.
    if ((yield* Backend).generation !== "2025-06") return
    const project = yield* withProviders
    const { start } = yield* makeApp(project)
    const codeVerifier = "v".repeat(43)
    const begun = Effect.map(start(google), (url) => {
      const own = new URL(url)
      own.searchParams.set("code_challenge", createHash("sha256").update(codeVerifier).digest("base64url"))
      return own.href
    })
    const page = yield* through(begun, { identity: yield* stranger })
    yield* failure(
      call(project, "client", OAuthWire.exchangeCode, {
        payload: {
          grantType: "authorization_code",
          code: Redacted.make(page.url.searchParams.get("code") ?? ""),
          redirectUri: `${appUrl}/handler/other-page`,
          codeVerifier: Redacted.make(codeVerifier),
          clientId: project.projectId,
          clientSecret: project.publishableClientKey
        }
      }),
      "RedirectUrlNotWhitelisted"
    )
  })
]
