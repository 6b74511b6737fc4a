/** Payments for servers that use promises, over an app of `gatefold/promise/server`. */
import { type Methods, methods } from "../promise/Method.ts"
import { type PromiseServerApp, runnerOf, type ServerServices } from "../promise/ServerApp.ts"
import type { ServerAppError } from "../server/ServerApp.ts"
import * as Payments from "./server.ts"

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
export const createPayments = (app: PromiseServerApp): PromiseServerPayments => {
  const run = runnerOf(app)
  if (run === undefined) {
    throw new TypeError("createPayments: expected an app of createServerApp of gatefold/promise/server")
  }
  return methods<typeof Payments, ServerAppError, ServerServices>(run, Payments)
}
