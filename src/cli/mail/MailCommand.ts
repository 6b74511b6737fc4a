/** `gatefold mail …`: mails that an emulator has caught. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { flags } from "../emulator/ConnectionFlags.ts"
import { json } from "../Flags.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const filters = {
  ...flags,
  json,
  to: text("to", "Address that it is to"),
  from: text("from", "Part of the sender"),
  subject: text("subject", "Part of the subject"),
  text: text("text", "Part of the text"),
  since: Flag.Date("since").pipe(Flag.withDescription("Sent at this time or later"), Flag.optional)
}

const importMail = Effect.promise(() => import("./Mail.ts"))

/** `gatefold mail`. */
export const mail = Command.make("mail").pipe(
  Command.withDescription("Read the mails that a running emulator has caught"),
  Command.withSubcommands([
    Command.make(
      "list",
      filters,
      Effect.fnUntraced(function* (input) {
        yield* (yield* importMail).list(input)
      })
    ).pipe(Command.withDescription("Show the mails, a line for each")),
    Command.make(
      "show",
      {
        ...flags,
        json,
        id: Argument.String("id").pipe(
          Argument.withDescription("Id of the mail (default: the latest)"),
          Argument.withDefault("latest")
        )
      },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importMail).show(input)
      })
    ).pipe(Command.withDescription("Show one mail: code, links and text")),
    Command.make(
      "wait",
      {
        ...filters,
        within: Flag.Finite("within").pipe(Flag.withDescription("Seconds to wait (default: 30)"), Flag.withDefault(30))
      },
      Effect.fnUntraced(function* (input) {
        yield* (yield* importMail).wait(input)
      })
    ).pipe(Command.withDescription("Show the next mail that nobody has taken, or exit with 3"))
  ])
)
