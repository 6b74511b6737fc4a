/** Rules in use as JSON can hold them, for snapshots. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as FaultRule from "../FaultRule.ts"
import { activate, type ActiveRule, toMillis } from "./ActiveRule.ts"

export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A rule as JSON can hold it, which can be used again. */
export const CapturedRule = Schema.Struct({
  addedAt: Schema.Finite,
  draws: Count,
  hits: Count,
  matched: Count,
  rule: Schema.StructWithRest(Schema.Struct({ id: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)]),
  bodyBase64: Schema.optional(Schema.String.check(Schema.isBase64()))
}).check(
  Schema.makeFilter(({ bodyBase64, rule }) => {
    const parsed = FaultRule.parse({ ...rule, ...(bodyBase64 !== undefined && { body: "" }) })
    return Result.isSuccess(parsed) || parsed.failure.message
  })
)
export type CapturedRule = typeof CapturedRule.Type

const spans = ["after", "for", "latency", "jitter"] as const

/** Captures a rule, whose times become milliseconds. */
export const capture = ({ addedAt, draws, hits, matched, rule }: ActiveRule): CapturedRule => {
  const { body, ...rest } = rule
  const millis = Object.fromEntries(
    spans.flatMap((name) => (rest[name] === undefined ? [] : [[name, toMillis(rest[name])]]))
  )
  return {
    addedAt,
    draws,
    hits,
    matched,
    rule: { ...rest, ...millis, ...(typeof body === "string" && { body }) },
    ...(body instanceof Uint8Array && { bodyBase64: Base64.encode(body) })
  }
}

/** Activates a captured rule. Throws for what was never captured. */
export const restore = ({ bodyBase64, rule, ...state }: CapturedRule): ActiveRule => {
  const body = bodyBase64 === undefined ? rule.body : Result.getOrThrow(Base64.decode(bodyBase64))
  const parsed = FaultRule.parse({ ...rule, ...(body !== undefined && { body }) })
  return Result.getOrThrow(Result.flatMap(parsed, (valid) => activate({ ...valid, id: rule.id }, state)))
}
