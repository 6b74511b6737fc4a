/** What the suite of the recipe needs here and not in a project that has installed the package. */
import { defineConfig } from "vitest/config"
import { folder } from "./programs.ts"

const conditions = ["gatefold-source", "module", "node", "development|production"]

export default defineConfig({
  root: folder,
  resolve: { conditions },
  ssr: { resolve: { conditions } }
})
