/**
 * Changes of the project that depend on what it is (docs/protocol/resources.md#projects). The
 * service takes whole lists, and allows localhost again when a change does not
 * say otherwise, so what stays has to be read and sent along.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Projects.ts"
import type { AdminProject } from "../api/schema/Project.ts"
import { AdminApp } from "./AdminApp.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** What the service is told of a project. */
export type ProjectUpdate = typeof Api.UpdateProject.Type

/** Changes the project as it is told, after the app's changes before have been made. */
export const change = (payload: ProjectUpdate) =>
  Effect.flatMap(AdminApp, ({ oneAtATime }) => oneAtATime(asAdmin.call(Api.adminUpdateProject, { payload })))

/** Reads the project and changes it, and lets no other change of the app come between. */
export const changeFrom = (decide: (project: AdminProject) => ProjectUpdate) =>
  Effect.flatMap(AdminApp, ({ oneAtATime }) =>
    oneAtATime(
      Effect.flatMap(asAdmin.call(Api.adminGetProject, {}), (project) =>
        asAdmin.call(Api.adminUpdateProject, { payload: decide(project) })
      )
    )
  )
