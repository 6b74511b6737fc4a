import { createMiddleware, createStart } from "@tanstack/react-start"
import { auth } from "./auth/auth.server"

const session = createMiddleware().server(auth.middleware)

/** The session of each request. It refuses changes by foreign pages, as TanStack's CSRF middleware does. */
export const startInstance = createStart(() => ({ requestMiddleware: [session] }))
