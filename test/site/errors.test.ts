/** The pages of `docs/errors` are as `npm run generate` writes them. */
import { describe, expect, it } from "@effect/vitest"
import { listStale } from "../../tools/generate/errors/main.ts"
import { make } from "../../tools/generate/errors/pages.ts"

describe("docs/errors", () => {
  it("is up to date, with a page for each error (npm run generate -- errors)", () => {
    const pages = make()
    expect(pages.size).toBeGreaterThan(150)
    expect(listStale(pages)).toStrictEqual([])
  })
})
