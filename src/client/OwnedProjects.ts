/**
 * The projects of a user of the project `internal`, as a dashboard needs them.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Projects.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"

/** The projects that the current user owns. Fails with `ExpectedInternalProject` in any other project. */
export const list = AuthorizedTransport.call(Api.listOwnedProjects, {}).pipe(Effect.withSpan("OwnedProjects.list"))

/** Creates a project that the current user owns. It has no keys yet. */
export const create = Effect.fn("OwnedProjects.create")((input: typeof Api.CreateProject.Type) =>
  AuthorizedTransport.call(Api.createProject, { payload: input })
)
