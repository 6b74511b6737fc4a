/** Passkeys sign their user in; a challenge works once, for 65 seconds and for its own purpose. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions
} from "../../../src/api/schema/Passkey.ts"
import * as SoftwareAuthenticator from "../../../src/testing/SoftwareAuthenticator.ts"
import { call, interleaved, layer, server, signUp } from "../../support/emulatorCalls.ts"
import { base64url } from "../../support/tokens.ts"

const enabled = { project: { displayName: "Demo", config: { passkeyEnabled: true } } }

const pageOrigin = "http://localhost:3000"

const at = { origin: pageOrigin }

const startRegistration = (token?: string) =>
  call("POST", "/auth/passkey/initiate-passkey-registration", { token, body: {} })

const startSignIn = call("POST", "/auth/passkey/initiate-passkey-authentication", { body: {} })

const register = (token: string, credential: unknown, code: string) =>
  call("POST", "/auth/passkey/register", { token, body: { credential, code } })

const signIn = (authentication_response: unknown, code: string) =>
  call("POST", "/auth/passkey/sign-in", { body: { authentication_response, code } })

const create = (
  authenticator: SoftwareAuthenticator.SoftwareAuthenticator,
  options: unknown,
  ceremony: SoftwareAuthenticator.Ceremony = at
) => Effect.promise(() => authenticator.create(options as RegistrationOptions, ceremony))

const get = (
  authenticator: SoftwareAuthenticator.SoftwareAuthenticator,
  options: unknown,
  ceremony: SoftwareAuthenticator.Ceremony = at
) => Effect.promise(() => authenticator.get(options as AuthenticationOptions, ceremony))

/** Registers a passkey from the challenge to the answer. */
const registerAt = Effect.fnUntraced(function* (
  token: string,
  authenticator: SoftwareAuthenticator.SoftwareAuthenticator,
  ceremony: SoftwareAuthenticator.Ceremony = at
) {
  const { body } = yield* startRegistration(token)
  return yield* register(token, yield* create(authenticator, body.options_json, ceremony), body.code)
})

/** Signs in from the challenge to the answer. */
const signInAt = Effect.fnUntraced(function* (
  authenticator: SoftwareAuthenticator.SoftwareAuthenticator,
  ceremony: SoftwareAuthenticator.Ceremony = at
) {
  const { body } = yield* startSignIn
  return yield* signIn(yield* get(authenticator, body.options_json, ceremony), body.code)
})

/** Somebody with a passkey. */
const withPasskey = Effect.fnUntraced(function* (
  email = "ann@example.org",
  options: SoftwareAuthenticator.Options = {}
) {
  const tokens = yield* signUp(email)
  const authenticator = SoftwareAuthenticator.make(options)
  const { status } = yield* registerAt(tokens.access_token, authenticator)
  expect(status).toBe(200)
  return { ...tokens, token: tokens.access_token, authenticator }
})

/** Swaps one character of base64url text for another one. */
const spoil = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === "A" ? "B" : "A") + text.slice(index + 1)

const withClientData = (response: AuthenticationResponse, changes: object): AuthenticationResponse => {
  const data = JSON.parse(Buffer.from(response.response.clientDataJSON, "base64url").toString())
  return { ...response, response: { ...response.response, clientDataJSON: base64url({ ...data, ...changes }) } }
}

