/**
 * Customized templates, records of mails, and days on which users were active. `sender` and `error` are JSON; a day is
 * the number of days since 1970.
 */
export default `
CREATE TABLE email_templates (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (project_id, type)
) STRICT, WITHOUT ROWID;

ALTER TABLE sent_emails ADD COLUMN sender TEXT;
ALTER TABLE sent_emails ADD COLUMN error TEXT;

CREATE TABLE active_days (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  day INTEGER NOT NULL,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (project_id, day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX active_days_of_user ON active_days (user_id);
CREATE INDEX users_by_activity ON users (project_id, last_active_at);
`
