/** Deliberate faults: an app's behavior when the service is slow, refuses or loses the connection. */
import { Console, Effect } from "effect"
import { CurrentUser, Password, Teams } from "gatefold"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { journal, mailbox } = yield* Emulator.Emulator
  const { faults } = yield* Emulator.Emulator
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  // The team is created, but its answer never arrives: a retry would create a second one.
  yield* faults.add({ id: "lost", method: "POST", path: "/teams", fault: "reset", carriedOut: true, first: 1 })
  const lost = yield* Effect.flip(Teams.create({ displayName: "Birds" }))
  if (lost._tag === "TransportError") {
    yield* Console.log(`${lost.reason._tag}, and nobody knows whether it happened: ${lost.outcomeUnknown}`)
  }
  yield* Console.log("Teams:", (yield* Teams.list).map((team) => team.displayName).join(", "))
  yield* faults.clear

  // For a part of a program: the rules are gone when it ends.
  const busy = Emulator.layerFaults({ path: "/users/**", status: 503 })
  const refused = yield* Effect.flip(CurrentUser.getOrFail).pipe(Effect.provide(busy))
  yield* Console.log("With the layer:", refused.message)
  yield* CurrentUser.getOrFail

  const hit = (yield* journal.entries).filter((entry) => entry.faults.length > 0)
  yield* Console.log("Hit:", hit.map(({ faults, method, path }) => `${method} ${path} by ${faults.join()}`).join("; "))
  yield* Console.log(yield* journal.curl(hit[0]!.requestId))

  const mail = yield* mailbox.takeWithin({ to: "ann@example.org", subject: "verify" }, "10 seconds")
  yield* Console.log(`${mail.from} wrote "${mail.subject}", with ${mail.links.length} link`)
})

run(import.meta.main, example)
