/** Passkeys against a scripted service and scripted authenticators: what each gets to see, and how ceremonies end. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach } from "vitest"
import type { AuthenticationOptions, RegistrationOptions } from "../../src/api/schema/Passkey.ts"
import * as Passkey from "../../src/client/Passkey.ts"
import * as WebAuthn from "../../src/platform/page/WebAuthn.ts"
import { makeAccessToken, app, page, signedIn, stored } from "../support/appPage.ts"
import { json, network, timed, userJson } from "../support/scriptedNetwork.ts"

const placeholder = "THIS_VALUE_WILL_BE_REPLACED.example.com"
const code = "c".repeat(45)
const userHandle = Buffer.from("7b9b9b9e-0000-4000-8000-000000000001").toString("base64url")

const registrationJson = (change: object = {}) => ({
  challenge: "Y2hhbGxlbmdl",
  rp: { name: "Demo", id: placeholder },
  user: { id: userHandle, name: "ann@example.org", displayName: "Ann" },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 60_000,
  attestation: "none",
  ...change
})

const authenticationJson = (change: object = {}) => ({
  rpId: placeholder,
  challenge: "Y2hhbGxlbmdl",
  allowCredentials: [],
  timeout: 60_000,
  userVerification: "preferred",
  ...change
})

const credential = { id: "id", rawId: "id", type: "public-key" as const, clientExtensionResults: {} }
const created = { ...credential, response: { clientDataJSON: "a", attestationObject: "b" } }
const signed = { ...credential, response: { clientDataJSON: "a", authenticatorData: "b", signature: "c" } }

/** A service that registers and signs in whatever it is given. */
const service = (options: { readonly registration?: object; readonly authentication?: object } = {}) =>
  network(({ url }) => {
    const path = url.slice(url.indexOf("/auth/passkey/") + "/auth/passkey/".length)
    if (path === "initiate-passkey-registration") {
      return json({ options_json: registrationJson(options.registration), code })
    }
    if (path === "initiate-passkey-authentication") {
      return json({ options_json: authenticationJson(options.authentication), code })
    }
    if (path === "register") return json({ user_handle: "id" })
    return json({
      access_token: makeAccessToken("new"),
      refresh_token: "refresh-new",
      user_id: "u",
      is_new_user: false
    })
  })

/** Authenticators that agree to everything and keep what they were asked. */
const agreeing = () => {
  const asked: Array<RegistrationOptions | AuthenticationOptions> = []
  const autofills: Array<boolean | undefined> = []
  const layer = WebAuthn.layer({
    create: (options) => Effect.sync(() => (asked.push(options), created)),
    get: (options, ceremony) => Effect.sync(() => (asked.push(options), autofills.push(ceremony?.autofill), signed))
  })
  return { asked, autofills, layer }
}

const body = (request: { readonly body: string | undefined }) => JSON.parse(request.body ?? "null") as unknown

