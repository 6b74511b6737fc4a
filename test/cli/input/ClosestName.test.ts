/** The name that a typo may have meant. */
import { describe, expect, it } from "@effect/vitest"
import { findClosest } from "../../../src/cli/input/ClosestName.ts"

describe("a name", () => {
  it.each([
    ["gihub", "github"],
    ["gitlba", "gitlab"],
    ["gogle", "google"],
    ["gith", "github"],
    ["githubby", "github"]
  ])("is suggested if it differs in at most two letters: %s", (text, name) =>
    expect(findClosest(text, ["github", "gitlab", "google"])).toBe(name)
  )

  it.each(["", "git", "githubbys", "googleplus", "github".repeat(100_000)])(
    "is not suggested if it differs in more letters: %#",
    (text) => expect(findClosest(text, ["github", "gitlab", "google"])).toBeUndefined()
  )
})
