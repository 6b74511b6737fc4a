/** Several processes that want the same file: one has it, and the others say so. */
import * as path from "node:path"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { Refused, type Service, start } from "../support/Service.ts"

export const second = (): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const file = path.join(folder, "emulator.db")
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => start(file)))
    const serving = outcomes.flatMap((outcome): ReadonlyArray<Service> =>
      outcome.status === "fulfilled" ? [outcome.value] : []
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []))
    const says = refusals.map((error) =>
      error instanceof Refused && error.code === 1 ? error.message.trim() : String(error)
    )
    const answer = await serving[0]?.ask("POST", "/users", { display_name: "Ann" })
    const later = await start(file).catch((cause: unknown) => cause)
    await Promise.all(serving.map((service) => service.end("SIGKILL")))
    const next = await start(file)
    const users = (await next.ask("GET", "/users?limit=10"))!.body.items.length
    await next.end("SIGINT")
    return [
      holdsIf(
        "of 5 that start on a file that is not there, one serves and the others say why",
        serving.length === 1 &&
          answer?.status === 201 &&
          says.every((text) => text.includes("is in use, by another emulator")),
        `${serving.length} serve; ${new Set(says.map((text) => text.replace(file, "emulator.db"))).values().next().value}`
      ),
      holdsIf(
        "a later one is refused",
        later instanceof Refused && later.message.includes(file),
        later instanceof Refused ? `exit code ${later.code}` : "it serves"
      ),
      holdsIf("the file is free again when its process was killed", users === 1, `${users} user`)
    ]
  })
