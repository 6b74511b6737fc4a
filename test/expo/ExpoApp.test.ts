/** An app on a phone against the emulator: providers in the browser, links that open it, and what it keeps. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/index.ts"
import { createExpoApp, type ExpoApp, type ExpoAppOptions } from "../../src/expo/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { appUrl, makePhone, makeOptions, type Phone, returnUrl, visitProvider } from "./phone.ts"

const service = Emulator.toFetchHandler({
  passwordCost: "insecure-fast",
  project: {
    config: {
      magicLinkEnabled: true,
      clientTeamCreationEnabled: true,
      oauthProviders: [
        { id: "github", type: "shared" },
        { id: "apple", type: "standard", clientId: "our-id", clientSecret: "our-secret", appleBundleIds: ["app.notes"] }
      ]
    }
  }
})
afterAll(() => service.dispose())

let phone: Phone
beforeEach(() => {
  phone = makePhone()
})

/** Starts the app on the phone. */
const start = async (options: Partial<ExpoAppOptions> = {}): Promise<ExpoApp> =>
  createExpoApp({ ...makeOptions(phone, { ...(await service.emulator), fetch: service.fetch }), ...options })

const atProvider = async (answer: Emulator.SignInAnswer) =>
  visitProvider({ ...(await service.emulator), fetch: service.fetch }, answer)

const ann: Emulator.TestIdentity = { email: "ann@example.org", displayName: "Ann" }

describe("a sign-in with a provider", () => {
  it("goes through the browser, and the session outlives the app", async () => {
    await using app = await start()
    phone.visit = await atProvider({ identity: ann })
    expect(await app.signInWithProvider({ provider: "github" })).toBe("signed-up")
    expect((await app.currentUser.get())?.displayName).toBe("Ann")
    expect([...phone.secureStore.values.keys()].filter((key) => key.startsWith("gatefold.flows"))).toStrictEqual([])
    const again = await start()
    expect((await again.currentUser.get())?.displayName).toBe("Ann")
    await again.sessions.signOut()
    expect([...phone.secureStore.values]).toStrictEqual([])
    await again.dispose()
  })

  it("names the return URL of native apps, with the app's own scheme as its host", async () => {
    await using app = await start()
    let named: string | undefined
    phone.visit = async (url, back) => {
      named = back
      return (await atProvider({ identity: ann }))(url, back)
    }
    await app.signInWithProvider({ provider: "github" })
    expect(named).toBe(returnUrl)
    await using website = await start({ urls: { oauthCallback: "/back" } })
    await website.signInWithProvider({ provider: "github" })
    expect(named).toBe(`${appUrl}/back`)
  })

  it.each(["cancel", "dismiss", "success"])("changes nothing if the user ends it by $0", async (type) => {
    await using app = await start()
    phone.visit = async () => ({ type })
    const result = await app.signInWithProvider.result({ provider: "github" })
    expect(result).toMatchObject({ ok: false, error: { _tag: "SignInCancelled" } })
    expect(await app.currentUser.get()).toBeNull()
  })

  it("says that the provider refused it", async () => {
    await using app = await start()
    phone.visit = await atProvider({ outcome: "deny" })
    expect(await app.signInWithProvider.result({ provider: "github" })).toMatchObject({
      ok: false,
      error: { _tag: "OAuthProviderAccessDenied" }
    })
    expect(await app.signInWithProvider.result({ provider: "myspace" })).toMatchObject({
      ok: false,
      error: { _tag: "OAuthProviderNotFoundOrNotEnabled" }
    })
  })

  it("needs a browser that can be opened", async () => {
    await using app = await start()
    phone.visit = async () => ({ type: "locked" })
    const busy = await app.signInWithProvider.result({ provider: "github" })
    expect(busy).toMatchObject({ ok: false, error: { _tag: "DeviceUnavailable", problem: expect.any(String) } })
    phone.visit = () => Promise.reject(new Error("no browser"))
    const none = await app.signInWithProvider.result({ provider: "github" })
    expect(none).toMatchObject({ ok: false, error: { _tag: "DeviceUnavailable" } })
  })

  it("is none if it comes back with the answer for another user", async () => {
    await using app = await start()
    const other = makePhone()
    await using attacker = createExpoApp(makeOptions(other, { ...(await service.emulator), fetch: service.fetch }))
    let planted = ""
    const visit = await atProvider({ identity: { email: "mallory@example.org" } })
    other.visit = async (url, back) => {
      planted = (await visit(url, back)).url!
      return { type: "cancel" }
    }
    await attacker.signInWithProvider.result({ provider: "github" })
    phone.visit = async () => ({ type: "success", url: planted })
    const result = await app.signInWithProvider.result({ provider: "github" })
    expect(result).toMatchObject({ ok: false, error: { _tag: "SignInCancelled" } })
    expect(await app.openLink({ url: planted })).toBeNull()
    expect(await app.currentUser.get()).toBeNull()
  })

  it("closes the browser when it is given up", async () => {
    await using app = await start()
    phone.visit = () => new Promise(() => {})
    const stop = new AbortController()
    const pending = app.signInWithProvider({ provider: "github" }, { signal: stop.signal })
    await expect.poll(() => phone.opened.length).toBe(1)
    stop.abort(new Error("given up"))
    await expect(pending).rejects.toThrow("given up")
    expect(phone.dismissed).toBe(1)
  })

  it("ends once if Android gives its answer to the browser and as a link", async () => {
    await using app = await start()
    const visit = await atProvider({ identity: ann })
    let linked: Promise<unknown> | undefined
    phone.visit = async (url, back) => {
      const result = await visit(url, back)
      linked = app.openLink({ url: result.url! })
      return { type: "dismiss" }
    }
    expect(await app.signInWithProvider({ provider: "github" })).toBe("signed-in")
    expect(await linked).toBeNull()
  })

  it("ends in the next start if the system has ended the app meanwhile", async () => {
    const before = await start()
    const visit = await atProvider({ identity: ann })
    let back = ""
    phone.visit = async (url, returnUrl) => {
      back = (await visit(url, returnUrl)).url!
      return new Promise(() => {})
    }
    void before.signInWithProvider({ provider: "github" }).catch(() => undefined)
    await expect.poll(() => back).not.toBe("")
    await using app = await start()
    expect(await app.openLink({ url: back })).toStrictEqual({ page: "oauthCallback", result: "signed-in" })
    expect(await app.openLink({ url: back })).toBeNull()
    expect((await app.currentUser.get())?.primaryEmail).toBe(ann.email)
    await before.dispose()
  })

  it("links a provider to the user", async () => {
    await using app = await start()
    await app.password.signUp({ email: "linus@example.org", password })
    phone.visit = await atProvider({ identity: { email: "linus@example.com" } })
    await app.linkProvider({ provider: "github" })
    expect(await app.connectedAccounts.list()).toMatchObject([{ provider: "github" }])
    expect((await app.currentUser.get())?.primaryEmail).toBe("linus@example.org")
    await app.sessions.signOut()
    expect(await app.linkProvider.result({ provider: "github" })).toMatchObject({
      ok: false,
      error: { _tag: "UserAuthenticationRequired" }
    })
  })
})

