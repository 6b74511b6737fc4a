/** For a container, and for Fly: a Node server that stops cleanly. */
import { serve } from "@hono/node-server"
import { createApi } from "./app.ts"

const api = createApi(process.env)
const listener = { hostname: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) }
const server = serve({ fetch: api.fetch, ...listener }, ({ address, port }) =>
  console.log(`Listening on http://${address}:${port}`)
)

process.once("SIGTERM", () => server.close(() => void api.dispose()))
