/** How the emulator's hosted pages are built: `tools/build/console.ts` calls Vite with this file. */
import path from "node:path"
import react from "@vitejs/plugin-react"
import { defaultClientConditions, defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ["gatefold-source", ...defaultClientConditions] },
  build: {
    outDir: path.resolve(import.meta.dirname, "../dist/hosted"),
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    // the notices that the licenses of bundled packages ask for
    license: { fileName: "THIRD-PARTY.md" },
    modulePreload: { polyfill: false }
  }
})
