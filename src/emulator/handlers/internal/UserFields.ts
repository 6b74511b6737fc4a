/** The fields of requests that write users: their checks, and their columns. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Api from "../../../api/Users.ts"
import { TeamMembershipNotFound } from "../../../domain/errors/Teams.ts"
import type { TeamId, UserId } from "../../../domain/Ids.ts"
import { Passwords } from "../../accounts/Passwords.ts"
import type { UserRow } from "../../accounts/UserRow.ts"
import type { UserUpdate } from "../../accounts/Users.ts"
import { badRequest } from "../../errors/TextAnswer.ts"
import * as RequestValidation from "../../http/RequestValidation.ts"
import * as SchemaErrorText from "../../http/SchemaErrorText.ts"
import type { Project } from "../../projects/Projects.ts"
import { Generation } from "../../settings/Generation.ts"
import * as Teams from "../../teams/Teams.ts"
import * as ProfileImage from "./ProfileImage.ts"

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const bcrypt = /^\$2[abxy]\$(?:0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/

/** The fields that users may write of themselves, and servers of all users. */
interface OwnFields {
  readonly displayName?: string | null | undefined
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: UserUpdate["clientMetadata"]
  readonly totpSecretBase64?: Redacted.Redacted<string> | null | undefined
  readonly otpAuthEnabled?: boolean | undefined
  readonly passkeyAuthEnabled?: false | undefined
  readonly selectedTeamId?: string | null | undefined
}

export const readTotpSecret = Effect.fnUntraced(function* (secret: OwnFields["totpSecretBase64"]) {
  if (secret === undefined || secret === null) return secret
  const text = Redacted.value(secret)
  // With an empty key, anyone could compute the codes.
  if (text !== "" && base64.test(text)) return text
  return yield* RequestValidation.failSchema("body.totp_secret_base64 must be base64")
})

const requireMember = Effect.fnUntraced(function* (teamId: TeamId | null | undefined, userId: UserId) {
  if (teamId === undefined || teamId === null) return
  if (yield* Teams.isMember(teamId, userId)) return
  return yield* new TeamMembershipNotFound({ details: { teamId, userId } })
})

/** Users cannot add a method that the project has turned off, but keep one that they have. */
export const requireOtp = (project: Project, enabled: boolean | undefined, user?: UserRow) =>
  enabled === true && user?.otp_auth_enabled !== 1 && !project.config.magicLinkEnabled
    ? Effect.fail(badRequest("OTP auth not enabled in the project"))
    : Effect.void

const maxName = 256

/** The current service limits names of users. */
export const requireShortName = Effect.fnUntraced(function* (displayName: string | null | undefined) {
  if ((displayName?.length ?? 0) <= maxName || !(yield* Generation).isOnly("current")) return
  return yield* RequestValidation.failSchema(`body.display_name must be at most ${maxName} characters`)
})

/** Checks the common fields and converts them to columns; a TOTP secret turns the second factor on or off. */
export const readOwnUpdate = Effect.fnUntraced(function* (project: Project, user: UserRow, fields: OwnFields) {
  yield* requireShortName(fields.displayName)
  yield* ProfileImage.requireAllowed(fields.profileImageUrl)
  yield* requireOtp(project, fields.otpAuthEnabled, user)
  yield* requireMember(fields.selectedTeamId, user.id)
  const totpSecret = yield* readTotpSecret(fields.totpSecretBase64)
  return {
    displayName: fields.displayName,
    profileImageUrl: fields.profileImageUrl,
    clientMetadata: fields.clientMetadata,
    otpAuthEnabled: fields.otpAuthEnabled,
    passkeyAuthEnabled: fields.passkeyAuthEnabled,
    selectedTeamId: fields.selectedTeamId,
    totpSecret,
    requiresTotpMfa: totpSecret === undefined ? undefined : totpSecret !== null
  } satisfies UserUpdate
})

