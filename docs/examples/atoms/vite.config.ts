import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [react()],
  // The newest @effect/atom-react imports the path of Effect before 4.0.
  resolve: { alias: { "effect/unstable/reactivity": "effect/reactivity" } }
})
