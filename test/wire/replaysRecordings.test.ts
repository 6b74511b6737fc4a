/** What the real services were asked and answered goes through compiled code as it does through the schemas. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type * as Wire from "../../src/wire/Endpoint.ts"
import { commonErrors } from "../../src/wire/generated/Access.ts"
import { Mismatch } from "../../src/wire/Runtime.ts"
import { listPayloads, readStatus } from "../../tools/catalog/endpoints.ts"
import { decode, findEndpoint, readLines, decodeAnswer, type Recording, roundTrip } from "../contract/exchanges.ts"
import { throughJson } from "../support/roundTrip.ts"
import { pairs } from "./contract.ts"
import { revealed } from "./inputs.ts"

const compiledByName = new Map(pairs.map(({ compiled, name }) => [name, compiled]))

const catchOutcome = (run: () => unknown): Result.Result<unknown, string> => {
  try {
    return Result.succeed(revealed(run()))
  } catch (error) {
    if (error instanceof Mismatch) return Result.fail(error.message)
    throw error
  }
}

/** Both refuse the same values, with messages of their own. */
const dropMessage = Result.mapError(() => "refused")

/** Reads an answer as the transport does. */
const read = (compiled: Wire.Any, { response }: Recording): unknown => {
  const code = response.headers["x-stack-known-error"]
  if (code === undefined) {
    return compiled.success(response.body, undefined, response.status)
  }
  const entries = [...(compiled.errors ?? []), ...commonErrors]
  const { details } = response.body as { readonly details?: unknown }
  return entries.find(({ Class }) => Class.code === code)?.details?.(details)
}

describe.each(["recordings.jsonl", "recordings-2026.jsonl"])("%s", (file) => {
  const known = readLines<Recording>(file).flatMap((recording) => {
    const found = findEndpoint(recording)
    return found === undefined
      ? []
      : [{ recording, ...found, compiled: compiledByName.get(found.endpoint.identifier)! }]
  })

  it("has answers that both read alike", () => {
    const rows = known.flatMap(({ compiled, endpoint, recording }) => {
      const reading = decodeAnswer(endpoint, recording)
      if (typeof reading === "string" || reading._tag === "text") return []
      const { key, response } = recording
      const declared = Result.map(decode(reading.schema, response.body), (value) =>
        reading._tag === "success" ? revealed(value) : revealed((value as { readonly details?: unknown }).details)
      )
      const status = reading._tag === "success" ? readStatus(reading.schema) : response.status
      return [{ key, declared, compiled: catchOutcome(() => read(compiled, recording)), status, response }]
    })
    expect(
      rows.map(({ compiled, key, response }) => ({ key, read: dropMessage(compiled), status: response.status }))
    ).toStrictEqual(rows.map(({ declared, key, status }) => ({ key, read: dropMessage(declared), status })))
    expect(rows.filter(({ declared }) => Result.isSuccess(declared)).length).toBeGreaterThan(150)
  })

  it("has requests that both write alike", () => {
    const rows = known.flatMap(({ compiled, endpoint, params, query, recording }) => {
      const [payload] = listPayloads(endpoint)
      const parts = [
        ["params", endpoint.params, params],
        ["query", endpoint.query, query],
        ["payload", payload, recording.request.body]
      ] as const
      return parts.flatMap(([part, schema, wire]) => {
        const value = schema && decode(schema, wire)
        if (value === undefined || Result.isFailure(value)) return []
        const written = Result.map(
          catchOutcome(() => compiled[part]!(value.success as never)),
          throughJson
        )
        return [{ key: `${recording.key} ${part}`, declared: roundTrip(schema!, wire), written }]
      })
    })
    expect(rows.map(({ key, written }) => ({ key, written }))).toStrictEqual(
      rows.map(({ declared, key }) => ({ key, written: declared }))
    )
    expect(rows.length).toBeGreaterThan(150)
  })
})
