/** The version in the code is that of the package. */
import { assert, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { version } from "../../src/domain/Version.ts"

it("the version is that of the package", () => assert.strictEqual(version, packageJson.version))