type ServerFields = Omit<Api.UpdateUser, "isAnonymous" | "selectedTeamId">

/**
 * The password of a request: `undefined` keeps it, null removes it. If the project turned off passwords, users who have
 * one may still get another.
 */
export const makePasswordHash = Effect.fnUntraced(function* (project: Project, fields: ServerFields, user?: UserRow) {
  const { password, passwordHash } = fields
  if (password !== undefined && passwordHash !== undefined) {
    return yield* badRequest("Cannot set both password and password_hash at the same time.")
  }
  if (password === undefined && passwordHash === undefined) return undefined
  if (password === null) return null
  if (!project.config.credentialEnabled && (user?.password_hash ?? null) === null) {
    return yield* badRequest("Password auth not enabled in the project")
  }
  if (password !== undefined) return yield* Passwords.use(({ hash }) => hash(Redacted.value(password)))
  const hash = passwordHash === undefined ? "" : Redacted.value(passwordHash)
  if (bcrypt.test(hash)) return hash
  return yield* badRequest("Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.")
})

type EmailFields = Pick<ServerFields, "primaryEmail" | "primaryEmailVerified" | "primaryEmailAuthEnabled">

/** The primary address after a request: null removes it, `undefined` keeps it. */
export const readPrimaryEmail = Effect.fnUntraced(function* (user: UserRow | undefined, fields: EmailFields) {
  const value = fields.primaryEmail === undefined ? (user?.email ?? null) : fields.primaryEmail
  if (value === null) {
    if (fields.primaryEmailAuthEnabled === true) {
      return yield* badRequest("primary_email_auth_enabled cannot be true without primary_email")
    }
    if (fields.primaryEmailVerified === true) {
      return yield* badRequest("primary_email_verified cannot be true without primary_email")
    }
    return fields.primaryEmail === null && user?.email_id !== null ? null : undefined
  }
  const isChanged =
    fields.primaryEmail !== undefined ||
    fields.primaryEmailVerified !== undefined ||
    fields.primaryEmailAuthEnabled !== undefined
  if (!isChanged) return undefined
  return {
    value,
    isVerified: fields.primaryEmailVerified,
    // As in the service, a new address can sign in if the former one could.
    usedForAuth: fields.primaryEmailAuthEnabled ?? user?.email_used_for_auth === 1
  }
})

const currentFields = [
  "restrictedByAdmin",
  "restrictedByAdminReason",
  "restrictedByAdminPrivateDetails",
  "countryCode",
  "riskScores"
] as const

/** The fields of the current service, checked; without a restriction the reason is removed. */
export const readRestriction = Effect.fnUntraced(function* (
  fields: Pick<ServerFields, (typeof currentFields)[number]>
) {
  yield* RequestValidation.refuseUnknown("body", fields, currentFields)
  const { countryCode, restrictedByAdmin, restrictedByAdminPrivateDetails, restrictedByAdminReason, riskScores } =
    fields
  const scores = Object.values(riskScores?.signUp ?? {})
  const violations = [
    ...(["restrictedByAdminReason", "restrictedByAdminPrivateDetails"] as const)
      .filter((name) => restrictedByAdmin !== true && typeof fields[name] === "string")
      .map((name) => `${SchemaErrorText.toSnakeCase(name)} must be null when restricted_by_admin is not true`),
    ...(scores.every((score) => score >= 0 && score <= 100)
      ? []
      : ["body.risk_scores.sign_up must have values from 0 to 100"])
  ]
  if (violations.length > 0) return yield* RequestValidation.failSchema(...violations)
  return {
    countryCode,
    riskScores,
    restrictedByAdmin,
    restrictedByAdminReason: restrictedByAdmin === false ? null : restrictedByAdminReason,
    restrictedByAdminPrivateDetails: restrictedByAdmin === false ? null : restrictedByAdminPrivateDetails
  } satisfies UserUpdate
})
