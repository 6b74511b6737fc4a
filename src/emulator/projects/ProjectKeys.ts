/** The key sets of a project (docs/protocol/resources.md#key-sets): shown once, stored as hashes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

/** The keys of a set; a missing one is not part of it. */
export interface Keys {
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: string | undefined
  readonly superSecretAdminKey?: string | undefined
}

export interface KeySetRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly description: string
  readonly publishable_last_four: string | null
  readonly secret_last_four: string | null
  readonly admin_last_four: string | null
  readonly expires_at: number
  readonly revoked_at: number | null
  readonly created_at: number
}

/** How keys of each level begin, and the columns that have what is stored of them. */
const kinds = {
  client: { prefix: "pck_", hash: "publishable_hash" },
  server: { prefix: "ssk_", hash: "secret_hash" },
  admin: { prefix: "sak_", hash: "admin_hash" }
} as const satisfies Record<AccessLevel, unknown>

const hashKeys = ({ publishableClientKey, secretServerKey, superSecretAdminKey }: Keys) => {
  const hashKey = (key: string | undefined) => (key === undefined ? null : sha256(key))
  return {
    publishable_hash: hashKey(publishableClientKey),
    secret_hash: hashKey(secretServerKey),
    admin_hash: hashKey(superSecretAdminKey)
  }
}

const getLastFour = (key: string | undefined) => (key === undefined ? null : key.slice(-4))

const columns = sql.literal(`id, project_id, description, publishable_last_four, secret_last_four, admin_last_four,
  expires_at, revoked_at, created_at`)

/** A fresh key of a kind: `pck_`, `ssk_` or `sak_` and 45 characters. */
export const generate = (level: AccessLevel) => Randomness.useSync(({ token }) => kinds[level].prefix + token())

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<KeySetRow>`SELECT ${columns} FROM project_keys WHERE project_id = ${projectId} AND id = ${id}`)

/** The key sets of a project, newest first. */
export const list = (projectId: ProjectId) =>
  Database.all(sql<KeySetRow>`SELECT ${columns} FROM project_keys
    WHERE project_id = ${projectId} ORDER BY created_at DESC, rowid DESC`)

export const create = Effect.fnUntraced(function* (options: {
  readonly projectId: ProjectId
  readonly description: string
  readonly expiresAt: number
  readonly keys: Keys
}) {
  const { description, expiresAt, keys, projectId } = options
  const row: KeySetRow = {
    id: (yield* Randomness).uuid(),
    project_id: projectId,
    description,
    publishable_last_four: getLastFour(keys.publishableClientKey),
    secret_last_four: getLastFour(keys.secretServerKey),
    admin_last_four: getLastFour(keys.superSecretAdminKey),
    expires_at: expiresAt,
    revoked_at: null,
    created_at: yield* Clock.currentTimeMillis
  }
  yield* Database.insert("project_keys", { ...row, ...hashKeys(keys) })
  return row
})

/** Removes keys from the sets of a project, such as revoked ones, so that a new set can have them. */
export const release = (projectId: ProjectId, keys: Keys) =>
  Effect.forEach(
    Object.entries(hashKeys(keys)),
    ([column, hash]) =>
      Database.run(sql`UPDATE project_keys SET ${sql(column)} = NULL
        WHERE project_id = ${projectId} AND ${sql(column)} = ${hash}`),
    { discard: true }
  )

/** Whether a key is valid for a project at a level: known, not revoked, not expired. */
export const admits = Effect.fnUntraced(function* (projectId: ProjectId, level: AccessLevel, key: string) {
  // Looked up by hash, so that its time does not reveal a partial match.
  const row = yield* Database.first(
    sql<KeySetRow>`SELECT * FROM project_keys WHERE ${sql(kinds[level].hash)} = ${sha256(key)}`
  )
  return (
    row !== undefined &&
    row.project_id === projectId &&
    row.revoked_at === null &&
    row.expires_at > (yield* Clock.currentTimeMillis)
  )
})

/** Changes a key set. The first revocation counts, and cannot be undone. */
export const update = Effect.fnUntraced(function* (
  { id }: KeySetRow,
  { description, revoked }: { readonly description?: string | undefined; readonly revoked?: boolean | undefined }
) {
  const revokedAt = revoked === true ? yield* Clock.currentTimeMillis : null
  yield* Database.run(sql`UPDATE project_keys SET description = coalesce(${description ?? null}, description),
    revoked_at = coalesce(revoked_at, ${revokedAt}) WHERE id = ${id}`)
})
