/** The passkeys of users: one each, a new one replaces it (docs/protocol/sign-in.md#passkeys). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface Credential {
  readonly id: string
  readonly publicKey: Uint8Array
  /** The signature counter of the authenticator; 0 if it does not count. */
  readonly counter: number
}

export interface Passkey extends Credential {
  readonly userId: UserId
}

interface Row {
  readonly user_id: UserId
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number
}

export const find = (projectId: ProjectId, credentialId: string) =>
  Effect.map(
    Database.first(sql<Row>`SELECT * FROM passkeys
      WHERE project_id = ${projectId} AND credential_id = ${credentialId}`),
    (row): Passkey | undefined =>
      row && {
        userId: row.user_id,
        id: row.credential_id,
        publicKey: Uint8Array.from(Result.getOrThrow(Base64Url.decode(row.public_key))),
        counter: row.counter
      }
  )

/** Sets the passkey of a user; false if the credential belongs to another user. */
export const save = Effect.fnUntraced(function* (
  projectId: ProjectId,
  userId: UserId,
  { counter, id, publicKey }: Credential
) {
  const row = {
    user_id: userId,
    project_id: projectId,
    credential_id: id,
    public_key: Base64Url.encode(publicKey),
    counter,
    created_at: yield* Clock.currentTimeMillis
  }
  return yield* Database.runIfUnique(sql`INSERT INTO passkeys ${sql.insert(row)}
    ON CONFLICT (user_id) DO UPDATE SET credential_id = excluded.credential_id,
      public_key = excluded.public_key, counter = excluded.counter, created_at = excluded.created_at`)
})

/** Stores the authenticator's counter; false if a higher one is stored already. */
export const count = ({ id, userId }: Passkey, counter: number) =>
  Database.exists(sql`UPDATE passkeys SET counter = ${counter}
    WHERE user_id = ${userId} AND credential_id = ${id}
      AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING *`)
