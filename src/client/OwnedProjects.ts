/** The projects of a user of the project `internal`, as a dashboard needs them. */
import * as Effect from "effect/Effect"
import type * as Api from "../api/Projects.ts"
import { asUser } from "../app/AsClient.ts"
import { type ProjectInput, wrapSecrets } from "../app/ProjectInput.ts"
import { SchemaError } from "../domain/errors/ProjectAccess.ts"
import { isRefusedFor } from "../domain/errors/RequestRefused.ts"
import type { ProjectId, TeamId } from "../domain/Ids.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import * as Wire from "../wire/generated/Projects.ts"
import * as TeamsWire from "../wire/generated/Teams.ts"

/** The projects that the current user owns. In any other project it fails with
 * `RequestRefused` of reason `ExpectedInternalProject`. */
export const list = asUser.read("OwnedProjects.list", Wire.listOwnedProjects, { shows: ["projects", "teams", "users"] })

/** Matches the current service's answer if a project lacks nothing but an owner: it has one line for each violation. */
const wantsOwnerTeam = isRefusedFor(
  (reason) =>
    reason instanceof SchemaError &&
    /^[^\n]*\n *- body\.owner_team_id must be defined$/.test(reason.details.message.trim())
)

/**
 * Creates a project that the current user owns. It has no keys yet.
 *
 * In the current service a team owns a project: `ownerTeamId`, or without it a new team of the project's name, which
 * stays if the service then does not create the project. It fails with `TeamMembershipNotFound` if the user is not in
 * that team. The service of 2025-06 refuses `ownerTeamId`.
 */
export const create = asUser.write("OwnedProjects.create", [Wire.createProject, TeamsWire.createTeam], {
  changes: ["projects", "teams", "members", "permissions", "users"]
})(function* (input: ProjectInput<Api.CreateProject>) {
  const payload = wrapSecrets(input)
  return yield* Effect.catchIf(
    asUser.call(Wire.createProject, { payload }),
    wantsOwnerTeam,
    Effect.fnUntraced(function* () {
      const { answer: team, credentials } = yield* AuthorizedTransport.callWithCredentials(TeamsWire.createTeam, {
        payload: { displayName: input.displayName, creatorUserId: "me" }
      })
      return yield* AuthorizedTransport.callAsSameUser(
        Wire.createProject,
        { payload: { ...payload, ownerTeamId: team.id } },
        credentials
      )
    })
  )
})

/**
 * Gives a project to another team; the keys of its apps continue to work. The current user is an administrator of the
 * team that owns it (else `TeamPermissionRequired`), and a member of the other one (else `TeamMembershipNotFound`). The
 * service of 2025-06 cannot do it (`NotSupportedByService`).
 */
export const transfer = asUser.write("OwnedProjects.transfer", Wire.transferProject, {
  input: ({ ownerTeamId, projectId }: { readonly projectId: ProjectId; readonly ownerTeamId: TeamId }) => ({
    payload: { projectId, newTeamId: ownerTeamId }
  }),
  changes: ["projects"]
})
