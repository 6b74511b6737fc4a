/**
 * The purchases, payments and debts of customers (docs/protocol/resources.md#payments), by the emulator's clock. Before
 * each look at a customer, it processes the renewals that have become due since the last one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as Database from "../storage/Database.ts"
import * as Customers from "./Customers.ts"
import type { Card, Customer } from "./Customers.ts"
import * as Checkouts from "./internal/Checkouts.ts"
import * as Items from "./internal/Items.ts"
import * as Renewals from "./internal/Renewals.ts"
import * as Transactions from "./internal/Transactions.ts"
import * as Purchases from "./Purchases.ts"
import type { Order, Purchase } from "./Purchases.ts"

export { findCard } from "./Customers.ts"

export const getQuantity = (customer: Customer, itemId: string) =>
  Database.transaction(Items.getQuantity(customer, itemId))

/** False if the quantity would be negative, which is not allowed; then nothing has changed. */
export const changeQuantity = (customer: Customer, itemId: string, change: Items.Change) =>
  Database.transaction(Items.changeQuantity(customer, itemId, change))

const listOwned = (customer: Customer) =>
  Effect.map(Renewals.bringUpToDate(customer), (all) => all.filter(({ endedAt }) => endedAt === null))

/** The purchases that a customer has now, oldest first. */
export const list = (customer: Customer) => Database.transaction(listOwned(customer))

const acquire = Effect.fnUntraced(function* (customer: Customer, order: Order, options: Purchases.BeginOptions) {
  const { product, productId } = order
  const owned = yield* listOwned(customer)
  const isOwned = productId !== null && owned.some((purchase) => purchase.productId === productId)
  if (isOwned && !product.stackable) return undefined
  const now = yield* Clock.currentTimeMillis
  for (const purchase of owned) {
    const isOfLine = product.productLineId !== undefined && purchase.product.productLineId === product.productLineId
    if (isOfLine && purchase.subscriptionId !== null && purchase.productId !== productId) {
      yield* Purchases.end(purchase, now)
    }
  }
  return yield* Purchases.begin(customer, order, options)
})

/** Gives a product without a payment, in place of other subscriptions of its line; undefined if the customer has it. */
export const grant = (customer: Customer, order: Order) =>
  Database.transaction(acquire(customer, order, { isBilled: false }))

/** Ends the purchases of a customer that a predicate selects, and returns them. */
export const end = Effect.fnUntraced(function* (customer: Customer, isSelected: (purchase: Purchase) => boolean) {
  const selected = (yield* listOwned(customer)).filter(isSelected)
  const now = yield* Clock.currentTimeMillis
  for (const purchase of selected) yield* Purchases.end(purchase, now)
  return selected
}, Database.transaction)

/**
 * Ends a purchase and begins another of the same subscription, which is paid with the next bill. Fails if the purchase
 * has ended.
 */
export const replace = Effect.fnUntraced(function* (customer: Customer, { id }: Purchase, order: Order) {
  const former = (yield* listOwned(customer)).find((purchase) => purchase.id === id)
  if (former === undefined) return yield* badRequest("This subscription cannot be switched.")
  yield* Purchases.end(former, yield* Clock.currentTimeMillis)
  yield* Purchases.begin(customer, order, { isBilled: former.isBilled, former })
}, Database.transaction)

/** The invoices of a customer, newest first. */
export const listInvoices = (customer: Customer) =>
  Database.transaction(Effect.andThen(Renewals.bringUpToDate(customer), Purchases.listInvoices(customer)))

/** A page of the transactions of a project, newest first; undefined if the cursor is invalid. */
export const listTransactions = (projectId: ProjectId, query: Transactions.Query) =>
  Database.transaction(Effect.andThen(Renewals.bringAllUpToDate(projectId), Transactions.list(projectId, query)))

export const openCheckout = Checkouts.open

export const findCheckout = Checkouts.find

/** Pays at a purchase page, once; false if the page has ended, or the customer has the product by now. */
export const pay = Effect.fnUntraced(function* (
  projectId: ProjectId,
  code: string,
  order: Pick<Order, "priceId" | "quantity">,
  card: Omit<Card, "id">
) {
  const checkout = yield* Checkouts.find(projectId, code)
  if (checkout === undefined) return false
  const { customer, product, productId } = checkout
  const purchase = yield* acquire(customer, { ...order, product, productId }, { isBilled: true })
  if (purchase === undefined) return false
  yield* Checkouts.close(code)
  const { uuid } = yield* Randomness
  yield* Customers.setCard(customer, { id: `pm_${uuid()}`, ...card })
  return true
}, Database.transaction)
