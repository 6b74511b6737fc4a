/**
 * The purchases of customers. A purchase of a subscription is paid until `period_end`, its period number `periods`
 * counted from `anchor`. A switch ends a purchase and begins another of the same subscription.
 */
export default `
CREATE TABLE payment_customers (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  is_known INTEGER NOT NULL DEFAULT 0,
  card TEXT,
  PRIMARY KEY (project_id, type, id)
) STRICT;

CREATE TABLE purchases (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  customer_type TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  subscription_id TEXT,
  product_id TEXT,
  product TEXT NOT NULL,
  price TEXT,
  quantity INTEGER NOT NULL,
  is_billed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  anchor INTEGER NOT NULL,
  periods INTEGER NOT NULL,
  period_end INTEGER,
  ended_at INTEGER,
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES payment_customers ON DELETE CASCADE
) STRICT;
CREATE INDEX purchases_of_customer ON purchases (project_id, customer_type, customer_id);

CREATE TABLE item_changes (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  customer_type TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  delta INTEGER NOT NULL,
  description TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES payment_customers ON DELETE CASCADE
) STRICT;
CREATE INDEX item_changes_of_customer ON item_changes (project_id, customer_type, customer_id, item_id);

CREATE TABLE invoices (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  customer_type TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  purchase_id TEXT NOT NULL,
  status TEXT NOT NULL,
  amount_total INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES payment_customers ON DELETE CASCADE
) STRICT;
CREATE INDEX invoices_of_customer ON invoices (project_id, customer_type, customer_id, created_at);

CREATE TABLE checkouts (
  code_hash TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  customer_type TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  product_id TEXT,
  product TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES payment_customers ON DELETE CASCADE
) STRICT;

CREATE TRIGGER payments_of_user AFTER DELETE ON users BEGIN
  DELETE FROM payment_customers WHERE project_id = OLD.project_id AND type = 'user' AND id = OLD.id;
END;
CREATE TRIGGER payments_of_team AFTER DELETE ON teams BEGIN
  DELETE FROM payment_customers WHERE project_id = OLD.project_id AND type = 'team' AND id = OLD.id;
END;
`
