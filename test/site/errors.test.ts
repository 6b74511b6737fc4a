/** The pages of `docs/errors` are as `npm run generate` writes them. */
import { expect, it } from "@effect/vitest"
import { stale } from "../../tools/generate/errors/main.ts"
import { make } from "../../tools/generate/errors/pages.ts"

it("docs/errors has a page for each error, as the declarations and `npm run generate -- errors` make it", () => {
  const pages = make()
  expect(pages.size).toBeGreaterThan(150)
  expect(stale(pages)).toEqual([])
})
