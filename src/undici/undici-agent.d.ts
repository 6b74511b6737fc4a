/** undici has no exports map, so this file can be imported by its path; it has no types of its own. */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent as AgentClass } from "undici"
  const Agent: typeof AgentClass
  export default Agent
}
