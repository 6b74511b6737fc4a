/** Figures about the project (docs/protocol/resources.md#metrics). */
import * as Wire from "../wire/generated/Metrics.ts"
import { asAdmin } from "./AsAdmin.ts"

export type { Metrics } from "../api/schema/Metrics.ts"

/** Users and activity of today and the 30 days before. */
export const get = asAdmin.read("admin/Metrics.get", Wire.getMetrics, {
  shows: ["metrics", "users", "teams", "emails"]
})
