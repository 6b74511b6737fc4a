/**
 * `oauth_…` tables belong to the service, `idp_…` tables to the built-in identity provider. Provider tokens are stored
 * as plain text, because the service sends them to providers; all others are stored as hashes.
 */
export default `
CREATE TABLE oauth_flows (
  state_hash TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  request TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at);

CREATE TABLE oauth_codes (
  code_hash TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  is_new_user INTEGER NOT NULL,
  after_callback_redirect_url TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  session_id TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);

CREATE TABLE oauth_grants (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  access_token TEXT NOT NULL,
  expires_at INTEGER,
  refresh_token TEXT,
  created_at INTEGER NOT NULL,
  FOREIGN KEY (user_id, provider_id) REFERENCES oauth_accounts (user_id, provider_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX oauth_grants_of_account ON oauth_grants (user_id, provider_id, created_at);

CREATE TABLE idp_identities (
  provider_id TEXT NOT NULL,
  id TEXT NOT NULL,
  email TEXT,
  email_verified INTEGER NOT NULL,
  display_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider_id, id)
) STRICT;
CREATE INDEX idp_identities_by_email ON idp_identities (provider_id, email);

CREATE TABLE idp_grants (
  id TEXT PRIMARY KEY NOT NULL,
  provider_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  code_challenge TEXT NOT NULL,
  code_expires_at INTEGER NOT NULL,
  code_used_at INTEGER,
  claims TEXT NOT NULL,
  scope TEXT NOT NULL,
  token_lifetime INTEGER NOT NULL,
  is_refreshable INTEGER NOT NULL,
  refresh_hash TEXT UNIQUE
) STRICT;

CREATE TABLE idp_access_tokens (
  token_hash TEXT PRIMARY KEY NOT NULL,
  grant_id TEXT NOT NULL REFERENCES idp_grants ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
