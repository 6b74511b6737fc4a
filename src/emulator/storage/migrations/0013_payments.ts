/**
 * The purchases of customers. A purchase of a subscription is paid until `period_end`, its period number `periods`
 * counted from `anchor`. A switch ends a purchase and begins another of the same subscription, whose id is that of its
 * first purchase.
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
  price_id TEXT,
  quantity INTEGER NOT NULL,
  is_billed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  anchor INTEGER NOT NULL,
  periods INTEGER NOT NULL,
  period_end INTEGER,
  ended_at INTEGER,
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES payment_customers ON DELETE CASCADE
) STRICT;
CREATE INDEX purchases_of_customer ON purchases (project_id, customer_type, customer_id, created_at, id);
CREATE INDEX purchases_of_project ON purchases (project_id, created_at, id);
CREATE INDEX purchases_by_end ON purchases (project_id, period_end) WHERE ended_at IS NULL;

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
CREATE INDEX item_changes_of_item ON item_changes (project_id, customer_type, customer_id, item_id);
CREATE INDEX item_changes_of_customer ON item_changes (project_id, customer_type, customer_id, created_at, id);
CREATE INDEX item_changes_of_project ON item_changes (project_id, created_at, id);

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
CREATE INDEX invoices_of_customer ON invoices (project_id, customer_type, customer_id, created_at, id);
CREATE INDEX invoices_of_project ON invoices (project_id, created_at, id);

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

CREATE VIEW transactions AS
  SELECT 'purchase' AS type, id, project_id, customer_type, customer_id, created_at,
    subscription_id, product_id, product, price_id, is_billed, anchor, CAST(NULL AS TEXT) AS item_id, quantity
  FROM purchases WHERE subscription_id IS NULL OR subscription_id = id
  UNION ALL
  SELECT 'subscription-renewal', i.id, i.project_id, i.customer_type, i.customer_id, i.created_at,
    p.subscription_id, p.product_id, p.product, p.price_id, p.is_billed, p.anchor, CAST(NULL AS TEXT), p.quantity
  FROM invoices AS i CROSS JOIN purchases AS p ON p.id = i.purchase_id
  WHERE i.status = 'paid' AND i.created_at > p.created_at
  UNION ALL
  SELECT 'manual-item-quantity-change', id, project_id, customer_type, customer_id, created_at,
    CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS TEXT),
    CAST(NULL AS INTEGER), CAST(NULL AS INTEGER), item_id, delta
  FROM item_changes;

CREATE TRIGGER payments_of_user AFTER DELETE ON users BEGIN
  DELETE FROM payment_customers WHERE project_id = OLD.project_id AND type = 'user' AND id = OLD.id;
END;
CREATE TRIGGER payments_of_team AFTER DELETE ON teams BEGIN
  DELETE FROM payment_customers WHERE project_id = OLD.project_id AND type = 'team' AND id = OLD.id;
END;
`
