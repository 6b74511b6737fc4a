/** The addresses and provider accounts of any user. */
import { Console, Effect } from "effect"
import { Emulator } from "gatefold/emulator"
import { ConnectedAccounts, ContactChannels, Users } from "gatefold/server"
import { run, server } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  const { id: userId } = yield* Users.create({ displayName: "Ann", primaryEmail: "ann@example.org" })

  yield* ContactChannels.sendPrimaryVerification({ userId })
  yield* Console.log("Mailed:", (yield* mailbox.take({ to: "ann@example.org" })).subject)

  const work = yield* ContactChannels.create({
    userId,
    value: "ann@work.example",
    usedForAuth: false,
    isVerified: true
  })
  yield* ContactChannels.update({ userId, id: work.id, isPrimary: true })
  for (const channel of yield* ContactChannels.list(userId)) {
    yield* Console.log(channel.value, channel.isPrimary ? "(primary)" : "", channel.isVerified ? "verified" : "")
  }

  // Null: the user hasn't connected the provider, and only the user can.
  yield* Console.log("Token for Google:", yield* ConnectedAccounts.getAccessToken({ userId, provider: "google" }))
}).pipe(Effect.provide(server))

run(import.meta.main, example)
