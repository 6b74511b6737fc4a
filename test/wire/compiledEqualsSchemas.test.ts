/**
 * The compiled contract does what the schemas say: `npm run prove -- fuzz --target contract` compares it with many more
 * inputs.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { declaredEndpoints } from "../../tools/generate/wire/compileEndpoint.ts"
import { compile, readWritten } from "../../tools/generate/wire/main.ts"
import { interpreted } from "../support/interpreted.ts"
import { countSeeds } from "../support/seeds.ts"
import { compareEndpoint, compareErrors, listFacts } from "./compare.ts"
import { pairs } from "./contract.ts"

describe("the compiled contract", () => {
  it("is what the schemas are compiled to", async () => {
    expect(Object.fromEntries(readWritten())).toStrictEqual(Object.fromEntries(await compile()))
  })

  it("has every endpoint", () => {
    expect(pairs.length).toBeGreaterThan(110)
    expect(pairs.map(({ compiled }) => listFacts(compiled))).toStrictEqual(
      pairs.map(({ declared }) => listFacts(interpreted(declared) as (typeof pairs)[number]["compiled"]))
    )
  })

  it("has the types of the declared one in every area", () => {
    const types = readFileSync(new URL("../types/wire.ts", import.meta.url), "utf8")
    const areas = declaredEndpoints.map(({ file }) => file.replace(/^.*\/|\.ts$/g, ""))
    expect(areas.filter((area) => !types.includes(`Differing<typeof ${area}, typeof ${area}Wire>`))).toStrictEqual([])
  })

  it.each(pairs)("reads and writes as the schemas of $name do", ({ compiled, declared, name }) => {
    const comparisons = compareEndpoint(name, declared, compiled, countSeeds(100))
    expect(comparisons.flatMap(({ differences }) => differences).slice(0, 5)).toStrictEqual([])
    // Inputs that are all refused would compare little.
    for (const { accepted, inputs, part } of comparisons) expect(accepted, part).toBeGreaterThan(inputs / 20)
  })

  it("reads known errors as their schemas do", () => {
    const comparisons = pairs.flatMap(({ compiled, declared }) => compareErrors(declared, compiled, 20))
    expect(comparisons.length).toBeGreaterThan(300)
    expect(comparisons.flatMap(({ differences }) => differences).slice(0, 5)).toStrictEqual([])
  })
})
