/** Figures about the current project (docs/protocol/resources.md#metrics). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Metrics.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { restrictions } from "../access/Caller.ts"
import { toServerUser } from "../accounts/UserRow.ts"
import * as Users from "../accounts/Users.ts"
import * as Metrics from "../projects/Metrics.ts"
import { Generation } from "../settings/Generation.ts"
import { handle } from "./Route.ts"

const readServerUsers = Effect.fnUntraced(function* (projectId: ProjectId, ids: ReadonlyArray<string>) {
  const restrictedBy = yield* restrictions
  const rows = yield* Effect.forEach(ids, (id) => Users.find(projectId, id))
  return rows.filter((user) => user !== undefined).map((user) => toServerUser(user, restrictedBy))
})

export const routes = [
  handle(
    Api.getMetrics,
    function* ({ project }) {
      const isCurrent = (yield* Generation).has("current")
      const figures = yield* Metrics.compute(project.id, { isCurrent })
      return {
        ...figures,
        recentlyRegistered: yield* readServerUsers(project.id, figures.recentlyRegistered),
        recentlyActive: yield* readServerUsers(project.id, figures.recentlyActive)
      }
    },
    { ignoresQuery: true }
  )
]
