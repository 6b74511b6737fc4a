/** The projects of a user of the project `internal`, each with an admin app that needs no key. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AdminProject } from "../api/schema/Project.ts"
import { asUser } from "../app/AsClient.ts"
import * as Client from "../client/OwnedProjects.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import { Session } from "../session/Session.ts"
import * as ProjectsWire from "../wire/generated/Projects.ts"
import * as TeamsWire from "../wire/generated/Teams.ts"
import * as AdminApp from "./AdminApp.ts"

/** A project and its admin app. */
export interface OwnedProject {
  readonly project: AdminProject
  /** Provides the admin and the server app of the project, over the owner's session. */
  readonly app: Layer.Layer<AdminApp.AdminApp | ServerApp, ServerAppError>
}

const withApp =
  (session: Session["Service"]) =>
  (project: AdminProject): OwnedProject => ({
    project,
    app: AdminApp.layerOwner({ projectId: project.id }).pipe(Layer.provide(Layer.succeed(Session, session)))
  })

/**
 * The projects that the user owns. In any other project it fails with `RequestRefused` of reason
 * `ExpectedInternalProject`.
 */
export const list = asUser.read("admin/OwnedProjects.list", [ProjectsWire.listOwnedProjects], {
  shows: ["projects", "teams", "users"]
})(
  Effect.gen(function* () {
    const projects = yield* Client.list
    return projects.map(withApp(yield* Session))
  })
)

/**
 * Creates a project that the user owns, or a team of that user: `ownerTeamId`, or without it a new one where the
 * service asks for a team, which stays if the service then does not create the project. It has no keys yet.
 */
export const create = asUser.write("admin/OwnedProjects.create", [ProjectsWire.createProject, TeamsWire.createTeam], {
  changes: ["projects", "teams", "members", "permissions", "users"]
})(function* (input: Parameters<typeof Client.create>[0]) {
  const project = yield* Client.create(input)
  return withApp(yield* Session)(project)
})

/**
 * Gives a project to another team of the user, who must be an administrator of the one that owns it (else
 * `TeamPermissionRequired`). Fails with `TeamMembershipNotFound`, and in 2025-06 with `NotSupportedByService`.
 */
export const transfer = asUser.write("admin/OwnedProjects.transfer", [ProjectsWire.transferProject], {
  changes: ["projects"]
})((input: Parameters<typeof Client.transfer>[0]) => Client.transfer(input))
