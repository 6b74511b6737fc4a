/** How the console is built: `tools/build/console.ts` calls Vite with this file. */
import path from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    // Without "browser", for which the entry points of admins refuse to load: this page has the token of the start,
    // which its reader was given for that, and no key of an app (decision 0040).
    conditions: ["gatefold-source", "module", "development|production"]
  },
  server: {
    // For working on the console: `npx gatefold start` in one terminal, `npx vite console` in another.
    proxy: Object.fromEntries(["/__emulator", "/api"].map((path) => [path, "http://127.0.0.1:8102"]))
  },
  build: {
    outDir: path.resolve(import.meta.dirname, "../dist/console"),
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    // the notices that the licenses of bundled packages ask for
    license: { fileName: "THIRD-PARTY.md" },
    modulePreload: { polyfill: false }
  }
})
