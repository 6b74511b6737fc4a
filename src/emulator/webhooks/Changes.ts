/**
 * Records changes for webhooks by database triggers, in the transaction of each change, so that rolled-back changes are
 * not announced and no code path is forgotten. Updates of users are the exception: like the service, endpoints record
 * requested updates, also without a change, and no others.
 *
 * The triggers are temporary: they exist only in emulators with webhooks, and are not stored in the file.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId, TeamId, UserId } from "../../domain/Ids.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

/** The types of events (docs/protocol/resources.md#webhooks). */
export const allEventTypes = [
  "user.created",
  "user.updated",
  "user.deleted",
  "team.created",
  "team.updated",
  "team.deleted",
  "team_membership.created",
  "team_membership.deleted",
  "team_permission.created",
  "team_permission.deleted",
  "project_permission.created",
  "project_permission.deleted"
] as const
export type EventType = (typeof allEventTypes)[number]

/** A recorded change; `data` is the known part of its event. */
export interface Change {
  readonly type: EventType
  readonly projectId: ProjectId
  readonly userId: UserId | undefined
  readonly teamId: TeamId | undefined
  readonly data: object
}

interface Row {
  readonly seq: number
  readonly type: EventType
  readonly project_id: ProjectId
  readonly user_id: UserId | null
  readonly team_id: TeamId | null
  readonly data: string
}

/** The SQL of a trigger that records a change. Without a FROM clause it always records one. */
const makeTrigger = (name: string, event: string, type: EventType, values: string, from = "") =>
  `CREATE TEMP TRIGGER webhook_${name} ${event} BEGIN
    INSERT INTO webhook_changes (type, project_id, user_id, team_id, data) SELECT '${type}', ${values} ${from};
  END;`

type Version = "NEW" | "OLD"

const team = (row: Version) => `${row}.project_id, NULL, ${row}.id, json_object('id', ${row}.id)`

const membership = (row: Version) =>
  `t.project_id, ${row}.user_id, ${row}.team_id, json_object('team_id', ${row}.team_id, 'user_id', ${row}.user_id)`

/** Empty if the team is deleted with its memberships, because that is a separate event. */
const ofTeam = (row: Version) => `FROM teams t WHERE t.id = ${row}.team_id`

const teamPermission = (row: Version) =>
  `${row}.project_id, ${row}.user_id, ${row}.team_id,
   json_object('id', ${row}.permission_id, 'team_id', ${row}.team_id, 'user_id', ${row}.user_id)`

const projectPermission = (row: Version) =>
  `${row}.project_id, ${row}.user_id, NULL, json_object('id', ${row}.permission_id, 'user_id', ${row}.user_id)`

/** Empty if a grant is removed with its definition, which the service does not announce. */
const ofDefinition = "FROM permission_definitions d WHERE d.project_id = OLD.project_id AND d.id = OLD.permission_id"

/** The teams of a deleted user, whose event contains them. So it is recorded before the deletion. */
const userWithTeams = `OLD.project_id, OLD.id, NULL, json_object('id', OLD.id, 'teams',
  (SELECT json_group_array(json_object('id', team_id)) FROM team_memberships WHERE user_id = OLD.id))`

const guestSignsUp = "AFTER UPDATE OF is_anonymous ON users WHEN OLD.is_anonymous AND NOT NEW.is_anonymous"

