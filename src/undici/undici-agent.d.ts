/** Types for a file of undici, which has none. It can be imported by its path, because undici has no exports map. */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent as AgentClass } from "undici"
  const Agent: typeof AgentClass
  export default Agent
}
