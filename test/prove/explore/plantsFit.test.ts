/** Planted faults fit the sources: each text that a fault replaces is there once. The long run plants them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { plants } from "./planted/plants.ts"

const src = path.resolve(import.meta.dirname, "../../../src")

/** How often a text occurs in a source. */
const timesIn = (file: string, text: string): number =>
  fs.readFileSync(path.join(src, file), "utf8").split(text).length - 1

describe("a planted fault", () => {
  it.each(Object.entries(plants))("fits the sources: %s", (_, { changes }) => {
    expect(changes.map(([file, text]) => [file, timesIn(file, text)])).toStrictEqual(changes.map(([file]) => [file, 1]))
  })
})
