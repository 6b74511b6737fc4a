/** The package tells apps whose version of Effect it doesn't support, and how to mend two copies. */
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { describeVersion, describeCopies } from "../../src/platform/EffectVersion.ts"

const [oldest, end] = packageJson.peerDependencies.effect.match(/\d+\.\d+\.\d+/g)!

describe("the check of Effect's version", () => {
  const before = oldest!.replace(/\d+$/, (patch) => String(Number(patch) - 1))
  const last = end!.replace(/(\d+)\.0$/, (_, minor) => `${Number(minor) - 1}.99`)

  it.each([oldest!, packageJson.devDependencies.effect, last])(
    "accepts %s, of the range of package.json",
    (version) => {
      expect(describeVersion(version)).toBeUndefined()
    }
  )

  it.each([before, end!, "3.19.0", "5.0.0", "4.0.0-rc.118"])("names the range for %s, outside of it", (version) => {
    const problem = describeVersion(version)
    expect(problem).toContain(packageJson.peerDependencies.effect)
    expect(problem).toContain(`finds ${version}: npm install effect@`)
  })

  it("names both fixes for two copies of Effect", () => {
    const problem = describeCopies("4.1.0")
    expect(problem).toContain("npm ls effect")
    expect(problem).toContain("npm install effect@4.1.0")
  })
})
