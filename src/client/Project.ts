/**
 * What the app's project allows.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Projects.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { span } from "../operation/Operation.ts"

/** The project with the part of its configuration that clients may see. */
export const get = Effect.flatMap(ClientApp, (app) => app.call(Api.getProject, {})).pipe(
  span("Project.get", { shows: ["projects"] })
)
