/** A rule for faults as flags. */
import * as Flag from "effect/cli/Flag"
import { faults } from "../../emulator/faults/Fault.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const number = (name: string, description: string) =>
  Flag.Finite(name).pipe(Flag.withDescription(description), Flag.optional)

/** The fields of a rule, under the names that it has in `emulator.faults`. */
export const ruleFlags = {
  id: text("id", "Name for the journal"),
  method: text("method", "Method, such as POST"),
  path: text("path", "Path, such as /users/* (* is one segment, ** any number)"),
  projectId: text("project", "Project that the request names"),
  level: Flag.Literals("level", ["client", "server", "admin"]).pipe(
    Flag.withDescription("Access level that the request names"),
    Flag.optional
  ),
  after: text("after", 'From when on, such as "1 minute"'),
  for: text("for", 'For how long, such as "5 minutes"'),
  nth: number("nth", "Only the nth request that fits"),
  every: number("every", "Every nth request that fits"),
  first: number("first", "The first n requests that fit"),
  probability: number("probability", "Each request that fits with this probability, 0 to 1"),
  seed: text("seed", "Other decisions of --probability and --jitter"),
  latency: text("latency", 'Time to wait before anything else, such as "2 seconds"'),
  jitter: text("jitter", "At most so much longer"),
  bytesPerSecond: number("bytes-per-second", "Speed of the body"),
  fault: Flag.Literals("fault", faults).pipe(Flag.withDescription("What goes wrong"), Flag.optional),
  status: number("status", "Status to answer with"),
  body: text("body", "Body of the answer with --status"),
  retryAfter: number("retry-after", "Seconds of its Retry-After"),
  error: text("error", "Known error to answer with, such as TEAM_NOT_FOUND"),
  details: Flag.KeyValuePair("details").pipe(
    Flag.withDescription("Details of --error, such as team_id=…"),
    Flag.optional
  )
}
