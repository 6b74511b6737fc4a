/**
 * Lets the components of a render redirect the response of the request that it is for.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import * as Redirect from "../client/Redirect.ts"
import type { PageName } from "../domain/HandlerUrls.ts"
import * as ServerRender from "../react/ServerRender.ts"
import type { PageRequest } from "./PageRequests.ts"

/** Renders within a request. */
export type Render = (page: PageRequest, render: () => Promise<Response>) => Promise<Response>

/**
 * Makes the renderer of a server. A component that asks for a redirect gets it if nothing has been sent, whatever else
 * came of the render: it stops where a user is missing.
 */
export const make = (): Render => {
  const renders = new AsyncLocalStorage<ServerRender.ServerRender>()
  ServerRender.provide(() => renders.getStore())
  return async (page, render) => {
    let target: PageName | undefined
    const redirect = (to: PageName) => {
      target ??= to
    }
    const answer = await renders.run({ redirect }, render).then(
      (response) => ({ response }),
      (error: unknown) => ({ error })
    )
    if (target !== undefined) {
      if ("response" in answer) await answer.response.body?.cancel()
      await page.run(Redirect.to(target, { replace: true }))
    }
    if ("error" in answer) throw answer.error
    return answer.response
  }
}
