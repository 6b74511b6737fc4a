/** All notes on errors, by the areas of the reference. */
import { access } from "./access.ts"
import { accounts } from "./accounts.ts"
import { backend } from "./backend.ts"
import { emulator } from "./emulator.ts"
import { mails } from "./mails.ts"
import type { Note, Notes } from "./Note.ts"
import { payments } from "./payments.ts"
import { providers } from "./providers.ts"
import { session } from "./session.ts"
import { setup } from "./setup.ts"
import { teams } from "./teams.ts"
import { transport } from "./transport.ts"

/** The areas of the reference, in the order of its index. */
export const areas: ReadonlyArray<readonly [title: string, notes: Notes]> = [
  ["No answer", transport],
  ["Keys, levels and projects", access],
  ["Configuration and platform", setup],
  ["Sessions", session],
  ["Accounts", accounts],
  ["Providers", providers],
  ["Teams, permissions and API keys", teams],
  ["Emails and data vault", mails],
  ["Payments", payments],
  ["Your own API", backend],
  ["The emulator", emulator]
]

/** All of them. */
export const notes: ReadonlyMap<string, Note> = new Map(areas.flatMap(([, area]) => Object.entries(area)))
