/** Middleware for Express 5: who sends a request, and what that user may do. It needs no `effect`. */
export { createExpressAuth, type ExpressAuth, type ExpressAuthOptions } from "./ExpressAuth.ts"
export type { GuardOptions } from "gatefold/promise/backend"
