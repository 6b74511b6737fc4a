/** Gatefold in the server parts of a TanStack Start app: request middleware, server functions and server routes. */
import { isRedirect, redirect } from "@tanstack/react-router"
import * as PageRequests from "../ssr/PageRequests.ts"
import * as ServerRenders from "../ssr/ServerRenders.ts"

export type { GetUser, GetUserOptions } from "../ssr/PageUser.ts"
export type { PageOptions, PageRequest } from "../ssr/PageRequests.ts"

/** An app's middleware, and the request that a server function runs for. */
export interface TanStackStartAuth {
  /**
   * The work of a request middleware: `createMiddleware().server(auth.middleware)`. It opens the request for everything
   * on the server, and sends the cookies that have changed. Answers 403 if a page of a foreign origin has sent a
   * request that may change something.
   */
  readonly middleware: (incoming: {
    readonly request: Request
    readonly next: () => Promise<{ readonly response: Response }> | { readonly response: Response }
  }) => Promise<Response>
  /** Every operation of a client, as the sender of the current request. Throws outside of the middleware. */
  readonly page: () => PageRequests.PageRequest
}

/**
 * Makes the middleware of an app. Make it once, in a module of the server such as `src/auth/auth.server.ts`. A wrong
 * option makes requests fail with `InvalidOption`.
 *
 * @example
 * ```ts
 * export const auth = createTanStackStartAuth({ projectId, publishableClientKey, apiUrl, appUrl })
 *
 * // src/start.ts
 * const session = createMiddleware().server(auth.middleware)
 * export const startInstance = createStart(() => ({ requestMiddleware: [session] }))
 *
 * // a server function
 * export const listTeams = createServerFn().handler(() => auth.page().teams.list())
 * ```
 */
export const createTanStackStartAuth = (options: PageRequests.PageOptions): TanStackStartAuth => {
  const pages = PageRequests.createPageRequests({
    ...options,
    redirect: (href, statusCode) => redirect({ href, statusCode })
  })
  const { getCurrent, render } = ServerRenders.make()

  const middleware: TanStackStartAuth["middleware"] = async ({ next, request }) => {
    let answer: Response | undefined
    const runNext = async () => {
      try {
        answer = (await next()).response
      } catch (thrown) {
        if (!(thrown instanceof Response)) throw thrown
        answer = thrown
      }
      return answer
    }
    const changed = await pages.handle(request, (page) => render(page, runNext))
    // The router knows its redirects by what they carry.
    return isRedirect(answer) ? Object.assign(changed, { options: answer.options }) : changed
  }

  const page: TanStackStartAuth["page"] = () => {
    const request = getCurrent()
    if (request === undefined) {
      throw new Error(
        "There is no request: add createMiddleware().server(auth.middleware) to requestMiddleware in src/start.ts, and " +
          "call auth.page() in server functions and server routes only"
      )
    }
    return request
  }

  return { middleware, page }
}
