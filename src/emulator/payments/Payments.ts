/**
 * The purchases, payments and debts of customers (docs/protocol/resources.md#payments), by the emulator's clock. Before
 * each look at a customer, it processes the renewals that have become due since the last one.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import type { Transaction } from "../../api/schema/Payments.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { badRequest, type TextAnswer } from "../errors/TextAnswer.ts"
import * as Database from "../storage/Database.ts"
import * as Customers from "./Customers.ts"
import type { Card, Customer } from "./Customers.ts"
import * as Checkouts from "./internal/Checkouts.ts"
import * as Items from "./internal/Items.ts"
import * as Renewals from "./internal/Renewals.ts"
import * as Transactions from "./internal/Transactions.ts"
import * as Purchases from "./Purchases.ts"
import type { Invoice, Order, Purchase } from "./Purchases.ts"

export class Payments extends Context.Service<
  Payments,
  {
    readonly getQuantity: (customer: Customer, itemId: string) => Effect.Effect<number>
    /** False if the quantity would be negative, which is not allowed; then nothing has changed. */
    readonly changeQuantity: (customer: Customer, itemId: string, change: Items.Change) => Effect.Effect<boolean>
    /** The purchases that a customer has now, oldest first. */
    readonly list: (customer: Customer) => Effect.Effect<ReadonlyArray<Purchase>>
    /**
     * Gives a product without a payment, in place of other subscriptions of its line; undefined if the customer has it.
     */
    readonly grant: (customer: Customer, order: Order) => Effect.Effect<Purchase | undefined>
    /** Ends the purchases of a customer that a predicate selects, and returns them. */
    readonly end: (
      customer: Customer,
      isSelected: (purchase: Purchase) => boolean
    ) => Effect.Effect<ReadonlyArray<Purchase>>
    /**
     * Ends a purchase and begins another of the same subscription, which is paid with the next bill. Fails if the
     * purchase has ended.
     */
    readonly replace: (customer: Customer, purchase: Purchase, order: Order) => Effect.Effect<void, TextAnswer>
    /** The card of a customer; undefined if the payment provider does not know the customer. */
    readonly findCard: (customer: Customer) => Effect.Effect<{ readonly card: Card | null } | undefined>
    /** Newest first. */
    readonly listInvoices: (customer: Customer) => Effect.Effect<ReadonlyArray<Invoice>>
    /** A page of the transactions of a project, newest first; undefined if the cursor is invalid. */
    readonly listTransactions: (
      projectId: ProjectId,
      query: Transactions.Query
    ) => Effect.Effect<Page<Transaction> | undefined>
    readonly open: (checkout: Checkouts.Checkout) => Effect.Effect<string>
    readonly findCheckout: (projectId: ProjectId, code: string) => Effect.Effect<Checkouts.Checkout | undefined>
    /** Pays at a purchase page, once; false if the page has ended, or the customer has the product by now. */
    readonly pay: (
      projectId: ProjectId,
      code: string,
      order: Pick<Order, "priceId" | "quantity">,
      card: Omit<Card, "id">
    ) => Effect.Effect<boolean>
  }
>()("gatefold/emulator/payments/Payments") {}

const make = Effect.gen(function* () {
  const checkouts = yield* Checkouts.make
  const { findCard, setCard } = yield* Customers.make
  const { changeQuantity, getQuantity } = yield* Items.make
  const purchases = yield* Purchases.make
  const { bringAllUpToDate, bringUpToDate } = yield* Renewals.make
  const sql = yield* SqlClient
  const { uuid } = yield* Randomness
  const transactions = Transactions.makeReader(sql)

  const list = (customer: Customer) =>
    Effect.map(bringUpToDate(customer), (all) => all.filter(({ endedAt }) => endedAt === null))

  const acquire = Effect.fnUntraced(function* (customer: Customer, order: Order, options: Purchases.BeginOptions) {
    const { product, productId } = order
    const owned = yield* list(customer)
    const isOwned = productId !== null && owned.some((purchase) => purchase.productId === productId)
    if (isOwned && !product.stackable) return undefined
    const now = yield* Clock.currentTimeMillis
    for (const purchase of owned) {
      const isOfLine = product.productLineId !== undefined && purchase.product.productLineId === product.productLineId
      if (isOfLine && purchase.subscriptionId !== null && purchase.productId !== productId) {
        yield* purchases.end(purchase, now)
      }
    }
    return yield* purchases.begin(customer, order, options)
  })

  const runInTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Database.transaction(sql, effect)

  return Payments.of({
    getQuantity: (customer, itemId) => runInTransaction(getQuantity(customer, itemId)),
    changeQuantity: (customer, itemId, change) => runInTransaction(changeQuantity(customer, itemId, change)),
    list: (customer) => runInTransaction(list(customer)),
    grant: (customer, order) => runInTransaction(acquire(customer, order, { isBilled: false })),
    end: Effect.fnUntraced(function* (customer, isSelected) {
      const selected = (yield* list(customer)).filter(isSelected)
      const now = yield* Clock.currentTimeMillis
      for (const purchase of selected) yield* purchases.end(purchase, now)
      return selected
    }, runInTransaction),
    replace: Effect.fnUntraced(function* (customer, { id }, order) {
      const former = (yield* list(customer)).find((purchase) => purchase.id === id)
      if (former === undefined) return yield* badRequest("This subscription cannot be switched.")
      yield* purchases.end(former, yield* Clock.currentTimeMillis)
      yield* purchases.begin(customer, order, { isBilled: former.isBilled, former })
    }, runInTransaction),
    findCard,
    listInvoices: (customer) => runInTransaction(Effect.andThen(bringUpToDate(customer), purchases.invoices(customer))),
    listTransactions: (projectId, query) =>
      runInTransaction(Effect.andThen(bringAllUpToDate(projectId), transactions(projectId, query))),
    open: checkouts.open,
    findCheckout: checkouts.find,
    pay: Effect.fnUntraced(function* (projectId, code, order, card) {
      const checkout = yield* checkouts.find(projectId, code)
      if (checkout === undefined) return false
      const { customer, product, productId } = checkout
      const purchase = yield* acquire(customer, { ...order, product, productId }, { isBilled: true })
      if (purchase === undefined) return false
      yield* checkouts.close(code)
      yield* setCard(customer, { id: `pm_${uuid()}`, ...card })
      return true
    }, runInTransaction)
  })
})

/** Keeps purchases in the database, each change in a transaction. */
export const layer = Layer.effect(Payments, make)
