/**
 * What of the data survives kills, full disks, damaged files, a clock that goes back and second processes:
 *
 *     npm run prove -- durability [--rounds N] [--writers N] [--cells N] [--seed S] \
 *       [--only kill|full|torn|clock|second|stores] [--json]
 *
 * Prints a table, and exits with 0 when everything holds.
 */
import { readFlags, runParts } from "../../support/verdicts.ts"
import { clock } from "./clock.ts"
import { full } from "./full.ts"
import { kill } from "./kill.ts"
import { second } from "./second.ts"
import { stores } from "./stores.ts"
import { torn } from "./torn.ts"

const flags = readFlags({ rounds: 30, writers: 200, cells: 200, seed: 1 })
const [rounds, writers] = [flags.readNumber("rounds"), flags.readNumber("writers")]
const [cells, seed] = [flags.readNumber("cells"), flags.readNumber("seed")]

await runParts(
  {
    kill: () => kill({ rounds, writers, seed }),
    full: () => full(writers, seed),
    torn: () => torn(cells, seed),
    clock: () => clock(writers, seed),
    second,
    stores: () => stores(seed)
  },
  flags
)

process.exit()
