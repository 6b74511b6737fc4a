/** `gatefold doctor`. */
import * as Flag from "effect/cli/Flag"
import { json, url } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"

export const doctorFlags = {
  url: url(
    "url",
    "URL of the service (default: from the environment, .env.local and .env)",
    "https://api.stack-auth.com or http://127.0.0.1:8102"
  ).pipe(Flag.optional),
  appUrl: url(
    "app-url",
    "URL of your app, such as http://localhost:3000 (default: GATEFOLD_APP_URL)",
    "http://localhost:3000"
  ).pipe(Flag.optional),
  json
}

export const doctor = makeLazyCommand(() => import("./Doctor.ts"))("doctor", {
  description: "Check the app in this folder: keys, service, redirects and versions",
  examples: {
    "gatefold doctor --app-url http://localhost:3000": "Include checks of the running app",
    "gatefold doctor --json": "One line per check, for CI"
  },
  flags: doctorFlags,
  run: (module) => module.doctor
})
