/** A user's addresses: add, verify, make primary, remove. */
import { Console, Effect } from "effect"
import { ContactChannels, Password } from "gatefold"
import { Emulator } from "gatefold/emulator"
import { run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  const { id } = yield* ContactChannels.create({ value: "ann@work.example", usedForAuth: false })
  yield* ContactChannels.sendVerification({ id })
  const mail = yield* mailbox.take({ to: "ann@work.example" })
  yield* ContactChannels.checkCode({ code: mail.code ?? "" })
  yield* ContactChannels.verify({ code: mail.code ?? "" })
  yield* ContactChannels.update({ id, isPrimary: true, usedForAuth: true })

  for (const channel of yield* ContactChannels.list) {
    yield* Console.log(
      channel.value,
      channel.isVerified ? "verified" : "not verified",
      channel.isPrimary ? "primary" : ""
    )
    if (!channel.isPrimary) yield* ContactChannels.delete(channel.id)
  }
})

run(import.meta.main, example)
