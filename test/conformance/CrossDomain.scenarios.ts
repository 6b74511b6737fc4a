/** Going on at another domain of the project (docs/protocol/oauth.md#other-domains). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CrossDomain from "../../src/client/CrossDomain.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as Wire from "../../src/wire/generated/OAuth.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  call,
  type Device,
  dropAccessToken,
  failure,
  makeDevice,
  makeProject,
  type Project,
  scenario,
  signUp,
  readTokens
} from "./Scenario.ts"

const generations = ["current"] as const

/** A browser at another domain, whose users sign in at that of the other scenarios. */
const makeShop = Effect.fnUntraced(function* ({ projectId, publishableClientKey }: Project, appUrlOfShop: string) {
  const { apiUrl, http } = yield* Backend
  const app = ClientApp.layer({
    projectId,
    publishableClientKey,
    apiUrl,
    appUrl: appUrlOfShop,
    urls: { crossDomain: `${appUrl}/handler/cross-domain` },
    allowInsecureHttp: true
  })
  const services = yield* Layer.build(
    Layer.fresh(
      Layer.merge(Session.layer, OAuthFlows.layerMemory).pipe(
        Layer.provideMerge(MemoryTokenStore.layer),
        Layer.provideMerge(Layer.provide(app, http))
      )
    )
  )
  const shop: Device = (effect) => Effect.provideContext(effect, services)
  return shop
})

const shopUrl = "http://localhost:4000"

export const scenarios = [
  scenario("a user goes on at another domain with the same session, which ends at both", { generations }, function* () {
    const project = yield* makeProject()
    const shop = yield* makeShop(project, shopUrl)
    const { device } = yield* signUp(project)
    const url = yield* shop(CrossDomain.start({ afterCallbackRedirectUrl: "/cart" }))
    const back = Redacted.value(yield* device(CrossDomain.authorize({ url })))
    const stranger = yield* makeShop(project, shopUrl)
    assert.equal(yield* stranger(OAuth.callback({ url: back })), "ignored", "another browser started it")
    assert.equal(yield* shop(OAuth.callback({ url: back })), "signed-in")
    const user = yield* shop(CurrentUser.getOrFail)
    assert.equal(user.id, (yield* device(CurrentUser.getOrFail)).id)
    assert.equal((yield* device(Sessions.list)).length, 1)
    const [here, there] = [yield* readTokens(device), yield* readTokens(shop)]
    assert.ok(here?.refreshToken !== undefined && there?.refreshToken !== undefined)
    assert.equal(Redacted.value(there.refreshToken), Redacted.value(here.refreshToken))
    yield* shop(Sessions.signOut)
    yield* dropAccessToken(device)
    yield* failure(device(CurrentUser.getOrFail), "UserAuthenticationRequired")
  }),
  scenario("a user with a second factor is asked for it at the other domain", { generations }, function* () {
    const project = yield* makeProject()
    const shop = yield* makeShop(project, shopUrl)
    const { device } = yield* signUp(project)
    const url = yield* shop(CrossDomain.start())
    const secret = Redacted.make(Buffer.alloc(20, 7).toString("base64"))
    yield* device(CurrentUser.update({ totpSecretBase64: secret }))
    const back = Redacted.value(yield* device(CrossDomain.authorize({ url })))
    yield* failure(shop(OAuth.callback({ url: back })), "MultiFactorAuthenticationRequired")
    assert.equal(yield* shop(CurrentUser.get), null)
  }),
  scenario("a guest goes on as the same guest", { generations }, function* () {
    const project = yield* makeProject()
    const shop = yield* makeShop(project, shopUrl)
    const device = yield* makeDevice(project)
    yield* device(Anonymous.signUp)
    const back = yield* device(CrossDomain.authorize({ url: yield* shop(CrossDomain.start()) }))
    assert.equal(yield* shop(OAuth.callback({ url: Redacted.value(back) })), "signed-in")
    const [here, there] = [yield* readTokens(device), yield* shop(CurrentUser.getIncludingAnonymous)]
    assert.ok(here?.refreshToken !== undefined)
    assert.equal(there?.id, (yield* device(CurrentUser.getIncludingAnonymous))?.id)
  }),
  scenario(
    "nobody goes on without a session, at a domain that is not trusted, or with a code that was used",
    { generations },
    function* () {
      const project = yield* makeProject()
      const shop = yield* makeShop(project, shopUrl)
      const { device } = yield* signUp(project)
      const url = yield* shop(CrossDomain.start())
      yield* failure((yield* makeDevice(project))(CrossDomain.authorize({ url })), "UserAuthenticationRequired")
      const evil = yield* makeShop(project, "https://evil.example.com")
      const link = yield* evil(CrossDomain.start())
      yield* failure(device(CrossDomain.authorize({ url: link })), "RedirectUrlNotWhitelisted")
      yield* failure(device(CrossDomain.authorize({ url: appUrl })), "InvalidCrossDomainRequest")

      const input = {
        payload: {
          redirectUri: `${shopUrl}/handler/oauth-callback`,
          state: "state",
          codeChallenge: "c".repeat(43),
          codeChallengeMethod: "S256"
        }
      } as const
      const other = { accessToken: yield* readAccessToken(device), refreshToken: Redacted.make("another") }
      yield* failure(call(project, "client", Wire.authorizeCrossDomain, input), "UserAuthenticationRequired")
      yield* failure(call(project, "client", Wire.authorizeCrossDomain, input, other), "SessionMismatch")

      const back = new URL(Redacted.value(yield* device(CrossDomain.authorize({ url }))))
      assert.equal(yield* shop(OAuth.callback({ url: back.href })), "signed-in")
      const again = new URL(yield* shop(CrossDomain.start()))
      back.searchParams.set("state", again.searchParams.get("state") ?? "")
      yield* failure(shop(OAuth.callback({ url: back.href })), "InvalidAuthorizationCode")
    }
  ),
  scenario(
    "the service of 2025-06 hands no session on",
    { generations: ["2025-06"], options: { service: "2025-06" } },
    function* () {
      const project = yield* makeProject()
      const shop = yield* makeShop(project, shopUrl)
      const { device } = yield* signUp(project)
      const url = yield* shop(CrossDomain.start())
      yield* failure(device(CrossDomain.authorize({ url })), "NotSupportedByService")
    }
  )
]
