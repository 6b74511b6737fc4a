/** An MCP server of `@modelcontextprotocol/sdk`, for the users of the app; its own client is the agent. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { Console, Effect } from "effect"
import { Http, Password, Sessions } from "gatefold"
import { createRequestAuth, protectMcp, type RequestAuth, type AuthSession } from "gatefold/backend"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

/** A server for one request: its tools know who sent it. */
const serverOf = (session: AuthSession) => {
  const server = new McpServer({ name: "Shop", version: "1.0.0" })
  server.registerTool(
    "whoami",
    { description: "The user of this agent", annotations: { readOnlyHint: true } },
    async () => {
      const user = await session.user()
      return { content: [{ type: "text", text: JSON.stringify({ id: user.id, email: user.primaryEmail }) }] }
    }
  )
  return server
}

const handlerOf = (auth: RequestAuth, resource: string) =>
  protectMcp(auth, { resource, name: "Shop" }, async (request, session) => {
    const transport = new WebStandardStreamableHTTPServerTransport() // without sessions
    await serverOf(session).connect(transport)
    return transport.handleRequest(request)
  })

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  // In your own code: { projectId, publishableClientKey }
  const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: Http.layerHandler(emulated) })
  const server = createServer()
  yield* Effect.promise(() => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined))))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  server.on("request", getRequestListener(handlerOf(auth, url.href)))

  const stranger = yield* Effect.promise(() => fetch(url, { method: "POST" }))
  yield* Console.log(stranger.status, stranger.headers.get("www-authenticate"))

  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const { accessToken } = yield* Sessions.authJson
  const headers = { authorization: `Bearer ${accessToken}` }
  const agent = new Client({ name: "agent", version: "1.0.0" })
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  const result = yield* Effect.promise(async () => {
    await agent.connect(transport)
    return agent.callTool({ name: "whoami" })
  })
  yield* Console.log(JSON.stringify(result.content))

  yield* Effect.promise(() => agent.close())
  yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  yield* Effect.promise(auth.dispose)
})

run(import.meta.main, example)
