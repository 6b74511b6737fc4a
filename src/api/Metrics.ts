/** Figures about the current project (docs/protocol/resources.md#metrics). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Endpoint from "./Endpoint.ts"
import { Metrics } from "./schema/Metrics.ts"

/** Reads the figures of the current project. */
export const getMetrics = Endpoint.admin.get("getMetrics", "/internal/metrics", {
  summary: "Read the metrics",
  success: Metrics
})

/** Metrics, for admins. */
export class MetricsGroup extends HttpApiGroup.make("metrics").add(getMetrics).prefix(Endpoint.root) {}
