/** `gatefold mail …` reads the emails that an emulator caught. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../emulator/ConnectionFlags.ts"
import { text } from "../input/Flags.ts"
import { makeLazyCommand } from "../LazyCommand.ts"

export const filterFlags = {
  ...commonFlags,
  to: text("to", "Recipient"),
  from: text("from", "Text in the sender"),
  subject: text("subject", "Text in the subject"),
  text: text("text", "Text in the body"),
  since: Flag.Date("since").pipe(
    Flag.withDescription("Sent at this time or later, such as 2027-01-31T12:00:00Z"),
    Flag.optional
  )
}

const mailCommand = makeLazyCommand(() => import("./Mail.ts"))

export const mail = Command.make("mail").pipe(
  Command.withDescription("Read the emails that a running emulator caught"),
  Command.withSubcommands([
    mailCommand("list", { description: "List emails", flags: filterFlags, run: (module) => module.list }),
    mailCommand("show", {
      description: "Show an email with its code, links and text",
      flags: {
        ...commonFlags,
        id: Argument.String("id").pipe(
          Argument.withDescription("Email ID (default: the latest)"),
          Argument.withDefault("latest")
        )
      },
      run: (module) => module.show
    }),
    mailCommand("wait", {
      description: "Wait for the next unread email and show it. Exits with 3 if none arrives",
      flags: {
        ...filterFlags,
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
      run: (module) => module.wait
    })
  ])
)
