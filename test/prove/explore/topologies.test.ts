/**
 * Histories of every topology: 300 of each in `npm run test:all`, ten in `npm test`. `npm run prove -- explore` runs
 * more of them.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { invariants, premises } from "../../support/explore/invariants.ts"
import { describe as describeCase, shrink } from "../../support/explore/shrink.ts"
import { everywhere, explore, forgotten, type Topology } from "../../support/explore/Topology.ts"
import { countSeeds } from "../../support/seeds.ts"
import { exploreSeeds, unmet } from "./seeds.ts"
import { topologies } from "./topologies/index.ts"

const seeds = countSeeds(300, 1 / 30)

/** Every fiftieth history is run twice, so that fewer of them end with the first that is. */
const first = Math.max(1, 51 - seeds)

/** The smallest form of the first history that fails. */
const smallest = async (topology: Topology, seed: number) =>
  describeCase(topology.name, await shrink(topology, { seed }, await explore(topology, { seed })))

describe("in every history", () => {
  for (const topology of topologies) {
    it(`of ${topology.name}, the invariants hold: ${seeds} seeds`, async () => {
      expect(forgotten(topology)).toStrictEqual([])
      const { failed, met, traces } = await exploreSeeds(topology, first, seeds)
      const [broken] = failed
      expect(broken === undefined ? [] : [failed.length, await smallest(topology, broken)]).toStrictEqual([])
      expect(unmet(topology, seeds, met)).toStrictEqual([])
      expect(new Set(traces).size).toBeGreaterThan(seeds * 0.9)
    })
  }

  it("every half of every invariant is checked somewhere, and stands in the documentation", () => {
    const checked = new Set<string>([...everywhere, ...topologies.flatMap(({ checks }) => checks)])
    expect(Object.keys(premises).filter((name) => !checked.has(name))).toStrictEqual([])
    expect(new Set(Object.keys(premises).map((name) => name.split(" ")[0]))).toStrictEqual(
      new Set(Object.keys(invariants))
    )
    const page = readFileSync(new URL("../../../docs/reliability.md", import.meta.url), "utf8")
    const rows = [
      ...Object.entries(invariants).map(([name, text]) => `| ${name} | ${text} |`),
      ...topologies.map(({ name }) => `| \`${name}\` |`)
    ]
    expect(rows.filter((row) => !page.includes(row))).toStrictEqual([])
  })
})
