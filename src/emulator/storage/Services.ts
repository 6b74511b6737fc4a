/** The services that keep data. */
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Database from "./Database.ts"
import type { DatabaseError } from "./DatabaseError.ts"
import * as Randomness from "./Randomness.ts"
import type { Sqlite } from "./Sqlite.ts"
import type { StateParts } from "./StateParts.ts"
import type { Tables } from "./Tables.ts"
import * as VerificationCodes from "./VerificationCodes.ts"

/** The services that keep data, and the database itself. */
export type Services = Randomness.Randomness | SqlClient | Tables | VerificationCodes.VerificationCodes

/** The data in a file, or in memory. A seed makes the IDs and secrets reproducible. */
export const layer = ({
  data = ":memory:",
  seed
}: {
  readonly data?: string | undefined
  readonly seed?: string | undefined
}): Layer.Layer<Services, DatabaseError, Sqlite | StateParts> =>
  VerificationCodes.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Randomness.layer(seed), Database.layer({ filename: data })))
  )
