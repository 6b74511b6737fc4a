/** The products that customers have, and their invoices. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { WireStruct } from "../../api/schema/WireStruct.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import * as Catalog from "./Catalog.ts"
import * as Customers from "./Customers.ts"
import type { Customer } from "./Customers.ts"
import * as Calendar from "./internal/Calendar.ts"

/** A row of the table, whose columns are in snake_case. */
const Row = WireStruct({
  id: Schema.String,
  /** Null if it is paid once. */
  subscriptionId: Schema.NullOr(Schema.String),
  productId: Schema.NullOr(Schema.String),
  product: Columns.json(Catalog.SoldProduct),
  /** Null if the product has no price. */
  priceId: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  /** Whether it was bought at a checkout, and not given by a server. */
  isBilled: Schema.BooleanFromBit,
  createdAt: Schema.Finite,
  anchor: Schema.Finite,
  periods: Schema.Finite,
  periodEnd: Schema.NullOr(Schema.Finite),
  endedAt: Schema.NullOr(Schema.Finite)
})

const toPurchase = Schema.decodeUnknownSync(Row)
const toRow = Schema.encodeSync(Row)

/** A product that a customer has. */
export type Purchase = typeof Row.Type

/** A product that a customer gets. */
export interface Order {
  readonly productId: string | null
  readonly product: Catalog.SoldProduct
  /** Absent: the first price. */
  readonly priceId?: string | undefined
  readonly quantity: number
}

export interface BeginOptions {
  readonly isBilled: boolean
  readonly former?: Purchase
}

export interface Invoice {
  readonly id: string
  readonly status: "open" | "paid" | "uncollectible" | "void"
  readonly amount_total: number
  readonly created_at: number
}

/** Returns all purchases, also those that have ended, oldest first. */
export const listAll = (customer: Customer) =>
  Effect.map(
    Database.all(sql`SELECT * FROM purchases WHERE ${Customers.ownedBy(customer)} ORDER BY created_at, rowid`),
    (rows) => rows.map((row) => toPurchase(row))
  )

/** Returns the invoices of a customer, newest first. */
export const listInvoices = (customer: Customer) =>
  Database.all(sql<Invoice>`SELECT * FROM invoices WHERE ${Customers.ownedBy(customer)}
    ORDER BY created_at DESC, rowid DESC`)

export const addInvoice = Effect.fnUntraced(function* (
  customer: Customer,
  { id, priceId, product, quantity }: Purchase,
  status: Invoice["status"],
  created_at: number
) {
  yield* Database.insert("invoices", {
    ...Customers.toColumns(customer),
    id: (yield* Randomness).uuid(),
    purchase_id: id,
    status,
    amount_total: Catalog.computeAmount(Catalog.findPrice(product, priceId), quantity).minor,
    created_at
  })
})

export const settle = ({ id }: Purchase, status: Invoice["status"]) =>
  Database.run(sql`UPDATE invoices SET status = ${status} WHERE purchase_id = ${id} AND status = 'open'`)

/** Whether an invoice of a purchase is open. */
export const owes = ({ id }: Purchase) =>
  Database.exists(sql`SELECT id FROM invoices WHERE purchase_id = ${id} AND status = 'open'`)

export const end = (purchase: Purchase, at: number) =>
  Effect.andThen(
    Database.run(sql`UPDATE purchases SET ended_at = ${at} WHERE id = ${purchase.id}`),
    settle(purchase, "void")
  )

export const extend = ({ id }: Purchase, periods: number, periodEnd: number) =>
  Database.run(sql`UPDATE purchases SET period_end = ${periodEnd}, periods = ${periods} WHERE id = ${id}`)

/** A new subscription is paid from now on, or after its free trial; a switched one when it was due. */
export const begin = Effect.fnUntraced(function* (
  customer: Customer,
  order: Order,
  { former, isBilled }: BeginOptions
) {
  const now = yield* Clock.currentTimeMillis
  const { product, productId, quantity } = order
  const priceId = order.priceId ?? Object.keys(product.prices)[0] ?? null
  const price = Catalog.findPrice(product, priceId)
  const interval = price?.interval
  const trial = isBilled ? (price?.freeTrial ?? product.freeTrial) : undefined
  /** When the first payment is due. */
  const due = former?.periodEnd ?? (trial === undefined ? now : Calendar.add(now, trial))
  const isPaidNow = due === now
  const id = (yield* Randomness).uuid()
  const purchase: Purchase = {
    id,
    subscriptionId: interval === undefined ? null : (former?.subscriptionId ?? id),
    productId,
    product,
    priceId,
    quantity,
    isBilled,
    createdAt: now,
    anchor: due,
    periods: isPaidNow ? 1 : 0,
    periodEnd: interval === undefined ? null : isPaidNow ? Calendar.add(due, interval) : due,
    endedAt: null
  }
  yield* Customers.ensure(customer)
  yield* Database.insert("purchases", { ...Customers.toColumns(customer), ...toRow(purchase) })
  if (isBilled && interval !== undefined && isPaidNow) yield* addInvoice(customer, purchase, "paid", now)
  return purchase
})
