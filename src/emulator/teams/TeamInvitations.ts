/**
 * Invitations to teams: verification codes with a team and an address (docs/protocol/resources.md#team-invitations).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface InvitationRow {
  readonly id: string
  readonly team_id: TeamId
  readonly team_display_name: string
  readonly recipient_email: string
  readonly expires_at: number
}

const purpose = "team_invitation"

const isPending = (projectId: ProjectId, now: number) =>
  sql`purpose = 'team_invitation' AND project_id = ${projectId} AND used_at IS NULL AND expires_at > ${now}`

const selectPending = (projectId: ProjectId, teamId: TeamId, now: number) =>
  sql`${isPending(projectId, now)} AND json_extract(data, '$.teamId') = ${teamId}`

const selectPendingFor = (projectId: ProjectId, userId: UserId, now: number) =>
  sql`${isPending(projectId, now)} AND lower(json_extract(data, '$.email')) IN (SELECT lower(value)
      FROM contact_channels WHERE project_id = ${projectId} AND user_id = ${userId} AND is_verified = 1)
    AND json_extract(data, '$.teamId') IN (SELECT id FROM teams)`

const listInvitations = (pending: Fragment) =>
  Database.all(sql<InvitationRow>`SELECT id, json_extract(data, '$.teamId') AS team_id,
      (SELECT display_name FROM teams WHERE id = json_extract(data, '$.teamId')) AS team_display_name,
      json_extract(data, '$.email') AS recipient_email, expires_at
    FROM verification_codes WHERE ${pending} ORDER BY created_at, rowid`)

export const create = (projectId: ProjectId, teamId: TeamId, email: string) =>
  VerificationCodes.create({ projectId, purpose, data: { teamId, email } })

/** The pending invitations to a team; oldest first. */
export const listPending = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId) {
  return yield* listInvitations(selectPending(projectId, teamId, yield* Clock.currentTimeMillis))
})

/** The pending invitations to the verified addresses of a user; oldest first. */
export const listReceived = Effect.fnUntraced(function* (projectId: ProjectId, userId: UserId) {
  return yield* listInvitations(selectPendingFor(projectId, userId, yield* Clock.currentTimeMillis))
})

/** Revokes an invitation and its code; false if no pending invitation has this id. */
export const revoke = Effect.fnUntraced(function* (projectId: ProjectId, teamId: TeamId, id: string) {
  const pending = selectPending(projectId, teamId, yield* Clock.currentTimeMillis)
  return yield* Database.exists(sql`DELETE FROM verification_codes WHERE ${pending} AND id = ${id} RETURNING id`)
})

/** The team id of a code; counts as an attempt. */
export const check = (projectId: ProjectId, code: string) =>
  Effect.map(VerificationCodes.check(projectId, purpose, code), ({ teamId }) => String(teamId))

/** The team id of a code, which it spends: one of concurrent callers gets the team. */
export const use = (projectId: ProjectId, code: string) =>
  Effect.map(VerificationCodes.use(projectId, purpose, code), ({ teamId }) => String(teamId))

/** Spends the code of an invitation to a verified address of a user: one of concurrent callers gets the team. */
export const useReceived = Effect.fnUntraced(function* (projectId: ProjectId, userId: UserId, id: string) {
  const now = yield* Clock.currentTimeMillis
  const row = yield* Database.first(sql<{ readonly team_id: TeamId }>`UPDATE verification_codes
    SET used_at = ${now} WHERE ${selectPendingFor(projectId, userId, now)} AND id = ${id}
    RETURNING json_extract(data, '$.teamId') AS team_id`)
  return row === undefined ? yield* new VerificationCodeNotFound() : row.team_id
})
