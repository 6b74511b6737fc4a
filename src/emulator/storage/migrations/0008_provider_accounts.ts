/**
 * Provider accounts have their own id, and a user may have several at one provider: one for sign-in, and others that
 * are only connected. Provider tokens belong to an account.
 *
 * The old tables are dropped last, children first: dropping a table removes what refers to its rows.
 */
export default `
CREATE TABLE provider_accounts (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  email TEXT,
  allow_sign_in INTEGER NOT NULL,
  allow_connected_accounts INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX provider_account_once_per_user ON provider_accounts (user_id, provider_id, account_id);
CREATE UNIQUE INDEX provider_account_one_to_sign_in ON provider_accounts (user_id, provider_id) WHERE allow_sign_in = 1;
CREATE UNIQUE INDEX provider_account_signs_one_in ON provider_accounts (project_id, provider_id, account_id) WHERE allow_sign_in = 1;

CREATE TABLE provider_grants (
  id TEXT PRIMARY KEY NOT NULL,
  provider_account_id TEXT NOT NULL REFERENCES provider_accounts ON DELETE CASCADE,
  scope TEXT NOT NULL,
  access_token TEXT NOT NULL,
  expires_at INTEGER,
  refresh_token TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX provider_grants_of_account ON provider_grants (provider_account_id, created_at);

INSERT INTO provider_accounts
  SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
    || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    user_id, project_id, provider_id, account_id, email, 1, 1, created_at
  FROM oauth_accounts ORDER BY rowid;
INSERT INTO provider_grants
  SELECT g.id, a.id, g.scope, g.access_token, g.expires_at, g.refresh_token, g.created_at
  FROM oauth_grants g JOIN provider_accounts a ON a.user_id = g.user_id AND a.provider_id = g.provider_id
  ORDER BY g.rowid;

DROP TABLE oauth_grants;
DROP TABLE oauth_accounts;
`
