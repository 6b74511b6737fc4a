import { createPageRequests } from "gatefold/ssr"

/** Reads the session of a request. */
export const auth = createPageRequests({{config}})
