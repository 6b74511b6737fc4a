/**
 * Invitations to teams: verification codes with a team and an address (docs/protocol/resources.md#team-invitations).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type VerificationCodeError, VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { VerificationCodes } from "../crypto/VerificationCodes.ts"
import * as Database from "../storage/Database.ts"

export interface InvitationRow {
  readonly id: string
  readonly team_id: TeamId
  readonly team_display_name: string
  readonly recipient_email: string
  readonly expires_at: number
}

export class TeamInvitations extends Context.Service<
  TeamInvitations,
  {
    readonly create: (
      projectId: ProjectId,
      teamId: TeamId,
      email: string
    ) => Effect.Effect<{ readonly id: string; readonly code: string }>
    readonly listPending: (projectId: ProjectId, teamId: TeamId) => Effect.Effect<ReadonlyArray<InvitationRow>>
    /** The pending invitations to the verified addresses of a user; oldest first. */
    readonly listReceived: (projectId: ProjectId, userId: UserId) => Effect.Effect<ReadonlyArray<InvitationRow>>
    /** Revokes an invitation and its code; false if no pending invitation has this id. */
    readonly revoke: (projectId: ProjectId, teamId: TeamId, id: string) => Effect.Effect<boolean>
    /** The team id of a code; counts as an attempt. */
    readonly check: (projectId: ProjectId, code: string) => Effect.Effect<string, VerificationCodeError>
    /** The team id of a code, which it spends: one of concurrent callers gets the team. */
    readonly use: (projectId: ProjectId, code: string) => Effect.Effect<string, VerificationCodeError>
    /** Spends the code of an invitation to a verified address of a user: one of concurrent callers gets the team. */
    readonly useReceived: (
      projectId: ProjectId,
      userId: UserId,
      id: string
    ) => Effect.Effect<string, VerificationCodeNotFound>
  }
>()("gatefold/emulator/teams/TeamInvitations") {}

const invitationPurpose = "team_invitation"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const codes = yield* VerificationCodes

  const isPending = (projectId: ProjectId, now: number) =>
    sql`purpose = 'team_invitation' AND project_id = ${projectId} AND used_at IS NULL AND expires_at > ${now}`

  const selectPending = (projectId: ProjectId, teamId: TeamId, now: number) =>
    sql`${isPending(projectId, now)} AND json_extract(data, '$.teamId') = ${teamId}`

  const selectPendingFor = (projectId: ProjectId, userId: UserId, now: number) =>
    sql`${isPending(projectId, now)} AND lower(json_extract(data, '$.email')) IN (SELECT lower(value)
        FROM contact_channels WHERE project_id = ${projectId} AND user_id = ${userId} AND is_verified = 1)
      AND json_extract(data, '$.teamId') IN (SELECT id FROM teams)`

  const list = (pending: Fragment) =>
    Database.all(sql<InvitationRow>`SELECT id, json_extract(data, '$.teamId') AS team_id,
        (SELECT display_name FROM teams WHERE id = json_extract(data, '$.teamId')) AS team_display_name,
        json_extract(data, '$.email') AS recipient_email, expires_at
      FROM verification_codes WHERE ${pending} ORDER BY created_at, rowid`)

  return TeamInvitations.of({
    create: (projectId, teamId, email) =>
      codes.create({ projectId, purpose: invitationPurpose, data: { teamId, email } }),

    listPending: Effect.fnUntraced(function* (projectId, teamId) {
      return yield* list(selectPending(projectId, teamId, yield* Clock.currentTimeMillis))
    }),

    listReceived: Effect.fnUntraced(function* (projectId, userId) {
      return yield* list(selectPendingFor(projectId, userId, yield* Clock.currentTimeMillis))
    }),

    revoke: Effect.fnUntraced(function* (projectId, teamId, id) {
      const pending = selectPending(projectId, teamId, yield* Clock.currentTimeMillis)
      const row = yield* Database.first(
        sql<object>`DELETE FROM verification_codes WHERE ${pending} AND id = ${id} RETURNING id`
      )
      return row !== undefined
    }),

    check: (projectId, code) =>
      Effect.map(codes.check(projectId, invitationPurpose, code), ({ teamId }) => String(teamId)),

    use: (projectId, code) => Effect.map(codes.use(projectId, invitationPurpose, code), ({ teamId }) => String(teamId)),

    useReceived: Effect.fnUntraced(function* (projectId, userId, id) {
      const now = yield* Clock.currentTimeMillis
      const row = yield* Database.first(sql<{ readonly team_id: TeamId }>`UPDATE verification_codes
        SET used_at = ${now} WHERE ${selectPendingFor(projectId, userId, now)} AND id = ${id}
        RETURNING json_extract(data, '$.teamId') AS team_id`)
      return row === undefined ? yield* new VerificationCodeNotFound() : row.team_id
    })
  })
})

/** Keeps invitations as verification codes. */
export const layer = Layer.effect(TeamInvitations, make)
