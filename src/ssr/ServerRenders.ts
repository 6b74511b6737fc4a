/** Finds the request that code on a server runs for, and lets the components of its render redirect the response. */
import { AsyncLocalStorage } from "node:async_hooks"
import * as Redirect from "../client/Redirect.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import * as HostedRedirect from "../oauth/HostedRedirect.ts"
import * as ServerRender from "../react/ServerRender.ts"
import type { PageRequest } from "./PageRequests.ts"

export interface ServerRenders {
  /**
   * Renders for a request. A component that asks for a redirect gets it if nothing has been sent, whatever else came of
   * the render: it stops where a user is missing.
   */
  readonly render: (page: PageRequest, render: () => Promise<Response>) => Promise<Response>
  /** The request that the caller runs for. */
  readonly getCurrent: () => PageRequest | undefined
}

export const make = (): ServerRenders => {
  const renders = ServerRender.renders(() => new AsyncLocalStorage<ServerRender.ServerRender>())
  // An app has its own requests: beside another one, each has another user.
  const pages = new AsyncLocalStorage<PageRequest>()

  const render: ServerRenders["render"] = async (page, work) => {
    let target: PageName | undefined
    const redirect = (to: PageName) => {
      target ??= to
    }
    const answer = await pages
      .run(page, () => renders.run({ redirect }, work))
      .then(
        (response) => ({ response }),
        (error: unknown) => ({ error })
      )
    if (target !== undefined && !(await page.run(HostedRedirect.has(target)))) {
      if ("response" in answer) await answer.response.body?.cancel()
      await page.run(Redirect.to(target, { replace: true }))
    }
    if ("error" in answer) throw answer.error
    return answer.response
  }

  return { render, getCurrent: () => pages.getStore() }
}
