/**
 * The permissions of new projects (docs/protocol/resources.md#permissions). System permissions begin with `$` and
 * cannot be changed.
 */
export const definitions: ReadonlyArray<readonly [id: string, description: string]> = [
  ["$delete_team", "Delete the team"],
  ["$invite_members", "Invite people"],
  ["$manage_api_keys", "Create and revoke API keys of the team"],
  ["$read_members", "See the members"],
  ["$remove_members", "Remove members and revoke invitations"],
  ["$update_team", "Change the name and picture of the team"],
  ["team_admin", "Default role of the user who creates a team"],
  ["team_member", "Default role of all other members"]
]

/** The permissions that each definition contains. */
export const containments: ReadonlyArray<readonly [id: string, contained: string]> = [
  ...definitions.filter(([id]) => id.startsWith("$")).map(([id]) => ["team_admin", id] as const),
  ["team_member", "$invite_members"],
  ["team_member", "$read_members"]
]

const formatValues = (rows: ReadonlyArray<readonly [string, string]>) =>
  rows.map((row) => `('${row[0]}', '${row[1]}')`).join(", ")

/** Statements that create these permissions for the projects of a FROM clause, with their id in `p.id`. */
const define = (projects: string) => `
INSERT INTO permission_definitions (project_id, id, scope, description)
  SELECT p.id, d.column1, 'team', d.column2 FROM ${projects} p, (VALUES ${formatValues(definitions)}) d;
INSERT INTO permission_containments (project_id, permission_id, contained_id)
  SELECT p.id, c.column1, c.column2 FROM ${projects} p, (VALUES ${formatValues(containments)}) c;
`

/**
 * Definitions, also system ones, are rows of their project, so that grants and containments are foreign keys. These
 * follow a changed id, and SQLite removes them with a definition, a membership or a user.
 *
 * Memberships become an ordinary table, whose row ids keep the order of members who joined within one millisecond.
 */
export default `
CREATE TABLE memberships (
  team_id TEXT NOT NULL REFERENCES teams ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  display_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (team_id, user_id)
) STRICT;
INSERT INTO memberships SELECT team_id, user_id, display_name, profile_image_url, created_at
  FROM team_memberships ORDER BY created_at;
DROP TABLE team_memberships;
ALTER TABLE memberships RENAME TO team_memberships;
CREATE INDEX team_memberships_of_user ON team_memberships (user_id);

CREATE TABLE permission_definitions (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  id TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('team', 'project')),
  description TEXT,
  PRIMARY KEY (project_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE permission_containments (
  project_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  contained_id TEXT NOT NULL,
  PRIMARY KEY (project_id, permission_id, contained_id),
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (project_id, contained_id) REFERENCES permission_definitions ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX permission_containers ON permission_containments (project_id, contained_id);

CREATE TABLE team_permissions (
  project_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  PRIMARY KEY (team_id, user_id, permission_id),
  FOREIGN KEY (team_id, user_id) REFERENCES team_memberships ON DELETE CASCADE,
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX team_permissions_of_user ON team_permissions (user_id);
CREATE INDEX team_permissions_by_definition ON team_permissions (project_id, permission_id);

CREATE TABLE project_permissions (
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  permission_id TEXT NOT NULL,
  PRIMARY KEY (user_id, permission_id),
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX project_permissions_by_definition ON project_permissions (project_id, permission_id);

CREATE INDEX team_invitations ON verification_codes (project_id, json_extract(data, '$.teamId'))
  WHERE purpose = 'team_invitation';

${define("projects")}
CREATE TRIGGER permissions_of_new_project AFTER INSERT ON projects BEGIN
${define("(SELECT NEW.id)")}
END;
`
