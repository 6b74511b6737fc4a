/** The emulator's mailbox, as far as it is that of the demo's project. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { ClientApp } from "gatefold"
import { Emulator, type Mail } from "gatefold/emulator"
import { type DemoMail, developerPath } from "../../backend/DeveloperContract.ts"
import { mailPage } from "../../backend/MailPage.ts"

const demoMail = (mail: Mail): DemoMail => ({
  id: mail.id,
  sentAt: new Date(mail.sentAt),
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  link: mail.link ?? null,
  code: mail.code ?? null
})

const all = Effect.fnUntraced(function* (to?: string) {
  const { mailbox } = yield* Emulator
  const { project } = yield* ClientApp.ClientApp
  return yield* mailbox.list({ projectId: project.projectId, to })
})

/** The newest mails, newest first. */
export const list = ({ limit, to }: { readonly limit: number; readonly to?: string }) =>
  Effect.map(all(to), (mails) => mails.slice(-limit).toReversed().map(demoMail))

/** Serves each email as a separate page. */
export const PageRoute = HttpRouter.add(
  "GET",
  `${developerPath}/mails/:id`,
  Effect.gen(function* () {
    const { id } = yield* HttpRouter.params
    const mail = (yield* all()).find((mail) => mail.id === id)
    return mailPage(mail?.html ?? null)
  })
)
