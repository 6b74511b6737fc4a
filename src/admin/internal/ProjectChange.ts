/**
 * Changes that read the project first (docs/protocol/resources.md#projects): the service replaces whole lists, and
 * allows localhost again with each change that does not mention it, so present values have to be sent along.
 */
import * as Effect from "effect/Effect"
import type * as Api from "../../api/Projects.ts"
import type { AdminProject } from "../../api/schema/Project.ts"
import * as Wire from "../../wire/generated/Projects.ts"
import { AdminApp } from "../AdminApp.ts"
import { asAdmin } from "../AsAdmin.ts"

export type ProjectUpdate = Api.UpdateProject

/** Defines an operation that reads the project and changes it. */
export const define = (name: string) =>
  asAdmin.write(name, [Wire.adminGetProject, Wire.adminUpdateProject], { changes: ["projects"] })

/** Changes the project, after earlier changes of the app. */
export const change = (payload: ProjectUpdate) =>
  Effect.flatMap(AdminApp, ({ oneAtATime }) => oneAtATime(asAdmin.call(Wire.adminUpdateProject, { payload })))

/** Reads the project and changes it, without another change of the app in between. */
export const changeFrom = (decide: (project: AdminProject) => ProjectUpdate) =>
  Effect.flatMap(AdminApp, ({ oneAtATime }) =>
    oneAtATime(
      Effect.flatMap(asAdmin.call(Wire.adminGetProject, {}), (project) =>
        asAdmin.call(Wire.adminUpdateProject, { payload: decide(project) })
      )
    )
  )
