import { createTanStackStartAuth } from "gatefold/tanstack-start/server"
import { options } from "./options"

/** Use it in server functions and server routes: `auth.page()` has every operation, as the sender of the request. */
export const auth = createTanStackStartAuth(options)