describe("Apple's own dialog", () => {
  const idToken = async () =>
    Effect.runPromise(
      (await service.emulator).identityProvider.idToken({
        audience: "app.notes",
        identity: { email: "apple@example.org" }
      })
    )

  it("signs in with the identity token", async () => {
    const asked: Array<unknown> = []
    await using app = await start({
      appleAuthentication: {
        signInAsync: async (options) => {
          asked.push(options)
          return { identityToken: await idToken() }
        }
      }
    })
    expect(await app.signInWithApple()).toBe("signed-up")
    expect(asked).toStrictEqual([{ requestedScopes: [0, 1] }])
    expect((await app.currentUser.get())?.primaryEmail).toBe("apple@example.org")
  })

  it("fails if the person cancels, the module is missing, or the token is missing or forged", async () => {
    const result = async (appleAuthentication?: ExpoAppOptions["appleAuthentication"]) => {
      await using app = await start({ appleAuthentication })
      const { ok, ...rest } = await app.signInWithApple.result()
      return [ok, "error" in rest && rest.error._tag]
    }
    expect(await result()).toStrictEqual([false, "DeviceUnavailable"])
    expect(await result({ signInAsync: async () => ({ identityToken: null }) })).toStrictEqual([
      false,
      "DeviceUnavailable"
    ])
    const fails = (code: string) => ({ signInAsync: () => Promise.reject(Object.assign(new Error("no"), { code })) })
    expect(await result(fails("ERR_REQUEST_CANCELED"))).toStrictEqual([false, "SignInCancelled"])
    expect(await result(fails("ERR_REQUEST_FAILED"))).toStrictEqual([false, "DeviceUnavailable"])
    expect(await result({ signInAsync: async () => ({ identityToken: "forged" }) })).toStrictEqual([
      false,
      "InvalidAppleCredentials"
    ])
  })
})

