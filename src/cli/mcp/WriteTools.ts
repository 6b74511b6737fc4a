/** Tools that change something, with `--write`; those that take something away or give rights ask a person first. */
import * as McpSchema from "effect/ai/McpSchema"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Ids from "../../domain/Ids.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as Teams from "../../server/Teams.ts"
import * as Users from "../../server/Users.ts"
import { confirm } from "./Confirmation.ts"
import * as Metadata from "./Metadata.ts"
import { Project } from "./Project.ts"
import { notice, shorten, ToolFailure, written } from "./Tools.ts"
import { ApiKeyId, SessionId, Team, TeamId, User, UserId } from "./Views.ts"

/** The impact of a tool on existing data: adds, replaces or removes. */
type Impact = "adds" | "replaces" | "removes"

const changes = <const Name extends string, P extends Schema.Constraint, S extends Schema.Constraint>(
  name: Name,
  impact: Impact,
  declaration: { readonly description: string; readonly parameters: P; readonly success: S }
) =>
  Tool.make(name, { ...declaration, failure: ToolFailure, dependencies: [McpSchema.McpServerClient] })
    .annotate(Tool.Readonly, false)
    .annotate(Tool.Destructive, impact !== "adds")
    .annotate(Tool.Idempotent, impact === "replaces")
    .annotate(Tool.OpenWorld, false)

const asks = "Asks the person for confirmation first."
const asksFor = (what: string): string => `Asks the person for confirmation first for ${what}.`
const done = Schema.Struct({ done: Schema.String })
const member = Schema.Struct({ teamId: TeamId, userId: UserId })
const permission = Schema.Struct({ userId: UserId, permissionId: Schema.String, teamId: Schema.optionalKey(TeamId) })
const name = Schema.optionalKey(Schema.NullOr(Schema.String))
const userFields = {
  displayName: name,
  primaryEmail: name,
  primaryEmailVerified: Schema.optionalKey(Schema.Boolean),
  clientMetadata: Schema.optionalKey(Schema.Json),
  clientReadOnlyMetadata: Schema.optionalKey(Schema.Json),
  serverMetadata: Schema.optionalKey(Schema.Json)
}

