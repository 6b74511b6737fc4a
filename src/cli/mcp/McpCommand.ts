/** `gatefold mcp`. */
import * as Command from "effect/cli/Command"
import { on } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { targetFlags } from "../project/TargetFlags.ts"

/** `gatefold mcp`. */
export const mcp = Command.make(
  "mcp",
  {
    ...targetFlags,
    write: on("write", "Allow agents to change users, teams and permissions"),
    yes: on("yes", "Skip the confirmations for deletions, permissions and metadata")
  },
  lazyHandler(
    () => import("./Mcp.ts"),
    ({ serve }) => serve
  )
).pipe(Command.withDescription("Serve a project to AI agents, over MCP on standard input and output"))
