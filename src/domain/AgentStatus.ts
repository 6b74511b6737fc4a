/** The state of an agent's login. */
import type { OpenEnum } from "./OpenEnum.ts"

/** The states of a login; `used` and `expired` are for the agent only. */
export type AgentStatus = OpenEnum<"waiting" | "success" | "denied" | "expired" | "used">

/** The state of a login in either vocabulary of the service: `pending` and `approved` are the older words. */
export const toAgentStatus = (text: string): AgentStatus =>
  text === "pending" ? "waiting" : text === "approved" ? "success" : text
