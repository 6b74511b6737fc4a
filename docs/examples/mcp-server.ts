/** An MCP server of Effect, for the users of the app: an agent with a token of Ann's acts as Ann. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Console, Effect, Layer, Schema } from "effect"
import { McpClient, McpProtocol, McpServer, Tool, Toolkit } from "effect/ai"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { ClientApp, Http, Password, Sessions, Teams } from "gatefold"
import { Backend, CurrentSession, CurrentUser, McpAuth } from "gatefold/backend"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

const Tools = Toolkit.make(
  Tool.make("whoami", {
    description: "The user of this agent",
    success: Schema.Struct({ id: Schema.String, displayName: Schema.NullOr(Schema.String) }),
    dependencies: [CurrentUser]
  }).annotate(Tool.Readonly, true),
  Tool.make("list_teams", {
    description: "The teams that the user is a member of",
    success: Schema.Struct({ teams: Schema.Array(Schema.String) }),
    dependencies: [CurrentSession]
  }).annotate(Tool.Readonly, true)
)

const ToolsLive = Tools.toLayer({
  whoami: () =>
    Effect.gen(function* () {
      const { get, id } = yield* CurrentUser // `id` costs nothing, `get` asks the service
      const { displayName } = yield* get
      return { id, displayName }
    }).pipe(Effect.orDie),
  list_teams: () =>
    Teams.list.pipe(
      Effect.map((teams) => ({ teams: teams.map(({ displayName }) => displayName) })),
      Effect.orDie
    )
})

const McpLive = (resource: string) =>
  McpServer.layerHttp({
    name: "Shop",
    version: "1.0.0",
    path: "/mcp",
    protocols: [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18],
    registrations: McpServer.toolkit(Tools).pipe(Layer.provide(ToolsLive))
  }).pipe(Layer.provide(McpAuth.layer({ resource, name: "Shop" })), Layer.provide(Backend.layer()))

const url = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress" ? "" : `http://127.0.0.1:${address.port}/mcp`
)

const ServerLive = HttpRouter.serve(Layer.unwrap(Effect.map(url, McpLive)), {
  disableListenLog: true,
  disableLogger: true
}).pipe(Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })))

/** An agent that has a token. */
const agent = Effect.gen(function* () {
  const client = yield* McpClient.McpClient
  for (const tool of yield* client.listTools()) {
    const { structuredContent } = yield* client.callTool({ tool })
    yield* Console.log(tool.name, JSON.stringify(structuredContent))
  }
})

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  // In your own code: `ClientAppConfig.layerConfig()`, which reads STACK_PROJECT_ID and its like.
  const AppLive = ClientApp.layer({ ...project, apiUrl: baseUrl }).pipe(Layer.provideMerge(Http.layerHandler(emulated)))

  yield* Effect.gen(function* () {
    const endpoint = yield* url
    const stranger = yield* Effect.promise(() => fetch(endpoint, { method: "POST" }))
    yield* Console.log(stranger.status, stranger.headers.get("www-authenticate"))
    const document = yield* Effect.promise(() => fetch(new URL("/.well-known/oauth-protected-resource/mcp", endpoint)))
    yield* Console.log(yield* Effect.promise(() => document.text()))

    yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
    yield* Teams.create({ displayName: "Acme" })
    const { accessToken } = yield* Sessions.authJson
    const transport = McpClient.layerHttp({
      name: "agent",
      version: "1.0.0",
      url: endpoint,
      protocol: McpProtocol.v2025_11_25,
      headers: { authorization: `Bearer ${accessToken}` }
    })
    yield* agent.pipe(Effect.provide(transport), Effect.provide(FetchHttpClient.layer))
  }).pipe(Effect.provide(ServerLive.pipe(Layer.provide(AppLive))))
})

run(import.meta.main, example)