/** The tools that change users and teams, with their permissions, keys and sessions. */
export const WriteTools = Toolkit.make(
  changes("create_user", "adds", {
    description: `Create a user, without a password: they sign in by magic link, or reset it. No mail is sent. Everything is optional. ${asksFor("a verified address, server metadata and read-only metadata")}`,
    parameters: Schema.Struct(userFields),
    success: written({ user: User })
  }),
  changes("update_user", "replaces", {
    description: `Change a user. What is not named stays; null clears; metadata is replaced as a whole, so read it first. A change of the address, or of whether it is verified, decides who can sign in. ${asksFor("that, for server and read-only metadata, and for client metadata that is there")}`,
    parameters: Schema.Struct({ userId: UserId, ...userFields }),
    success: written({ user: User })
  }),
  changes("restrict_user", "replaces", {
    description: `Restrict a user (current service): apps let them do nothing until lift_restriction. ${asks}`,
    parameters: Schema.Struct({
      userId: UserId,
      reason: name.annotate({ description: "The reason that the user sees" })
    }),
    success: done
  }),
  changes("lift_restriction", "replaces", {
    description: `Lift the restriction of a user by an administrator. ${asks}`,
    parameters: Schema.Struct({ userId: UserId }),
    success: done
  }),
  changes("create_team", "adds", {
    description: `Create a team, with this user as its first member if one is named, who gets the permissions of a creator. ${asksFor("such a member")}`,
    parameters: Schema.Struct({ displayName: Schema.String, creatorUserId: Schema.optionalKey(UserId) }),
    success: written({ team: Team })
  }),
  changes("update_team", "replaces", {
    description: `Change a team. What is not named stays; metadata is replaced as a whole, so read it first. ${asksFor("server and read-only metadata, and for client metadata that is there")}`,
    parameters: Schema.Struct({
      teamId: TeamId,
      displayName: Schema.optionalKey(Schema.String),
      clientMetadata: Schema.optionalKey(Schema.Json),
      clientReadOnlyMetadata: Schema.optionalKey(Schema.Json),
      serverMetadata: Schema.optionalKey(Schema.Json)
    }),
    success: written({ team: Team })
  }),
  changes("add_team_member", "adds", {
    description: `Make a user a member of a team, with the default permissions of members. ${asks}`,
    parameters: member,
    success: done
  }),
  changes("grant_permission", "adds", {
    description: `Grant a user a permission in a team or, without \`teamId\`, in the project. ${asks}`,
    parameters: permission,
    success: done
  }),
  changes("revoke_permission", "removes", {
    description: `Revoke a permission of a user in a team or, without \`teamId\`, in the project. ${asks}`,
    parameters: permission,
    success: done
  }),
  changes("remove_team_member", "removes", {
    description: `Remove a user from a team. ${asks}`,
    parameters: member,
    success: done
  }),
  changes("revoke_session", "removes", {
    description: `End a session of a user: they are signed out on that device within minutes. ${asks}`,
    parameters: Schema.Struct({ userId: UserId, sessionId: SessionId }),
    success: done
  }),
  changes("revoke_api_key", "removes", {
    description: `Revoke an API key for good; \`teamId\` if it is one of a team. ${asks}`,
    parameters: Schema.Struct({ id: ApiKeyId, teamId: Schema.optionalKey(TeamId) }),
    success: done
  }),
  changes("delete_user", "removes", {
    description: `Delete a user with memberships, sessions and addresses, for good. ${asks}`,
    parameters: Schema.Struct({ userId: UserId }),
    success: done
  }),
  changes("delete_team", "removes", {
    description: `Delete a team for good; its members stay users. ${asks}`,
    parameters: Schema.Struct({ teamId: TeamId }),
    success: done
  })
)

/**
 * Text by users or the agent, as a part of a question. It can neither end the quotation nor become a question itself.
 */
