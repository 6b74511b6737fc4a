/** Tools that change something, with `--write`; those that take something away or give rights ask a person first. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Ids from "../../domain/Ids.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as Permissions from "../../server/Permissions.ts"
import type { ServerApp } from "../../server/ServerApp.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as Teams from "../../server/Teams.ts"
import * as Users from "../../server/Users.ts"
import { confirmByElicitation } from "./Confirmation.ts"
import * as Metadata from "./Metadata.ts"
import type { Project } from "./Project.ts"
import * as Tools from "./Tools.ts"
import { ApiKeyId, SessionId, Team, TeamId, User, UserId } from "./Views.ts"

/**
 * Text by users or the agent, as a part of a question. It can neither end the quotation nor become a question itself.
 */
const quote = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Describes what a question is about. */
const makeDescriber = ({ withServerApp }: Project["Service"]) => {
  const describeUser = (userId: Ids.UserId) =>
    Effect.map(withServerApp(Users.get(userId)), ({ displayName, primaryEmail }) =>
      [`user ${userId}`, ...[displayName, primaryEmail].flatMap((name) => (name ? [quote(name)] : []))].join(", ")
    )
  const describeTeam = (teamId: Ids.TeamId) =>
    Effect.map(withServerApp(Teams.get(teamId)), ({ displayName }) => `team ${teamId}, ${quote(displayName)}`)
  const describePlace = (teamId: Ids.TeamId | undefined) =>
    teamId === undefined ? Effect.succeed("the project") : describeTeam(teamId)
  const describeKey = (key: { readonly id: Ids.ApiKeyId; readonly teamId?: Ids.TeamId }) =>
    Effect.map(
      withServerApp(ApiKeys.get(key)),
      ({ description, value }) => `API key …${value.lastFour}, ${quote(description)}`
    )
  return { describeUser, describeTeam, describePlace, describeKey }
}

type Describer = ReturnType<typeof makeDescriber>

interface ConfirmedDefinition<Fields extends Schema.Struct.Fields> {
  readonly description: string
  readonly parameters: Fields
  /** What it is going to do: the question without its mark, and the answer. */
  readonly describe: (
    input: Schema.Struct.Type<Fields>,
    describer: Describer
  ) => Effect.Effect<string, Tools.ToolFailure>
  readonly execute: (
    input: Schema.Struct.Type<Fields>
  ) => Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, ServerApp | ClientApp>
}

/** Registers a tool that asks a person, and does one thing if they agree. */
const makeConfirmedTool = <Fields extends Schema.Struct.Fields>(
  name: string,
  impact: Tools.Impact,
  { description, execute, parameters, describe }: ConfirmedDefinition<Fields>
) =>
  Tools.writeTool(name, impact, {
    description: `${description} Asks the person for confirmation first.`,
    parameters,
    success: Schema.Struct({ done: Schema.String }),
    run: Effect.fnUntraced(function* (input, project) {
      const done = yield* describe(input, makeDescriber(project))
      yield* confirmByElicitation(`${done}?`, project.yes)
      yield* project.withServerApp(execute(input))
      return { done }
    })
  })

const describeConfirmation = (action: string): string => `Asks the person for confirmation first for ${action}.`
const member = { teamId: TeamId, userId: UserId }
const permission = { userId: UserId, permissionId: Schema.String, teamId: Schema.optionalKey(TeamId) }
const name = Schema.optionalKey(Schema.NullOr(Schema.String))
const metadata = {
  clientMetadata: Schema.optionalKey(Schema.Json),
  clientReadOnlyMetadata: Schema.optionalKey(Schema.Json),
  serverMetadata: Schema.optionalKey(Schema.Json)
}
const userFields = {
  displayName: name,
  primaryEmail: name,
  primaryEmailVerified: Schema.optionalKey(Schema.Boolean),
  ...metadata
}

