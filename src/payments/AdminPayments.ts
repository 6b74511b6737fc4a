/**
 * Transactions of all customers, for admins: what they bought, paid and used. Only the current service has payments:
 * with a service of 2025-06 these operations fail with `NotSupportedByService`.
 *
 * @example
 * ```ts
 * import * as Payments from "gatefold/payments/admin"
 *
 * const { items } = yield* Payments.pageTransactions({ type: "subscription-renewal" })
 * ```
 */
import { asAdmin } from "../admin/AsAdmin.ts"
import type { CustomerType, TransactionType } from "../api/schema/Payments.ts"
import * as Wire from "../wire/generated/Payments.ts"

export type {
  Amounts,
  CustomerType,
  ItemQuantityChange,
  MoneyTransfer,
  OtherEntry,
  ProductGrant,
  ProductRevocation,
  ProductRevocationReversal,
  Transaction,
  TransactionEntry,
  TransactionType
} from "../api/schema/Payments.ts"
export type { IncludedItem, Interval, Price, Product } from "./Payments.ts"

/** Filters, and the page to return. */
export interface TransactionOptions {
  readonly type?: TransactionType | undefined
  readonly customerType?: CustomerType | undefined
  /** The ID of a user, of a team, or of a customer that a server made up. */
  readonly customerId?: string | undefined
  /** At most 200. Default: 50. */
  readonly limit?: number | undefined
  /** The `nextCursor` of the former page. */
  readonly cursor?: string | undefined
}

/**
 * A page of the transactions of all customers, newest first: purchases, renewals that were paid, and quantities that
 * servers changed. `nextCursor` is null at the end.
 */
export const pageTransactions = asAdmin.read("admin/Payments.pageTransactions", Wire.listTransactions, {
  input: ({ cursor, customerId, customerType, limit, type }: TransactionOptions = {}) => ({
    query: { type, customerType, customerId, limit, cursor }
  }),
  shows: ["payments"]
})