const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The tools over the project. */
export const WriteToolsLive = WriteTools.toLayer(
  Effect.map(Project, ({ withServerApp, yes }) => {
    const userText = (userId: Ids.UserId) =>
      Effect.map(withServerApp(Users.get(userId)), ({ displayName, primaryEmail }) =>
        [
          `user ${userId}`,
          ...(displayName ? [quoted(displayName)] : []),
          ...(primaryEmail ? [quoted(primaryEmail)] : [])
        ].join(", ")
      )
    const teamText = (teamId: Ids.TeamId) =>
      Effect.map(withServerApp(Teams.get(teamId)), ({ displayName }) => `team ${teamId}, ${quoted(displayName)}`)
    const placeText = (teamId: Ids.TeamId | undefined) =>
      teamId === undefined ? Effect.succeed("the project") : teamText(teamId)

    /** Asks, does it, and says that it is done. */
    const afterAsking = Effect.fnUntraced(function* <E extends ToolFailure, E2 extends ToolFailure>(
      question: Effect.Effect<string, E>,
      act: Effect.Effect<unknown, E2>
    ) {
      const text = yield* question
      yield* confirm(yes, `${text}?`)
      yield* act
      return { done: text }
    })

    return {
      create_user: Effect.fnUntraced(function* (input) {
        const { displayName, primaryEmail, primaryEmailVerified } = input
        const granted = [
          ...(primaryEmailVerified === true ? ["a verified address"] : []),
          ...Metadata.changes(undefined, input)
        ]
        if (granted.length > 0) {
          const names = [displayName, primaryEmail].flatMap((name) => (name ? [` ${quoted(name)}`] : []))
          yield* confirm(yes, `Create the user${names.join(",")} with ${granted.join("; ")}?`)
        }
        return { notice, user: shorten(yield* withServerApp(Users.create(input))) }
      }),
      update_user: Effect.fnUntraced(function* (input) {
        const { primaryEmail, primaryEmailVerified } = input
        const granted = [
          ...(primaryEmail === undefined
            ? []
            : [`the address to ${primaryEmail === null ? "none" : JSON.stringify(primaryEmail)}`]),
          ...(primaryEmailVerified === undefined
            ? []
            : [`the address to ${primaryEmailVerified ? "verified" : "not verified"}`]),
          ...(Metadata.isNamed(input) ? Metadata.changes(yield* withServerApp(Users.get(input.userId)), input) : [])
        ]
        if (granted.length > 0) yield* confirm(yes, `Change ${yield* userText(input.userId)}: ${granted.join("; ")}?`)
        return { notice, user: shorten(yield* withServerApp(Users.update(input))) }
      }),
      restrict_user: ({ reason = null, userId }) =>
        afterAsking(
          Effect.map(userText(userId), (user) => `Restrict ${user}`),
          withServerApp(Users.restrict({ userId, reason }))
        ),
      lift_restriction: ({ userId }) =>
        afterAsking(
          Effect.map(userText(userId), (user) => `Lift the restriction of ${user}`),
          withServerApp(Users.liftRestriction(userId))
        ),
      create_team: Effect.fnUntraced(function* (input) {
        const { creatorUserId } = input
        if (creatorUserId !== undefined) {
          const user = yield* userText(creatorUserId)
          yield* confirm(yes, `Create the team ${quoted(input.displayName)}, with ${user} as its creator?`)
        }
        return { notice, team: shorten(yield* withServerApp(Teams.create(input))) }
      }),
      update_team: Effect.fnUntraced(function* (input) {
        const granted = Metadata.isNamed(input)
          ? Metadata.changes(yield* withServerApp(Teams.get(input.teamId)), input)
          : []
        if (granted.length > 0) yield* confirm(yes, `Change ${yield* teamText(input.teamId)}: ${granted.join("; ")}?`)
        return { notice, team: shorten(yield* withServerApp(Teams.update(input))) }
      }),
      add_team_member: (input) =>
        afterAsking(
          Effect.zipWith(userText(input.userId), teamText(input.teamId), (user, team) => `Add ${user} to ${team}`),
          withServerApp(Teams.addMember(input))
        ),
      grant_permission: (input) =>
        afterAsking(
          Effect.zipWith(
            userText(input.userId),
            placeText(input.teamId),
            (user, place) => `Grant ${quoted(input.permissionId)} in ${place} to ${user}`
          ),
          withServerApp(Permissions.grant(input))
        ),
      revoke_permission: (input) =>
        afterAsking(
          Effect.zipWith(
            userText(input.userId),
            placeText(input.teamId),
            (user, place) => `Revoke ${quoted(input.permissionId)} in ${place} of ${user}`
          ),
          withServerApp(Permissions.revoke(input))
        ),
      remove_team_member: (input) =>
        afterAsking(
          Effect.zipWith(userText(input.userId), teamText(input.teamId), (user, team) => `Remove ${user} from ${team}`),
          withServerApp(Teams.removeMember(input))
        ),
      revoke_session: (input) =>
        afterAsking(
          Effect.map(userText(input.userId), (user) => `End the session ${input.sessionId} of ${user}`),
          withServerApp(Sessions.revoke(input))
        ),
      revoke_api_key: (input) =>
        afterAsking(
          Effect.map(
            withServerApp(ApiKeys.get(input)),
            ({ description, value }) => `Revoke the API key …${value.lastFour}, ${quoted(description)}`
          ),
          withServerApp(ApiKeys.revoke(input))
        ),
      delete_user: ({ userId }) =>
        afterAsking(
          Effect.map(userText(userId), (user) => `Delete ${user}, for good`),
          withServerApp(Users.delete(userId))
        ),
      delete_team: ({ teamId }) =>
        afterAsking(
          Effect.map(teamText(teamId), (team) => `Delete ${team}, for good`),
          withServerApp(Teams.delete(teamId))
        )
    }
  })
)