const createUser = Tools.writeTool("create_user", "adds", {
  description: `Create a user, without a password: they sign in by magic link, or reset it. No mail is sent. Everything is optional. ${describeConfirmation("a verified address, server metadata and read-only metadata")}`,
  parameters: userFields,
  success: Tools.withNotice({ user: User }),
  run: Effect.fnUntraced(function* (input, { withServerApp, yes }) {
    const { displayName, primaryEmail, primaryEmailVerified } = input
    const granted = [
      ...(primaryEmailVerified === true ? ["a verified address"] : []),
      ...Metadata.describeChanges(undefined, input)
    ]
    if (granted.length > 0) {
      const names = [displayName, primaryEmail].flatMap((text) => (text ? [` ${quote(text)}`] : []))
      yield* confirmByElicitation(`Create the user${names.join(",")} with ${granted.join("; ")}?`, yes)
    }
    return { notice: Tools.notice, user: Tools.shorten(yield* withServerApp(Users.create(input))) }
  })
})

const updateUser = Tools.writeTool("update_user", "replaces", {
  description: `Change a user. What is not named stays; null clears; metadata is replaced as a whole, so read it first. A change of the address, or of whether it is verified, decides who can sign in. ${describeConfirmation("that, for server and read-only metadata, and for client metadata that is there")}`,
  parameters: { userId: UserId, ...userFields },
  success: Tools.withNotice({ user: User }),
  run: Effect.fnUntraced(function* (input, project) {
    const { primaryEmail, primaryEmailVerified, userId } = input
    const { withServerApp, yes } = project
    const granted = [
      ...(primaryEmail === undefined
        ? []
        : [`the address to ${primaryEmail === null ? "none" : JSON.stringify(primaryEmail)}`]),
      ...(primaryEmailVerified === undefined
        ? []
        : [`the address to ${primaryEmailVerified ? "verified" : "not verified"}`]),
      ...(Metadata.hasMetadata(input) ? Metadata.describeChanges(yield* withServerApp(Users.get(userId)), input) : [])
    ]
    if (granted.length > 0) {
      yield* confirmByElicitation(
        `Change ${yield* makeDescriber(project).describeUser(userId)}: ${granted.join("; ")}?`,
        yes
      )
    }
    return { notice: Tools.notice, user: Tools.shorten(yield* withServerApp(Users.update(input))) }
  })
})

const restrictUser = makeConfirmedTool("restrict_user", "replaces", {
  description: "Restrict a user (current service): apps let them do nothing until lift_restriction.",
  parameters: { userId: UserId, reason: name.annotate({ description: "The reason that the user sees" }) },
  describe: ({ reason, userId }, { describeUser }) =>
    Effect.map(describeUser(userId), (user) =>
      reason ? `Restrict ${user}, with the reason ${JSON.stringify(reason)}` : `Restrict ${user}`
    ),
  execute: ({ reason = null, userId }) => Users.restrict({ userId, reason })
})

const liftRestriction = makeConfirmedTool("lift_restriction", "replaces", {
  description: "Lift the restriction of a user by an administrator.",
  parameters: { userId: UserId },
  describe: ({ userId }, { describeUser }) =>
    Effect.map(describeUser(userId), (user) => `Lift the restriction of ${user}`),
  execute: ({ userId }) => Users.liftRestriction(userId)
})

const createTeam = Tools.writeTool("create_team", "adds", {
  description: `Create a team, with this user as its first member if one is named, who gets the permissions of a creator. ${describeConfirmation("such a member")}`,
  parameters: { displayName: Schema.String, creatorUserId: Schema.optionalKey(UserId) },
  success: Tools.withNotice({ team: Team }),
  run: Effect.fnUntraced(function* (input, project) {
    const { creatorUserId, displayName } = input
    if (creatorUserId !== undefined) {
      const user = yield* makeDescriber(project).describeUser(creatorUserId)
      yield* confirmByElicitation(`Create the team ${quote(displayName)}, with ${user} as its creator?`, project.yes)
    }
    return { notice: Tools.notice, team: Tools.shorten(yield* project.withServerApp(Teams.create(input))) }
  })
})

