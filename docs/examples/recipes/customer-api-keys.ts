/** An API for your customers' programs: they send the key that they created in your app. */
import type { PromiseServerApp } from "gatefold/promise/server"

export const reportsRoute =
  (server: PromiseServerApp) =>
  async (request: Request): Promise<Response> => {
    const user = await server.users.findByApiKey(request.headers.get("x-api-key") ?? "")
    if (user === null) return Response.json({ message: "This API key doesn't work." }, { status: 401 })
    return Response.json({ reportsOf: user.id })
  }
