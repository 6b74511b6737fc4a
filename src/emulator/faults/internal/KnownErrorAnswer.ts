/** Known errors by their codes. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Errors from "../../../api/errors/index.ts"
import { isKnownErrorSchema } from "../../../api/schema/KnownErrorSchema.ts"
import type { KnownError } from "../../../domain/errors/KnownError.ts"
import { type FaultRuleError, invalidRule } from "../FaultRule.ts"

const schemas = new Map(
  Object.values<unknown>({ ...Errors })
    .filter(isKnownErrorSchema)
    .map((schema) => [schema.class.code, schema])
)

/** The known error with this code and these details in wire format. */
export const make = (
  code: string,
  details: Readonly<Record<string, unknown>> | undefined
): Result.Result<KnownError, FaultRuleError> => {
  const schema = schemas.get(code)
  if (schema === undefined) {
    return Result.fail(
      invalidRule(
        `There is no known error ${JSON.stringify(code)}; for an unknown answer write status, body and headers.`
      )
    )
  }
  const body = { code, error: schema.class.message, ...(details !== undefined && { details }) }
  return Result.mapError(Schema.decodeUnknownResult(schema)(body, { errors: "all" }), ({ message }) =>
    invalidRule(`The details of ${code} do not fit: ${message.replaceAll(/\s+/g, " ")}`)
  )
}
