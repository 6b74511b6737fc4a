// @effect-diagnostics missingEffectContext:off (the missing service is what the last line is about)
/** What the types of the emulator promise. Nothing here runs; `tsc` reads it. */
import * as Effect from "effect/Effect"
import type { UserRow } from "../../src/emulator/accounts/UserRow.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Teams from "../../src/emulator/teams/Teams.ts"
import type { TeamRow } from "../../src/emulator/teams/Teams.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"

const id = ({ project }: { readonly project: Emulator.ProjectCredentials }) => project.projectId
const projectId = Effect.map(Emulator.WithProject, id)

/** A project that is given is there. */
export const given = [
  Emulator.toFetchHandler({ project: {} }).emulator.then(id),
  Effect.map(Emulator.serve({ port: 0, project: { displayName: "Test" } }), id),
  Effect.runPromise(Effect.provide(projectId, Emulator.layer({ project: {} }))),
  Effect.runPromise(Effect.provide(projectId, Emulator.layerServe({ project: {} }))),
  Effect.runPromise(Effect.provide(projectId, EmulatedApp.layer()))
]

declare const options: Emulator.Options

/** One that is not may be missing. */
export const missing = [
  // @ts-expect-error: no project was given
  Emulator.toFetchHandler().emulator.then(id),
  // @ts-expect-error: no project was given
  Emulator.toFetchHandler(options).emulator.then(id),
  // @ts-expect-error: no project was given
  Effect.map(Emulator.serve({ port: 0 }), id),
  // @ts-expect-error: no project was given
  Effect.map(Emulator.Emulator, id),
  // @ts-expect-error: no project was given
  Effect.runPromise(Effect.provide(projectId, Emulator.layer()))
]

declare const user: UserRow
declare const team: TeamRow

/** Ids have the type of their kind, so that swapped ones do not compile. */
export const members = [
  Teams.findMember(team.project_id, team.id, user.id),
  // @ts-expect-error: the team and the user are swapped
  Teams.findMember(team.project_id, user.id, team.id)
]
