/** API keys of users and teams (docs/protocol/resources.md#api-keys): shown once, stored as hashes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

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

const columns = sql.literal(`id, project_id, user_id, team_id, description, is_public, last_four,
  created_at, expires_at, revoked_at`)

/** A new key and its text, which is not stored. */
export const create = Effect.fnUntraced(function* (options: {
  readonly projectId: ProjectId
  readonly owner: Owner
  readonly description: string
  readonly expiresAt: number | null
  readonly isPublic: boolean
}) {
  const { description, expiresAt, isPublic, owner, projectId } = options
  const { token, uuid } = yield* Randomness
  const id = uuid()
  const value = makeKey({ id, random: token(), type: owner.type, isPublic })
  const row: ApiKeyRow = {
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
  yield* Database.insert("api_keys", { ...row, value_hash: sha256(value) })
  return { row, value }
})

/** The keys of an owner, newest first. */
export const list = (projectId: ProjectId, owner: Owner) => {
  const isOwner = owner.type === "user" ? sql`user_id = ${owner.userId}` : sql`team_id = ${owner.teamId}`
  return Database.all(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys
    WHERE project_id = ${projectId} AND ${isOwner} ORDER BY created_at DESC, rowid DESC`)
}

export const find = (projectId: ProjectId, id: string) =>
  Database.first(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys WHERE project_id = ${projectId} AND id = ${id}`)

/** Looks a key up by its hash, so that the time does not reveal a partial match. */
export const findByValue = (projectId: ProjectId, value: string) =>
  Database.first(sql<ApiKeyRow>`SELECT ${columns} FROM api_keys
    WHERE project_id = ${projectId} AND value_hash = ${sha256(value)}`)

/** Changes a key. The first revocation counts: a later one does not move its time. */
export const update = Effect.fnUntraced(function* (
  id: string,
  { description, revoked }: { readonly description?: string | undefined; readonly revoked?: boolean | undefined }
) {
  const revokedAt = revoked === true ? yield* Clock.currentTimeMillis : null
  yield* Database.run(sql`UPDATE api_keys SET description = coalesce(${description ?? null}, description),
    revoked_at = coalesce(revoked_at, ${revokedAt}) WHERE id = ${id}`)
})
