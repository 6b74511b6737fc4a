/**
 * Figures about the current project (wire/endpoints §14).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { Metrics } from "../domain/Metrics.ts"
import { AdminAccess } from "./Access.ts"

/** Reads the figures of the current project. */
export const getMetrics = HttpApiEndpoint.get("getMetrics", "/internal/metrics", {
  disableCodecs: true,
  success: Metrics
}).middleware(AdminAccess).annotate(OpenApi.Summary, "Read the metrics")
