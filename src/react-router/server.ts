/** Gatefold in the server parts of a React Router app in framework mode: middleware, loaders and actions. */
import { createContext, type MiddlewareFunction, type RouterContext, type RouterContextProvider } from "react-router"
import type { CurrentUser } from "../client/CurrentUser.ts"
import * as PageRequests from "../ssr/PageRequests.ts"
import type { GetUserOptions } from "../ssr/PageUser.ts"
import * as ServerRenders from "../ssr/ServerRenders.ts"

export type { GetUser, GetUserOptions } from "../ssr/PageUser.ts"
export type { PageOptions, PageRequest } from "../ssr/PageRequests.ts"

/** An app's middleware, and where loaders and actions find what it has put there. */
export interface ReactRouterAuth {
  /**
   * The middleware of the root route. It opens the request for all loaders and actions, and sends the cookies that have
   * changed. Answers 403 if a page of a foreign origin has sent a request that may change something.
   */
  readonly middleware: MiddlewareFunction<Response>
  /** Every operation of a client as the sender of the request: `context.get(auth.page)`. */
  readonly page: RouterContext<PageRequests.PageRequest>
  /**
   * Middleware that lets in signed-in users, as `auth.user`, to its route and those below. Others are redirected to the
   * sign-in page, and come back after it.
   */
  readonly signedIn: (options?: GetUserOptions) => MiddlewareFunction<Response>
  /** The user behind `signedIn`: `context.get(auth.user)`. */
  readonly user: RouterContext<CurrentUser>
}

/**
 * Makes the middleware of an app. Make it once, in a module of the server such as `app/auth.server.ts`. A wrong option
 * makes requests fail with `InvalidOption`.
 *
 * @example
 * ```ts
 * export const auth = createReactRouterAuth({ projectId, publishableClientKey, apiUrl, appUrl })
 *
 * // app/root.tsx
 * export const middleware = [auth.middleware]
 * export const loader = ({ context }: Route.LoaderArgs) => context.get(auth.page).dehydrate()
 *
 * // a route for signed-in users
 * export const middleware = [auth.signedIn()]
 * export const loader = ({ context }: Route.LoaderArgs) => ({ name: context.get(auth.user).displayName })
 * ```
 */
export const createReactRouterAuth = (options: PageRequests.PageOptions): ReactRouterAuth => {
  const pages = PageRequests.createPageRequests(options)
  const { render } = ServerRenders.make()
  const page = createContext<PageRequests.PageRequest>()
  const user = createContext<CurrentUser>()

  const middleware: ReactRouterAuth["middleware"] = ({ context, request, url }, next) =>
    pages.handle(
      request,
      (opened) => {
        context.set(page, opened)
        return render(opened, next)
      },
      { url }
    )

  const signedIn: ReactRouterAuth["signedIn"] =
    (getUserOptions) =>
    async ({ context }) => {
      context.set(user, await findOpened(context).getUser({ or: "redirect", ...getUserOptions }))
    }

  const findOpened = (context: Readonly<RouterContextProvider>) => {
    try {
      return context.get(page)
    } catch {
      throw new Error(
        "This route needs auth.middleware above it: export const middleware = [auth.middleware] in app/root.tsx"
      )
    }
  }

  return { middleware, page, signedIn, user }
}
