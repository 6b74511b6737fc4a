/** The methods that payments by promises share, for users, servers and admins. */
import { type Methods, makeMethods, type RunToExit } from "../../promise/Method.ts"

/** Builds the promise methods of payments over an app, which one of the named functions has made. */
export const makePaymentMethods = <Module extends object, AppError, Services>(
  run: RunToExit<Services> | undefined,
  makers: string,
  module: Module
): Methods<Module, AppError> => {
  if (run === undefined) throw new TypeError(`createPayments: expected an app of ${makers}`)
  return makeMethods<Module, AppError, Services>(run, module)
}
