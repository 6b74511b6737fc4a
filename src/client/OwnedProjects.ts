/**
 * The projects of a user of the project `internal`, as a dashboard needs them.
 */
import * as Api from "../api/Projects.ts"
import { type ProjectInput, wrapSecrets } from "./internal/ProjectInput.ts"
import { asUser } from "./internal/AsClient.ts"

/** The projects that the current user owns. Fails with `ExpectedInternalProject` in any other project. */
export const list = asUser.read("OwnedProjects.list", Api.listOwnedProjects, { shows: ["projects"] })

/**
 * Creates a project that the current user owns, or the team `ownerTeamId` of that user. It has no keys yet. The current
 * service wants a team, and fails with `TeamMembershipNotFound` when it is not one of the user's; that of 2025-06
 * knows no such teams, and refuses the field.
 */
export const create = asUser.write("OwnedProjects.create", Api.createProject, {
  input: (input: ProjectInput<typeof Api.CreateProject.Type>) => ({ payload: wrapSecrets(input) }),
  changes: ["projects"]
})