describe("a link", () => {
  const mailTo = async (to: string) => {
    const { link = "" } = await Effect.runPromise((await service.emulator).mailbox.takeWithin({ to }, "5 seconds"))
    return link
  }
  /** The same link as a page of the website may hand it on, by the app's own scheme. */
  const inScheme = (link: string) => link.replace(`${appUrl}/`, "notes://")

  it.each([
    ["the website's address", (link: string) => link],
    ["the app's scheme", inScheme],
    ["the app's scheme in capitals", (link: string) => inScheme(link).replace("notes:", "NOTES:/")]
  ])("signs in if it is a magic link on %s, once", async (_, form) => {
    await using app = await start()
    await app.magicLink.send({ email: "maggie@example.org" })
    const url = form(await mailTo("maggie@example.org"))
    expect(await app.openLink({ url })).toStrictEqual({
      page: "magicLinkCallback",
      result: expect.stringMatching(/^signed-/)
    })
    expect((await app.currentUser.get())?.primaryEmail).toBe("maggie@example.org")
    expect(await app.openLink({ url })).toBeNull()
    await app.sessions.signOut()
    // The next start of the app gets the same URL again: the code is spent.
    await using next = await start()
    expect(await next.openLink.result({ url })).toMatchObject({
      ok: false,
      error: { _tag: "VerificationCodeAlreadyUsed" }
    })
  })

  it("verifies an address, or waits for the user if it is of a reset or an invitation", async () => {
    await using app = await start()
    const email = "vera@example.org"
    await app.password.signUp({ email, password })
    expect((await app.currentUser.get())?.primaryEmailVerified).toBe(false)
    expect(await app.openLink({ url: await mailTo(email) })).toStrictEqual({ page: "emailVerification" })
    expect((await app.currentUser.get())?.primaryEmailVerified).toBe(true)

    await app.password.sendResetCode({ email })
    const reset = await app.openLink({ url: await mailTo(email) })
    expect(reset).toMatchObject({ page: "passwordReset" })
    if (reset?.page !== "passwordReset") throw new Error("no reset")
    await app.password.reset({ code: reset.code, password: "another fine password" })
    await app.password.signIn({ email, password: "another fine password" })

    const team = await app.teams.create({ displayName: "Readers" })
    await app.teamInvitations.send({ teamId: team.id, email: "guest@example.org" })
    const url = await mailTo("guest@example.org")
    await app.sessions.signOut()
    const invitation = await app.openLink({ url })
    if (invitation?.page !== "teamInvitation") throw new Error("no invitation")
    await app.password.signUp({ email: "guest@example.org", password })
    expect(await app.teamInvitations.details({ code: invitation.code })).toMatchObject({ teamDisplayName: "Readers" })
    await app.teamInvitations.accept({ code: invitation.code })
    expect((await app.teams.list()).map(({ displayName }) => displayName)).toContain("Readers")
  })

  const code = "a".repeat(45)

  it("is refused if its code has another form, and nothing is sent", async () => {
    let sent = 0
    const fetch = (request: Request) => {
      sent++
      return service.fetch(request)
    }
    await using app = createExpoApp(makeOptions(phone, { ...(await service.emulator), fetch }))
    // The page itself is known.
    for (const url of [`${appUrl}/handler/magic-link-callback/?code=short`, "notes:///handler/password-reset#x"]) {
      expect(await app.openLink.result({ url })).toMatchObject({
        ok: false,
        error: { _tag: "VerificationCodeNotFound" }
      })
    }
    expect(sent).toBe(0)
    expect(await app.openLink({ url: `${returnUrl}?code=${code}&state=unknown` })).toBeNull()
    expect(sent).toBe(0)
  })

  it.each([
    "",
    "magic",
    `https://evil.example/handler/magic-link-callback?code=${code}`,
    `http://localhost:3001/handler/magic-link-callback?code=${code}`,
    `https://localhost:3000/handler/magic-link-callback?code=${code}`,
    `http://localhost:3000@evil.example/handler/magic-link-callback?code=${code}`,
    `http://a@localhost:3000/handler/magic-link-callback?code=${code}`,
    `http://localhost:3000.evil.example/handler/magic-link-callback?code=${code}`,
    `http://localhost:3000/handler/magic-link-callback/x?code=${code}`,
    `http://localhost:3000/handler/%6dagic-link-callback?code=${code}`,
    `http://localhost:3000/?url=/handler/magic-link-callback&code=${code}`,
    `http://localhost:3000/orders/5?code=${code}`,
    `other://handler/magic-link-callback?code=${code}`,
    `notes.evil://handler/magic-link-callback?code=${code}`,
    `notes://evil/handler/magic-link-callback?code=${code}`,
    `notes://evil.example/?notes://handler/magic-link-callback?code=${code}`,
    `notes:handler/magic-link-callback?code=${code}`,
    `notes://handler/magic-link-callback%3Fcode=${code}`,
    `notes://handler\\magic-link-callback?code=${code}`,
    `javascript://handler/magic-link-callback?code=${code}`,
    `stack-auth-mobile-oauth-url://other/oauth-callback?code=${code}&state=x`,
    `stack-auth-mobile-oauth-url://notes/other?code=${code}&state=x`
  ])("is refused if it has another scheme, host or page, and nothing is sent: $0", async (url) => {
    let sent = 0
    const fetch = (request: Request) => {
      sent++
      return service.fetch(request)
    }
    await using app = createExpoApp(makeOptions(phone, { ...(await service.emulator), fetch }))
    expect(await app.openLink({ url }), url).toBeNull()
    expect(sent).toBe(0)
  })

  const urls = { magicLinkCallback: "/enter", passwordReset: "https://accounts.example.com/reset" }

  it.each([`${appUrl}/enter?code=1`, "notes://enter?code=1", "https://accounts.example.com/reset?code=1"])(
    "refuses what is no page of the app: $0",
    async (url) => {
      await using app = await start({ urls })
      const refused = { ok: false, error: { _tag: "VerificationCodeNotFound" } }
      expect(await app.openLink.result({ url })).toMatchObject(refused)
    }
  )

  it.each([`${appUrl}/handler/magic-link-callback?code=1`, `${appUrl}/reset?code=1`, "notes://reset"])(
    "follows the app's page $0",
    async (url) => {
      await using app = await start({ urls })
      expect(await app.openLink({ url })).toBeNull()
    }
  )
})

