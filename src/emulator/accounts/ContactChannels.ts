/** The email addresses of users (docs/protocol/resources.md#contact-channels). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"

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

export class ContactChannels extends Context.Service<
  ContactChannels,
  {
    /** The channels of a user, or of all users; oldest first. */
    readonly list: (projectId: ProjectId, userId: UserId | undefined) => Effect.Effect<ReadonlyArray<ChannelRow>>
    readonly find: (projectId: ProjectId, userId: UserId, id: string) => Effect.Effect<ChannelRow | undefined>
    /** The channel of an address that is used to sign in; it need not be primary. */
    readonly findUsedForAuth: (projectId: ProjectId, value: string) => Effect.Effect<ChannelRow | undefined>
    readonly create: (
      projectId: ProjectId,
      userId: UserId,
      fields: ChannelFields
    ) => Effect.Effect<string, ContactChannelConflict>
    readonly update: (row: ChannelRow, fields: ChannelFields) => Effect.Effect<void, ContactChannelConflict>
    readonly remove: (id: string) => Effect.Effect<void>
    /** Marks an address as verified, if the channel still holds it. */
    readonly verify: (projectId: ProjectId, id: string, value: string) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/accounts/ContactChannels") {}

const toColumns = (fields: ChannelFields) => ({
  value: fields.value,
  is_primary: fields.isPrimary,
  is_verified: fields.isVerified,
  used_for_auth: fields.usedForAuth
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const refuse = Effect.fnUntraced(function* (userId: UserId, exceptId: string, value: string) {
    const existing = yield* Database.first(sql<ChannelRow>`SELECT * FROM contact_channels
      WHERE user_id = ${userId} AND type = 'email' AND value = ${value} AND id <> ${exceptId}`)
    return yield* new ContactChannelConflict({
      reason: existing === undefined ? "UsedForAuthBySomeoneElse" : "DuplicateOfUser"
    })
  })

  /** At most one channel is primary: a new one demotes the others in the same transaction. */
  const write = (userId: UserId, id: string, fields: ChannelFields, statement: Effect.Effect<boolean>) =>
    Database.transaction(
      sql,
      Effect.gen(function* () {
        if (fields.isPrimary) {
          yield* Database.run(sql`UPDATE contact_channels SET is_primary = 0
            WHERE user_id = ${userId} AND type = 'email' AND id <> ${id}`)
        }
        if (!(yield* statement)) return yield* refuse(userId, id, fields.value)
      })
    )

  return ContactChannels.of({
    list: (projectId, userId) =>
      Database.all(sql<ChannelRow>`SELECT * FROM contact_channels
        WHERE project_id = ${projectId} AND user_id = coalesce(${userId ?? null}, user_id)
        ORDER BY created_at, rowid`),

    find: (projectId, userId, id) =>
      Database.first(sql<ChannelRow>`SELECT * FROM contact_channels
        WHERE project_id = ${projectId} AND user_id = ${userId} AND id = ${id}`),

    findUsedForAuth: (projectId, value) =>
      Database.first(sql<ChannelRow>`SELECT * FROM contact_channels
        WHERE project_id = ${projectId} AND type = 'email' AND value = ${value} AND used_for_auth = 1`),

    create: Effect.fnUntraced(function* (projectId, userId, fields) {
      const id = randomness.uuid()
      const created_at = yield* Clock.currentTimeMillis
      const row = { id, project_id: projectId, user_id: userId, type: "email", created_at, ...toColumns(fields) }
      const insert = Database.runIfUnique(sql`INSERT INTO contact_channels ${sql.insert(row)}`)
      yield* write(userId, id, fields, insert)
      return id
    }),

    update: (row, fields) =>
      write(
        row.user_id,
        row.id,
        fields,
        Database.runIfUnique(sql`UPDATE contact_channels SET ${sql.update(toColumns(fields))} WHERE id = ${row.id}`)
      ),

    remove: (id) => Database.run(sql`DELETE FROM contact_channels WHERE id = ${id}`),

    verify: (projectId, id, value) =>
      Database.exists(sql`UPDATE contact_channels SET is_verified = 1
          WHERE project_id = ${projectId} AND id = ${id} AND value = ${value} RETURNING id`)
  })
})

/** Keeps channels in the database, whose unique indexes detect conflicts. */
export const layer = Layer.effect(ContactChannels, make)
