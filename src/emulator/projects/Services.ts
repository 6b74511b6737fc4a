/** The services of projects. */
import * as Layer from "effect/Layer"
import * as DataVault from "./DataVault.ts"
import * as Metrics from "./Metrics.ts"
import * as ProjectKeys from "./ProjectKeys.ts"
import * as Projects from "./Projects.ts"

export const layer = Layer.mergeAll(Projects.layer, ProjectKeys.layer, DataVault.layer, Metrics.layer)
