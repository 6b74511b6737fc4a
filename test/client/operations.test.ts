import { describe, expect, it } from "vitest"
import * as gatefold from "../../src/index.ts"
import { describe as describeOperation } from "../../src/platform/Operation.ts"

const operations = Object.entries(gatefold).flatMap(([area, module]) =>
  typeof module === "object"
    ? Object.entries(module).flatMap(([name, value]) => {
        const description = describeOperation(value)
        return description === undefined ? [] : [{ ...description, exportedAs: `${area}.${name}` }]
      })
    : []
)

describe("operations", () => {
  it("are named after where they are exported", () => {
    expect(operations.length).toBeGreaterThan(60)
    expect(operations.filter((operation) => operation.name !== operation.exportedAs)).toEqual([])
  })

  it("make only reads stale that exist and change nothing themselves", () => {
    const byName = new Map(operations.map((operation) => [operation.exportedAs, operation]))
    for (const { exportedAs, stale } of operations) {
      for (const read of stale) expect(byName.get(read)?.stale, `${exportedAs} names ${read}`).toEqual([])
    }
  })

  it("refresh what the vendor's client forgets", () => {
    const stale = (name: string) => operations.find(({ exportedAs }) => exportedAs === name)?.stale
    expect(stale("Teams.leave")).toContain("Teams.list")
    expect(stale("TeamInvitations.accept")).toContain("Teams.list")
    expect(stale("Sessions.revoke")).toContain("Sessions.list")
    expect(stale("Mfa.enable")).toContain("CurrentUser.get")
    expect(stale("CurrentUser.delete")).toContain("CurrentUser.get")
  })
})
