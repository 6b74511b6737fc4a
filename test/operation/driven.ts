/**
 * The operations of which no scenario of the conformance suite shows all that they send, run over a service that agrees
 * to everything and asks every sign-in for a second factor.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ContactChannelId } from "../../src/domain/Ids.ts"
import type { HttpRequest } from "../../src/http/Http.ts"
import * as client from "../../src/index.ts"
import * as Totp from "../../src/platform/Totp.ts"
import type { ClientServices } from "../../src/promise/index.ts"
import { makeAccessToken, app, page, signedIn } from "../support/appPage.ts"
import { json, knownError, userJson, withProviders } from "../support/scriptedNetwork.ts"

const code = "c".repeat(45)
const tokens = { access_token: makeAccessToken("new"), refresh_token: "refresh-new" }
const channel = {
  id: "7b9b9b9e-0000-4000-8000-000000000002",
  user_id: userJson.id,
  type: "email",
  value: "ada@example.com",
  is_primary: true,
  is_verified: false,
  used_for_auth: true
}
const secondFactor = () => knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, { attempt_code: code })

const answers: Readonly<Record<string, (request: HttpRequest) => ReturnType<typeof json>>> = {
  "POST /auth/mfa/sign-in": () => json({ ...tokens, user_id: userJson.id, is_new_user: false }),
  "POST /auth/oauth/token": ({ body }) =>
    body?.includes("grant_type=authorization_code") === true ? secondFactor() : json(tokens),
  "POST /auth/oauth/callback/apple/native": secondFactor,
  "POST /auth/otp/sign-in": secondFactor,
  "POST /auth/password/sign-in": secondFactor,
  "POST /auth/password/sign-up": secondFactor,
  "POST /auth/passkey/sign-in": secondFactor,
  "POST /auth/passkey/initiate-passkey-registration": () =>
    json({
      options_json: {
        challenge: "Y2hhbGxlbmdl",
        rp: { name: "Demo", id: "THIS_VALUE_WILL_BE_REPLACED.example.com" },
        user: { id: Buffer.from(userJson.id).toString("base64url"), name: "ada@example.com", displayName: "Ada" },
        pubKeyCredParams: [{ alg: -7, type: "public-key" }],
        timeout: 60_000,
        attestation: "none"
      },
      code
    }),
  "POST /auth/passkey/initiate-passkey-authentication": () =>
    json({
      options_json: {
        rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",
        challenge: "Y2hhbGxlbmdl",
        allowCredentials: [],
        timeout: 60_000,
        userVerification: "preferred"
      },
      code
    }),
  "POST /auth/passkey/register": () => json({ user_handle: "id" }),
  "GET /users/me": () => json(userJson),
  "PATCH /users/me": () => json(userJson),
  "GET /contact-channels": () => json({ items: [channel], is_paginated: false }),
  "POST /contact-channels": () => json(channel, 201),
  "PATCH /contact-channels/:userId/:contactChannelId": () => json(channel)
}

const credential = { id: "id", rawId: "id", type: "public-key" as const, clientExtensionResults: {} }
const webAuthn = client.WebAuthn.layer({
  create: () => Effect.succeed({ ...credential, response: { clientDataJSON: "a", attestationObject: "b" } }),
  get: () =>
    Effect.succeed({ ...credential, response: { clientDataJSON: "a", authenticatorData: "b", signature: "c" } })
})

const { ContactChannels, FeatureSupport, MagicLink, Mfa, OAuth, Passkey, Password, Sessions } = client
const id = ContactChannelId.make(channel.id)
const email = "ada@example.com"
const password = "correct horse"

/** Each by its name, after somebody has signed in if it needs a user. */
const runs: Readonly<Record<string, Effect.Effect<unknown, unknown, ClientServices>>> = {
  "ContactChannels.checkCode": ContactChannels.checkCode({ code }),
  "ContactChannels.create": ContactChannels.create({ value: email, usedForAuth: true }),
  "ContactChannels.delete": ContactChannels.delete(id),
  "ContactChannels.list": ContactChannels.list,
  "ContactChannels.sendVerification": ContactChannels.sendVerification({ id }),
  "ContactChannels.update": ContactChannels.update({ id, isPrimary: true }),
  "FeatureSupport.check": FeatureSupport.check("payments"),
  "MagicLink.signIn": MagicLink.signIn({ code }),
  "Mfa.createSecret": Mfa.createSecret({ issuer: "Demo" }),
  "Mfa.disable": Mfa.disable,
  "Mfa.enable": Effect.gen(function* () {
    const secret = yield* Totp.randomSecret
    yield* Mfa.enable({ secret: Redacted.make(secret), totp: yield* Totp.generate(secret) })
  }),
  "OAuth.callback": Effect.gen(function* () {
    const url = new URL(yield* OAuth.start({ provider: "github" }))
    const back = new URL(url.searchParams.get("redirect_uri")!)
    back.searchParams.set("code", "the-code")
    back.searchParams.set("state", url.searchParams.get("state")!)
    yield* OAuth.callback({ url: back.href })
  }),
  "OAuth.signInWithAppleToken": OAuth.signInWithAppleToken({ idToken: "token" }),
  "Passkey.register": Passkey.register(),
  "Passkey.remove": Passkey.remove,
  "Passkey.signIn": Passkey.signIn(),
  "Password.signIn": Password.signIn({ email, password }),
  "Password.signUp": Password.signUp({ email, password }),
  "Sessions.signOutTo": Sessions.signOutTo("/")
}

/** The names of the operations that are run here. */
export const driven: ReadonlyArray<string> = Object.keys(runs)

/** Runs one, and answers what it has sent, by method and template. */
export const sentBy = Effect.fnUntraced(function* (name: string) {
  const net = withProviders((request) => {
    const answer = answers[nameRoute(request)]
    return answer === undefined ? json({ success: true, is_code_valid: true }) : answer(request)
  })
  const here = page("https://app.example.com/account", { navigates: false })
  yield* Effect.andThen(signedIn("user"), runs[name] ?? Effect.die(name)).pipe(
    Effect.provide(Layer.mergeAll(webAuthn, client.MfaPrompt.layerCustom(Effect.succeed("123456")))),
    Effect.provide(app(net, here, { appUrl: "https://app.example.com" }))
  )
  return new Set(net.sent.map(nameRoute))
})

const nameRoute = ({ method, template = "" }: HttpRequest) => `${method} ${template.replace("/api/v1", "")}`
