/** The data of events (docs/protocol/resources.md#webhooks). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ServerTeam } from "../../../api/schema/Team.ts"
import { ServerUser } from "../../../api/schema/User.ts"
import { toServerUser } from "../../accounts/UserRow.ts"
import * as Users from "../../accounts/Users.ts"
import type { Project } from "../../projects/Projects.ts"
import { Generation } from "../../settings/Generation.ts"
import * as Teams from "../../teams/Teams.ts"
import type { Change } from "../Changes.ts"

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeTeam = Schema.encodeEffect(ServerTeam)

/** The data of the event for a change; `undefined` if its subject was deleted meanwhile. */
export const readEventData = Effect.fnUntraced(function* (
  { data, projectId, teamId, type, userId }: Change,
  { config }: Project
) {
  if ((type === "user.created" || type === "user.updated") && userId !== undefined) {
    const { has } = yield* Generation
    const user = yield* Users.find(projectId, userId)
    if (user === undefined) return undefined
    const shape = toServerUser(user, has("current") ? config : undefined)
    // The team of a new user is created after the event.
    const created = { ...shape, selectedTeamId: null, selectedTeam: null }
    return yield* Effect.orDie(encodeUser(type === "user.created" ? created : shape))
  }
  if ((type === "team.created" || type === "team.updated") && teamId !== undefined) {
    const team = yield* Teams.find(projectId, teamId)
    return team === undefined ? undefined : yield* Effect.orDie(encodeTeam(Teams.toServerTeam(team)))
  }
  return data
})
