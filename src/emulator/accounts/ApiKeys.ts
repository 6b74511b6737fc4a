/** API keys of users and teams (docs/protocol/resources.md#api-keys): shown once, stored as hashes. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"

export type Owner =
  | { readonly type: "user"; readonly userId: UserId }
  | { readonly type: "team"; readonly teamId: TeamId }

export interface ApiKeyRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly user_id: UserId | null
  readonly team_id: TeamId | null
  readonly description: string
  readonly is_public: number
  readonly last_four: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** A new key and its text, which is not stored. */
    readonly create: (options: {
      readonly projectId: ProjectId
      readonly owner: Owner
      readonly description: string
      readonly expiresAt: number | null
      readonly isPublic: boolean
    }) => Effect.Effect<{ readonly row: ApiKeyRow; readonly value: string }>
    /** Newest first. */
    readonly list: (projectId: ProjectId, owner: Owner) => Effect.Effect<ReadonlyArray<ApiKeyRow>>
    readonly find: (projectId: ProjectId, id: string) => Effect.Effect<ApiKeyRow | undefined>
    readonly findByValue: (projectId: ProjectId, value: string) => Effect.Effect<ApiKeyRow | undefined>
    /** Changes a key. The first revocation counts: a later one does not move its time. */
    readonly update: (
      id: string,
      update: { readonly description?: string | undefined; readonly revoked?: boolean | undefined }
    ) => Effect.Effect<void>
  }
>()("gatefold/emulator/accounts/ApiKeys") {}

/** The marker by which secret scanners, and the vendor's `isApiKey`, recognize keys of the service. */
const marker = "574ck4u7h"

/** 1 for a service other than the hosted one, whose keys scanners cannot revoke; plus 2 for public keys. */
const getScannerFlag = (isPublic: boolean): number => 1 + (isPublic ? 2 : 0)

const computeCrc32 = (text: string): number => {
  let checksum = 0xffff_ffff
  for (let i = 0; i < text.length; i++) {
    checksum ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb8_8320 : 0)
  }
  return ~checksum >>> 0
}

/**
 * The text of a key: its prefix, 225 random bits, its id, the kind of its owner, the marker, and the CRC-32 of all
 * that, with which scanners verify a match.
 */
const makeKey = (options: {
  readonly id: string
  readonly random: string
  readonly type: Owner["type"]
  readonly isPublic: boolean
}): string => {
  const { id, isPublic, random, type } = options
  const prefix = isPublic ? "pk" : "sk"
  const text = `${prefix}_${random}${id.replaceAll("-", "")}${type}${getScannerFlag(isPublic)}${marker}`
  return text + computeCrc32(text).toString(16).padStart(8, "0")
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const columns = sql.literal(`id, project_id, user_id, team_id, description, is_public, last_four,
    created_at, expires_at, revoked_at`)

  const matchOwner = (owner: Owner) =>
    owner.type === "user" ? sql`user_id = ${owner.userId}` : sql`team_id = ${owner.teamId}`

  return ApiKeys.of({
    create: Effect.fnUntraced(function* ({ description, expiresAt, isPublic, owner, projectId }) {
      const id = randomness.uuid()
      const value = makeKey({ id, random: randomness.token(), type: owner.type, isPublic })
      const row = {
        id,
        project_id: projectId,
        user_id: owner.type === "user" ? owner.userId : null,
        team_id: owner.type === "team" ? owner.teamId : null,
        description,
        is_public: isPublic ? 1 : 0,
        last_four: value.slice(-4),
        created_at: yield* Clock.currentTimeMillis,
        expires_at: expiresAt,
        revoked_at: null
      }
      yield* Database.insert(sql, "api_keys", { ...row, value_hash: sha256(value) })
      return { row, value }
    }),

    list: (projectId, owner) =>
      Database.all(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys
        WHERE project_id = ${projectId} AND ${matchOwner(owner)} ORDER BY created_at DESC, rowid DESC`),

    find: (projectId, id) =>
      Database.first(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys WHERE project_id = ${projectId} AND id = ${id}`),

    // Looked up by hash, so that the time does not reveal a partial match.
    findByValue: (projectId, value) =>
      Database.first(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys
        WHERE project_id = ${projectId} AND value_hash = ${sha256(value)}`),

    update: Effect.fnUntraced(function* (id, { description, revoked }) {
      const revokedAt = revoked === true ? yield* Clock.currentTimeMillis : null
      yield* Database.run(sql`UPDATE api_keys SET description = coalesce(${description ?? null}, description),
        revoked_at = coalesce(revoked_at, ${revokedAt}) WHERE id = ${id}`)
    })
  })
})

/** Keeps keys in the database, as hashes. */
export const layer = Layer.effect(ApiKeys, make)
