/** The control path of projects. `isApp` marks the one of the options. The API returns the rest, with the token. */
import * as Effect from "effect/Effect"
import * as Projects from "../../projects/Projects.ts"
import { EmulatorState } from "../../state/EmulatorState.ts"
import type * as ControlPath from "../ControlPath.ts"

export const projectPaths: Effect.Effect<ControlPath.Paths, never, EmulatorState> = Effect.map(
  EmulatorState,
  ({ project }) => ({
    "GET projects": () =>
      Effect.map(Projects.all, (list) =>
        list.map(({ createdAt, description, displayName, id }) => ({
          id,
          displayName,
          description,
          createdAt,
          isApp: id === project?.projectId
        }))
      )
  })
)
