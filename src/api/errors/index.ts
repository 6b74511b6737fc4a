/**
 * The schemas of all known errors, by the names of their classes.
 */
export * from "./AgentLogin.ts"
export * from "./ApiKeys.ts"
export * from "./CliLogin.ts"
export * from "./DataVault.ts"
export * from "./Emails.ts"
export * from "./Mfa.ts"
export * from "./OAuth.ts"
export * from "./Passkey.ts"
export * from "./Payments.ts"
export * from "./Permissions.ts"
export * from "./ProjectAccess.ts"
export * from "./Session.ts"
export * from "./Teams.ts"
export * from "./Users.ts"
export * from "./VerificationCode.ts"
