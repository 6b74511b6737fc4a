/** The errors that an endpoint declares and no scenario gets from it. */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isKnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import { textErrorKey, type TextErrorPattern } from "../../../src/api/TextErrors.ts"
import { accessLevels } from "../../../src/domain/AccessLevel.ts"
import { generations } from "../../../src/domain/Generation.ts"
import type { Exchange } from "../../../test/conformance/Recording.ts"
import { allEntries, match, readStatus } from "../../catalog/endpoints.ts"
import type { Observed } from "./observe.ts"

const patternIn = SchemaAST.resolveAt<TextErrorPattern>(textErrorKey)

/** Whether an answer is the error of a schema. */
const isAnswer = (schema: Schema.Top, { knownError, refusal, status }: Exchange): boolean => {
  if (isKnownErrorSchema(schema)) return knownError === schema.class.code
  return status === readStatus(schema) && refusal !== undefined && patternIn(schema.ast)?.words.test(refusal) === true
}

const printName = (schema: Schema.Top): string =>
  isKnownErrorSchema(schema) ? schema.class.code : new (patternIn(schema.ast)!.Class)({ error: "" })._tag

/**
 * The errors that endpoints declare themselves, besides those of their access level, and that no scenario gets from
 * them.
 */
export const listUnprovoked = (observed: Observed): ReadonlyArray<string> => {
  const exchanges = generations.flatMap((generation) => observed[generation].exchanges)
  const of = new Map<string, Array<Exchange>>()
  for (const exchange of exchanges) {
    const level = accessLevels.find((one) => one === exchange.level)
    const found = match(exchange.method, exchange.path, level)?.endpoint.identifier
    if (found === undefined) continue
    of.set(found, [...(of.get(found) ?? []), exchange])
  }
  return allEntries.flatMap(({ endpoint }) =>
    [...endpoint.error]
      .filter((schema) => of.get(endpoint.identifier)?.some((exchange) => isAnswer(schema, exchange)) !== true)
      .map((schema) => `${endpoint.identifier}: ${printName(schema)}`)
  )
}
