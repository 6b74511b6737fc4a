/**
 * Every error of the service and every family, for documentation, tests and servers.
 *
 * Client code imports the area files instead: this list keeps every class alive.
 */
export * from "./AgentLogin.ts"
export * from "./ProjectAccess.ts"
export * from "./Session.ts"
export * from "./Users.ts"
export * from "./CliLogin.ts"
export * from "./VerificationCode.ts"
export * from "./Passkey.ts"
export * from "./Mfa.ts"
export * from "./Permissions.ts"
export * from "./Teams.ts"
export * from "./Emails.ts"
export * from "./DataVault.ts"
export * from "./Payments.ts"
export * from "./OAuth.ts"
export * from "./ApiKeys.ts"
