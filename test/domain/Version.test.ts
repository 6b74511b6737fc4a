/** The version in the code is that of the package. */
import { assert, describe, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { version } from "../../src/domain/Version.ts"

describe("the version in the code", () => {
  it("is the version of the package", () => assert.strictEqual(version, packageJson.version))
})
