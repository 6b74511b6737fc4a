/**
 * What is left in memory after long use:
 *
 *     npm run prove -- soak [--cycles N] [--apps N] [--mounts N] [--minutes N] [--connections N] [--only part] [--json]
 *
 * Parts: session, apps, mounts, load. Prints a table, and exits with 0 when everything holds.
 */
import { readFlags, runParts } from "../../support/verdicts.ts"
import { apps } from "./apps.ts"
import { load } from "./load.ts"
import { mounts } from "./mounts.ts"
import { session } from "./session.ts"

const flags = readFlags({ cycles: 100_000, apps: 1000, mounts: 300, minutes: 10, connections: 64 })

await runParts(
  {
    session: () => session(flags.readNumber("cycles")),
    apps: () => apps(flags.readNumber("apps")),
    mounts: () => mounts(flags.readNumber("mounts")),
    load: () => load(flags.readNumber("minutes"), flags.readNumber("connections"))
  },
  flags
)

process.exit()
