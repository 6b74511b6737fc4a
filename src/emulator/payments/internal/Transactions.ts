/**
 * The transactions of a project, which a view of the database derives from purchases, invoices and changes of items.
 */
import * as Effect from "effect/Effect"
import type { CustomerType, Transaction, TransactionEntry, TransactionType } from "../../../api/schema/Payments.ts"
import type { ProjectId } from "../../../domain/Ids.ts"
import * as Columns from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Catalog from "../Catalog.ts"

export interface Query {
  readonly type?: TransactionType | undefined
  readonly customerType?: CustomerType | undefined
  readonly customerId?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

interface Common {
  readonly id: string
  readonly customer_type: CustomerType
  readonly customer_id: string
  readonly created_at: number
  readonly quantity: number
}

interface OfPurchase extends Common {
  readonly type: "purchase" | "subscription-renewal"
  readonly subscription_id: string | null
  readonly product_id: string | null
  readonly product: string
  readonly price_id: string | null
  readonly is_billed: number
  readonly anchor: number
}

interface OfItem extends Common {
  readonly type: "manual-item-quantity-change"
  readonly item_id: string
}

type Row = OfPurchase | OfItem

const parseProduct = Columns.makeParser(Catalog.SoldProduct)

const toEntries = (row: Row): ReadonlyArray<TransactionEntry> => {
  const { customer_id: customerId, customer_type: customerType, quantity } = row
  const common = { adjustedTransactionId: null, adjustedEntryIndex: null, customerType, customerId }
  if (row.type === "manual-item-quantity-change") {
    return [{ type: "item_quantity_change", ...common, itemId: row.item_id, quantity }]
  }
  const product = parseProduct(row.product)
  const price = Catalog.findPrice(product, row.price_id)
  const chargedAmount = Catalog.multiplyPrice(price, quantity)
  const transfer: TransactionEntry = {
    type: "money_transfer",
    ...common,
    chargedAmount,
    netAmount: { USD: chargedAmount.USD ?? "0" }
  }
  const transfers = Object.keys(chargedAmount).length === 0 ? [] : [transfer]
  if (row.type === "subscription-renewal") return transfers
  const isBilled = row.is_billed === 1
  const isPaidNow = isBilled && (price?.interval === undefined || row.anchor === row.created_at)
  const grant: TransactionEntry = {
    type: "product_grant",
    ...common,
    productId: row.product_id,
    product: Catalog.toProduct(product),
    priceId: isBilled ? row.price_id : null,
    quantity,
    ...(row.subscription_id === null ? { oneTimePurchaseId: row.id } : { subscriptionId: row.subscription_id })
  }
  return isPaidNow ? [grant, ...transfers] : [grant]
}

const toTransaction = (row: Row): Transaction => ({
  id: row.id,
  createdAt: new Date(row.created_at),
  effectiveAt: new Date(row.created_at),
  type: row.type,
  customerType: row.customer_type,
  customerId: row.customer_id,
  entries: toEntries(row),
  adjustedBy: [],
  testMode: false
})

const formatCursor = ({ created_at, id }: Row): string => `${created_at}.${id}`

const parseCursor = (cursor: string): readonly [createdAt: number, id: string] | undefined => {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? []
  return createdAt === undefined || id === undefined ? undefined : [Number(createdAt), id]
}

/**
 * A page of the transactions of a project, newest first; undefined if the cursor is invalid. Each page costs the same,
 * however many there are.
 */
export const list = Effect.fnUntraced(function* (
  projectId: ProjectId,
  { after, customerId, customerType, limit, type }: Query
) {
  const position = after === undefined ? null : parseCursor(after)
  if (position === undefined) return undefined
  const conditions = [
    sql`project_id = ${projectId}`,
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(customerType === undefined ? [] : [sql`customer_type = ${customerType}`]),
    ...(customerId === undefined ? [] : [sql`customer_id = ${customerId}`]),
    ...(position === null ? [] : [sql`(created_at, id) < (${position[0]}, ${position[1]})`])
  ]
  const rows = yield* Database.all(sql<Row>`SELECT * FROM transactions WHERE ${sql.and(conditions)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { items: page.map(toTransaction), nextCursor: last === undefined ? null : formatCursor(last) }
})
