/** Payments for code that uses promises, over an app of `gatefold/promise`. */
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import { type PromiseClientApp, runnerOf } from "../promise/ClientApp.ts"
import { type Methods, methods } from "../promise/Method.ts"
import * as Payments from "./index.ts"

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
export const createPayments = (app: PromiseClientApp): PromisePayments => {
  const run = runnerOf(app)
  if (run === undefined) throw new TypeError("createPayments: expected an app of createClientApp of gatefold/promise")
  return methods<typeof Payments, ClientAppError, ClientServices>(run, Payments)
}
