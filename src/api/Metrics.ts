/** Figures about the current project (docs/protocol/resources.md#metrics). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { Metrics } from "./schema/Metrics.ts"

/** Reads the figures of the current project. */
export const getMetrics = Endpoint.get("getMetrics", "/internal/metrics", {
  success: Metrics
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read the metrics")

/** Metrics, for admins. */
export class MetricsGroup extends HttpApiGroup.make("metrics").add(getMetrics).prefix(Endpoint.root) {}
