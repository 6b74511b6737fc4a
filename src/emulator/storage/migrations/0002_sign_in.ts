/**
 * Tables of the second factor, passkeys, command-line logins and API keys. Secrets are stored as hashes, except the
 * refresh token of a confirmed command-line login, which is removed when it is fetched or expired.
 */
export default `
CREATE TABLE totp_states (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
  secret_hash TEXT,
  last_step INTEGER,
  tries INTEGER NOT NULL,
  tries_since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX passkey_once_per_project ON passkeys (project_id, credential_id);

CREATE TABLE cli_logins (
  polling_hash TEXT PRIMARY KEY NOT NULL,
  login_hash TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  refresh_token TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  completed_at INTEGER,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX cli_logins_by_expiry ON cli_logins (expires_at);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id TEXT REFERENCES users ON DELETE CASCADE,
  team_id TEXT REFERENCES teams ON DELETE CASCADE,
  description TEXT NOT NULL,
  is_public INTEGER NOT NULL,
  value_hash TEXT NOT NULL UNIQUE,
  last_four TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  CHECK ((user_id IS NULL) <> (team_id IS NULL))
) STRICT;
CREATE INDEX api_keys_of_user ON api_keys (user_id, created_at);
CREATE INDEX api_keys_of_team ON api_keys (team_id, created_at);
`