const updateTeam = Tools.writeTool("update_team", "replaces", {
  description: `Change a team. What is not named stays; metadata is replaced as a whole, so read it first. ${describeConfirmation("server and read-only metadata, and for client metadata that is there")}`,
  parameters: { teamId: TeamId, displayName: Schema.optionalKey(Schema.String), ...metadata },
  success: Tools.withNotice({ team: Team }),
  run: Effect.fnUntraced(function* (input, project) {
    const { withServerApp, yes } = project
    const granted = Metadata.hasMetadata(input)
      ? Metadata.describeChanges(yield* withServerApp(Teams.get(input.teamId)), input)
      : []
    if (granted.length > 0) {
      yield* confirmByElicitation(
        `Change ${yield* makeDescriber(project).describeTeam(input.teamId)}: ${granted.join("; ")}?`,
        yes
      )
    }
    return { notice: Tools.notice, team: Tools.shorten(yield* withServerApp(Teams.update(input))) }
  })
})

const addTeamMember = makeConfirmedTool("add_team_member", "adds", {
  description: "Make a user a member of a team, with the default permissions of members.",
  parameters: member,
  describe: ({ teamId, userId }, { describeTeam, describeUser }) =>
    Effect.zipWith(describeUser(userId), describeTeam(teamId), (user, team) => `Add ${user} to ${team}`),
  execute: Teams.addMember
})

const grantPermission = makeConfirmedTool("grant_permission", "adds", {
  description: "Grant a user a permission in a team or, without `teamId`, in the project.",
  parameters: permission,
  describe: ({ permissionId, teamId, userId }, { describePlace, describeUser }) =>
    Effect.zipWith(
      describeUser(userId),
      describePlace(teamId),
      (user, place) => `Grant ${quote(permissionId)} in ${place} to ${user}`
    ),
  execute: Permissions.grant
})

const revokePermission = makeConfirmedTool("revoke_permission", "removes", {
  description: "Revoke a permission of a user in a team or, without `teamId`, in the project.",
  parameters: permission,
  describe: ({ permissionId, teamId, userId }, { describePlace, describeUser }) =>
    Effect.zipWith(
      describeUser(userId),
      describePlace(teamId),
      (user, place) => `Revoke ${quote(permissionId)} in ${place} of ${user}`
    ),
  execute: Permissions.revoke
})

const removeTeamMember = makeConfirmedTool("remove_team_member", "removes", {
  description: "Remove a user from a team.",
  parameters: member,
  describe: ({ teamId, userId }, { describeTeam, describeUser }) =>
    Effect.zipWith(describeUser(userId), describeTeam(teamId), (user, team) => `Remove ${user} from ${team}`),
  execute: Teams.removeMember
})

const revokeSession = makeConfirmedTool("revoke_session", "removes", {
  description: "End a session of a user: they are signed out on that device within minutes.",
  parameters: { userId: UserId, sessionId: SessionId },
  describe: ({ sessionId, userId }, { describeUser }) =>
    Effect.map(describeUser(userId), (user) => `End the session ${sessionId} of ${user}`),
  execute: Sessions.revoke
})

const revokeApiKey = makeConfirmedTool("revoke_api_key", "removes", {
  description: "Revoke an API key for good; `teamId` if it is one of a team.",
  parameters: { id: ApiKeyId, teamId: Schema.optionalKey(TeamId) },
  describe: (key, { describeKey }) => Effect.map(describeKey(key), (apiKey) => `Revoke the ${apiKey}`),
  execute: (key) => ApiKeys.revoke(key)
})

const deleteUser = makeConfirmedTool("delete_user", "removes", {
  description: "Delete a user with memberships, sessions and addresses, for good.",
  parameters: { userId: UserId },
  describe: ({ userId }, { describeUser }) => Effect.map(describeUser(userId), (user) => `Delete ${user}, for good`),
  execute: ({ userId }) => Users.delete(userId)
})

const deleteTeam = makeConfirmedTool("delete_team", "removes", {
  description: "Delete a team for good; its members stay users.",
  parameters: { teamId: TeamId },
  describe: ({ teamId }, { describeTeam }) => Effect.map(describeTeam(teamId), (team) => `Delete ${team}, for good`),
  execute: ({ teamId }) => Teams.delete(teamId)
})

export const layer = Layer.mergeAll(
  createUser,
  updateUser,
  restrictUser,
  liftRestriction,
  createTeam,
  updateTeam,
  addTeamMember,
  grantPermission,
  revokePermission,
  removeTeamMember,
  revokeSession,
  revokeApiKey,
  deleteUser,
  deleteTeam
)
