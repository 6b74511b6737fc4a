/** Events of webhooks (docs/protocol/resources.md#webhooks). */
import * as Schema from "effect/Schema"
import { TeamId, UserId } from "../../../api/schema/Ids.ts"
import { ProjectPermission, TeamPermission } from "../../../api/schema/Permission.ts"
import { ServerTeam } from "../../../api/schema/Team.ts"
import { TeamMembership } from "../../../api/schema/TeamMember.ts"
import { ServerUser } from "../../../api/schema/User.ts"

const defineEvent = <const Type extends string, Data extends Schema.Top>(type: Type, data: Data) =>
  Schema.Struct({ type: Schema.Literal(type), data })

/** Every event by its `type`. */
export const WebhookEvent = Schema.Union([
  defineEvent("user.created", ServerUser),
  defineEvent("user.updated", ServerUser),
  defineEvent("user.deleted", Schema.Struct({ id: UserId, teams: Schema.Array(Schema.Struct({ id: TeamId })) })),
  defineEvent("team.created", ServerTeam),
  defineEvent("team.updated", ServerTeam),
  defineEvent("team.deleted", Schema.Struct({ id: TeamId })),
  defineEvent("team_membership.created", TeamMembership),
  defineEvent("team_membership.deleted", TeamMembership),
  defineEvent("team_permission.created", TeamPermission),
  defineEvent("team_permission.deleted", TeamPermission),
  defineEvent("project_permission.created", ProjectPermission),
  defineEvent("project_permission.deleted", ProjectPermission)
])
export type WebhookEvent = typeof WebhookEvent.Type

export const eventTypes: ReadonlySet<string> = new Set(WebhookEvent.members.map(({ fields }) => fields.type.literal))

/** An event of an unknown type, of a newer service. Answer it with success, otherwise it is sent again. */
export interface UnknownEvent {
  readonly type: "unknown"
  /** The event's type. */
  readonly name: string
  readonly data: unknown
}
