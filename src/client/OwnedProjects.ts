/**
 * The projects of a user of the project `internal`, as a dashboard needs them.
 */
import type * as Api from "../api/Projects.ts"
import * as Wire from "../wire/generated/Projects.ts"
import { type ProjectInput, wrapSecrets } from "./internal/ProjectInput.ts"
import { asUser } from "./internal/AsClient.ts"

/** The projects that the current user owns. In any other project it fails with
 * `RequestRefused` of reason `ExpectedInternalProject`. */
export const list = asUser.read("OwnedProjects.list", Wire.listOwnedProjects, { shows: ["projects"] })

/**
 * Creates a project that the current user owns, or the team `ownerTeamId` of that user. It has no keys yet. The current
 * service requires a team, and fails with `TeamMembershipNotFound` if the user is not in it; that of 2025-06 refuses
 * the field.
 */
export const create = asUser.write("OwnedProjects.create", Wire.createProject, {
  input: (input: ProjectInput<Api.CreateProject>) => ({ payload: wrapSecrets(input) }),
  changes: ["projects"]
})
