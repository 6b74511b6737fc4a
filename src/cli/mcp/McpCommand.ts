/** `gatefold mcp`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { targetFlags } from "../project/TargetFlags.ts"

/** `gatefold mcp`. */
export const mcp = Command.make(
  "mcp",
  {
    ...targetFlags,
    write: Flag.Boolean("write").pipe(
      Flag.withDescription("Allow agents to change users, teams and permissions"),
      Flag.withDefault(false)
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Skip the confirmations for deletions, permissions and metadata"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    const { serve } = yield* Effect.promise(() => import("./Mcp.ts"))
    yield* serve(input)
  })
).pipe(Command.withDescription("Serve a project to AI agents, over MCP on standard input and output"))
