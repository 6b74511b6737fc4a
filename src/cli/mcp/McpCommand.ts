/** `gatefold mcp`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
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
  lazyHandler(
    () => import("./Mcp.ts"),
    ({ serve }) => serve
  )
).pipe(Command.withDescription("Serve a project to AI agents, over MCP on standard input and output"))
