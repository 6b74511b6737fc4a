/** Builds the playground into the site; `docs/.vitepress/build.ts` calls Vite with this file. */
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../../..")

/** The entry points that programs import. This folder is in another package, so their names do not resolve here. */
const entries = {
  "gatefold/emulator/browser": "emulator/browser.ts",
  "gatefold/promise/admin": "promise/AdminApp.ts",
  "gatefold/promise/server": "promise/ServerApp.ts",
  "gatefold/promise": "promise/index.ts",
  "gatefold/server": "server/index.ts",
  gatefold: "index.ts"
}

export default {
  root: import.meta.dirname,
  base: "./",
  resolve: {
    alias: Object.entries(entries).map(([name, file]) => ({
      find: new RegExp(`^${name}$`),
      replacement: path.join(root, "src", file)
    })),
    // Without "browser", for which entry points with secret keys refuse to load. The keys here open only this page.
    conditions: ["gatefold-source", "module", "production"]
  },
  build: {
    outDir: path.join(root, "site/html/playground"),
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 5000,
    modulePreload: { polyfill: false },
    // One file, because a program still runs when the page has lost its network.
    rolldownOptions: { output: { codeSplitting: false } }
  }
}
