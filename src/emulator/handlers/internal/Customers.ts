/** The customers that a request names (docs/protocol/resources.md#payments). */
import * as Effect from "effect/Effect"
import type { CustomerType } from "../../../api/schema/Payments.ts"
import { TeamPermissionRequired } from "../../../domain/errors/Permissions.ts"
import { TeamNotFound } from "../../../domain/errors/Teams.ts"
import { UserNotFound } from "../../../domain/errors/Users.ts"
import { Caller, requireUser } from "../../access/Caller.ts"
import * as Users from "../../accounts/Users.ts"
import { forbidden } from "../../errors/TextAnswer.ts"
import type { Customer } from "../../payments/Customers.ts"
import * as Permissions from "../../teams/Permissions.ts"
import * as Teams from "../../teams/Teams.ts"

/** The customer of a request of servers, who may name any. */
export const makeCustomer = (type: CustomerType, id: string) =>
  Effect.map(Caller, ({ project }): Customer => ({ projectId: project.id, type, id }))

/** The customer of a request; clients name themselves, or a team that they administrate. */
export const resolveCustomer = Effect.fnUntraced(function* (type: CustomerType, id: string, label: string) {
  const { level, project } = yield* Caller
  if (level === "client") {
    const user = yield* requireUser
    if (type === "custom" || (type === "user" && id !== user.id)) return yield* forbidden(`Clients can only ${label}.`)
    if (type === "team") {
      const permissionId = "team_admin"
      const isAdmin = yield* Permissions.holdsInTeam(project.id, id, user.id, permissionId)
      if (!isAdmin) return yield* new TeamPermissionRequired({ details: { teamId: id, userId: user.id, permissionId } })
    }
  }
  return yield* makeCustomer(type, id)
})

/** Fails if the user or team of a customer is not of the project. */
export const requireExisting = Effect.fnUntraced(function* ({ id, projectId, type }: Customer) {
  if (type === "user" && (yield* Users.find(projectId, id)) === undefined) return yield* new UserNotFound()
  if (type === "team" && (yield* Teams.find(projectId, id)) === undefined) {
    return yield* new TeamNotFound({ details: { teamId: id } })
  }
})
