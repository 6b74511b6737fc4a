/** Rules for faults: which requests they hit, and what happens to those. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Struct from "effect/Struct"
import { accessLevels } from "../../domain/AccessLevel.ts"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { faults } from "./Fault.ts"

/** A fault rule is invalid. The message says what to write instead. */
export class FaultRuleError extends TaggedError("FaultRuleError")<{ readonly problem: string }> {
  override get message() {
    return `This rule for faults cannot be used. ${this.problem}`
  }
}

export const invalidRule = (problem: string) => new FaultRuleError({ problem })

const isDuration = (input: unknown): input is Duration.Input => {
  const duration = Duration.fromInput(input as Duration.Input)
  return Option.isSome(duration) && Duration.isFinite(duration.value) && Duration.toMillis(duration.value) >= 0
}

const span = Schema.declare(isDuration, { message: 'Write a time such as "2 seconds", or milliseconds.' })
const count = Schema.Int.check(Schema.isGreaterThan(0, { message: "Write a whole number from 1." }))
const method = Schema.String.check(Schema.isPattern(/^[A-Za-z]+$/, { message: "Write a method, such as GET." }))

const FaultRule = Schema.Struct({
  /** The id of the rule in the journal. Default: `fault-1` and so on. */
  id: Schema.String.check(Schema.isPattern(/^[\w.-]{1,64}$/, { message: "Write 1 to 64 letters, digits, . _ and -." })),

  /** Methods, such as `POST`. Default: all, except the `OPTIONS` of browsers. */
  method: Schema.Union([method, Schema.Array(method)]),
  /**
   * The path below `/api/v1`, such as `/users/me`, or a whole one, such as `/health`. `*` is any one segment, `**` any
   * number of them. Default: all, except those below `/__emulator/`.
   */
  path: Schema.String.check(
    Schema.isPattern(/^(\/|\*\*$)[^?#]*$/, { message: 'Write a path without a query, such as "/users/*".' })
  ),
  /** The project that the request names. */
  projectId: Schema.String,
  /** The access level that the request names. */
  level: Schema.Literals(accessLevels),
  /** The delay before the rule applies, by the emulator's clock. Default: none. */
  after: span,
  /** How long the rule applies after that, by the emulator's clock. Default: until it is removed. */
  for: span,

  /** Only this one of the matching requests, from 1. At most one of `nth`, `every`, `first` and `probability`. */
  nth: count,
  /** Every nth matching request: with 3, the third, the sixth and so on. */
  every: count,
  /** The first n matching requests. */
  first: count,
  /** Each matching request with this probability, 0 to 1. */
  probability: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }, { message: "Write 0 to 1." })),
  /** Changes the decisions of `probability` and `jitter`, which are otherwise the same in every run. */
  randomSeed: Schema.String,

  /** How long the request waits, by the emulator's clock, before anything else. */
  latency: span,
  /** The maximum random delay in addition to `latency`. */
  jitter: span,
  /** The speed of the response body. */
  bytesPerSecond: Schema.Finite.check(Schema.isGreaterThan(0, { message: "Write a number above 0." })),

  /**
   * At most one of `fault`, `status` and `error`.
   *
   * - `offline`: nothing can be sent. In process, the connection is refused; over TCP, the open connection is reset
   * - `reset`: the connection breaks before an answer
   * - `drop`: no answer ever arrives
   * - `truncate`: the connection breaks in the middle of the body
   * - `stall`: the body stops in the middle, and the connection stays open
   * - `malformed`: the body is cut off, and is not valid JSON
   * - `infinite-loop`: status 508 with the marker `INFINITE_LOOP_DETECTED`
   */
  fault: Schema.Literals(faults),
  /** An answer with this status, 200 to 599, as from a proxy in front of the service. */
  status: Schema.Int.check(
    Schema.isBetween({ minimum: 200, maximum: 599 }, { message: "Write a status, 200 to 599." })
  ),
  /** The body of the answer with `status`. Default: the status as text. */
  body: Schema.Union([Schema.String, Schema.instanceOf(Uint8Array)]),
  /** Further headers of the answer with `status` or `error`. */
  headers: Schema.Record(Schema.String, Schema.String),
  /** The seconds of a `Retry-After` of the answer with `status` or `error`. */
  retryAfter: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { message: "Write seconds, from 0." })),
  /** A known error by its code, such as `TEAM_NOT_FOUND`. */
  error: Schema.String,
  /** The details of `error` in wire format, such as `{ team_id: "…" }`. */
  details: Schema.Record(Schema.String, Schema.Unknown),
  /** Whether the service carries the request out before `reset`, `drop`, `status` or `error`. Default: false. */
  carriedOut: Schema.Boolean
}).mapFields(Struct.map(Schema.optional))
/**
 * A rule for faults. It applies to requests that match all given fields of the first two groups, and requires at least
 * one field of the last two groups.
 */
export interface FaultRule extends Schema.Struct.Type<(typeof FaultRule)["fields"]> {}

const formatProblems = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "UnexpectedKey" ? "There is no such field." : SchemaIssue.defaultLeafHook(issue))
})

const decode = Schema.decodeUnknownResult(FaultRule, { onExcessProperty: "error", errors: "all" })

const toKey = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof segment === "object" ? segment.key : segment)

/** Why the fields do not go together, if so. */
const findContradiction = (rule: FaultRule): string | undefined => {
  const listPresentNames = (...names: ReadonlyArray<keyof FaultRule>) =>
    names.filter((name) => rule[name] !== undefined)
  const [outcome, second] = listPresentNames("fault", "status", "error")
  if (second !== undefined) return `It has ${outcome} and ${second}: write one of fault, status and error.`
  const chosen = listPresentNames("nth", "every", "first", "probability")
  if (chosen.length > 1) return `It has ${chosen.join(" and ")}: write one of nth, every, first and probability.`
  if (outcome === undefined && listPresentNames("latency", "jitter", "bytesPerSecond").length === 0) {
    return "Nothing would happen: give it fault, status, error, latency, jitter or bytesPerSecond."
  }
  if (rule.body !== undefined && outcome !== "status") return "A body needs a status."
  if (rule.details !== undefined && outcome !== "error") return "Details need an error."
  if (listPresentNames("headers", "retryAfter").length > 0 && outcome !== "status" && outcome !== "error") {
    return "Headers and retryAfter need a status or an error."
  }
  const isLost = outcome === "status" || outcome === "error" || rule.fault === "reset" || rule.fault === "drop"
  if (rule.carriedOut !== undefined && !isLost) {
    return "carriedOut goes with status, error, and the faults reset and drop."
  }
  return undefined
}

/** A rule from anywhere, if it can be used. */
export const parse = (input: unknown): Result.Result<FaultRule, FaultRuleError> =>
  decode(input).pipe(
    Result.mapError(({ issue }) =>
      invalidRule(
        formatProblems(issue)
          .issues.map(({ message, path = [] }) =>
            [path.map(toKey).join("."), message].filter((text) => text !== "").join(": ")
          )
          .join(" ")
      )
    ),
    Result.flatMap((rule: FaultRule) => {
      const contradiction = findContradiction(rule)
      return contradiction === undefined ? Result.succeed(rule) : Result.fail(invalidRule(contradiction))
    })
  )
