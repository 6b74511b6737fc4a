/** Mails that were sent, and a test mail (docs/protocol/resources.md#mails). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Emails.ts"
import { Caller } from "../http/Caller.ts"
import { Generation } from "../Generation.ts"
import { handle } from "../http/Route.ts"
import { SentEmails } from "../mail/SentEmails.ts"
import { Smtp } from "../mail/Smtp.ts"

const listSentEmails = handle(
  Api.listSentEmails,
  Effect.fnUntraced(function* () {
    const { project } = yield* Caller
    const { has } = yield* Generation
    const mails = yield* (yield* SentEmails).list(project.id)
    return has("2025-06") ? mails : mails.map(({ senderConfig: _, ...mail }) => mail)
  })
)

const TEST_MAIL = {
  subject: "Test email",
  text: "This mail shows that the email server works.\n",
  html: "<p>This mail shows that the email server works.</p>"
}

const sendTestEmail = handle(
  Api.sendTestEmail,
  Effect.fnUntraced(function* ({ payload: { emailConfig, recipientEmail } }) {
    const server = { ...emailConfig, password: Redacted.value(emailConfig.password) }
    return yield* (yield* Smtp).send(server, { to: recipientEmail, ...TEST_MAIL }).pipe(
      Effect.as({ success: true as const }),
      Effect.catch(({ message }) => Effect.succeed({ success: false as const, errorMessage: message }))
    )
  })
)

/** The routes of `api/Emails`. */
export const routes = [listSentEmails, sendTestEmail]
