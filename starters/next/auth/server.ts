import { createNextApp } from "gatefold/next/server"
import { options } from "./options"

/**
 * Use it on the server: `await auth.getUser({ or: "redirect" })` in a page, `auth.protect` around a route handler.
 */
export const auth = createNextApp(options)
