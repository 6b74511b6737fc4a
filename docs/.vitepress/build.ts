/** Builds the site into `site/html`: the API reference, all pages, and the texts for language models. */
import * as path from "node:path"
import { build } from "vitepress"
import { writeTexts } from "../../test/tools/site/llms.ts"
import { writeApi } from "./api.ts"
import { root } from "./pages.ts"

/** Builds it. */
export const buildSite = async (): Promise<void> => {
  await writeApi()
  await build(path.join(root, "docs"))
  writeTexts()
}

if (import.meta.main) await buildSite()
