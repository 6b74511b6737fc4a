/** The version in the code is that of the package. */
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { version } from "../../src/domain/Version.ts"

describe("the version in the code", () => {
  it("is the version of the package", () => expect(version).toBe(packageJson.version))
})
