/** Tools that read users, teams, permissions, keys and sessions. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Keys from "../../api/schema/ApiKey.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as Teams from "../../server/Teams.ts"
import * as Users from "../../server/Users.ts"
import * as Tools from "./Tools.ts"
import { ApiKey, Member, Session, Team, TeamId, User, UserId } from "./Views.ts"

const flag = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))

const oneOwner = new Tools.ToolFailure({ message: "Name exactly one of userId and teamId." })

const listUsers = Tools.readTool("list_users", {
  description:
    "List users of the project, oldest first, a page at a time. `query` finds an exact id, or a part of a name or address. When `nextCursor` is not null, call again with it as `cursor` for the next page.",
  parameters: {
    query: Schema.optionalKey(Schema.String),
    teamId: Schema.optionalKey(TeamId),
    newestFirst: flag("Newest sign-ups first"),
    lastActiveFirst: flag("Those who were active last first; current service only"),
    excludedEmailDomains: Schema.optionalKey(
      Schema.Array(Schema.String).annotate({
        description: "Leave out users with an address at these domains, at most 100; current service only"
      })
    ),
    includeRestricted: flag("Also restricted users, such as those whose address is not verified; current service only"),
    includeAnonymous: flag("Also guests; current service only"),
    limit: Tools.Limit,
    cursor: Schema.optionalKey(Schema.String)
  },
  success: Tools.withNotice({ users: Schema.Array(User), nextCursor: Schema.NullOr(Schema.String) }),
  run: ({ lastActiveFirst = false, limit = Tools.defaultLimit, newestFirst, ...filter }, { withServerApp }) =>
    Users.page({
      ...filter,
      limit,
      orderBy: lastActiveFirst ? "lastActiveAt" : "signedUpAt",
      desc: lastActiveFirst || newestFirst
    }).pipe(
      withServerApp,
      Effect.map(({ items, nextCursor }) => ({ notice: Tools.notice, users: items.map(Tools.shorten), nextCursor }))
    )
})

const getUser = Tools.readTool("get_user", {
  description: "One user by id, with metadata and sign-in methods; never a password or another secret.",
  parameters: { userId: UserId },
  success: Tools.withNotice({ user: User }),
  run: ({ userId }, { withServerApp }) =>
    Effect.map(withServerApp(Users.get(userId)), (user) => ({ notice: Tools.notice, user: Tools.shorten(user) }))
})

const listTeams = Tools.readTool("list_teams", {
  description: "List teams, of the project or of one user, oldest first. `total` says how many there are.",
  parameters: { userId: Schema.optionalKey(UserId), limit: Tools.Limit },
  success: Tools.withNotice({ teams: Schema.Array(Team), total: Schema.Int }),
  run: ({ limit = Tools.defaultLimit, userId }, { withServerApp }) =>
    Effect.map(withServerApp(Teams.list({ userId })), (teams) => ({
      notice: Tools.notice,
      teams: teams.slice(0, limit).map(Tools.shorten),
      total: teams.length
    }))
})

const listTeamMembers = Tools.readTool("list_team_members", {
  description: "The members of a team: ids, names and addresses. `total` says how many there are.",
  parameters: { teamId: TeamId, limit: Tools.Limit },
  success: Tools.withNotice({ members: Schema.Array(Member), total: Schema.Int }),
  run: ({ limit = Tools.defaultLimit, teamId }, { withServerApp }) =>
    Effect.map(withServerApp(Teams.listMembers(teamId)), (members) => ({
      notice: Tools.notice,
      members: members
        .slice(0, limit)
        .map(({ displayName, user, userId }) =>
          Tools.shorten({ userId, displayName: displayName ?? user.displayName, primaryEmail: user.primaryEmail })
        ),
      total: members.length
    }))
})

const listPermissions = Tools.readTool("list_permissions", {
  description:
    "The permissions that a user has in a team or, without `teamId`, in the project, with those that others contain.",
  parameters: { userId: UserId, teamId: Schema.optionalKey(TeamId) },
  success: Schema.Struct({ permissions: Schema.Array(Schema.String) }),
  run: (scope, { withServerApp }) =>
    Effect.map(withServerApp(Permissions.list(scope)), (permissions) => ({
      permissions: permissions.map(({ id }) => id)
    }))
})

const answerKeys = (apiKeys: ReadonlyArray<Keys.ApiKey>) => ({
  notice: Tools.notice,
  apiKeys: apiKeys.map(Tools.shorten)
})

const listApiKeys = Tools.readTool("list_api_keys", {
  description:
    "The API keys of a user or of a team (exactly one of both ids): description, dates and last four characters. The keys themselves are not known to anybody.",
  parameters: { userId: Schema.optionalKey(UserId), teamId: Schema.optionalKey(TeamId) },
  success: Tools.withNotice({ apiKeys: Schema.Array(ApiKey) }),
  run: ({ teamId, userId }, { withServerApp }) => {
    if (userId !== undefined && teamId === undefined) {
      return Effect.map(withServerApp(ApiKeys.listOfUser(userId)), answerKeys)
    }
    if (teamId !== undefined && userId === undefined) {
      return Effect.map(withServerApp(ApiKeys.listOfTeam(teamId)), answerKeys)
    }
    return Effect.fail(oneOwner)
  }
})

const listSessions = Tools.readTool("list_sessions", {
  description: "The sessions of a user, newest first: when they began and were last used.",
  parameters: { userId: UserId },
  success: Schema.Struct({ sessions: Schema.Array(Session) }),
  run: ({ userId }, { withServerApp }) => Effect.map(withServerApp(Sessions.list(userId)), (sessions) => ({ sessions }))
})

export const layer = Layer.mergeAll(
  listUsers,
  getUser,
  listTeams,
  listTeamMembers,
  listPermissions,
  listApiKeys,
  listSessions
)
