/**
 * What operations are called with. One object has a value, or a canary, for every member that some operation takes;
 * what it does not suit has an input of its own. That each operation gets as far as a request with one of its inputs is
 * checked by the run, so a new operation is either covered as it is, or asks for a line here.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Mfa } from "../../../src/index.ts"
import * as Totp from "../../../src/platform/Totp.ts"
import type { ClientServices } from "../../../src/promise/ClientApp.ts"
import { kinds } from "./Secrets.ts"

export const uuid = "7b9b9b9e-0000-4000-8000-000000000001"
const email = "ann@example.org"
/** The page to which providers lead back. */
export const callbackUrl = "https://app.example.com/handler/oauth-callback"
const future = new Date(4_000_000_000_000)

/** Every member that some operation takes. */
const everything = {
  accountId: "583231",
  allowConnectedAccounts: true,
  allowSignIn: true,
  amount: 1,
  attemptCode: kinds.attemptCode,
  callbackUrl: "https://app.example.com/callback",
  clientMetadata: { theme: "dark" },
  clientId: "client",
  clientSecret: kinds.providerClientSecret,
  code: kinds.mailedCode,
  containedPermissionIds: ["read"],
  description: "CI",
  displayName: "Ann",
  domain: "https://shop.example.com",
  email,
  enabled: true,
  expiresAt: future,
  fromProductId: "basic",
  handlerPath: "/handler",
  hasSecretServerKey: true,
  html: "<p>Hello</p>",
  id: uuid,
  idToken: kinds.appleIdentityToken,
  issuer: "Shop",
  itemId: "credits",
  isPrimary: true,
  loginCode: kinds.loginCode,
  newPassword: kinds.password,
  oldPassword: kinds.oldPassword,
  ownerTeamId: uuid,
  password: kinds.password,
  passwordHash: kinds.passwordHash,
  permissionId: "publish",
  productId: "pro",
  projectId: uuid,
  provider: "github",
  recipientEmail: email,
  scope: "team",
  subject: "News",
  teamId: uuid,
  to: [uuid],
  toProductId: "pro",
  totp: kinds.totpCode,
  totpSecretBase64: kinds.totpSecret,
  tsxSource: "export const EmailTemplate = () => null",
  type: "email",
  usedForAuth: true,
  userId: uuid,
  value: email
}

const mailServer = {
  host: "localhost",
  port: 25,
  username: "u",
  password: kinds.mailServerPassword,
  senderName: "s",
  senderEmail: "s@example.org"
}
const vault = { storeId: "tokens", key: "ann", secret: kinds.vaultSecret }

/** Inputs of operations that the common ones do not suit. */
const own: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "CliLogin.login": [{ maxAttempts: 2, promptLink: () => undefined }],
  "CrossDomain.authorize": [
    {
      url:
        "https://app.example.com/handler?" +
        new URLSearchParams({
          redirect_uri: "https://shop.example.net/handler/oauth-callback",
          state: "s",
          code_challenge: "c".repeat(43),
          code_challenge_method: "S256"
        })
    }
  ],
  "OAuth.callback": [
    { url: `${callbackUrl}?code=${kinds.oauthCode}&state=${kinds.oauthState}` },
    { url: `${callbackUrl}?error=access_denied&code=${kinds.oauthCode}&state=${kinds.oauthState}` }
  ],
  "CurrentUser.update": [{ totpSecretBase64: Redacted.make(kinds.totpSecret) }],
  "server/CurrentUser.update": [{ totpSecretBase64: Redacted.make(kinds.totpSecret) }],
  "server/Outbox.update": [{ id: uuid, html: "<p>Hello</p>" }],
  "server/Sessions.revoke": [{ userId: uuid, sessionId: uuid, id: uuid }],
  "admin/Configuration.getOverrides": ["environment"],
  "admin/Configuration.push": [{ values: { "auth.oauth.github.clientSecret": kinds.providerClientSecret } }],
  "admin/Configuration.replace": [
    { level: "environment", values: { "auth.oauth.github.clientSecret": kinds.providerClientSecret } }
  ],
  "admin/Configuration.reset": [{ keys: ["auth.oauth"] }],
  "admin/Configuration.update": [{ changes: { "auth.oauth.github.clientSecret": kinds.providerClientSecret } }],
  "admin/EmailTemplates.get": ["email_verification"],
  "admin/EmailTemplates.reset": ["email_verification"],
  "admin/EmailTemplates.update": [{ type: "email_verification", subject: "Hello", content: {} }],
  "admin/PermissionDefinitions.create": [{ scope: "team", id: "publish" }],
  "admin/TsxEmailTemplates.render": [{ templateTsxSource: "export const EmailTemplate = () => null" }],
  "server/DataVault.get": [vault],
  "server/DataVault.set": [{ ...vault, value: kinds.vaultValue }],
  "server/ApiKeys.checkOfTeam": [kinds.apiKey],
  "server/ApiKeys.checkOfUser": [kinds.apiKey],
  "server/ApiKeys.verifyOfTeam": [kinds.apiKey],
  "server/ApiKeys.verifyOfUser": [kinds.apiKey],
  "server/Teams.findByApiKey": [kinds.apiKey],
  "server/Users.findByApiKey": [kinds.apiKey],
  "admin/EmailConfig.useStandard": [mailServer],
  "admin/Emails.sendTest": [{ recipientEmail: email, emailConfig: mailServer }],
  "MagicLink.signIn": [
    { code: kinds.mailedCode },
    { typedCode: kinds.mailedCode.slice(0, 6), nonce: kinds.nonce },
    { code: kinds.shortCode }
  ],
  "MagicLink.check": [{ typedCode: kinds.mailedCode.slice(0, 6), nonce: kinds.nonce }]
}

const secretMembers = Object.keys(everything).filter((name) =>
  Object.values<unknown>(kinds).includes(everything[name as keyof typeof everything])
)

/** Everything, with other secrets. */
const withSecrets = (secret: unknown) => ({
  ...everything,
  ...Object.fromEntries(secretMembers.map((name) => [name, secret]))
})

/** Everything, without secrets. */
export const publicInput = Object.fromEntries(
  Object.entries(everything).filter(([name]) => !secretMembers.includes(name))
)

/** Secrets of the wrong length, type or place, which no service ever sees. */
const wrong: ReadonlyArray<unknown> = [
  undefined,
  null,
  [Redacted.make(kinds.password)],
  withSecrets(kinds.longPassword),
  withSecrets({ [kinds.password]: kinds.password }),
  withSecrets(Redacted.make(kinds.shortCode)),
  withSecrets([Redacted.make({ text: kinds.password })]),
  Object.fromEntries(Object.keys(everything).map((name) => [name, Redacted.make(kinds.password)]))
]

/** What stands for an operation that needs more than an input to come to its request. */
export const prepared: Readonly<Record<string, Effect.Effect<unknown, unknown, ClientServices>>> = {
  "Mfa.enable": Effect.gen(function* () {
    const secret = new TextEncoder().encode(kinds.totpSecret)
    return yield* Mfa.enable({ secret: Redacted.make(secret), totp: yield* Totp.generate(secret) })
  })
}

/** The inputs that should lead to a request. */
export const rightInputs = (name: string, needsInput: boolean): ReadonlyArray<unknown> =>
  own[name] ?? (needsInput ? [everything, uuid] : [undefined])

/** The inputs that are refused before. */
export const wrongInputs = (needsInput: boolean): ReadonlyArray<unknown> => (needsInput ? wrong : [])
