/**
 * Mails of servers, the categories of mails that users have turned off, and boosts of the capacity for mails.
 * `recipient`, `variables` and `send_error` are JSON. A mail keeps its rendered content until its source changes.
 */
export default `
CREATE TABLE outbox_emails (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  source TEXT NOT NULL,
  variables TEXT NOT NULL,
  theme_id TEXT,
  draft_id TEXT,
  template_id TEXT,
  wanted_subject TEXT,
  wanted_category_id TEXT,
  is_high_priority INTEGER NOT NULL,
  skip_deliverability_check INTEGER NOT NULL DEFAULT 0,
  scheduled_at INTEGER NOT NULL,
  is_paused INTEGER NOT NULL DEFAULT 0,
  rendered_at INTEGER NOT NULL,
  render_error TEXT,
  subject TEXT NOT NULL,
  html TEXT NOT NULL,
  text TEXT NOT NULL,
  category_id TEXT,
  started_sending_at INTEGER,
  finished_sending_at INTEGER,
  send_error TEXT,
  skipped_at INTEGER,
  skipped_reason TEXT
) STRICT;
CREATE INDEX outbox_emails_of_project ON outbox_emails (project_id);
CREATE INDEX outbox_emails_by_time ON outbox_emails (scheduled_at)
  WHERE started_sending_at IS NULL AND skipped_at IS NULL;

CREATE TABLE notification_preferences (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  category_id TEXT NOT NULL,
  is_enabled INTEGER NOT NULL,
  PRIMARY KEY (user_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE unsubscribe_codes (
  code_hash TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  category_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unsubscribe_codes_of_user ON unsubscribe_codes (user_id);

CREATE TABLE email_boosts (
  project_id TEXT PRIMARY KEY NOT NULL REFERENCES projects ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
`
