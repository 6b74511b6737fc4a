/**
 * Agents that sign in for a user. A login stores the refresh token of the agent's session as plain text until the agent
 * fetches it or the login ends.
 */
export default `
CREATE TABLE agent_logins (
  poll_hash TEXT PRIMARY KEY NOT NULL,
  claim_hash TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  agent_name TEXT NOT NULL,
  agent_description TEXT,
  agent_url TEXT,
  user_hint TEXT,
  guest_session_id TEXT NOT NULL,
  refresh_token TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  approved_at INTEGER,
  denied_at INTEGER,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_logins_by_expiry ON agent_logins (expires_at);
ALTER TABLE sessions ADD COLUMN agent_name TEXT;
`
