/** Whether compiled code does as the schemas that it is compiled from: same verdict, same value, same bytes. */
import { isDeepStrictEqual } from "node:util"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import type * as Wire from "../../src/wire/Endpoint.ts"
import { Mismatch } from "../../src/wire/Runtime.ts"
import { listErrors } from "../../tools/catalog/endpoints.ts"
import { type Declared, makeDecoder, findDetails, interpreted } from "../support/interpreted.ts"
import { throughJson } from "../support/roundTrip.ts"
import { makeInputs, makeRandom, revealed } from "./inputs.ts"
import { makeSamples } from "./samples.ts"

type Run = (value: unknown) => unknown

type Outcome = { readonly value: unknown } | { readonly refused: string } | { readonly thrown: unknown }

const catchOutcome = (run: Run, input: unknown): Outcome => {
  try {
    return { value: run(input) }
  } catch (error) {
    return error instanceof Mismatch ? { refused: error.message } : { thrown: error }
  }
}

const show = (value: unknown): string => {
  try {
    return JSON.stringify(revealed(value), (_, member: unknown) =>
      typeof member === "object" || typeof member === "string" || member === null ? member : String(member)
    )
  } catch {
    return String(value)
  }
}

const toJson = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    return `not JSON: ${String(error)}`
  }
}

/** What is wrong with what is compiled, if anything. */
const difference = (expected: Outcome, actual: Outcome, sameBytes: boolean): string | undefined => {
  if ("value" in expected && "value" in actual) {
    // What goes over the wire is text: a property that is undefined is none, but the order counts.
    const same = sameBytes
      ? toJson(expected.value) === toJson(actual.value)
      : isDeepStrictEqual(revealed(expected.value), revealed(actual.value))
    return same ? undefined : `${show(actual.value)} instead of ${show(expected.value)}`
  }
  if ("value" in expected) return `refused: ${"refused" in actual ? actual.refused : String(Object.values(actual)[0])}`
  if ("value" in actual) return `${show(actual.value)} although ${String(Object.values(expected)[0])}`
  return undefined
}

/** A part of an endpoint that was compared: how many inputs, and how many of them were accepted. */
export interface Comparison {
  readonly part: string
  readonly inputs: number
  readonly accepted: number
  readonly differences: ReadonlyArray<string>
}

const compare = (
  part: string,
  schema: Schema.Top,
  direction: "decode" | "encode",
  expected: Run,
  actual: Run,
  count: number
): Comparison => {
  const random = makeRandom(part)
  const samples = makeSamples(schema, Math.max(5, Math.ceil(count / 10)), random)
  const encode = Schema.encodeUnknownSync(schema as unknown as Schema.Codec<unknown, unknown>)
  const starts = direction === "decode" ? samples.map((value) => throughJson(encode(value))) : samples
  const differences: Array<string> = []
  let accepted = 0
  for (const input of makeInputs(starts, count, random, direction === "decode" ? "json" : "any")) {
    const outcome = catchOutcome(expected, input)
    if ("value" in outcome) accepted++
    const found = difference(outcome, catchOutcome(actual, input), direction === "encode")
    if (found !== undefined) differences.push(`${part}: ${show(input)}: ${found}`)
  }
  return { part, inputs: count, accepted, differences }
}

const readStatus = SchemaAST.resolveAt<number>("httpApiStatus")

/** Compares every part of an endpoint with `count` inputs. */
export const compareEndpoint = (
  name: string,
  declared: Declared,
  compiled: Wire.Any,
  count: number
): ReadonlyArray<Comparison> => {
  const oracle = interpreted(declared) as Wire.Any
  const [payload] = declared.payload.values()
  const requests = { params: declared.params, query: declared.query, payload: payload?.schemas[0] as Schema.Top }
  const ofRequest = Object.entries(requests).flatMap(([part, schema]: [string, Schema.Top | undefined]) =>
    schema === undefined
      ? []
      : [compare(`${name}.${part}`, schema, "encode", getPart(oracle, part), getPart(compiled, part), count)]
  )
  const ofAnswer = [...declared.success]
    .filter(({ ast }) => !SchemaAST.isVoid(ast))
    .map((schema) => {
      const status = readStatus(schema.ast) ?? 200
      const read = (endpoint: Wire.Any) => (value: unknown) => endpoint.success(value, undefined, status)
      return compare(`${name}.${status}`, schema, "decode", read(oracle), read(compiled), count)
    })
  return [...ofRequest, ...ofAnswer]
}

const getPart = (endpoint: Wire.Any, part: string): Run => {
  const encode = endpoint[part as "params"]
  if (encode === undefined) throw new Error(`${endpoint.name} has no ${part}`)
  return encode
}

/** What an endpoint is beside functions. */
export const listFacts = ({
  level,
  levelErrors = [],
  method,
  name,
  path,
  reads,
  sends,
  textErrors = [],
  ...rest
}: Wire.Any) => ({
  level,
  method,
  name,
  path,
  reads,
  sends,
  parts: Object.keys(rest)
    .filter((part) => part !== "errors")
    .toSorted(),
  errors: [...(rest.errors ?? []), ...levelErrors].map(({ Class }) => Class),
  textErrors
})

/** Compares how the known errors of an endpoint are read. */
export const compareErrors = (declared: Declared, compiled: Wire.Any, count: number): ReadonlyArray<Comparison> => {
  const entries = [...(compiled.errors ?? []), ...(compiled.levelErrors ?? [])]
  return listErrors(declared).flatMap((schema) => {
    if (!isKnownErrorSchema(schema)) return []
    const details = findDetails(schema)
    const entry = entries.find(({ Class }) => Class === schema.class)
    return details === undefined
      ? []
      : [compare(schema.class.code, details, "decode", makeDecoder(details), entry!.details!, count)]
  })
}
