/** The project itself and its configuration (docs/protocol/resources.md#projects). */
import { type ProjectInput, wrapSecrets } from "../app/ProjectInput.ts"
import * as Wire from "../wire/generated/Projects.ts"
import { asAdmin } from "./AsAdmin.ts"
import * as ProjectChange from "./internal/ProjectChange.ts"

export type { AdminProject } from "../api/schema/Project.ts"

/** The project with its whole configuration. */
export const get = asAdmin.read("admin/Project.get", Wire.adminGetProject, { shows: ["projects"] })

/** Parts of the project to change. Absent ones keep their value. */
export type ProjectUpdate = ProjectInput<ProjectChange.ProjectUpdate>

/**
 * Changes the given parts and returns the project; a list replaces the whole list. Because the service allows localhost
 * again with each change that does not mention it, the present value is always sent
 * (docs/protocol/resources.md#projects).
 */
export const update = ProjectChange.define("admin/Project.update")((input: ProjectUpdate) => {
  const changes = wrapSecrets(input)
  return changes.config?.allowLocalhost !== undefined
    ? ProjectChange.change(changes)
    : ProjectChange.changeFrom(({ config: { allowLocalhost } }) => ({
        ...changes,
        config: { ...changes.config, allowLocalhost }
      }))
})

const delete_ = asAdmin.write("admin/Project.delete", Wire.adminDeleteProject, { changes: ["projects"] })
export {
  /** Deletes the project with everything in it. */
  delete_ as delete
}
