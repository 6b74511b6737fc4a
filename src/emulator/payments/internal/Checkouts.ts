/** The purchase pages, each with its code. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { CustomerType } from "../../../api/schema/Payments.ts"
import type { ProjectId } from "../../../domain/Ids.ts"
import { dayMillis } from "../../../domain/Time.ts"
import { sha256 } from "../../crypto/Hashing.ts"
import { Randomness } from "../../crypto/Randomness.ts"
import * as Columns from "../../storage/Columns.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Catalog from "../Catalog.ts"
import * as Customers from "../Customers.ts"
import type { Customer } from "../Customers.ts"
import type { Order } from "../Purchases.ts"

export interface Checkout extends Omit<Order, "priceId" | "quantity"> {
  readonly customer: Customer
}

interface Row {
  readonly customer_type: CustomerType
  readonly customer_id: string
  readonly product_id: string | null
  readonly product: string
}

const parseProduct = Columns.makeParser(Catalog.SoldProduct)

const validMillis = dayMillis

export const open = Effect.fnUntraced(function* ({ customer, product, productId }: Checkout) {
  const code = (yield* Randomness).token()
  yield* Customers.ensure(customer)
  yield* Customers.introduce(customer)
  yield* Database.insert("checkouts", {
    ...Customers.toColumns(customer),
    code_hash: sha256(code),
    product_id: productId,
    product: JSON.stringify(product),
    expires_at: (yield* Clock.currentTimeMillis) + validMillis,
    used_at: null
  })
  return code
})

export const find = Effect.fnUntraced(function* (projectId: ProjectId, code: string) {
  const row = yield* Database.first(sql<Row>`SELECT * FROM checkouts
    WHERE project_id = ${projectId} AND code_hash = ${sha256(code)} AND used_at IS NULL
    AND expires_at > ${yield* Clock.currentTimeMillis}`)
  if (row === undefined) return undefined
  const { customer_id: id, customer_type: type, product, product_id: productId } = row
  const checkout: Checkout = { customer: { projectId, type, id }, productId, product: parseProduct(product) }
  return checkout
})

export const close = Effect.fnUntraced(function* (code: string) {
  yield* Database.run(sql`UPDATE checkouts SET used_at = ${yield* Clock.currentTimeMillis}
    WHERE code_hash = ${sha256(code)}`)
})
