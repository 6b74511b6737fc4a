/** `gatefold mcp`. */
import { switchFlag } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"
import { targetFlags } from "../target/TargetFlags.ts"

export const mcpFlags = {
  ...targetFlags,
  write: switchFlag("write", "Allow agents to change users, teams and permissions"),
  yes: switchFlag("yes", "Skip the confirmations for deletions, permissions and metadata")
}

export const mcp = makeLazyCommand(() => import("./Mcp.ts"))("mcp", {
  description: "Serve a project to AI agents, over MCP on standard input and output",
  flags: mcpFlags,
  run: (module) => module.serve
})
