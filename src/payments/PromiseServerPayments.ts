/** Payments for servers that use promises, over an app of `gatefold/promise/server`. */
import type { Methods } from "../promise/Method.ts"
import { type PromiseServerApp, findRunner, type ServerServices } from "../promise/ServerApp.ts"
import type { ServerAppError } from "../server/ServerApp.ts"
import { makePaymentMethods } from "./internal/PromiseMethods.ts"
import * as Payments from "./ServerPayments.ts"

/** The operations of payments as promise methods. */
export interface PromiseServerPayments extends Methods<typeof Payments, ServerAppError> {}

/**
 * The payments of all customers of an app's project.
 *
 * @example
 * ```ts
 * const payments = createPayments(app)
 * await payments.decreaseItem({ userId, itemId: "credits", amount: 1 })
 * ```
 */
export const createPayments = (app: PromiseServerApp): PromiseServerPayments =>
  makePaymentMethods<typeof Payments, ServerAppError, ServerServices>(
    findRunner(app),
    "createServerApp of gatefold/promise/server",
    Payments
  )
