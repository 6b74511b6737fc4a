/** Payments for code that uses promises, over an app of `gatefold/promise`. */
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import { type PromiseClientApp, findRunner } from "../promise/ClientApp.ts"
import type { Methods } from "../promise/Method.ts"
import { makePaymentMethods } from "./internal/PromiseMethods.ts"
import * as Payments from "./Payments.ts"

/** The operations of payments as promise methods. */
export interface PromisePayments extends Methods<typeof Payments, ClientAppError> {}

/**
 * The payments of an app's user.
 *
 * @example
 * ```ts
 * const payments = createPayments(app)
 * const { quantity } = await payments.getItem({ itemId: "credits" })
 * ```
 */
export const createPayments = (app: PromiseClientApp): PromisePayments =>
  makePaymentMethods<typeof Payments, ClientAppError, ClientServices>(
    findRunner(app),
    "createClientApp of gatefold/promise",
    Payments
  )