describe("an app on a phone", () => {
  it("has operations that fail in any other app", async () => {
    const { createClientApp } = await import("../../src/promise/index.ts")
    const { openLink, signInWithApple, signInWithProvider } = await import("../../src/expo/index.ts")
    const { http, ...project } = makeOptions(phone, { ...(await service.emulator), fetch: service.fetch })
    await using app = createClientApp({ ...project, http: http! })
    const missing = { _tag: "DeviceUnavailable" }
    await expect(app.run(Effect.flip(openLink({ url: appUrl })))).resolves.toMatchObject(missing)
    await expect(app.run(Effect.flip(signInWithProvider({ provider: "github" })))).resolves.toMatchObject(missing)
    await expect(app.run(Effect.flip(signInWithApple()))).resolves.toMatchObject(missing)
  })

  it("names a wrong option", async () => {
    await using app = await start({ appUrl: "app.example.com" })
    expect(await app.currentUser.get.result()).toMatchObject({
      ok: false,
      error: { _tag: "InvalidOption", option: "appUrl" }
    })
  })

  it("sends paths to its router", async () => {
    const went: Array<unknown> = []
    await using app = await start({ navigate: (path, { replace }) => void went.push([path, replace]) })
    // It waits for the router for two seconds.
    void app.password.signUp({ email: "nora@example.org", password }).catch(() => undefined)
    await expect.poll(() => went).toStrictEqual([["/", true]])
  })

  it("enrols an authenticator without WebCrypto", async () => {
    await using app = await start()
    await app.password.signUp({ email: "otto@example.org", password })
    const { secret } = await app.mfa.createSecret({ issuer: "Notes" })
    expect(Redacted.value(secret)).toHaveLength(20)
    expect(await app.mfa.enable.result({ secret, totp: "000000" })).toMatchObject({
      ok: false,
      error: { _tag: "InvalidTotpCode" }
    })
  })

  it("has payments, like every client app", async () => {
    const { createPayments } = await import("../../src/payments/PromisePayments.ts")
    await using app = await start()
    await app.password.signUp({ email: "peggy@example.org", password })
    expect(await createPayments(app).pageProducts()).toStrictEqual({ items: [], nextCursor: null })
  })

  it("owns projects, like every client app", async () => {
    const { createPromiseOwnerApp } = await import("../../src/promise/AdminApp.ts")
    const { apiUrl, http } = makeOptions(phone, { ...(await service.emulator), fetch: service.fetch })
    await using owner = await start({ ...(await service.emulator).internal })
    await owner.password.signUp({ email: "olga@example.org", password })
    const { id: projectId } = await owner.ownedProjects.create({ displayName: "Shop" })
    await using app = createPromiseOwnerApp({ owner, projectId, http: http!, apiUrl: apiUrl! })
    expect((await app.project.get()).displayName).toBe("Shop")
  })
})
