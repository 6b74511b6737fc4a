/**
 * The project itself and its configuration (docs/protocol/resources.md#projects).
 */
import * as Api from "../api/Projects.ts"
import { type ProjectInput, wrapSecrets } from "../client/internal/ProjectInput.ts"
import { operation, span } from "../operation/Operation.ts"
import { call } from "./Call.ts"
import * as ProjectChange from "./ProjectChange.ts"

export type { AdminProject } from "../api/schema/Project.ts"

/** The project with its whole configuration. */
export const get = call(Api.adminGetProject, {}).pipe(span("admin/Project.get", { shows: ["projects"] }))

/** What is changed of a project. */
export type ProjectUpdate = ProjectInput<ProjectChange.ProjectUpdate>

/**
 * Changes what is named and returns the project; a list replaces the whole list. The service allows localhost
 * again with every change that does not say otherwise, so this one always says
 * what has been (docs/protocol/resources.md#projects).
 */
export const update = operation("admin/Project.update", { changes: ["projects"] })((input: ProjectUpdate) => {
  const update = wrapSecrets(input)
  return update.config?.allowLocalhost !== undefined
    ? ProjectChange.change(update)
    : ProjectChange.changeFrom(({ config: { allowLocalhost } }) => ({
        ...update,
        config: { ...update.config, allowLocalhost }
      }))
})

const delete_ = call(Api.adminDeleteProject, {}).pipe(span("admin/Project.delete", { changes: ["projects"] }))
export {
  /** Deletes the project with everything in it. */
  delete_ as delete
}
