/** The client IDs of OAuth requests, which name a project. */
import { describe, expect, it } from "@effect/vitest"
import * as Client from "../../../src/emulator/oauth/Client.ts"

describe("a client id", () => {
  it.each([
    ["one", "one"],
    ["one#main", "one"],
    ["one#other", undefined],
    ["one#", undefined],
    ["one#main#", undefined],
    ["one#main#main", undefined]
  ])("%s names the project %s", (clientId, projectId) => {
    expect(Client.parseProjectId(clientId)).toBe(projectId)
  })
})