describe("a passkey", () => {
  it.effect("is registered for the host of the page", () => {
    const net = service()
    const { asked, layer } = agreeing()
    return Effect.gen(function* () {
      yield* signedIn("user")
      yield* Passkey.register()
      expect(asked).toStrictEqual([registrationJson({ rp: { name: "Demo", id: "app.example.com" } })])
      expect(net.sent.map(({ headers }) => headers["x-stack-access-token"])).toStrictEqual(
        Array.from({ length: 2 }, () => makeAccessToken("user"))
      )
      expect(net.sent.map(body)).toStrictEqual([{}, { credential: created, code }])
    }).pipe(Effect.provide(layer), Effect.provide(app(net, page("https://app.example.com/settings"))))
  })

  it.effect("signs in, then goes on", () => {
    const net = service()
    const here = page("https://app.example.com/handler/sign-in?after_auth_return_to=%2Fdeep")
    const { asked, autofills, layer } = agreeing()
    return Effect.gen(function* () {
      yield* timed(Passkey.signIn(), 500)
      expect(asked).toStrictEqual([authenticationJson({ rpId: "app.example.com" })])
      expect(net.sent.map(body)).toStrictEqual([{}, { authentication_response: signed, code }])
      expect(yield* stored).toBe("refresh-new")
      expect(here.visited).toStrictEqual(["https://app.example.com/deep"])
      yield* Passkey.signIn({ noRedirect: true, hostname: "example.com", autofill: true })
      expect(asked[1]).toMatchObject({ rpId: "example.com" })
      expect(autofills).toStrictEqual([false, true])
      expect(here.visited).toHaveLength(1)
    }).pipe(Effect.provide(layer), Effect.provide(app(net, here)))
  })

  it.effect("needs a user, and shows no dialog before that is known", () => {
    const net = service()
    const { asked, layer } = agreeing()
    return Effect.gen(function* () {
      expect(yield* Effect.flip(Passkey.register())).toMatchObject({ _tag: "UserAuthenticationRequired" })
      expect(net.sent).toHaveLength(0)
      expect(asked).toHaveLength(0)
    }).pipe(Effect.provide(layer), Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect.each(["example.com", "app.example.com", "", `${placeholder}.`, placeholder.toLowerCase()])(
    "is not made for %o instead of the placeholder",
    (id) => {
      const net = service({ registration: { rp: { name: "Demo", id } }, authentication: { rpId: id } })
      const { asked, layer } = agreeing()
      return Effect.gen(function* () {
        yield* signedIn("user")
        const refusal = { _tag: "TransportError", reason: { _tag: "InvalidServerResponse" } }
        expect(yield* Effect.flip(Passkey.register())).toMatchObject(refusal)
        expect(yield* Effect.flip(Passkey.signIn())).toMatchObject(refusal)
        expect(asked).toHaveLength(0)
      }).pipe(Effect.provide(layer), Effect.provide(app(net, page("https://app.example.com/"))))
    }
  )

  it.effect("needs a page with a host", () => {
    const net = service()
    const { asked, layer } = agreeing()
    return Effect.gen(function* () {
      yield* signedIn("user")
      const refusal = { _tag: "PasskeyWebAuthnError", details: { code: "ERROR_INVALID_DOMAIN" } }
      expect(yield* Effect.flip(Passkey.register())).toMatchObject(refusal)
      expect(yield* Effect.flip(Passkey.register({ hostname: "" }))).toMatchObject(refusal)
      expect(yield* Effect.flip(Passkey.signIn())).toMatchObject(refusal)
      expect(net.sent).toHaveLength(0)
      expect(asked).toHaveLength(0)
    }).pipe(Effect.provide(layer), Effect.provide(app(net, page("file:///index.html"))))
  })

  const asksFor = (bytes: number) => {
    const id = Buffer.alloc(bytes, 1).toString("base64url")
    const net = service({ registration: { user: { id, name: "ann", displayName: "Ann" } } })
    const { asked, layer } = agreeing()
    return Effect.gen(function* () {
      yield* signedIn("user")
      yield* Effect.exit(Passkey.register())
      return asked.length === 1
    }).pipe(Effect.provide(layer), Effect.provide(app(net, page("https://app.example.com/"))))
  }

  it.effect.each([1, 2, 3, 4, 63, 64])("takes a user id of %s bytes", (bytes) =>
    Effect.map(asksFor(bytes), (isAsked) => expect(isAsked).toBe(true))
  )

  it.effect.each([0, 65, 66, 100])("refuses a user id of %s bytes", (bytes) =>
    Effect.map(asksFor(bytes), (isAsked) => expect(isAsked).toBe(false))
  )

  it.effect("is removed", () => {
    const net = network(() => json(userJson))
    return Effect.gen(function* () {
      yield* signedIn("user")
      yield* Passkey.remove
      expect(net.sent.map(({ method }) => method)).toStrictEqual(["PATCH"])
      expect(net.sent.map(body)).toStrictEqual([{ passkey_auth_enabled: false }])
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })
})

/** A browser whose ceremonies end as told. */
const browser = (ceremony: (options: CredentialCreationOptions & CredentialRequestOptions) => Promise<unknown>) => {
  vi.stubGlobal("PublicKeyCredential", class {})
  vi.stubGlobal("location", { hostname: "app.example.com", href: "https://app.example.com/", protocol: "https:" })
  vi.stubGlobal("navigator", { credentials: { create: ceremony, get: ceremony } })
}

const named = (name: string) => () => Promise.reject(Object.assign(new Error(`text of ${name}`), { name }))

describe("a ceremony in a browser", () => {
  afterEach(() => vi.unstubAllGlobals())

  const creating = (change: object = {}) =>
    Effect.flatMap(WebAuthn.WebAuthn, ({ create }) =>
      create(registrationJson({ rp: { name: "Demo", id: "app.example.com" }, ...change }) as RegistrationOptions)
    )
  const getting = (change: object = {}) =>
    Effect.flatMap(WebAuthn.WebAuthn, ({ get }) =>
      get(authenticationJson({ rpId: "app.example.com", ...change }) as AuthenticationOptions)
    )

  it.effect.each([
    ["NotAllowedError", "ERROR_NOT_ALLOWED", "ERROR_NOT_ALLOWED"],
    ["AbortError", "ERROR_CEREMONY_ABORTED", "ERROR_CEREMONY_ABORTED"],
    ["InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"],
    ["UnknownError", "ERROR_AUTHENTICATOR_GENERAL_ERROR", "ERROR_AUTHENTICATOR_GENERAL_ERROR"],
    ["NotSupportedError", "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG", "ERROR_UNSUPPORTED"],
    ["ConstraintError", "ERROR_AUTHENTICATOR_GENERAL_ERROR", "ERROR_AUTHENTICATOR_GENERAL_ERROR"]
  ] as const)("says that it ended with %s", ([name, onCreate, onGet]) =>
    Effect.gen(function* () {
      browser(named(name))
      expect(yield* Effect.flip(creating())).toMatchObject({
        _tag: "PasskeyWebAuthnError",
        code: "PASSKEY_WEBAUTHN_ERROR",
        details: { code: onCreate }
      })
      expect(yield* Effect.flip(getting())).toMatchObject({
        _tag: "PasskeyWebAuthnError",
        details: { code: onGet }
      })
    })
  )

  it.effect("says that it is for another host", () =>
    Effect.gen(function* () {
      browser(named("SecurityError"))
      const refused = { _tag: "PasskeyWebAuthnError", details: { code: "ERROR_INVALID_RP_ID" } }
      const created = creating({ rp: { name: "Demo", id: "other.example" } })
      expect(yield* Effect.flip(created)).toMatchObject(refused)
      expect(yield* Effect.flip(getting({ rpId: "other.example" }))).toMatchObject(refused)
    })
  )

  it.effect("says that the browser does not allow it in this frame", () =>
    Effect.gen(function* () {
      browser(named("SecurityError"))
      const refusal = { message: "text of SecurityError", code: "ERROR_INVALID_RP_ID" }
      expect(yield* Effect.flip(creating())).toMatchObject({ error: refusal.message, details: refusal })
      expect(yield* Effect.flip(getting())).toMatchObject({ error: refusal.message, details: refusal })
    })
  )

  const bytes = Uint8Array.of(1, 2, 3).buffer
  const answered = {
    id: "id",
    rawId: bytes,
    type: "public-key",
    response: { attestationObject: bytes, authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    getClientExtensionResults: () => ({})
  }

  it.effect("answers what the authenticator has made", () =>
    Effect.gen(function* () {
      browser(() => Promise.resolve(answered))
      expect(yield* creating()).toMatchObject({
        id: "id",
        rawId: "AQID",
        response: { attestationObject: "AQID", clientDataJSON: "AQID" }
      })
      expect(yield* getting()).toMatchObject({
        id: "id",
        response: { authenticatorData: "AQID", clientDataJSON: "AQID", signature: "AQID" }
      })
    })
  )

  it.effect("gives the browser five seconds more than its own limit, which ends it first", () =>
    Effect.gen(function* () {
      const times: Array<number | undefined> = []
      browser(({ publicKey }) => {
        times.push(publicKey?.timeout)
        return Promise.resolve(answered)
      })
      for (const start of [creating, getting]) {
        yield* start({ timeout: 30_000 })
        yield* start({ timeout: undefined })
      }
      expect(times).toStrictEqual([35_000, 65_000, 35_000, 65_000])
    })
  )

  it.effect("says that the page has no domain", () =>
    Effect.gen(function* () {
      browser(named("SecurityError"))
      vi.stubGlobal("location", { hostname: "127.0.0.1" })
      expect(yield* Effect.flip(creating())).toMatchObject({ details: { code: "ERROR_INVALID_DOMAIN" } })
      expect(yield* Effect.flip(getting())).toMatchObject({ details: { code: "ERROR_INVALID_DOMAIN" } })
    })
  )

  it.effect("fails with an error that WebAuthn does not name", () =>
    Effect.gen(function* () {
      browser(() => Promise.resolve(null))
      const registration = (error: string) => ({ _tag: "PasskeyRegistrationFailed", error })
      const authentication = (error: string) => ({ _tag: "PasskeyAuthenticationFailed", error })
      expect(yield* Effect.flip(creating())).toMatchObject(registration("Registration was not completed"))
      expect(yield* Effect.flip(getting())).toMatchObject(authentication("Authentication was not completed"))
      browser(named("SomethingElse"))
      expect(yield* Effect.flip(creating())).toMatchObject(registration("text of SomethingElse"))
      expect(yield* Effect.flip(getting())).toMatchObject(authentication("text of SomethingElse"))
      // A browser extension in the way may reject with anything.
      browser(() => Promise.reject({ name: "NotSupportedError" }))
      expect(yield* Effect.flip(getting())).toMatchObject(authentication("The ceremony was not completed"))
    })
  )

  it.effect("does not start where passkeys are not supported", () =>
    Effect.gen(function* () {
      const details = { message: "This platform has no passkeys", code: "ERROR_UNSUPPORTED" }
      expect(yield* Effect.flip(creating())).toMatchObject({ details })
      expect(yield* Effect.flip(getting())).toMatchObject({ details })
    })
  )

  /** Fails as the ceremony does where its library cannot be loaded. */
  const failToLoad = Effect.gen(function* () {
    vi.resetModules()
    vi.doMock("../../src/platform/page/internal/SimpleWebAuthn.ts", () => {
      throw new Error("offline")
    })
    const { WebAuthn } = yield* Effect.promise(() => import("../../src/platform/page/WebAuthn.ts"))
    const failed = yield* Effect.flip(Effect.flatMap(WebAuthn, ({ get }) => get({} as AuthenticationOptions)))
    vi.doUnmock("../../src/platform/page/internal/SimpleWebAuthn.ts")
    return failed
  })

  it.effect("does not start where its library cannot be loaded", () =>
    Effect.gen(function* () {
      expect(yield* failToLoad).toMatchObject({
        _tag: "PasskeyWebAuthnError",
        details: { message: "The passkey library could not be loaded", code: "ERROR_UNSUPPORTED" }
      })
    })
  )

  it.effect("fails with a typed error where its library cannot be loaded because the device is offline", () =>
    Effect.gen(function* () {
      vi.stubGlobal("navigator", { onLine: false })
      const failed = yield* failToLoad
      vi.unstubAllGlobals()
      expect(failed).toMatchObject({ _tag: "TransportError", reason: { _tag: "Offline" } })
    })
  )

  const waiting = () => {
    const signals: Array<AbortSignal> = []
    const mediations: Array<CredentialMediationRequirement | undefined> = []
    let started = () => {}
    const begun = new Promise<void>((resolve) => (started = resolve))
    browser(({ mediation, signal }) => {
      signals.push(signal!)
      mediations.push(mediation)
      started()
      return new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error)))
    })
    return { signals, mediations, begun: Effect.promise(() => begun) }
  }

  it.effect("ends when it is interrupted", () =>
    Effect.gen(function* () {
      const { begun, signals } = waiting()
      const fiber = yield* Effect.forkChild(creating())
      yield* begun
      yield* Fiber.interrupt(fiber)
      expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true])
    })
  )

  it.effect("times out when the user does not answer", () =>
    Effect.gen(function* () {
      const { begun, signals } = waiting()
      const fiber = yield* Effect.forkChild(Effect.flip(getting({ timeout: 30_000 })))
      yield* begun
      yield* TestClock.adjust("29999 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      const details = { message: "The user did not answer in time", code: "ERROR_TIMEOUT" }
      expect(yield* Fiber.join(fiber)).toMatchObject({ details })
      expect(signals[0]?.aborted).toBe(true)
    })
  )

  it.effect("among the suggestions of a field waits without a limit, until it is interrupted", () =>
    Effect.gen(function* () {
      const { begun, mediations, signals } = waiting()
      Object.assign(globalThis.PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(true) })
      vi.stubGlobal("document", { querySelectorAll: () => [{}] })
      const fiber = yield* Effect.forkChild(
        Effect.flatMap(WebAuthn.WebAuthn, ({ get }) =>
          get(authenticationJson({ rpId: "app.example.com", timeout: 30_000 }) as AuthenticationOptions, {
            autofill: true
          })
        )
      )
      yield* begun
      expect(mediations).toStrictEqual(["conditional"])
      yield* TestClock.adjust("1 day")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(fiber)
      expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true])
    })
  )
})
