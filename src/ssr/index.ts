/**
 * Gatefold in servers that render pages over web standards: a `Request` comes in, a `Response` goes out. It needs no
 * framework.
 */
export type { PageApp } from "./PageApp.ts"
export type { GetUser, GetUserOptions } from "./PageUser.ts"
export {
  createPageRequests,
  type PageOptions,
  type PageRequest,
  type PageRequests,
  type PageRequestsOptions
} from "./PageRequests.ts"
