/** `gatefold mail …` reads the emails that an emulator caught. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { flags } from "../emulator/ConnectionFlags.ts"
import { json, text } from "../Flags.ts"
import { lazyHandler } from "../LazyHandler.ts"

const filters = {
  ...flags,
  json,
  to: text("to", "Recipient"),
  from: text("from", "Text in the sender"),
  subject: text("subject", "Text in the subject"),
  text: text("text", "Text in the body"),
  since: Flag.Date("since").pipe(
    Flag.withDescription("Sent at this time or later, such as 2027-01-31T12:00:00Z"),
    Flag.optional
  )
}

const loadMail = () => import("./Mail.ts")

/** `gatefold mail`. */
export const mail = Command.make("mail").pipe(
  Command.withDescription("Read the emails that a running emulator caught"),
  Command.withSubcommands([
    Command.make(
      "list",
      filters,
      lazyHandler(loadMail, ({ list }) => list)
    ).pipe(Command.withDescription("List emails")),
    Command.make(
      "show",
      {
        ...flags,
        json,
        id: Argument.String("id").pipe(
          Argument.withDescription("Email ID (default: the latest)"),
          Argument.withDefault("latest")
        )
      },
      lazyHandler(loadMail, ({ show }) => show)
    ).pipe(Command.withDescription("Show an email with its code, links and text")),
    Command.make(
      "wait",
      {
        ...filters,
        within: Flag.Finite("within").pipe(
          Flag.withMetavar("seconds"),
          Flag.withDescription("Seconds to wait, 0 to 600 (default: 30)"),
          Flag.filter(
            (seconds) => seconds >= 0 && seconds <= 600,
            () => "seconds from 0 to 600"
          ),
          Flag.withDefault(30)
        )
      },
      lazyHandler(loadMail, ({ wait }) => wait)
    ).pipe(Command.withDescription("Wait for the next unread email and show it. Exits with 3 if none arrives"))
  ])
)
