/** The passkeys of users: one each, a new one replaces it (docs/protocol/sign-in.md#passkeys). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"

export interface Credential {
  readonly id: string
  readonly publicKey: Uint8Array
  /** The signature counter of the authenticator; 0 if it does not count. */
  readonly counter: number
}

export interface Passkey extends Credential {
  readonly userId: UserId
}

export class Passkeys extends Context.Service<
  Passkeys,
  {
    readonly find: (projectId: ProjectId, credentialId: string) => Effect.Effect<Passkey | undefined>
    /** Sets the passkey of a user; false if the credential belongs to another user. */
    readonly save: (projectId: ProjectId, userId: UserId, credential: Credential) => Effect.Effect<boolean>
    /** Stores the authenticator's counter; false if a higher one is stored already. */
    readonly count: (passkey: Passkey, counter: number) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/accounts/Passkeys") {}

interface Row {
  readonly user_id: UserId
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  return Passkeys.of({
    find: (projectId, credentialId) =>
      Effect.map(
        Database.first(sql<Row>`SELECT * FROM passkeys
          WHERE project_id = ${projectId} AND credential_id = ${credentialId}`),
        (row) =>
          row && {
            userId: row.user_id,
            id: row.credential_id,
            publicKey: Uint8Array.from(Result.getOrThrow(Base64Url.decode(row.public_key))),
            counter: row.counter
          }
      ),

    save: Effect.fnUntraced(function* (projectId, userId, { counter, id, publicKey }) {
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
    }),

    count: ({ id, userId }, counter) =>
      Database.exists(sql<Row>`UPDATE passkeys SET counter = ${counter}
          WHERE user_id = ${userId} AND credential_id = ${id}
            AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING *`)
  })
})

/** Keeps one credential for each user in the database. */
export const layer = Layer.effect(Passkeys, make)
