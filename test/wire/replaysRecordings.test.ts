/** What the real services were asked and answered goes through compiled code as it does through the schemas. */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
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
    let decoded = 0
    for (const { compiled, endpoint, recording } of known) {
      const reading = decodeAnswer(endpoint, recording)
      if (typeof reading === "string" || reading._tag === "text") continue
      const expected = Result.map(decode(reading.schema, recording.response.body), (value) =>
        reading._tag === "success" ? revealed(value) : revealed((value as { readonly details?: unknown }).details)
      )
      const actual = catchOutcome(() => read(compiled, recording))
      if (Result.isSuccess(expected)) decoded++
      expect(Result.isSuccess(actual), recording.key).toBe(Result.isSuccess(expected))
      if (Result.isSuccess(actual)) expect(actual, recording.key).toStrictEqual(expected)
      if (reading._tag === "success") expect(readStatus(reading.schema)).toBe(recording.response.status)
    }
    expect(decoded).toBeGreaterThan(150)
  })

  it("has requests that both write alike", () => {
    let written = 0
    for (const { compiled, endpoint, params, query, recording } of known) {
      const [payload] = listPayloads(endpoint)
      const parts = {
        params: [endpoint.params, params],
        query: [endpoint.query, query],
        payload: [payload, recording.request.body]
      } as const
      for (const [part, [schema, wire]] of Object.entries(parts) as ReadonlyArray<
        ["params", readonly [Schema.Top | undefined, unknown]]
      >) {
        const value = schema && decode(schema, wire)
        if (value === undefined || Result.isFailure(value)) continue
        const again = Result.map(
          catchOutcome(() => compiled[part]!(value.success)),
          throughJson
        )
        expect(again, recording.key).toStrictEqual(roundTrip(schema!, wire))
        written++
      }
    }
    expect(written).toBeGreaterThan(150)
  })
})
