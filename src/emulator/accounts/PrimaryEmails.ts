/** The primary email address of each user (docs/protocol/resources.md#users). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { Generation } from "../settings/Generation.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface PrimaryEmail {
  readonly value: string
  /** Absent: an existing channel keeps its flag, and a new one is unverified. */
  readonly isVerified?: boolean | undefined
  readonly usedForAuth: boolean
}

/** The user whose address changes, with their current address. */
export interface EmailOwner {
  readonly id: string
  readonly project_id: ProjectId
  readonly email_id: string | null
  readonly email: string | null
}

/** Another user signs in with the address. */
export class EmailConflict extends TaggedError("EmailConflict") {}

const runUnlessConflict = Effect.fnUntraced(function* (statement: Database.Query<object>) {
  if (!(yield* Database.runIfUnique(statement))) return yield* new EmailConflict()
})

export const insert = Effect.fnUntraced(function* (projectId: ProjectId, userId: UserId, email: PrimaryEmail) {
  const row = {
    id: (yield* Randomness).uuid(),
    project_id: projectId,
    user_id: userId,
    type: "email",
    value: email.value,
    is_primary: true,
    is_verified: email.isVerified ?? false,
    used_for_auth: email.usedForAuth,
    created_at: yield* Clock.currentTimeMillis
  }
  yield* runUnlessConflict(sql`INSERT INTO contact_channels ${sql.insert(row)}`)
})

const write = (id: string, email: PrimaryEmail) =>
  runUnlessConflict(sql`UPDATE contact_channels SET value = ${email.value}, is_primary = 1,
    is_verified = coalesce(${email.isVerified ?? null}, is_verified), used_for_auth = ${email.usedForAuth}
    WHERE id = ${id}`)

/** Gives the primary channel another address, like the service of 2025-06. */
const overwrite = Effect.fnUntraced(function* (user: EmailOwner, email: PrimaryEmail | null) {
  if (email === null) return yield* Database.run(sql`DELETE FROM contact_channels WHERE id = ${user.email_id}`)
  if (user.email !== email.value) {
    yield* Database.run(sql`DELETE FROM contact_channels
      WHERE user_id = ${user.id} AND type = 'email' AND value = ${email.value}`)
  }
  yield* user.email_id === null ? insert(user.project_id, user.id, email) : write(user.email_id, email)
})

const isUsedForAuth = (projectId: ProjectId, value: string) =>
  Database.exists(sql`SELECT id FROM contact_channels
    WHERE project_id = ${projectId} AND type = 'email' AND value = ${value} AND used_for_auth = 1`)

/** Makes another channel primary, like the current service. The former one can still sign in. */
const replace = Effect.fnUntraced(function* (user: EmailOwner, email: PrimaryEmail | null) {
  const isNew = email !== null && email.value !== user.email && email.usedForAuth
  // Also where it is a channel of the same user.
  if (isNew && (yield* isUsedForAuth(user.project_id, email.value))) return yield* new EmailConflict()
  yield* Database.run(sql`UPDATE contact_channels SET is_primary = 0 WHERE id = ${user.email_id}`)
  if (email === null) return
  const channel = yield* Database.first(sql<{ id: string }>`SELECT id FROM contact_channels
    WHERE user_id = ${user.id} AND type = 'email' AND value = ${email.value}`)
  yield* channel === undefined ? insert(user.project_id, user.id, email) : write(channel.id, email)
})

/**
 * Sets, changes or (with null) takes away the primary address. The current service keeps the channel of the former
 * address and only makes it secondary; that of 2025-06 overwrites or deletes it.
 */
export const set = (user: EmailOwner, email: PrimaryEmail | null) =>
  Generation.use(({ isOnly }) => (isOnly("2025-06") ? overwrite : replace)(user, email))
