/** The arguments of the methods that the examples call. */
const teamId = '"6fbbf22e-f4b2-4c6e-95a1-beab6fa41063"'
const userId = '"0a2ff0b4-0d0f-4a5e-9a3e-0d8a3b1b7a55"'
const id = '"f6c2a5b9-97f6-4a3b-9a44-0d0f3c1c2b11"'
const email = '"ann@example.org"'
const password = '"correct horse battery staple"'

/** The inputs by the names of the methods; those that are not here take none. */
export const inputs: Readonly<Record<string, string>> = {
  "adminApp.emailDrafts.get": id,
  "adminApp.emailThemes.get": id,
  "adminApp.permissionDefinitions.create":
    '{ scope: "team", id: "publish", description: "May publish", containedPermissionIds: ["read"] }',
  "adminApp.tsxEmailTemplates.delete": id,
  "adminApp.tsxEmailTemplates.render": '{ templateTsxSource: "export const EmailTemplate = () => null" }',
  "app.apiKeys.get": `{ id: ${id} }`,
  "app.apiKeys.listOfTeam": teamId,
  "app.agentLogin.register": '{ agent: { name: "Robot" } }',
  "app.agentLogin.poll": '{ pollToken: "the token of register" }',
  "app.agentLogin.inspect": '{ claimCode: "the code of the link" }',
  "app.cliLogin.details": '{ loginCode: "the code of the link" }',
  "app.cliLogin.claimAnonymousUser": '{ loginCode: "the code of the link" }',
  "app.connectedAccounts.getAccessToken": '{ provider: "github" }',
  "app.contactChannels.create": `{ value: ${email}, usedForAuth: true }`,
  "app.contactChannels.sendVerification": `{ id: ${id} }`,
  "app.currentUser.setClientMetadata": '{ theme: "dark" }',
  "app.currentUser.update": '{ displayName: "Ann" }',
  "app.magicLink.send": `{ email: ${email} }`,
  "app.magicLink.signIn": '{ code: "the code of the link" }',
  "app.mfa.enable": '{ ...(await app.mfa.createSecret({ issuer: "Shop" })), totp: "123456" }',
  "app.oauth.signInWithAppleToken": '{ idToken: "the identity token" }',
  "app.oauth.start": '{ provider: "github" }',
  "app.ownedProjects.transfer": `{ projectId: ${id}, ownerTeamId: ${teamId} }`,
  "app.password.signIn": `{ email: ${email}, password: ${password} }`,
  "app.password.signUp": `{ email: ${email}, password: ${password} }`,
  "app.password.update": `{ oldPassword: ${password}, newPassword: "another correct horse battery" }`,
  "app.providerAccounts.delete": id,
  "app.redirect.to": '"signIn"',
  "app.redirect.toUrl": '"https://example.org/elsewhere"',
  "app.sessions.currentTokens": "{ minimumLifetimeMillis: 30_000 }",
  "app.sessions.revoke": id,
  "app.teamInvitations.accept": '{ code: "the code of the link" }',
  "app.teams.create": '{ displayName: "Team of Ann" }',
  "app.teams.get": teamId,
  "app.teams.update": `{ teamId: ${teamId}, displayName: "Team of Ann" }`,
  "payments.cancelSubscription": '{ productId: "pro" }',
  "payments.createCheckoutUrl": '{ productId: "pro", returnUrl: "https://example.org/billing" }',
  "payments.getItem": '{ itemId: "credits" }',
  "payments.switchSubscription": '{ fromProductId: "pro", toProductId: "basic" }',
  "serverApp.apiKeys.verifyOfUser": '"sk_the_key_of_a_request"',
  "serverApp.connectedAccounts.getAccessToken": `{ userId: ${userId}, provider: "github" }`,
  "serverApp.dataVault.get": '{ storeId: "calendar-tokens", key: "ann", secret: process.env["VAULT_SECRET"] ?? "" }',
  "serverApp.emails.send": `{ to: [${userId}], subject: "News", html: "<p>Hello</p>" }`,
  "serverApp.notifications.setEnabled": `{ userId: ${userId}, id: ${id}, enabled: false }`,
  "serverApp.outbox.cancel": id,
  "serverApp.outbox.get": id,
  "serverApp.permissions.grant": `{ userId: ${userId}, permissionId: "publish", teamId: ${teamId} }`,
  "serverApp.permissions.revoke": `{ userId: ${userId}, permissionId: "publish", teamId: ${teamId} }`,
  "serverApp.providerAccounts.create": `{
  userId: ${userId},
  provider: "github",
  accountId: "583231",
  email: ${email},
  allowSignIn: true,
  allowConnectedAccounts: true
}`,
  "serverApp.providerAccounts.update": `{ userId: ${userId}, id: ${id}, allowSignIn: true }`,
  "serverApp.sessions.create": `{ userId: ${userId} }`,
  "serverApp.teams.addMember": `{ teamId: ${teamId}, userId: ${userId} }`,
  "serverApp.teams.get": teamId,
  "serverApp.users.get": userId
}

const options = 'projectId: "your-project-id", publishableClientKey: "pck_your_key"'
const printSecret = (option: string, variable: string) => `{
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  ${option}: process.env["${variable}"] ?? ""
}`

/** The app that has a method: its name in an example, and how it is made. */
export const apps: Readonly<Record<string, string>> = {
  app: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ ${options} })`,
  serverApp: `import { createServerApp } from "gatefold/promise/server"

await using app = createServerApp(${printSecret("secretServerKey", "STACK_SECRET_SERVER_KEY")})`,
  payments: `import { createClientApp } from "gatefold/promise"
import { createPayments } from "gatefold/promise/payments"

await using app = createClientApp({ ${options} })
const payments = createPayments(app)`,
  adminApp: `import { createAdminApp } from "gatefold/promise/admin"

await using app = createAdminApp(${printSecret("superSecretAdminKey", "STACK_SUPER_SECRET_ADMIN_KEY")})`
}
