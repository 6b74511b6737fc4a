/** For Cloudflare Workers. The first request creates the API, because only requests have the settings. */
import { createApi, type Settings } from "./app.ts"

let api: ReturnType<typeof createApi> | undefined

export default {
  fetch: (request: Request, env: Settings): Promise<Response> => {
    api ??= createApi(env)
    return api.fetch(request)
  }
}
