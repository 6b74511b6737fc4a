/**
 * Fields of the current service: restrictions by administrators, country and risk scores (0 to 100) of sign-ups, and
 * the team that owns a project.
 */
export default `
ALTER TABLE users ADD COLUMN restricted_by_admin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN restricted_by_admin_reason TEXT;
ALTER TABLE users ADD COLUMN restricted_by_admin_private_details TEXT;
ALTER TABLE users ADD COLUMN country_code TEXT;
ALTER TABLE users ADD COLUMN sign_up_risk_bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN sign_up_risk_abuse INTEGER NOT NULL DEFAULT 0;

ALTER TABLE projects ADD COLUMN owner_team_id TEXT REFERENCES teams ON DELETE SET NULL;
CREATE INDEX projects_by_owner_team ON projects (owner_team_id);
`
