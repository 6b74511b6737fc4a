/** Renews subscriptions when someone reads them, as often as they have become due since. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { CustomerType } from "../../../api/schema/Payments.ts"
import type { ProjectId } from "../../../domain/Ids.ts"
import { dayMillis } from "../../../domain/Time.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Catalog from "../Catalog.ts"
import * as Customers from "../Customers.ts"
import type { Customer } from "../Customers.ts"
import * as Purchases from "../Purchases.ts"
import type { Purchase } from "../Purchases.ts"
import * as Calendar from "./Calendar.ts"

/** How long a subscription lasts whose renewal was not paid. */
const graceMillis = 7 * dayMillis

/** Renews a subscription as often as it is due. A renewal that is not paid ends it after a while. */
const renew = Effect.fnUntraced(function* (customer: Customer, purchase: Purchase, paysRenewals: boolean, now: number) {
  const { anchor, endedAt, isBilled, priceId, product } = purchase
  const interval = Catalog.findPrice(product, priceId)?.interval
  if (endedAt !== null || purchase.periodEnd === null || interval === undefined) return
  let { periodEnd, periods } = purchase
  let owes = yield* Purchases.owes(purchase)
  while (periodEnd <= now) {
    if (isBilled && !paysRenewals) {
      if (!owes) yield* Purchases.addInvoice(customer, purchase, "open", periodEnd)
      owes = true
      if (periodEnd + graceMillis > now) break
      yield* Purchases.settle(purchase, "uncollectible")
      yield* Purchases.end(purchase, periodEnd + graceMillis)
      break
    }
    if (owes) yield* Purchases.settle(purchase, "paid")
    else if (isBilled) yield* Purchases.addInvoice(customer, purchase, "paid", periodEnd)
    owes = false
    periodEnd = Calendar.add(anchor, interval, ++periods)
  }
  yield* Purchases.extend(purchase, periods, periodEnd)
})

export const bringUpToDate = Effect.fnUntraced(function* (customer: Customer) {
  const now = yield* Clock.currentTimeMillis
  const before = yield* Purchases.listAll(customer)
  const isDue = ({ endedAt, periodEnd }: Purchase) => endedAt === null && periodEnd !== null && periodEnd <= now
  if (!before.some(isDue)) return before
  const paysRenewals = (yield* Customers.findCard(customer))?.card?.paysRenewals === true
  for (const purchase of before.filter(isDue)) yield* renew(customer, purchase, paysRenewals, now)
  return yield* Purchases.listAll(customer)
})

/** Renews what has become due for any customer of a project. */
export const bringAllUpToDate = Effect.fnUntraced(function* (projectId: ProjectId) {
  const due = yield* Database.all(sql<{ readonly id: string; readonly type: CustomerType }>`SELECT DISTINCT
    customer_type AS type, customer_id AS id FROM purchases
    WHERE project_id = ${projectId} AND ended_at IS NULL AND period_end <= ${yield* Clock.currentTimeMillis}`)
  for (const { id, type } of due) yield* bringUpToDate({ projectId, type, id })
})
