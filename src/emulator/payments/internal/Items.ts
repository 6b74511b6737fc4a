/** The items of customers: those that come with purchases, and changes by servers. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Randomness } from "../../crypto/Randomness.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Customers from "../Customers.ts"
import type { Customer } from "../Customers.ts"
import type { Purchase } from "../Purchases.ts"
import * as Ledger from "./Ledger.ts"
import * as Renewals from "./Renewals.ts"

export interface Change {
  readonly delta: number
  readonly allowNegative: boolean
  readonly expiresAt: number | null
  readonly description: string | null
}

const toSource = ({ createdAt, endedAt, isBilled, periodEnd, quantity }: Purchase): Ledger.Source => ({
  quantity,
  createdAt,
  paidUntil: isBilled && periodEnd !== null ? periodEnd : Ledger.never,
  endedAt: endedAt ?? Ledger.never
})

interface ChangeRow {
  readonly at: number
  readonly amount: number
  readonly expires_at: number | null
}

export const getQuantity = Effect.fnUntraced(function* (customer: Customer, itemId: string) {
  const now = yield* Clock.currentTimeMillis
  const purchases = yield* Renewals.bringUpToDate(customer)
  const changes = yield* Database.all(sql<ChangeRow>`SELECT created_at AS at, delta AS amount, expires_at
    FROM item_changes WHERE ${Customers.ownedBy(customer)} AND item_id = ${itemId} ORDER BY rowid`)
  const entries = [
    ...purchases.flatMap((purchase) => {
      const { includedItems } = purchase.product
      const included = Object.hasOwn(includedItems, itemId) ? includedItems[itemId] : undefined
      return included === undefined ? [] : Ledger.listGrants(included, toSource(purchase), now)
    }),
    ...changes.map(({ amount, at, expires_at }) => ({
      at,
      amount,
      expiresAt: expires_at ?? Ledger.never,
      endedAt: Ledger.never
    }))
  ]
  return Ledger.computeBalance(entries, now)
})

/** False if the quantity would be negative, which is not allowed; then nothing has changed. */
export const changeQuantity = Effect.fnUntraced(function* (
  customer: Customer,
  itemId: string,
  { allowNegative, delta, description, expiresAt }: Change
) {
  if (!allowNegative && (yield* getQuantity(customer, itemId)) + delta < 0) return false
  yield* Customers.ensure(customer)
  yield* Database.insert("item_changes", {
    ...Customers.toColumns(customer),
    id: (yield* Randomness).uuid(),
    item_id: itemId,
    delta,
    description,
    created_at: yield* Clock.currentTimeMillis,
    expires_at: expiresAt
  })
  return true
})
