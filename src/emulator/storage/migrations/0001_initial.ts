/**
 * Times are epoch milliseconds, booleans 0 or 1, metadata JSON text. Keys, tokens and codes are stored as SHA-256 of
 * their text: they are long and random, so a slow hash is not necessary.
 */
export default `
CREATE TABLE server_secrets (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id TEXT PRIMARY KEY NOT NULL,
  display_name TEXT NOT NULL,
  description TEXT NOT NULL,
  is_production_mode INTEGER NOT NULL,
  config TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE project_keys (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  description TEXT NOT NULL,
  publishable_hash TEXT UNIQUE,
  publishable_last_four TEXT,
  secret_hash TEXT UNIQUE,
  secret_last_four TEXT,
  admin_hash TEXT UNIQUE,
  admin_last_four TEXT,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX project_keys_of_project ON project_keys (project_id, created_at);

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  display_name TEXT,
  profile_image_url TEXT,
  client_metadata TEXT,
  client_read_only_metadata TEXT,
  server_metadata TEXT,
  password_hash TEXT,
  otp_auth_enabled INTEGER NOT NULL DEFAULT 0,
  totp_secret TEXT,
  requires_totp_mfa INTEGER NOT NULL DEFAULT 0,
  is_anonymous INTEGER NOT NULL DEFAULT 0,
  selected_team_id TEXT REFERENCES teams ON DELETE SET NULL,
  signed_up_at INTEGER NOT NULL,
  last_active_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id);
CREATE INDEX users_by_selected_team ON users (selected_team_id);

CREATE TABLE contact_channels (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  is_primary INTEGER NOT NULL,
  is_verified INTEGER NOT NULL,
  used_for_auth INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX contact_channel_once_per_user ON contact_channels (user_id, type, value);
CREATE UNIQUE INDEX contact_channel_one_primary ON contact_channels (user_id, type) WHERE is_primary = 1;
CREATE UNIQUE INDEX contact_channel_auth_once_per_project ON contact_channels (project_id, type, value) WHERE used_for_auth = 1;

CREATE TABLE oauth_accounts (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  email TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, provider_id)
) STRICT;
CREATE UNIQUE INDEX oauth_account_once_per_project ON oauth_accounts (project_id, provider_id, account_id);

CREATE TABLE teams (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  display_name TEXT NOT NULL,
  profile_image_url TEXT,
  client_metadata TEXT,
  client_read_only_metadata TEXT,
  server_metadata TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX teams_of_project ON teams (project_id, created_at);

CREATE TABLE team_memberships (
  team_id TEXT NOT NULL REFERENCES teams ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  display_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (team_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_memberships_of_user ON team_memberships (user_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  refresh_token_hash TEXT NOT NULL UNIQUE,
  is_impersonation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER,
  last_used_ip TEXT
) STRICT;
CREATE INDEX sessions_of_user ON sessions (user_id, created_at);

CREATE TABLE verification_codes (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  tail_hash TEXT NOT NULL,
  data TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE UNIQUE INDEX verification_code_of_project ON verification_codes (project_id, code_hash);
CREATE INDEX verification_codes_by_tail ON verification_codes (project_id, tail_hash);

CREATE TABLE sent_emails (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sent_emails_of_project ON sent_emails (project_id, sent_at);
`