describe("passkeys", () => {
  it.effect("send authenticators the documented options", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      yield* call("PATCH", "/users/me", { token, body: { display_name: "Ann" } })
      const registration = yield* startRegistration(token)
      expect(registration.body).toStrictEqual({
        options_json: {
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          rp: { name: "Demo", id: "THIS_VALUE_WILL_BE_REPLACED.example.com" },
          user: { id: Buffer.from(user_id).toString("base64url"), name: "ann@example.org", displayName: "Ann" },
          pubKeyCredParams: [
            { alg: -8, type: "public-key" },
            { alg: -7, type: "public-key" },
            { alg: -257, type: "public-key" }
          ],
          timeout: 60_000,
          attestation: "none",
          excludeCredentials: [],
          authenticatorSelection: {
            residentKey: "required",
            userVerification: "preferred",
            requireResidentKey: true
          },
          extensions: { credProps: true }
        },
        code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/)
      })
      const authentication = yield* startSignIn
      expect(authentication.body).toStrictEqual({
        options_json: {
          rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          allowCredentials: [],
          timeout: 60_000,
          userVerification: "preferred"
        },
        code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/)
      })
      expect(authentication.body.options_json.challenge).not.toBe((yield* startSignIn).body.options_json.challenge)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect.each([undefined, { unknown: 1 }, "not JSON"])("start for the body %j, which does not matter", (body) =>
    Effect.gen(function* () {
      expect((yield* call("POST", "/auth/passkey/initiate-passkey-authentication", { body })).status).toBe(200)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("stop working when the project disables them", () =>
    Effect.gen(function* () {
      const { authenticator, token } = yield* withPasskey()
      const registration = (yield* startRegistration(token)).body
      const authentication = (yield* startSignIn).body
      const created = yield* create(SoftwareAuthenticator.make(), registration.options_json)
      const signed = yield* get(authenticator, authentication.options_json)
      yield* call("PATCH", "/internal/projects/current", {
        level: "admin",
        body: { config: { passkey_enabled: false } }
      })
      expect((yield* register(token, created, registration.code)).knownError).toBe("PASSKEY_AUTHENTICATION_NOT_ENABLED")
      expect((yield* signIn(signed, authentication.code)).knownError).toBe("PASSKEY_AUTHENTICATION_NOT_ENABLED")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("are removed by servers, and deleted with their user", () =>
    Effect.gen(function* () {
      const { authenticator, token, user_id } = yield* withPasskey()
      const removed = yield* call("PATCH", `/users/${user_id}`, {
        level: "server",
        body: { passkey_auth_enabled: false }
      })
      expect(removed.body.passkey_auth_enabled).toBe(false)
      yield* registerAt(token, authenticator)
      yield* call("DELETE", `/users/${user_id}`, server)
      expect((yield* signInAt(authenticator)).knownError).toBe("PASSKEY_AUTHENTICATION_FAILED")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("do not need the authenticator to recognize its user", () =>
    Effect.gen(function* () {
      const { authenticator } = yield* withPasskey("ann@example.org", { verifiesUser: false })
      expect((yield* signInAt(authenticator)).status).toBe(200)
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("ask for the second factor", () =>
    Effect.gen(function* () {
      const { authenticator, token } = yield* withPasskey()
      yield* call("PATCH", "/users/me", { token, body: { totp_secret_base64: "c2VjcmV0" } })
      const answer = yield* signInAt(authenticator)
      expect(answer.knownError).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED")
      expect(answer.text).not.toContain("_token")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("challenges serve one of 50 parallel uses", () =>
    Effect.gen(function* () {
      const { authenticator } = yield* withPasskey()
      const { body } = yield* startSignIn
      const signed = yield* get(authenticator, body.options_json)
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => signIn(signed, body.code)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0)
    }).pipe(Effect.provide(layer(enabled)), interleaved)
  )

  it.effect("challenges last 65 seconds, and serve only their own purpose", () =>
    Effect.gen(function* () {
      const { authenticator, token } = yield* withPasskey()
      const registration = (yield* startRegistration(token)).body
      const authentication = (yield* startSignIn).body
      const signed = yield* get(authenticator, authentication.options_json)
      const created = yield* create(authenticator, registration.options_json)
      expect((yield* signIn(signed, registration.code)).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      expect((yield* register(token, created, authentication.code)).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      yield* TestClock.adjust(65_000)
      expect((yield* signIn(signed, authentication.code)).knownError).toBe("VERIFICATION_CODE_EXPIRED")
      expect((yield* register(token, created, registration.code)).knownError).toBe("VERIFICATION_CODE_EXPIRED")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("challenges of registrations are for the requesting user", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      const eve = yield* signUp("eve@example.org")
      const { body } = yield* startRegistration(eve.access_token)
      const created = yield* create(SoftwareAuthenticator.make(), body.options_json)
      expect((yield* register(ann.access_token, created, body.code)).knownError).toBe("PASSKEY_REGISTRATION_FAILED")
    }).pipe(Effect.provide(layer(enabled)))
  )

  it.effect("belong to one user of a project", () =>
    Effect.gen(function* () {
      const { authenticator } = yield* withPasskey()
      const eve = yield* signUp("eve@example.org")
      const { body } = yield* startRegistration(eve.access_token)
      const made = yield* create(SoftwareAuthenticator.make(), body.options_json)
      // An attestation of eve's key under the id of ann's.
      const id = authenticator.credentials()[0]?.id ?? ""
      const forged = {
        ...made,
        id,
        rawId: id,
        response: {
          ...made.response,
          attestationObject: Buffer.from(
            Buffer.from(made.response.attestationObject, "base64url")
              .toString("hex")
              .replace(Buffer.from(made.id, "base64url").toString("hex"), Buffer.from(id, "base64url").toString("hex")),
            "hex"
          ).toString("base64url")
        }
      }
      expect((yield* register(eve.access_token, forged, body.code)).knownError).toBe("PASSKEY_REGISTRATION_FAILED")
      expect((yield* signInAt(authenticator)).status).toBe(200)
    }).pipe(Effect.provide(layer(enabled)))
  )

  describe("origins", () => {
    const project = (config: object) => ({ project: { config: { passkeyEnabled: true, ...config } } })

    it.effect.each([
      ["http://localhost", {}],
      ["http://localhost:8103", {}],
      ["https://app.localhost", {}],
      ["https://example.com", { domains: [{ domain: "https://example.com", handlerPath: "/handler" }] }],
      ["https://example.com:8443", { domains: [{ domain: "https://example.com:8443", handlerPath: "/handler" }] }]
    ] as const)("are accepted from the project's own pages: %s", ([origin, config]) =>
      Effect.gen(function* () {
        const { access_token: token } = yield* signUp("ann@example.org")
        const authenticator = SoftwareAuthenticator.make()
        expect((yield* registerAt(token, authenticator, { origin })).status).toBe(200)
        expect((yield* signInAt(authenticator, { origin })).status).toBe(200)
      }).pipe(Effect.provide(layer(project(config))))
    )

    it.effect.each([
      ["https://evil.com", {}],
      ["http://localhost:3000", { allowLocalhost: false }],
      ["http://localhost.evil.com", {}],
      ["http://example.com", { domains: [{ domain: "https://example.com", handlerPath: "/handler" }] }],
      ["https://example.com:444", { domains: [{ domain: "https://example.com", handlerPath: "/handler" }] }],
      ["https://sub.example.com", { domains: [{ domain: "https://example.com", handlerPath: "/handler" }] }],
      ["http://localhost:3000/path", {}],
      ["http://user@localhost:3000", {}],
      ["HTTP://LOCALHOST:3000", {}],
      ["null", {}],
      ["", {}],
      ["android:apk-key-hash:abc", {}]
    ] as const)("are refused from other pages: %s with %o", ([origin, config]) =>
      Effect.gen(function* () {
        const { access_token: token } = yield* signUp("ann@example.org")
        const ceremony = { origin, rpId: "localhost" }
        const registered = yield* registerAt(token, SoftwareAuthenticator.make(), ceremony)
        expect(registered).toMatchObject({ status: 400, knownError: "PASSKEY_AUTHENTICATION_FAILED" })
        expect((yield* call("GET", "/users/me", { token })).body.passkey_auth_enabled).toBe(false)
      }).pipe(Effect.provide(layer(project(config))))
    )

    it.effect("decide at sign-in too, and tie the relying party to their host", () =>
      Effect.gen(function* () {
        const { authenticator, token } = yield* withPasskey()
        const evil = yield* signInAt(authenticator, { origin: "https://evil.com", rpId: "localhost" })
        expect(evil).toMatchObject({ status: 400, knownError: "PASSKEY_AUTHENTICATION_FAILED" })
        const other = SoftwareAuthenticator.make()
        const wrongParty = yield* registerAt(token, other, { origin: pageOrigin, rpId: "evil.com" })
        expect(wrongParty).toMatchObject({ status: 400, knownError: "PASSKEY_REGISTRATION_FAILED" })
        yield* registerAt(token, authenticator, { origin: "https://app.localhost" })
        const elsewhere = yield* signInAt(authenticator, { origin: pageOrigin, rpId: "app.localhost" })
        expect(elsewhere).toMatchObject({ status: 400, knownError: "PASSKEY_AUTHENTICATION_FAILED" })
      }).pipe(Effect.provide(layer(enabled)))
    )
  })

  describe("answers that fail", () => {
    const changes: ReadonlyArray<readonly [string, (response: AuthenticationResponse) => unknown]> = [
      ["an unknown credential", (r) => ({ ...r, id: "does-not-exist", rawId: "does-not-exist" })],
      ["another raw id", (r) => ({ ...r, rawId: spoil(r.rawId, 3) })],
      [
        "a spoiled signature",
        (r) => ({ ...r, response: { ...r.response, signature: spoil(r.response.signature, 30) } })
      ],
      ["no signature", (r) => ({ ...r, response: { ...r.response, signature: "" } })],
      [
        "other authenticator data",
        (r) => ({ ...r, response: { ...r.response, authenticatorData: spoil(r.response.authenticatorData, 47) } })
      ],
      ["client data with something added", (r) => withClientData(r, { added: true })],
      ["the type of a registration", (r) => withClientData(r, { type: "webauthn.create" })],
      ["a frame of another page", (r) => withClientData(r, { crossOrigin: true, topOrigin: "https://evil.com" })],
      ["no client data", (r) => ({ ...r, response: { ...r.response, clientDataJSON: "" } })],
      [
        "client data that is no object",
        (r) => ({ ...r, response: { ...r.response, clientDataJSON: base64url(null) } })
      ],
      ["another user", (r) => ({ ...r, response: { ...r.response, userHandle: base64url("somebody else") } })]
    ]

    it.effect.each(changes)("are refused for %s", ([, change]) =>
      Effect.gen(function* () {
        const { authenticator } = yield* withPasskey()
        const { body } = yield* startSignIn
        const answer = yield* signIn(change(yield* get(authenticator, body.options_json)), body.code)
        expect(answer).toMatchObject({ status: 400, knownError: "PASSKEY_AUTHENTICATION_FAILED" })
      }).pipe(Effect.provide(layer(enabled)))
    )

    it.effect("are refused for a malformed registration", () =>
      Effect.gen(function* () {
        const { access_token: token } = yield* signUp("ann@example.org")
        const { body } = yield* startRegistration(token)
        const another = yield* create(SoftwareAuthenticator.make(), body.options_json)
        const renamed = { ...another, id: spoil(another.id, 0), rawId: spoil(another.rawId, 0) }
        expect((yield* register(token, renamed, body.code)).knownError).toBe("PASSKEY_REGISTRATION_FAILED")
      }).pipe(Effect.provide(layer(enabled)))
    )

    it.effect.each(["", "AAAA", "oA"])("are refused for the malformed registration %j", (attestationObject) =>
      Effect.gen(function* () {
        const { access_token: token } = yield* signUp("ann@example.org")

        const { body } = yield* startRegistration(token)
        const created = yield* create(SoftwareAuthenticator.make(), body.options_json)
        const broken = { ...created, response: { ...created.response, attestationObject } }
        expect((yield* register(token, broken, body.code)).knownError).toBe("PASSKEY_REGISTRATION_FAILED")
      }).pipe(Effect.provide(layer(enabled)))
    )

    it.effect.each([{}, { id: "x" }, null, "x"])(
      "are refused for empty credentials, whose code is checked first: $0",
      (credential) =>
        Effect.gen(function* () {
          const { access_token: token } = yield* signUp("ann@example.org")
          const unknown = "0".repeat(45)

          expect((yield* register(token, credential, unknown)).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
          expect((yield* signIn(credential, unknown)).knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
          const registration = yield* startRegistration(token)
          expect((yield* register(token, credential, registration.body.code)).knownError).toBe("SCHEMA_ERROR")
          expect((yield* signIn(credential, (yield* startSignIn).body.code)).knownError).toBe("SCHEMA_ERROR")
        }).pipe(Effect.provide(layer(enabled)))
    )

    it.effect("are refused for a counter that goes back, as that of a copy does", () =>
      Effect.gen(function* () {
        const { authenticator } = yield* withPasskey("ann@example.org", { counts: true })
        const first = (yield* startSignIn).body
        const second = (yield* startSignIn).body
        const earlier = yield* get(authenticator, first.options_json)
        const later = yield* get(authenticator, second.options_json)
        expect((yield* signIn(later, second.code)).status).toBe(200)
        expect((yield* signIn(earlier, first.code)).knownError).toBe("PASSKEY_AUTHENTICATION_FAILED")
        expect((yield* signInAt(authenticator)).status).toBe(200)
      }).pipe(Effect.provide(layer(enabled)))
    )

    it.effect("are refused for a counter that goes back during another sign-in", () =>
      Effect.gen(function* () {
        const { authenticator } = yield* withPasskey("ann@example.org", { counts: true })
        const signed = []
        for (let i = 0; i < 10; i++) {
          const { body } = yield* startSignIn
          signed.unshift({ response: yield* get(authenticator, body.options_json), code: String(body.code) })
        }
        const answers = yield* Effect.all(
          signed.map(({ code, response }) => signIn(response, code)),
          { concurrency: "unbounded" }
        )
        // Signatures are checked by threads, in any order: the newest always counts, and none after a newer one.
        expect(answers[0]?.status).toBe(200)
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(signed.length)
      }).pipe(Effect.provide(layer(enabled)), interleaved)
    )
  })
})
