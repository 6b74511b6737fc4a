/**
 * A backend with 200 users at once, as one process and as three over a Redis or a Postgres:
 *
 *     npm run prove -- load [--users N] [--seconds N] [--connections N] [--rounds N] [--seed S] \
 *       [--only one|redis|postgres] [--json]
 *
 * Prints a table, and exits with 0 when everything holds.
 */
import { type Kind, postgres, redis } from "../../support/storeServers.ts"
import { readFlags, runParts } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { fleet } from "./fleet.ts"
import { one } from "./one.ts"
import { makeWorld } from "./World.ts"

const flags = readFlags({ users: 200, seconds: 60, connections: 64, rounds: 30, seed: 1 })
const [users, seconds] = [flags.readNumber("users"), flags.readNumber("seconds")]
const [connections, rounds, seed] = [
  flags.readNumber("connections"),
  flags.readNumber("rounds"),
  flags.readNumber("seed")
]

const over = (kind: Kind) => () =>
  inFolder((folder) => fleet(kind, () => makeWorld(folder, users), folder, { seconds, connections, seed }))

await runParts(
  {
    one: () => inFolder(async (folder) => one(await makeWorld(folder, users), { seconds, connections, rounds, seed })),
    "fleet over a redis": over(redis),
    "fleet over a postgres": over(postgres)
  },
  flags
)

process.exit()
