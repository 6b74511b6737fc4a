/** The control path of projects; what is in one, the API tells who sends the token. */
import * as Effect from "effect/Effect"
import { json, type Paths } from "./ControlPath.ts"
import { Projects } from "../projects/Projects.ts"

export const projectPaths: Effect.Effect<Paths, never, Projects> = Effect.map(Projects, (projects) => ({
  "GET projects": () =>
    Effect.map(projects.all, (list) =>
      json(
        200,
        list.map(({ createdAt, description, displayName, id }) => ({ id, displayName, description, createdAt }))
      )
    )
}))
