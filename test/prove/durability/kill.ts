/** SIGKILL under many writers, and during starts: what was acknowledged is there, and nothing is half there. */
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { command, launch, start } from "../support/Service.ts"
import { check, findDamage, newLedger, write } from "./writers.ts"

/** A start that is killed after a random time. */
const killedStart = async (file: string, millis: number): Promise<void> => {
  const child = launch(path.dirname(file), [...command, "start", "--json", "--port", "0", "--data", file])
  const closed = new Promise((resolve) => child.once("close", resolve))
  await setTimeout(millis)
  child.kill("SIGKILL")
  await closed
}

export const kill = (options: {
  readonly rounds: number
  readonly writers: number
  readonly seed: number
}): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const random = makeRandom(options.seed)
    const file = path.join(folder, "emulator.db")
    const ledger = newLedger()
    const problems: Array<string> = []
    let killedStarts = 0
    for (let round = 0; round < options.rounds; round++) {
      // Also of the very first start, which makes the file.
      if (round % 3 === 0) {
        killedStarts++
        await killedStart(file, 200 + random() * 1300)
      }
      const service = await start(file)
      const settings = await service.ask("PATCH", "/internal/projects/current", {
        config: { create_team_on_sign_up: true }
      })
      if (settings?.status !== 200) throw new Error(`the project answered ${settings?.text}`)
      problems.push(...(await check(service, ledger, random)), ...findDamage(file))
      const work = write(service, ledger, {
        writers: options.writers,
        name: `r${round}`,
        random,
        isOver: () => false
      })
      const enough = ledger.acknowledged + random() * 5 * options.writers
      while (ledger.acknowledged < enough) await setTimeout(random() * 20)
      await service.end("SIGKILL")
      await work
    }
    const service = await start(file)
    problems.push(...(await check(service, ledger, random)), ...findDamage(file))
    await service.end("SIGINT")
    const refused = Array.from(ledger.refused.values()).reduce((sum, count) => sum + count, 0)
    return [
      holdsIf(
        "every acknowledged write is there, and none is half there",
        problems.length === 0 && ledger.acknowledged > 0,
        problems.slice(0, 5).join("; ") ||
          `${ledger.acknowledged} acknowledged, ${ledger.unknown} broken off by ${options.rounds} kills under ` +
            `${options.writers} writers, and ${killedStarts} kills during starts (seed ${options.seed})`
      ),
      holdsIf("nobody was refused meanwhile", refused === 0, `${refused} refused ${ledger.unexplained ?? ""}`)
    ]
  })
