/** The guides of frameworks show what `gatefold init` writes, as it writes it. */
import { describe, expect, it } from "@effect/vitest"
import { selectStarter } from "../../src/cli/init/Starter.ts"
import type { Framework } from "../../src/cli/start/Framework.ts"
import { readSteps } from "../prove/first-hour/page.ts"

/** A block without the line that names its file. */
const withoutName = (text: string) => text.replace(/^(?:\/\/|<!--) .*\n|(?<=^---\n)\/\/ .*\n/, "")

const guides: ReadonlyArray<readonly [guide: string, framework: Framework, dependencies: ReadonlyArray<string>]> = [
  ["vue", "Vite", ["vue", "vue-router"]],
  ["nuxt", "Nuxt", ["effect"]],
  ["sveltekit", "SvelteKit", ["effect"]],
  ["astro", "Astro", ["effect"]],
  ["plain-html", "Node", ["gatefold"]]
]

describe("guides of frameworks", () => {
  it.each(guides)("show what `gatefold init` writes for %s", (guide, framework, dependencies) => {
    const page = `docs/guides/${guide}.md`
    const written = new Map(
      readSteps(page).flatMap((step) => (step._tag === "Write" ? [[step.file, withoutName(step.text)]] : []))
    )
    const { files } = selectStarter({
      framework,
      brand: "STACK",
      dependencies,
      screens: "",
      language: undefined,
      has: (file) => file === (guide === "nuxt" ? "app" : "public/index.html")
    })
    expect(files.length).toBeGreaterThan(0)
    for (const { file, text } of files) expect(written.get(file), file).toBe(text)
  })
})
