/** Figures about the current project (wire/endpoints §14). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Metrics.ts"
import { Authenticated, restrictions } from "../http/Authenticated.ts"
import { Metrics } from "../projects/Metrics.ts"
import { handle } from "../http/Route.ts"

const getMetrics = handle(
  Api.getMetrics,
  Effect.fnUntraced(function* () {
    const { project } = yield* Authenticated
    return yield* (yield* Metrics).get(project.id, yield* restrictions)
  }),
  { ignoredQuery: "any" }
)

/** The routes of `api/Metrics`. */
export const routes = [getMetrics]
