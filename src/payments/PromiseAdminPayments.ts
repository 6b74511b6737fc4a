/** Payments for admins who use promises, over an app of `gatefold/promise/admin`. */
import { type OwnerServices, type PromiseOwnerApp, findRunner } from "../promise/AdminApp.ts"
import type { Methods } from "../promise/Method.ts"
import type { ServerAppError } from "../server/ServerApp.ts"
import * as Payments from "./AdminPayments.ts"
import { makePaymentMethods } from "./internal/PromiseMethods.ts"

/** The operations of payments as promise methods. */
export interface PromiseAdminPayments extends Methods<typeof Payments, ServerAppError> {}

/**
 * The payments of an app's project.
 *
 * @example
 * ```ts
 * const payments = createPayments(app)
 * const { items } = await payments.pageTransactions({ customerId: userId })
 * ```
 */
export const createPayments = (app: PromiseOwnerApp): PromiseAdminPayments =>
  makePaymentMethods<typeof Payments, ServerAppError, OwnerServices>(
    findRunner(app),
    "createAdminApp or createOwnerApp of gatefold/promise/admin",
    Payments
  )
