/** Free JSON that an app keeps on users and teams. */
import * as Schema from "effect/Schema"

/**
 * Any JSON value, `null` when unset. It is written as a whole, and passed through untouched: a key such as `__proto__`
 * stays an ordinary key.
 */
export const Metadata = Schema.Json
/** Any JSON value, `null` when unset. */
export type Metadata = typeof Metadata.Type
