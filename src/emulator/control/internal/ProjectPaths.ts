/** The control path of projects. `isApp` marks the one of the options. The API returns the rest, with the token. */
import * as Effect from "effect/Effect"
import { Projects } from "../../projects/Projects.ts"
import { EmulatorState } from "../../state/EmulatorState.ts"
import * as ControlPath from "../ControlPath.ts"

export const projectPaths: Effect.Effect<ControlPath.Paths, never, EmulatorState | Projects> = Effect.gen(function* () {
  const projects = yield* Projects
  const state = yield* EmulatorState
  return {
    "GET projects": () =>
      Effect.map(projects.all, (list) =>
        ControlPath.json(
          200,
          list.map(({ createdAt, description, displayName, id }) => ({
            id,
            displayName,
            description,
            createdAt,
            isApp: id === state.project?.projectId
          }))
        )
      )
  }
})
