/**
 * Notices what changes, where it changes: in the database. Triggers write each
 * change down in the transaction that makes it, so that nothing is announced
 * that was rolled back, and no way to change something can be forgotten.
 *
 * The triggers are temporary: they exist in emulators with webhooks only, and
 * leave nothing in the file.
 */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Database from "../Database.ts"

/** What webhooks are about (wire/endpoints §16). */
export const EVENT_TYPES = [
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
/** What a webhook is about (wire/endpoints §16). */
export type EventType = (typeof EVENT_TYPES)[number]

/** A change; `data` is what there is to say about it without looking further. */
export interface Change {
  readonly type: EventType
  readonly projectId: string
  readonly userId: string | undefined
  readonly teamId: string | undefined
  readonly data: object
}

interface Row {
  readonly seq: number
  readonly type: EventType
  readonly project_id: string
  readonly user_id: string | null
  readonly team_id: string | null
  readonly data: string
}

/** The SQL that writes a change down, from a FROM clause that may find nothing. */
const note = (type: EventType, values: string, from: string) =>
  `INSERT INTO webhook_changes (type, project_id, user_id, team_id, data) SELECT '${type}', ${values} ${from};`

const trigger = (name: string, event: string, statement: string) =>
  `CREATE TEMP TRIGGER webhook_${name} ${event} BEGIN ${statement} END;`

const userUpdated = (row: "NEW" | "OLD") =>
  note("user.updated", "u.project_id, u.id, NULL, json_object('id', u.id)", `FROM users u WHERE u.id = ${row}.user_id`)

const inTeam = (row: "NEW" | "OLD") => `json_object('team_id', ${row}.team_id, 'user_id', ${row}.user_id)`

const teamPermission = (row: "NEW" | "OLD") =>
  `${row}.project_id, ${row}.user_id, ${row}.team_id,
   json_object('id', ${row}.permission_id, 'team_id', ${row}.team_id, 'user_id', ${row}.user_id)`

const projectPermission = (row: "NEW" | "OLD") =>
  `${row}.project_id, ${row}.user_id, NULL, json_object('id', ${row}.permission_id, 'user_id', ${row}.user_id)`

/** The columns of users that their server shape shows; the time of their last activity is none of them. */
const USER_COLUMNS = `display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata,
  password_hash, otp_auth_enabled, requires_totp_mfa, is_anonymous, selected_team_id`

const tables = [
  `CREATE TEMP TABLE webhook_changes (
    seq INTEGER PRIMARY KEY, type TEXT, project_id TEXT, user_id TEXT, team_id TEXT, data TEXT);`,

  trigger(
    "user_created",
    "AFTER INSERT ON users",
    note("user.created", "NEW.project_id, NEW.id, NULL, json_object('id', NEW.id)", "")
  ),
  trigger(
    "user_updated",
    `AFTER UPDATE OF ${USER_COLUMNS} ON users`,
    note("user.updated", "NEW.project_id, NEW.id, NULL, json_object('id', NEW.id)", "")
  ),
  // before, because the teams are to be named that the user leaves by this
  trigger(
    "user_deleted",
    "BEFORE DELETE ON users",
    note(
      "user.deleted",
      `OLD.project_id, OLD.id, NULL, json_object('id', OLD.id, 'teams', (SELECT json_group_array(json_object('id', team_id))
        FROM team_memberships WHERE user_id = OLD.id))`,
      ""
    )
  ),
  trigger("channel_created", "AFTER INSERT ON contact_channels WHEN NEW.is_primary", userUpdated("NEW")),
  trigger(
    "channel_updated",
    "AFTER UPDATE ON contact_channels WHEN NEW.is_primary OR OLD.is_primary",
    userUpdated("NEW")
  ),
  trigger("channel_deleted", "AFTER DELETE ON contact_channels WHEN OLD.is_primary", userUpdated("OLD")),
  trigger("account_created", "AFTER INSERT ON oauth_accounts", userUpdated("NEW")),
  trigger("account_deleted", "AFTER DELETE ON oauth_accounts", userUpdated("OLD")),
  trigger("passkey_created", "AFTER INSERT ON passkeys", userUpdated("NEW")),
  trigger("passkey_deleted", "AFTER DELETE ON passkeys", userUpdated("OLD")),

  trigger(
    "team_created",
    "AFTER INSERT ON teams",
    note("team.created", "NEW.project_id, NULL, NEW.id, json_object('id', NEW.id)", "")
  ),
  trigger(
    "team_updated",
    "AFTER UPDATE ON teams",
    note("team.updated", "NEW.project_id, NULL, NEW.id, json_object('id', NEW.id)", "")
  ),
  trigger(
    "team_deleted",
    "BEFORE DELETE ON teams",
    note("team.deleted", "OLD.project_id, NULL, OLD.id, json_object('id', OLD.id)", "")
  ),

  trigger(
    "membership_created",
    "AFTER INSERT ON team_memberships",
    note(
      "team_membership.created",
      `t.project_id, NEW.user_id, NEW.team_id, ${inTeam("NEW")}`,
      "FROM teams t WHERE t.id = NEW.team_id"
    )
  ),
  // nothing is found when the whole team goes, which is an event of its own
  trigger(
    "membership_deleted",
    "BEFORE DELETE ON team_memberships",
    note(
      "team_membership.deleted",
      `t.project_id, OLD.user_id, OLD.team_id, ${inTeam("OLD")}`,
      "FROM teams t WHERE t.id = OLD.team_id"
    )
  ),
  trigger(
    "team_permission_created",
    "AFTER INSERT ON team_permissions",
    note("team_permission.created", teamPermission("NEW"), "")
  ),
  trigger(
    "team_permission_deleted",
    "AFTER DELETE ON team_permissions",
    note("team_permission.deleted", teamPermission("OLD"), "")
  ),
  trigger(
    "project_permission_created",
    "AFTER INSERT ON project_permissions",
    note("project_permission.created", projectPermission("NEW"), "")
  ),
  trigger(
    "project_permission_deleted",
    "AFTER DELETE ON project_permissions",
    note("project_permission.deleted", projectPermission("OLD"), "")
  )
].join("\n")

/** Starts to write changes down. */
export const watch = (sql: SqlClient): Effect.Effect<void> => Database.run(sql.unsafe(tables).unprepared)

const subjectOf = ({ teamId, type, userId }: Change): string => `${type} ${userId ?? ""} ${teamId ?? ""}`

/** Removes what another event of the same batch says already. */
const condense = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const subjects = new Set(changes.map(subjectOf))
  const has = (type: EventType, userId: string | undefined, teamId: string | undefined) =>
    subjects.has(subjectOf({ type, userId, teamId, projectId: "", data: {} }))
  const isGone = ({ teamId, userId }: Change) =>
    has("user.deleted", userId, undefined) || has("team.deleted", undefined, teamId)
  const updated = new Set<string>()
  return changes.filter((change) => {
    const { teamId, type, userId } = change
    switch (type) {
      case "user.updated":
      case "team.updated": {
        const created = type === "user.updated" ? "user.created" : "team.created"
        const deleted = type === "user.updated" ? "user.deleted" : "team.deleted"
        if (has(created, userId, teamId) || has(deleted, userId, teamId)) return false
        // one update of a user may be several statements
        return !updated.has(subjectOf(change)) && updated.add(subjectOf(change))
      }
      case "team_membership.deleted":
        return !isGone(change)
      case "team_permission.deleted":
      case "project_permission.deleted":
        return !isGone(change) && !has("team_membership.deleted", userId, teamId)
      default:
        return true
    }
  })
}

/** Takes the changes since the last time, in order. */
export const take = (sql: SqlClient): Effect.Effect<ReadonlyArray<Change>> =>
  Effect.map(Database.all(sql<Row>`DELETE FROM webhook_changes RETURNING *`), (rows) =>
    condense(
      rows
        .toSorted((a, b) => a.seq - b.seq)
        .map((row) => ({
          type: row.type,
          projectId: row.project_id,
          userId: row.user_id ?? undefined,
          teamId: row.team_id ?? undefined,
          data: JSON.parse(row.data)
        }))
    )
  )
