/** Every route of the emulator, and the contract that it is measured against. */
import * as Password from "../api/Password.ts"
import * as Contract from "./Contract.ts"
import * as PasswordHandlers from "./handlers/Password.ts"
import type { Route } from "./Route.ts"

const implemented_ = [...PasswordHandlers.routes]

/** What the handlers need, all together. */
export type Services = (typeof implemented_)[number] extends Route<infer R> ? R : never

/** Every route with a handler. */
export const routes: ReadonlyArray<Route<Services>> = implemented_

/** Every endpoint of the contract; one without a route answers 501. */
export const contract: ReadonlyArray<Contract.Endpoint> = [Password].flatMap(Contract.endpointsOf)
