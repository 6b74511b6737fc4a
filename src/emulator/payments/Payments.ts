/**
 * The purchases, payments and debts of customers (docs/protocol/resources.md#payments), by the emulator's clock. Before
 * each look at a customer, it processes the renewals that have become due since the last one.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { CustomerType, PaymentMethod } from "../../api/schema/Payments.ts"
import * as Database from "../storage/Database.ts"
import { sha256 } from "../storage/Hashing.ts"
import { Randomness } from "../storage/Randomness.ts"
import * as Catalogue from "./Catalogue.ts"
import * as Calendar from "./internal/Calendar.ts"
import * as Ledger from "./internal/Ledger.ts"
import * as Transactions from "./internal/Transactions.ts"

/** A customer. */
export interface Customer {
  readonly projectId: string
  readonly type: CustomerType
  readonly id: string
}

/** A card of the test checkout. */
export interface Card extends PaymentMethod {
  /** Whether it also pays renewals. */
  readonly paysRenewals: boolean
}

/** A product that a customer has. */
export interface Purchase {
  readonly id: string
  /** Null if it is paid once. */
  readonly subscriptionId: string | null
  readonly productId: string | null
  readonly product: Catalogue.Sold
  /** Null if the product has no price. */
  readonly priceId: string | null
  readonly quantity: number
  /** Whether it was bought at a checkout, and not given by a server. */
  readonly isBilled: boolean
  readonly createdAt: number
  readonly anchor: number
  readonly periods: number
  readonly periodEnd: number | null
  readonly endedAt: number | null
}

/** A product that a customer gets. */
export interface Order {
  readonly productId: string | null
  readonly product: Catalogue.Sold
  /** Absent: the first price. */
  readonly priceId?: string | undefined
  readonly quantity: number
}

/** An open checkout. */
export interface Checkout extends Omit<Order, "priceId" | "quantity"> {
  readonly customer: Customer
}

/** A bill, with the fields of the service. */
export interface Invoice {
  readonly id: string
  readonly status: "open" | "paid" | "uncollectible" | "void"
  readonly amount_total: number
  readonly created_at: number
}

const dayMillis = 86_400_000

/** How long a purchase page is valid. */
const checkoutMillis = dayMillis

/** How long a subscription lasts whose renewal was not paid. */
export const graceMillis = 7 * dayMillis

/** The purchases and items of all customers. */
export class Payments extends Context.Service<
  Payments,
  {
    readonly quantityOf: (customer: Customer, itemId: string) => Effect.Effect<number>
    /** False if the quantity would be negative, which is not allowed; then nothing has changed. */
    readonly changeQuantity: (
      customer: Customer,
      itemId: string,
      change: {
        readonly delta: number
        readonly allowNegative: boolean
        readonly expiresAt: number | null
        readonly description: string | null
      }
    ) => Effect.Effect<boolean>
    /** The purchases that a customer has now, oldest first. */
    readonly list: (customer: Customer) => Effect.Effect<ReadonlyArray<Purchase>>
    /** Gives a product without a payment, in place of other subscriptions of its line; undefined if the customer has it. */
    readonly grant: (customer: Customer, order: Order) => Effect.Effect<Purchase | undefined>
    /** Ends a purchase. */
    readonly end: (purchase: Purchase) => Effect.Effect<void>
    /** Ends a purchase and begins another of the same subscription, which is paid with the next bill. */
    readonly replace: (customer: Customer, purchase: Purchase, order: Order) => Effect.Effect<void>
    /** The card of a customer; undefined if the payment provider does not know the customer. */
    readonly cardOf: (customer: Customer) => Effect.Effect<{ readonly card: Card | null } | undefined>
    /** Newest first. */
    readonly invoices: (customer: Customer) => Effect.Effect<ReadonlyArray<Invoice>>
    /** A page of the transactions of a project, newest first; undefined if the cursor is invalid. */
    readonly transactions: (
      projectId: string,
      query: Transactions.Query
    ) => Effect.Effect<Transactions.Page | undefined>
    /** The code of a new purchase page. */
    readonly open: (checkout: Checkout) => Effect.Effect<string>
    readonly checkout: (projectId: string, code: string) => Effect.Effect<Checkout | undefined>
    /** Pays at a purchase page, once; false if the page has ended, or the customer has the product by now. */
    readonly pay: (
      projectId: string,
      code: string,
      order: Pick<Order, "priceId" | "quantity">,
      card: Omit<Card, "id">
    ) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/payments/Payments") {}

interface Row {
  readonly id: string
  readonly subscription_id: string | null
  readonly product_id: string | null
  readonly product: string
  readonly price_id: string | null
  readonly quantity: number
  readonly is_billed: number
  readonly created_at: number
  readonly anchor: number
  readonly periods: number
  readonly period_end: number | null
  readonly ended_at: number | null
}

interface CheckoutRow {
  readonly customer_type: CustomerType
  readonly customer_id: string
  readonly product_id: string | null
  readonly product: string
}

const toPurchase = (row: Row): Purchase => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  productId: row.product_id,
  product: JSON.parse(row.product),
  priceId: row.price_id,
  quantity: row.quantity,
  isBilled: row.is_billed === 1,
  createdAt: row.created_at,
  anchor: row.anchor,
  periods: row.periods,
  periodEnd: row.period_end,
  endedAt: row.ended_at
})

