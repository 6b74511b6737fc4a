/** The key sets of a project (docs/protocol/resources.md#key-sets): shown once, stored as hashes. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"

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

export class ProjectKeys extends Context.Service<
  ProjectKeys,
  {
    /** A fresh key of a kind: `pck_`, `ssk_` or `sak_` and 45 characters. */
    readonly generate: (level: AccessLevel) => string
    readonly create: (options: {
      readonly projectId: ProjectId
      readonly description: string
      readonly expiresAt: number
      readonly keys: Keys
    }) => Effect.Effect<KeySetRow>
    /** Removes keys from the sets of a project, such as revoked ones, so that a new set can have them. */
    readonly release: (projectId: ProjectId, keys: Keys) => Effect.Effect<void>
    /** Whether a key is valid for a project at a level: known, not revoked, not expired. */
    readonly admits: (projectId: ProjectId, level: AccessLevel, key: string) => Effect.Effect<boolean>
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<KeySetRow | undefined>
    /** Newest first. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<KeySetRow>>
    readonly update: (
      row: KeySetRow,
      update: { readonly description?: string | undefined; readonly revoked?: boolean | undefined }
    ) => Effect.Effect<void>
  }
>()("gatefold/emulator/projects/ProjectKeys") {}

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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  const columns = `id, project_id, description, publishable_last_four, secret_last_four, admin_last_four,
    expires_at, revoked_at, created_at`

  const find: ProjectKeys["Service"]["find"] = (projectId, id) =>
    Database.first(sql<KeySetRow>`SELECT ${sql.literal(columns)} FROM project_keys
      WHERE project_id = ${projectId} AND id = ${id}`)

  return ProjectKeys.of({
    generate: (level) => kinds[level].prefix + randomness.token(),
    find,

    create: Effect.fnUntraced(function* ({ description, expiresAt, keys, projectId }) {
      const row = {
        id: randomness.uuid(),
        project_id: projectId,
        description,
        publishable_last_four: getLastFour(keys.publishableClientKey),
        secret_last_four: getLastFour(keys.secretServerKey),
        admin_last_four: getLastFour(keys.superSecretAdminKey),
        expires_at: expiresAt,
        revoked_at: null,
        created_at: yield* Clock.currentTimeMillis
      }
      yield* Database.run(sql`INSERT INTO project_keys ${sql.insert({ ...row, ...hashKeys(keys) })}`)
      return row
    }),

    release: (projectId, keys) =>
      Effect.forEach(
        Object.entries(hashKeys(keys)),
        ([column, hash]) =>
          Database.run(sql`UPDATE project_keys SET ${sql(column)} = NULL
            WHERE project_id = ${projectId} AND ${sql(column)} = ${hash}`),
        { discard: true }
      ),

    admits: Effect.fnUntraced(function* (projectId, level, key) {
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
    }),

    list: (projectId) =>
      Database.all(sql<KeySetRow>`SELECT ${sql.literal(columns)} FROM project_keys
        WHERE project_id = ${projectId} ORDER BY created_at DESC, rowid DESC`),

    // The first revocation counts, and cannot be undone.
    update: Effect.fnUntraced(function* ({ id }, { description, revoked }) {
      const revokedAt = revoked === true ? yield* Clock.currentTimeMillis : null
      yield* Database.run(sql`UPDATE project_keys SET description = coalesce(${description ?? null}, description),
        revoked_at = coalesce(revoked_at, ${revokedAt}) WHERE id = ${id}`)
    })
  })
})

/** Keeps keys in the database, as hashes. */
export const layer = Layer.effect(ProjectKeys, make)
