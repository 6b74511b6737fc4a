/** The project that the variables name, if an app would take them, and what the service says to its key. */
import * as Effect from "effect/Effect"
import * as Project from "../../client/Project.ts"
import { findKnownError } from "../../domain/errors/RequestRefused.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import * as ServiceConfig from "../../http/ServiceConfig.ts"
import type { World } from "./World.ts"

/** Service and project, checked; undefined if an app would refuse them. */
export const parseProject = ({ apiUrl, options }: Pick<World, "apiUrl" | "options">) =>
  options.projectId === undefined
    ? Effect.undefined
    : ServiceConfig.make({ apiUrl, projectId: options.projectId.text }).pipe(Effect.catch(() => Effect.undefined))

export const findRefusal = (call: Effect.Effect<unknown, unknown>): Effect.Effect<string | undefined> =>
  call.pipe(
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(findKnownError(error)?._tag))
  )

/** The tag of the service's refusal of a page that reads its project. */
export const findClientRefusal = Effect.fnUntraced(function* (world: Pick<World, "apiUrl" | "options">) {
  const project = yield* parseProject(world)
  if (project === undefined) return undefined
  const publishableClientKey = world.options.publishableClientKey?.text
  return yield* findRefusal(Effect.provide(Project.get, ClientApp.layer({ ...project, publishableClientKey })))
})