const sourceOf = ({ createdAt, endedAt, isBilled, periodEnd, quantity }: Purchase): Ledger.Source => ({
  quantity,
  createdAt,
  paidUntil: isBilled && periodEnd !== null ? periodEnd : Ledger.never,
  endedAt: endedAt ?? Ledger.never
})

/** Purchases in the database. */
export const layer: Layer.Layer<Payments, never, SqlClient | Randomness> = Layer.effect(
  Payments,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const { token, uuid } = yield* Randomness

    const keyOf = ({ id, projectId, type }: Customer) => ({
      project_id: projectId,
      customer_type: type,
      customer_id: id
    })

    const of = ({ id, projectId, type }: Customer) =>
      sql`project_id = ${projectId} AND customer_type = ${type} AND customer_id = ${id}`

    const ensure = ({ id, projectId, type }: Customer) =>
      Database.run(sql`INSERT INTO payment_customers ${sql.insert({ project_id: projectId, type, id })}
        ON CONFLICT DO NOTHING`)

    const cardOf = ({ id, projectId, type }: Customer) =>
      Effect.map(
        Database.first(sql<{ readonly card: string | null }>`SELECT card FROM payment_customers
          WHERE project_id = ${projectId} AND type = ${type} AND id = ${id} AND is_known = 1`),
        (row): { readonly card: Card | null } | undefined =>
          row && { card: row.card === null ? null : JSON.parse(row.card) }
      )

    const all = (customer: Customer) =>
      Effect.map(
        Database.all(sql<Row>`SELECT * FROM purchases WHERE ${of(customer)} ORDER BY created_at, rowid`),
        (rows) => rows.map(toPurchase)
      )

    const bill = (
      customer: Customer,
      { id, priceId, product, quantity }: Purchase,
      status: Invoice["status"],
      created_at: number
    ) =>
      Database.run(
        sql`INSERT INTO invoices ${sql.insert({
          ...keyOf(customer),
          id: uuid(),
          purchase_id: id,
          status,
          amount_total: Catalogue.amountOf(Catalogue.priceOf(product, priceId), quantity).minor,
          created_at
        })}`
      )

    const settle = (purchase: Purchase, status: Invoice["status"]) =>
      Database.run(sql`UPDATE invoices SET status = ${status} WHERE purchase_id = ${purchase.id} AND status = 'open'`)

    const close = (purchase: Purchase, at: number) =>
      Effect.andThen(
        Database.run(sql`UPDATE purchases SET ended_at = ${at} WHERE id = ${purchase.id}`),
        settle(purchase, "void")
      )

    /** Renews a subscription as often as it is due. A renewal that is not paid ends it after a while. */
    const renew = Effect.fnUntraced(function* (
      customer: Customer,
      purchase: Purchase,
      paysRenewals: boolean,
      now: number
    ) {
      const { anchor, endedAt, isBilled, priceId, product } = purchase
      const interval = Catalogue.priceOf(product, priceId)?.interval
      if (endedAt !== null || purchase.periodEnd === null || interval === undefined) return
      let { periodEnd, periods } = purchase
      const isOwed = yield* Database.first(
        sql`SELECT id FROM invoices WHERE purchase_id = ${purchase.id} AND status = 'open'`
      )
      let owes = isOwed !== undefined
      while (periodEnd <= now) {
        if (isBilled && !paysRenewals) {
          if (!owes) yield* bill(customer, purchase, "open", periodEnd)
          owes = true
          if (periodEnd + graceMillis > now) break
          yield* settle(purchase, "uncollectible")
          yield* close(purchase, periodEnd + graceMillis)
          break
        }
        if (owes) yield* settle(purchase, "paid")
        else if (isBilled) yield* bill(customer, purchase, "paid", periodEnd)
        owes = false
        periodEnd = Calendar.add(anchor, interval, ++periods)
      }
      yield* Database.run(
        sql`UPDATE purchases SET period_end = ${periodEnd}, periods = ${periods} WHERE id = ${purchase.id}`
      )
    })

    /** All purchases of a customer so far, up to date. */
    const upToDate = Effect.fnUntraced(function* (customer: Customer) {
      const now = yield* Clock.currentTimeMillis
      const before = yield* all(customer)
      const isDue = ({ endedAt, periodEnd }: Purchase) => endedAt === null && periodEnd !== null && periodEnd <= now
      if (!before.some(isDue)) return before
      const paysRenewals = (yield* cardOf(customer))?.card?.paysRenewals === true
      for (const purchase of before.filter(isDue)) yield* renew(customer, purchase, paysRenewals, now)
      return yield* all(customer)
    })

    /** Renews what has become due for any customer of a project. */
    const allUpToDate = Effect.fnUntraced(function* (projectId: string) {
      const due = yield* Database.all(sql<Pick<CheckoutRow, "customer_id" | "customer_type">>`SELECT DISTINCT
        customer_type, customer_id FROM purchases
        WHERE project_id = ${projectId} AND ended_at IS NULL AND period_end <= ${yield* Clock.currentTimeMillis}`)
      for (const { customer_id: id, customer_type: type } of due) yield* upToDate({ projectId, type, id })
    })

    const transactions = Transactions.reader(sql)

    const list = (customer: Customer) =>
      Effect.map(upToDate(customer), (purchases) => purchases.filter(({ endedAt }) => endedAt === null))

    const quantityOf = Effect.fnUntraced(function* (customer: Customer, itemId: string) {
      const now = yield* Clock.currentTimeMillis
      const purchases = yield* upToDate(customer)
      const changes = yield* Database.all(sql<{
        readonly delta: number
        readonly created_at: number
        readonly expires_at: number | null
      }>`SELECT delta, created_at, expires_at FROM item_changes
        WHERE ${of(customer)} AND item_id = ${itemId} ORDER BY rowid`)
      const entries = [
        ...purchases.flatMap((purchase) => {
          const { includedItems } = purchase.product
          const included = Object.hasOwn(includedItems, itemId) ? includedItems[itemId] : undefined
          return included === undefined ? [] : Ledger.granted(included, sourceOf(purchase), now)
        }),
        ...changes.map(({ created_at, delta, expires_at }) => ({
          at: created_at,
          amount: delta,
          expiresAt: expires_at ?? Ledger.never,
          endedAt: Ledger.never
        }))
      ]
      return Ledger.balance(entries, now)
    })

    /** Stores a purchase. A new subscription is paid from now on, or after its free trial; a switched one when it was due. */
    const store = Effect.fnUntraced(function* (customer: Customer, order: Order, isBilled: boolean, former?: Purchase) {
      const now = yield* Clock.currentTimeMillis
      const { product, productId, quantity } = order
      const priceId = order.priceId ?? Object.keys(product.prices)[0] ?? null
      const price = Catalogue.priceOf(product, priceId)
      const interval = price?.interval
      const trial = isBilled ? (price?.freeTrial ?? product.freeTrial) : undefined
      /** When the first payment is due. */
      const due = former?.periodEnd ?? (trial === undefined ? now : Calendar.add(now, trial))
      const isPaidNow = due === now
      const id = uuid()
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
      yield* ensure(customer)
      yield* Database.run(
        sql`INSERT INTO purchases ${sql.insert({
          ...keyOf(customer),
          id,
          subscription_id: purchase.subscriptionId,
          product_id: productId,
          product: JSON.stringify(product),
          price_id: priceId,
          quantity,
          is_billed: Number(isBilled),
          created_at: now,
          anchor: due,
          periods: purchase.periods,
          period_end: purchase.periodEnd,
          ended_at: null
        })}`
      )
      if (isBilled && interval !== undefined && isPaidNow) yield* bill(customer, purchase, "paid", now)
      return purchase
    })

    const acquire = Effect.fnUntraced(function* (customer: Customer, order: Order, isBilled: boolean) {
      const { product, productId } = order
      const owned = yield* list(customer)
      const isOwned = productId !== null && owned.some((purchase) => purchase.productId === productId)
      if (isOwned && !product.stackable) return undefined
      const now = yield* Clock.currentTimeMillis
      for (const purchase of owned) {
        const isOfLine = product.productLineId !== undefined && purchase.product.productLineId === product.productLineId
        if (isOfLine && purchase.subscriptionId !== null && purchase.productId !== productId)
          yield* close(purchase, now)
      }
      return yield* store(customer, order, isBilled)
    })

    const checkout = Effect.fnUntraced(function* (projectId: string, code: string) {
      const row = yield* Database.first(sql<CheckoutRow>`SELECT * FROM checkouts
        WHERE project_id = ${projectId} AND code_hash = ${sha256(code)} AND used_at IS NULL
        AND expires_at > ${yield* Clock.currentTimeMillis}`)
      if (row === undefined) return undefined
      const { customer_id: id, customer_type: type, product, product_id: productId } = row
      return { customer: { projectId, type, id }, productId, product: JSON.parse(product) } satisfies Checkout
    })

    const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Database.transaction(sql, effect)

    return {
      quantityOf: (customer, itemId) => inTransaction(quantityOf(customer, itemId)),

      changeQuantity: (customer, itemId, { allowNegative, delta, description, expiresAt }) =>
        inTransaction(
          Effect.gen(function* () {
            if (!allowNegative && (yield* quantityOf(customer, itemId)) + delta < 0) return false
            yield* ensure(customer)
            yield* Database.run(
              sql`INSERT INTO item_changes ${sql.insert({
                ...keyOf(customer),
                id: uuid(),
                item_id: itemId,
                delta,
                description,
                created_at: yield* Clock.currentTimeMillis,
                expires_at: expiresAt
              })}`
            )
            return true
          })
        ),

      list: (customer) => inTransaction(list(customer)),
      grant: (customer, order) => inTransaction(acquire(customer, order, false)),
      end: (purchase) => Effect.flatMap(Clock.currentTimeMillis, (now) => close(purchase, now)),

      replace: (customer, purchase, order) =>
        inTransaction(
          Effect.gen(function* () {
            yield* close(purchase, yield* Clock.currentTimeMillis)
            yield* store(customer, order, purchase.isBilled, purchase)
          })
        ),

      cardOf,

      invoices: (customer) =>
        inTransaction(
          Effect.andThen(
            upToDate(customer),
            Database.all(
              sql<Invoice>`SELECT * FROM invoices WHERE ${of(customer)} ORDER BY created_at DESC, rowid DESC`
            )
          )
        ),

      transactions: (projectId, query) =>
        inTransaction(Effect.andThen(allUpToDate(projectId), transactions(projectId, query))),

      open: Effect.fnUntraced(function* ({ customer, product, productId }) {
        const code = token()
        const { id, projectId, type } = customer
        yield* ensure(customer)
        yield* Database.run(sql`UPDATE payment_customers SET is_known = 1
          WHERE project_id = ${projectId} AND type = ${type} AND id = ${id}`)
        yield* Database.run(
          sql`INSERT INTO checkouts ${sql.insert({
            ...keyOf(customer),
            code_hash: sha256(code),
            product_id: productId,
            product: JSON.stringify(product),
            expires_at: (yield* Clock.currentTimeMillis) + checkoutMillis,
            used_at: null
          })}`
        )
        return code
      }),

      checkout,

      pay: (projectId, code, order, card) =>
        inTransaction(
          Effect.gen(function* () {
            const found = yield* checkout(projectId, code)
            if (found === undefined) return false
            const { customer, product, productId } = found
            const purchase = yield* acquire(customer, { ...order, product, productId }, true)
            if (purchase === undefined) return false
            yield* Database.run(sql`UPDATE checkouts SET used_at = ${yield* Clock.currentTimeMillis}
              WHERE code_hash = ${sha256(code)}`)
            yield* Database.run(sql`UPDATE payment_customers SET card = ${JSON.stringify({ id: `pm_${uuid()}`, ...card })}
              WHERE project_id = ${projectId} AND type = ${customer.type} AND id = ${customer.id}`)
            return true
          })
        )
    }
  })
)
