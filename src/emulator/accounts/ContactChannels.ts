/** The email addresses of users (docs/protocol/resources.md#contact-channels). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface ChannelRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly user_id: UserId
  readonly type: string
  readonly value: string
  readonly is_primary: number
  readonly is_verified: number
  readonly used_for_auth: number
}

export interface ChannelFields {
  readonly value: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly usedForAuth: boolean
}

export class ContactChannelConflict extends TaggedError("ContactChannelConflict")<{
  readonly reason: "DuplicateOfUser" | "UsedForAuthBySomeoneElse"
}> {}

const toColumns = (fields: ChannelFields) => ({
  value: fields.value,
  is_primary: fields.isPrimary,
  is_verified: fields.isVerified,
  used_for_auth: fields.usedForAuth
})

/** The channels of a user, or of all users; oldest first. */
export const list = (projectId: ProjectId, userId: UserId | undefined) =>
  Database.all(sql<ChannelRow>`SELECT * FROM contact_channels
    WHERE project_id = ${projectId} AND user_id = coalesce(${userId ?? null}, user_id)
    ORDER BY created_at, rowid`)

export const find = (projectId: ProjectId, userId: UserId, id: string) =>
  Database.first(sql<ChannelRow>`SELECT * FROM contact_channels
    WHERE project_id = ${projectId} AND user_id = ${userId} AND id = ${id}`)

/** The channel of an address that is used to sign in; it need not be primary. */
export const findUsedForAuth = (projectId: ProjectId, value: string) =>
  Database.first(sql<ChannelRow>`SELECT * FROM contact_channels
    WHERE project_id = ${projectId} AND type = 'email' AND value = ${value} AND used_for_auth = 1`)

const refuse = Effect.fnUntraced(function* (userId: UserId, exceptId: string, value: string) {
  const isDuplicate = yield* Database.exists(sql`SELECT * FROM contact_channels
    WHERE user_id = ${userId} AND type = 'email' AND value = ${value} AND id <> ${exceptId}`)
  return yield* new ContactChannelConflict({ reason: isDuplicate ? "DuplicateOfUser" : "UsedForAuthBySomeoneElse" })
})

/**
 * Writes a channel; unique indexes detect conflicts. At most one channel is primary: a new one demotes the others in
 * the same transaction.
 */
const write = Effect.fnUntraced(function* (
  userId: UserId,
  id: string,
  fields: ChannelFields,
  statement: Database.Query<object>
) {
  if (fields.isPrimary) {
    yield* Database.run(sql`UPDATE contact_channels SET is_primary = 0
      WHERE user_id = ${userId} AND type = 'email' AND id <> ${id}`)
  }
  if (!(yield* Database.runIfUnique(statement))) return yield* refuse(userId, id, fields.value)
}, Database.transaction)

export const create = Effect.fnUntraced(function* (projectId: ProjectId, userId: UserId, fields: ChannelFields) {
  const id = (yield* Randomness).uuid()
  const created_at = yield* Clock.currentTimeMillis
  const row = { id, project_id: projectId, user_id: userId, type: "email", created_at, ...toColumns(fields) }
  yield* write(userId, id, fields, sql`INSERT INTO contact_channels ${sql.insert(row)}`)
  return id
})

export const update = ({ id, user_id }: ChannelRow, fields: ChannelFields) =>
  write(user_id, id, fields, sql`UPDATE contact_channels SET ${sql.update(toColumns(fields))} WHERE id = ${id}`)

export const remove = (id: string) => Database.run(sql`DELETE FROM contact_channels WHERE id = ${id}`)

/** Marks an address as verified, if the channel still holds it. */
export const verify = (projectId: ProjectId, id: string, value: string) =>
  Database.exists(sql`UPDATE contact_channels SET is_verified = 1
    WHERE project_id = ${projectId} AND id = ${id} AND value = ${value} RETURNING id`)
