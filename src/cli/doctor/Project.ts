/** The project that the variables name, if an app would take them. */
import * as Effect from "effect/Effect"
import * as ServiceConfig from "../../http/ServiceConfig.ts"
import type { World } from "./World.ts"

/** Service and project, checked; undefined if an app would refuse them. */
export const projectOf = ({ apiUrl, options }: World) =>
  options.projectId === undefined
    ? Effect.undefined
    : ServiceConfig.make({ apiUrl, projectId: options.projectId.text }).pipe(Effect.catch(() => Effect.undefined))
