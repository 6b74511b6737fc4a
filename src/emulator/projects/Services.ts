/** The services of projects. */
import * as Layer from "effect/Layer"
import type * as StorageServices from "../storage/Services.ts"
import * as DataVault from "./DataVault.ts"
import * as Metrics from "./Metrics.ts"
import * as ProjectKeys from "./ProjectKeys.ts"
import * as Projects from "./Projects.ts"

/** The services of projects. */
export type Services = DataVault.DataVault | Metrics.Metrics | ProjectKeys.ProjectKeys | Projects.Projects

/** Projects in the database. */
export const layer: Layer.Layer<Services, never, StorageServices.Services> = Layer.mergeAll(
  Projects.layer,
  ProjectKeys.layer,
  DataVault.layer,
  Metrics.layer
)
