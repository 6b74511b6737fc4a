/** The values of the data vaults of all projects: opaque texts, by store and hashed key. */
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface Place {
  readonly projectId: ProjectId
  readonly storeId: string
  readonly hashedKey: string
}

export const get = ({ hashedKey, projectId, storeId }: Place) =>
  Effect.map(
    Database.first(sql<{ readonly encrypted_value: string }>`SELECT encrypted_value FROM data_vault_values
      WHERE project_id = ${projectId} AND store_id = ${storeId} AND hashed_key = ${hashedKey}`),
    (row) => row?.encrypted_value
  )

export const set = ({ hashedKey, projectId, storeId }: Place, encryptedValue: string) => {
  const row = { project_id: projectId, store_id: storeId, hashed_key: hashedKey, encrypted_value: encryptedValue }
  return Database.run(sql`INSERT INTO data_vault_values ${sql.insert(row)}
    ON CONFLICT (project_id, store_id, hashed_key) DO UPDATE SET encrypted_value = excluded.encrypted_value`)
}
