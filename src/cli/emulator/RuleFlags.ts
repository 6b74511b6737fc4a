/** The flags of a fault rule. */
import * as Flag from "effect/cli/Flag"
import { accessLevels } from "../../domain/AccessLevel.ts"
import { faults } from "../../emulator/faults/Fault.ts"
import { text } from "../input/Flags.ts"

const number = (name: string, description: string) =>
  Flag.Finite(name).pipe(Flag.withDescription(description), Flag.optional)

/** The fields of a rule, by their names in `emulator.faults`. */
export const ruleFlags = {
  id: text("id", "Name of the rule in the request log"),
  method: text("method", "HTTP method, such as POST"),
  path: text("path", "Path, such as /users/*. * matches one segment, ** any number"),
  projectId: text("project", "Project ID of the request"),
  level: Flag.Literals("level", accessLevels).pipe(Flag.withDescription("Access level of the request"), Flag.optional),
  after: text("after", 'Start of the rule, such as "1 minute" from now'),
  for: text("for", 'Duration of the rule, such as "5 minutes"'),
  nth: number("nth", "Only the nth matching request"),
  every: number("every", "Every nth matching request"),
  first: number("first", "Only the first n matching requests"),
  probability: number("probability", "Probability for each matching request, 0 to 1"),
  randomSeed: text("random-seed", "Seed for --probability and --jitter"),
  latency: text("latency", 'Delay before the response, such as "2 seconds"'),
  jitter: text("jitter", "Largest random addition to the delay"),
  bytesPerSecond: number("bytes-per-second", "Speed of the response body"),
  fault: Flag.Literals("fault", faults).pipe(Flag.withDescription("Kind of fault"), Flag.optional),
  status: number("status", "Response status, 200 to 599"),
  body: text("body", "Response body, with --status"),
  retryAfter: number("retry-after", "Seconds in the Retry-After header"),
  error: text("error", "Known error to return, such as TEAM_NOT_FOUND"),
  details: Flag.KeyValuePair("details").pipe(
    Flag.withDescription("Details of the --error, such as team_id=…"),
    Flag.optional
  )
}
