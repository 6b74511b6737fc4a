/** Authenticates the client of an OAuth request. */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Redacted from "effect/Redacted"
import { PublishableClientKeyRequiredForProject } from "../../domain/errors/ProjectAccess.ts"
import * as ProjectKeys from "../projects/ProjectKeys.ts"
import type { Project } from "../projects/Projects.ts"
import { isHostedPage } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"

/** The project of `projectId` or `projectId#branch`. The only branch is `main`. */
export const parseProjectId = (clientId: string): string | undefined => {
  const [projectId, branch = "main", ...rest] = clientId.split("#")
  return branch === "main" && rest.length === 0 ? projectId : undefined
}

/** The secret of clients without a publishable key, in the current service. */
const publicClient = "__stack_public_client__"

/**
 * Whether a client's secret is valid: a publishable key of the project, or the constant if the project requires no key.
 */
export const isAdmitted = Effect.fnUntraced(function* (project: Project, secret: Redacted.Redacted) {
  const text = Redacted.value(secret)
  if (text !== publicClient || !(yield* Generation).has("current")) {
    return yield* ProjectKeys.admits(project.id, "client", text)
  }
  const { headers } = yield* HttpServerRequest
  if (!project.config.requirePublishableClientKey || isHostedPage(project.id, headers)) return true
  return yield* new PublishableClientKeyRequiredForProject({ details: { projectId: project.id } })
})
