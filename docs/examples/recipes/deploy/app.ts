/** The API, the same for every host: a function from `Request` to `Response`. */
import { createRequestAuth } from "gatefold/backend"

/** The environment variables, in whatever form the host provides them. */
export type Settings = Readonly<Record<string, string | undefined>>

export const createApi = (settings: Settings) => {
  const auth = createRequestAuth({
    projectId: settings.STACK_PROJECT_ID ?? "",
    publishableClientKey: settings.STACK_PUBLISHABLE_CLIENT_KEY,
    apiUrl: settings.STACK_API_URL
  })
  const orders = auth.protect(async (_request, session) => {
    const user = await session.user()
    return Response.json({ ordersOf: user.primaryEmail })
  })
  const fetch = async (request: Request): Promise<Response> => {
    switch (new URL(request.url).pathname) {
      case "/health":
        return new Response("ok")
      case "/api/orders":
        return orders(request)
      default:
        return new Response("Not found", { status: 404 })
    }
  }
  return { fetch, dispose: () => auth.dispose() }
}
