/** Payments: a product with credits, a checkout with a test card, a server that charges, and the next month. */
import { Console, Effect } from "effect"
import { CurrentUser, Password } from "gatefold"
import { Configuration } from "gatefold/admin"
import * as Emulator from "gatefold/emulator"
import * as Payments from "gatefold/payments"
import * as AdminPayments from "gatefold/payments/admin"
import * as ServerPayments from "gatefold/payments/server"
import { admin, run, server } from "./demo.ts"

const addProducts = Configuration.update({
  changes: {
    "payments.items.credits": { displayName: "Credits", customerType: "user" },
    "payments.products.pro": {
      displayName: "Pro",
      customerType: "user",
      prices: { monthly: { USD: "20", interval: [1, "month"] } },
      includedItems: { credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" } }
    }
  }
})

const upgrade = Effect.gen(function* () {
  const { quantity } = yield* Payments.getItem({ itemId: "credits" })
  if (quantity > 0) return null
  return yield* Payments.createCheckoutUrl({ productId: "pro", returnUrl: "http://localhost:3000/billing" })
})

/** Does what the user does on the page of the checkout: chooses a test card, and pays. */
const pay = Effect.fn(function* (url: string) {
  const { fetch } = yield* Emulator.Emulator
  const body = new URLSearchParams({ card: "4242", decision: "pay" })
  const response = yield* Effect.promise(() => fetch(new Request(url, { method: "POST", body })))
  return response.headers.get("location")
})

const charge = (userId: string) =>
  ServerPayments.decreaseItem({ userId, itemId: "credits", amount: 1 }).pipe(
    Effect.as(true),
    Effect.catchTag("ItemQuantityInsufficientAmount", () => Effect.succeed(false))
  )

const nextMonth = Effect.gen(function* () {
  const { clock } = yield* Emulator.Emulator
  yield* clock.advance("31 days")
  const { items } = yield* Payments.pageInvoices()
  return items.map(({ amountTotal, status }) => `${status}: ${amountTotal}`)
})

const revenueOf = Effect.fn(function* (customerId: string) {
  const { items } = yield* AdminPayments.pageTransactions({ customerId, limit: 200 })
  const entries = items.flatMap((transaction) => transaction.entries)
  return entries.reduce((sum, entry) => (entry.type === "money_transfer" ? sum + Number(entry.netAmount.USD) : sum), 0)
})

export const example = Effect.gen(function* () {
  yield* addProducts.pipe(Effect.provide(admin))
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const { id: userId } = yield* CurrentUser.getOrFail
  yield* Console.log("Charged before the purchase:", yield* charge(userId))

  const url = yield* upgrade
  if (url !== null) yield* Console.log("Paid, and back at:", yield* pay(url))
  yield* Console.log("Charged:", yield* charge(userId))
  yield* Console.log("Left:", (yield* Payments.getItem({ itemId: "credits" })).quantity)

  yield* Console.log("Invoices of the next month:", (yield* nextMonth).join(", "))
  yield* Console.log("Left, after the renewal:", (yield* Payments.getItem({ itemId: "credits" })).quantity)
  yield* Console.log("Revenue:", yield* revenueOf(userId).pipe(Effect.provide(admin)))
  yield* Payments.cancelSubscription({ productId: "pro" })
  yield* Console.log("Products:", (yield* Payments.pageProducts()).items.length)
}).pipe(Effect.provide(server))

run(import.meta.main, example)
