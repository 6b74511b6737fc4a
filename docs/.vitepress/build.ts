/**
 * Builds the site into `site/html`: the API reference, all pages, the playground, and the texts for language models.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { build } from "vitepress"
import { writeTexts } from "../../tools/generate/llms.ts"
import { writeApi } from "./api.ts"
import { writeExamples } from "./examples.ts"
import { made, root } from "./pages.ts"
import { buildPlayground } from "./playground.ts"

/** Builds it. */
export const buildSite = async (): Promise<void> => {
  await writeApi()
  writeExamples()
  // The front door is a page of the site only, so it may use what VitePress adds to Markdown.
  fs.copyFileSync(path.join(import.meta.dirname, "landing.txt"), path.join(root, made, "pages/index.md"))
  await build(path.join(root, "docs"))
  await buildPlayground(path.join(root, made, "html/playground"))
  writeTexts()
}

if (import.meta.main) await buildSite()
