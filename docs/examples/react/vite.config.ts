/** How the demo is built. `npm start` calls Vite's `build()` with this file and serves the result. */
import path from "node:path"
import react from "@vitejs/plugin-react"
import { defaultClientConditions, defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    // `gatefold` is this repository's own sources. In your app it is the installed package, and you leave this out.
    conditions: ["gatefold-source", ...defaultClientConditions]
  },
  server: {
    // For working on the demo: `npm start` in one terminal, `npx vite docs/examples/react` in another.
    proxy: Object.fromEntries(["/settings.json", "/api", "/rpc"].map((path) => [path, "http://localhost:8103"]))
  },
  build: {
    outDir: path.resolve(import.meta.dirname, "../../../.cache/demo"),
    emptyOutDir: true,
    target: "es2023",
    // Everything is a separate file, so that the content security policy needs neither inline code nor data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }
  }
})
