/** What is known of the operations of servers and admins beside what they do. */
import { describe, expect, it } from "vitest"
import * as admin from "../../src/admin/index.ts"
import { describe as describeOperation } from "../../src/platform/Operation.ts"
import * as server from "../../src/server/index.ts"

const operations = Object.entries({ server, admin }).flatMap(([folder, entry]) =>
  Object.entries(entry).flatMap(([area, module]) =>
    Object.entries(module as object).flatMap(([name, value]: [string, unknown]) => {
      const description = describeOperation(value)
      return description === undefined ? [] : [{ ...description, exportedAs: `${folder}/${area}.${name}` }]
    })
  )
)

describe("operations of servers and admins", () => {
  it("are named after where they are exported", () => {
    expect(operations.length).toBeGreaterThan(75)
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
    expect(stale("server/Teams.removeMember")).toContain("server/Teams.list")
    expect(stale("server/TeamInvitations.revoke")).toContain("server/TeamInvitations.list")
    expect(stale("server/Users.update")).toContain("server/CurrentUser.get")
    expect(stale("server/Sessions.revoke")).toContain("server/Sessions.list")
    // members are shown with their addresses, projects with how many users they have
    expect(stale("server/ContactChannels.update")).toContain("server/Teams.listMembers")
    expect(stale("server/Users.create")).toContain("admin/Project.get")
    expect(stale("server/Users.delete")).toContain("admin/OwnedProjects.list")
    expect(stale("server/TeamInvitations.send")).toContain("admin/Emails.list")
  })
})
