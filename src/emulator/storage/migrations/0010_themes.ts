/**
 * Themes and drafts of mails, in the current service. Built-in themes have a row only if they were changed or removed.
 * `theme` is JSON: the id of a theme, or false for none. `revision` grows with every change of any draft.
 */
export default `
CREATE TABLE email_themes (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  source TEXT NOT NULL,
  is_removed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id)
) STRICT;

CREATE TABLE email_drafts (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  display_name TEXT NOT NULL,
  source TEXT NOT NULL,
  theme TEXT,
  sent_at INTEGER,
  revision INTEGER NOT NULL
) STRICT;

CREATE INDEX email_drafts_of_project ON email_drafts (project_id, revision);
`
