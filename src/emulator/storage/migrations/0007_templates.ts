/**
 * Templates of mails as the current service has them. Built-in ones have a row only if they were changed or removed.
 * `theme` is JSON: the id of a theme, or false for none.
 */
export default `
CREATE TABLE tsx_email_templates (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  source TEXT NOT NULL,
  theme TEXT,
  is_removed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id)
) STRICT;
`
