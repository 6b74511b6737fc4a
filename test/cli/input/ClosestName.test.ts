/** The name that a typo may have meant. */
import { describe, expect, it } from "@effect/vitest"
import { closestTo } from "../../../src/cli/input/ClosestName.ts"

describe("a name", () => {
  it.each([
    ["gihub", "github"],
    ["gitlba", "gitlab"],
    ["gogle", "google"],
    ["gith", "github"],
    ["githubby", "github"]
  ])("that differs in at most two letters is suggested: %s", (text, name) =>
    expect(closestTo(text, ["github", "gitlab", "google"])).toBe(name)
  )

  it.each(["", "git", "githubbys", "googleplus", "github".repeat(100_000)])(
    "that differs in more letters is not suggested: %#",
    (text) => expect(closestTo(text, ["github", "gitlab", "google"])).toBeUndefined()
  )
})
