/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { Metrics } from "../../api/schema/Metrics.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { decodeMetrics } from "./schema/Metrics.ts"

/** Read the metrics. */
export const getMetrics: Endpoint<{}, Metrics, never, "admin"> = {
  name: "getMetrics",
  method: "GET",
  path: "/internal/metrics",
  level: "admin",
  levelErrors: commonErrors,
  success: decodeMetrics
}
