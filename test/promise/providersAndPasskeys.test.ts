/** Sign-in with providers and passkeys as promises: what the app provides by itself. */
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp, type CreateClientAppOptions } from "../../src/promise/index.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as Browser from "../support/Browser.ts"
import { password } from "../support/emulatorCalls.ts"

const service = Emulator.toFetchHandler({
  project: { config: { passkeyEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] } },
  passwordCost: "insecure-fast"
})
afterAll(() => service.dispose())

const makeApp = async (options: Partial<CreateClientAppOptions> = {}) => {
  const { baseUrl, project } = await service.emulator
  const appUrl = "http://localhost:3000"
  return createClientApp({ ...project!, apiUrl: baseUrl, appUrl, http: Http.layerHandler(service.fetch), ...options })
}

describe("a client of promises", () => {
  it("signs in with a provider", async () => {
    await using app = await makeApp()
    const { baseUrl, identityProvider } = await service.emulator
    await Effect.runPromise(identityProvider.script({ identity: { email: "ann@example.org" } }))
    const url = await app.oauth.start({ provider: "github" })
    const back = await Effect.runPromise(Browser.make({ [baseUrl]: service.fetch }).open(url))
    expect(await app.oauth.callback({ url: back.url.href })).toBe("signed-up")
    expect(await app.oauth.callback({ url: back.url.href })).toBe("ignored")
    expect(await app.connectedAccounts.list()).toMatchObject([{ provider: "github", userId: expect.any(String) }])
    expect(await app.connectedAccounts.getAccessToken.result({ provider: "google" })).toMatchObject({ ok: false })
    expect(await app.oauth.pageError({ url: "http://localhost:3000/?errorCode=SIGN_UP_NOT_ENABLED" })).toMatchObject({
      _tag: "SignUpNotEnabled"
    })
  })

  it("keeps no flows for the users of a server", async () => {
    await using app = await makeApp({ tokenStore: MemoryTokenStore.layer })
    expect(await app.oauth.start.result({ provider: "github" })).toMatchObject({
      ok: false,
      error: { _tag: "OAuthFlowsUnavailable" }
    })
  })

  it("registers a passkey and signs in with it", async () => {
    const platform = SoftwareAuthenticator.layer({ origin: "http://localhost:3000" })
    await using app = await makeApp({ platform })
    await app.password.signUp({ email: "bob@example.org", password })
    await app.passkey.register()
    await app.sessions.signOut()
    await app.passkey.signIn()
    expect((await app.currentUser.get({ or: "throw" })).primaryEmail).toBe("bob@example.org")
    await app.passkey.remove()
    // The options of the platform do not take the flows' place.
    expect(await app.oauth.start.result({ provider: "github" })).toMatchObject({ ok: true })
  })
})
