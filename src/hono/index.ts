/** Middleware for Hono: who sends a request, and what that user may do. It needs no `effect`. */
export {
  type ApiKeyEnv,
  type AuthResultEnv,
  type AuthSessionEnv,
  createHonoAuth,
  type HonoAuth,
  type HonoAuthOptions
} from "./HonoAuth.ts"
export type { GuardOptions } from "gatefold/promise/backend"
