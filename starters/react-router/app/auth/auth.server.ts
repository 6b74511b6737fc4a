import { createReactRouterAuth } from "gatefold/react-router/server"
import type { LoaderFunctionArgs } from "react-router"
import { options } from "./options"

/**
 * Use it on the server: `auth.signedIn()` in the middleware of a route, `context.get(auth.page)` in loaders and
 * actions.
 */
export const auth = createReactRouterAuth(options)

/** The root route opens the session of each request, and passes its user to the provider. */
export const middleware = [auth.middleware]
export const loader = ({ context }: LoaderFunctionArgs) => context.get(auth.page).dehydrate()
