/** A service in the browser: this worker answers what the page sends to `/api/v1`, so the page needs no server. */
import * as Emulator from "gatefold/emulator/browser"
import { project } from "./project.ts"

Emulator.serveWorker({
  sqliteUrl: "/sqlite3.wasm",
  // Each hash takes half a second in JavaScript.
  passwordCost: "insecure-fast",
  project
})
