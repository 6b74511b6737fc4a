/** Values of the data vault, as the apps encrypted them. */
export default `
CREATE TABLE data_vault_values (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  store_id TEXT NOT NULL,
  hashed_key TEXT NOT NULL,
  encrypted_value TEXT NOT NULL,
  PRIMARY KEY (project_id, store_id, hashed_key)
) STRICT;
`
