/** Cloudflare Workers: nothing of Node is needed, so no `nodejs_compat`. */
import { createRequestAuth, type RequestAuth } from "gatefold/backend"

interface Env {
  readonly STACK_PROJECT_ID: string
  readonly STACK_PUBLISHABLE_CLIENT_KEY: string
  readonly STACK_API_URL?: string
}

/** One for all requests. The first request creates it, because only requests have the settings. */
let auth: RequestAuth | undefined

export default {
  fetch: (request: Request, env: Env): Promise<Response> => {
    auth ??= createRequestAuth({
      projectId: env.STACK_PROJECT_ID,
      publishableClientKey: env.STACK_PUBLISHABLE_CLIENT_KEY,
      apiUrl: env.STACK_API_URL
    })
    const ordersOf = auth.protect(async (_, session) => {
      const user = await session.user()
      return new Response(`Orders of ${user.primaryEmail}`)
    })
    return ordersOf(request)
  }
}
