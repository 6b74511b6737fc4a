/** Metadata is passed through untouched and changes nothing around it (docs/protocol/threats.md#hostile-answers). */
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Team } from "../../../src/api/schema/Team.ts"

const decode = (metadata: string) =>
  Schema.decodeUnknownSync(Team)(
    JSON.parse(
      `{"id":"t","display_name":"T","profile_image_url":null,"client_metadata":${metadata},"client_read_only_metadata":null}`
    )
  )

describe("metadata", () => {
  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"a":[{"__proto__":{"polluted":1}}]}',
    '[1,"two",null,{"three":3.5}]',
    '"text"',
    "null"
  ])("reads and writes %s, and pollutes no prototype", (metadata) => {
    const team = decode(metadata)
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
    expect((team as unknown as Record<string, unknown>)["polluted"]).toBeUndefined()
    expect(JSON.stringify(team.clientMetadata)).toBe(metadata)
    expect(JSON.stringify(Schema.encodeSync(Team)(team).client_metadata)).toBe(metadata)
  })

  it("may be deep", () => {
    let depth = 0
    let value: unknown = decode("[".repeat(5_000) + "]".repeat(5_000)).clientMetadata
    for (; Array.isArray(value); value = value[0]) depth++
    expect(depth).toBe(5_000)
  })
})
