/**
 * Figures about the project (docs/protocol/resources.md#metrics).
 */
import * as Api from "../api/Metrics.ts"
import { span } from "../operation/Operation.ts"
import { call } from "./Call.ts"

export type { Metrics } from "../api/schema/Metrics.ts"

/** Users and activity of today and the 30 days before. */
export const get = call(Api.getMetrics, {}).pipe(span("admin/Metrics.get", { shows: ["metrics"] }))
