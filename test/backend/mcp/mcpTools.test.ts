/** Tools of one's own by themselves, as the guide tests them: `McpTest` for the protocol, `signedIn` for the user. */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { McpProtocol, McpServer, McpTest, Tool, Toolkit } from "effect/ai"
import { Teams } from "gatefold"
import { CurrentSession, CurrentUser } from "gatefold/backend"
import { signedIn, type SignedInOptions } from "gatefold/testing"

const Tools = Toolkit.make(
  Tool.make("whoami", { success: Schema.Struct({ id: Schema.String }), dependencies: [CurrentUser] }),
  Tool.make("list_teams", {
    success: Schema.Struct({ teams: Schema.Array(Schema.String) }),
    dependencies: [CurrentSession]
  })
)

const ToolsLive = Tools.toLayer({
  whoami: () => Effect.map(CurrentUser, ({ id }) => ({ id })),
  list_teams: () =>
    Teams.list.pipe(
      Effect.map((teams) => ({ teams: teams.map(({ displayName }) => displayName) })),
      Effect.orDie
    )
})

/** Tool calls come from this user. */
const provideUser = (options: SignedInOptions) =>
  McpServer.middleware<{ provides: CurrentUser | CurrentSession }>()(
    Effect.map(
      Effect.context<CurrentUser | CurrentSession>(),
      (user) => (effect) => Effect.provideContext(effect, user)
    )
  ).layer.pipe(Layer.provide(signedIn(options)))

describe("an MCP server with its own tools", () => {
  it.effect("lists the teams of the user", () =>
    Effect.gen(function* () {
      const registrations = McpServer.toolkit(Tools).pipe(
        Layer.provide(ToolsLive),
        Layer.provide(provideUser({ teams: [{ displayName: "Acme" }] }))
      )
      const client = yield* McpTest.makeClient(registrations, { protocols: [McpProtocol.v2025_11_25] })
      const { structuredContent } = yield* client.callTool({ name: "list_teams" })
      expect(structuredContent).toStrictEqual({ teams: ["Acme"] })
      expect((yield* client.callTool({ name: "whoami" })).structuredContent).toStrictEqual({
        id: "00000000-0000-4000-8000-000000000001"
      })
    })
  )
})
