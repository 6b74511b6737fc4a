/**
 * The projects of a user of the project `internal`, as a dashboard needs them.
 */
import * as Api from "../api/Projects.ts"
import { operation, span } from "../platform/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"

/** The projects that the current user owns. Fails with `ExpectedInternalProject` in any other project. */
export const list = AuthorizedTransport.call(Api.listOwnedProjects, {}).pipe(span("OwnedProjects.list"))

/** Creates a project that the current user owns. It has no keys yet. */
export const create = operation("OwnedProjects.create", { stale: ["OwnedProjects.list"] })(
  (input: typeof Api.CreateProject.Type) => AuthorizedTransport.call(Api.createProject, { payload: input })
)