const tables = [
  `CREATE TEMP TABLE webhook_changes (
    seq INTEGER PRIMARY KEY, type TEXT, project_id TEXT, user_id TEXT, team_id TEXT, data TEXT);`,
  makeTrigger(
    "user_created",
    "AFTER INSERT ON users",
    "user.created",
    "NEW.project_id, NEW.id, NULL, json_object('id', NEW.id)"
  ),
  makeTrigger("guest_signed_up", guestSignsUp, "user.updated", "NEW.project_id, NEW.id, NULL, '{}'"),
  makeTrigger("user_deleted", "BEFORE DELETE ON users", "user.deleted", userWithTeams),
  makeTrigger("team_created", "AFTER INSERT ON teams", "team.created", team("NEW")),
  makeTrigger("team_updated", "AFTER UPDATE ON teams", "team.updated", team("NEW")),
  makeTrigger("team_deleted", "BEFORE DELETE ON teams", "team.deleted", team("OLD")),
  ...(
    [
      ["team_membership", "team_memberships", "BEFORE", membership, ofTeam("NEW"), ofTeam("OLD")],
      ["team_permission", "team_permissions", "AFTER", teamPermission, "", ofDefinition],
      ["project_permission", "project_permissions", "AFTER", projectPermission, "", ofDefinition]
    ] as const
  ).flatMap(([name, table, deletion, values, fromNew, fromOld]) => [
    makeTrigger(`${name}_created`, `AFTER INSERT ON ${table}`, `${name}.created`, values("NEW"), fromNew),
    makeTrigger(`${name}_deleted`, `${deletion} DELETE ON ${table}`, `${name}.deleted`, values("OLD"), fromOld)
  ])
].join("\n")

const getSubject = ({ teamId, type, userId }: Pick<Change, "type" | "userId" | "teamId">): string =>
  `${type} ${userId ?? ""} ${teamId ?? ""}`

/** Removes implied changes: the content of a new team or user, and of a deleted one. */
const removeRedundant = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const subjects = new Set(changes.map(getSubject))
  const hasOfUser = (type: EventType, { userId }: Change) =>
    subjects.has(getSubject({ type, userId, teamId: undefined }))
  const hasOfTeam = (type: EventType, { teamId }: Change) =>
    subjects.has(getSubject({ type, userId: undefined, teamId }))
  // One update may consist of several statements.
  const updated = new Set<string>()
  return changes.filter((change) => {
    switch (change.type) {
      case "user.updated":
        if (hasOfUser("user.created", change) || hasOfUser("user.deleted", change)) return false
        return !updated.has(getSubject(change)) && updated.add(getSubject(change))
      case "team.updated":
        if (hasOfTeam("team.created", change) || hasOfTeam("team.deleted", change)) return false
        return !updated.has(getSubject(change)) && updated.add(getSubject(change))
      case "team_membership.created":
      case "team_permission.created":
        return !hasOfTeam("team.created", change)
      case "project_permission.created":
        return !hasOfUser("user.created", change)
      case "team_permission.deleted":
        return (
          !hasOfUser("user.deleted", change) &&
          !hasOfTeam("team.deleted", change) &&
          !subjects.has(getSubject({ ...change, type: "team_membership.deleted" }))
        )
      case "project_permission.deleted":
        return !hasOfUser("user.deleted", change)
      default:
        return true
    }
  })
}

const toChange = (row: Row): Change => ({
  type: row.type,
  projectId: row.project_id,
  userId: row.user_id ?? undefined,
  teamId: row.team_id ?? undefined,
  data: JSON.parse(row.data)
})

/** Compares changes by the order of recording, except that a deleted user's memberships come before the user. */
const compareRows = (left: Row, right: Row): number =>
  Number(left.type === "user.deleted") - Number(right.type === "user.deleted") || left.seq - right.seq

/** The changes of an emulator. None are recorded before `watch`. */
export const make = Effect.map(SqlClient, (client) => {
  let isWatching = false
  const provide = Effect.provideService(SqlClient, client)
  return {
    /** Creates the triggers, once. */
    watch: Effect.suspend(() => {
      if (isWatching) return Effect.void
      isWatching = true
      return Effect.asVoid(Effect.orDie(client.unsafe(tables).unprepared))
    }),
    noteUserUpdated: (user: { readonly id: string; readonly project_id: ProjectId }) =>
      Effect.suspend(() =>
        isWatching
          ? provide(
              Database.run(sql`INSERT INTO webhook_changes (type, project_id, user_id, data)
              VALUES ('user.updated', ${user.project_id}, ${user.id}, '{}')`)
            )
          : Effect.void
      ),
    /** Removes and returns the recorded changes, in order. */
    take: Effect.suspend(() =>
      isWatching
        ? Effect.map(provide(Database.all(sql<Row>`DELETE FROM webhook_changes RETURNING *`)), (rows) =>
            removeRedundant(rows.toSorted(compareRows).map(toChange))
          )
        : Effect.succeed([])
    )
  }
})
