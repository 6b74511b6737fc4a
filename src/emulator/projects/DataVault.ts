/** The values of the data vaults of all projects: opaque texts, by store and hashed key. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"

export interface Place {
  readonly projectId: ProjectId
  readonly storeId: string
  readonly hashedKey: string
}

export class DataVault extends Context.Service<
  DataVault,
  {
    readonly get: (place: Place) => Effect.Effect<string | undefined>
    readonly set: (place: Place, encryptedValue: string) => Effect.Effect<void>
  }
>()("gatefold/emulator/projects/DataVault") {}

/** Keeps encrypted values in the database. */
export const layer: Layer.Layer<DataVault, never, SqlClient> = Layer.effect(
  DataVault,
  Effect.map(SqlClient, (sql) => ({
    get: ({ hashedKey, projectId, storeId }) =>
      Effect.map(
        Database.first(sql<{ readonly encrypted_value: string }>`SELECT encrypted_value FROM data_vault_values
          WHERE project_id = ${projectId} AND store_id = ${storeId} AND hashed_key = ${hashedKey}`),
        (row) => row?.encrypted_value
      ),

    set: ({ hashedKey, projectId, storeId }, encryptedValue) =>
      Database.run(
        sql`INSERT INTO data_vault_values ${sql.insert({
          project_id: projectId,
          store_id: storeId,
          hashed_key: hashedKey,
          encrypted_value: encryptedValue
        })} ON CONFLICT (project_id, store_id, hashed_key) DO UPDATE SET encrypted_value = excluded.encrypted_value`
      )
  }))
)
