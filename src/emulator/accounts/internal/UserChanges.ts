/** The changes of users. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId } from "../../../domain/Ids.ts"
import { Randomness } from "../../crypto/Randomness.ts"
import { pickDefined, encodeMetadata } from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import * as PrimaryEmails from "../PrimaryEmails.ts"
import type { UserRow } from "../UserRow.ts"
import type { NewUser, UserUpdate } from "../Users.ts"

const toColumns = (update: UserUpdate) =>
  pickDefined({
    display_name: update.displayName === "" ? null : update.displayName,
    profile_image_url: update.profileImageUrl,
    client_metadata: encodeMetadata(update.clientMetadata),
    client_read_only_metadata: encodeMetadata(update.clientReadOnlyMetadata),
    server_metadata: encodeMetadata(update.serverMetadata),
    password_hash: update.passwordHash,
    otp_auth_enabled: update.otpAuthEnabled,
    totp_secret: update.totpSecret,
    requires_totp_mfa: update.requiresTotpMfa,
    is_anonymous: update.isAnonymous,
    restricted_by_admin: update.restrictedByAdmin,
    restricted_by_admin_reason: update.restrictedByAdminReason,
    restricted_by_admin_private_details: update.restrictedByAdminPrivateDetails,
    country_code: update.countryCode,
    sign_up_risk_bot: update.riskScores?.signUp.bot,
    sign_up_risk_abuse: update.riskScores?.signUp.freeTrialAbuse,
    selected_team_id: update.selectedTeamId
  })

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const primaryEmails = yield* PrimaryEmails.make

  const insert = Effect.fnUntraced(function* (projectId: ProjectId, { email, ...update }: NewUser) {
    const id = randomness.uuid()
    const now = yield* Clock.currentTimeMillis
    yield* Database.insert(sql, "users", {
      id,
      project_id: projectId,
      signed_up_at: now,
      last_active_at: now,
      ...toColumns(update)
    })
    if (email !== undefined) yield* primaryEmails.insert(projectId, id, email)
    return id
  })

  const update = Effect.fnUntraced(function* (id: string, changes: UserUpdate) {
    if (changes.passkeyAuthEnabled === false) yield* Database.run(sql`DELETE FROM passkeys WHERE user_id = ${id}`)
    const columns = toColumns(changes)
    if (Object.keys(columns).length === 0) return
    yield* Database.run(sql`UPDATE users SET ${sql.update(columns)} WHERE id = ${id}`)
  })

  const upgrade = Effect.fnUntraced(function* (anonymousUser: UserRow, { email, ...fields }: NewUser) {
    if (email !== undefined) yield* primaryEmails.set(anonymousUser, email)
    yield* update(anonymousUser.id, { ...fields, isAnonymous: false })
  })

  return {
    create: (projectId: ProjectId, fields: NewUser) => Database.transaction(sql, insert(projectId, fields)),
    signUp: (anonymousUser: UserRow, fields: NewUser) => Database.transaction(sql, upgrade(anonymousUser, fields)),
    update,
    setPrimaryEmail: primaryEmails.set,
    remove: (id: string) => Database.run(sql`DELETE FROM users WHERE id = ${id}`)
  }
})
