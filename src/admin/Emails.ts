/** Mails that the service sent for the project, and a test mail (docs/protocol/resources.md#mails). */
import type * as Api from "../api/Emails.ts"
import { fromInput } from "../domain/SecretInput.ts"
import * as Wire from "../wire/generated/Emails.ts"
import { asAdmin } from "./AsAdmin.ts"
import type { MailServer } from "./EmailConfig.ts"

export type { SentEmail } from "../api/schema/SentEmail.ts"

/** Returns the newest 100 emails. An email whose `error` is not null was not sent. */
export const list = asAdmin.read("admin/Emails.list", Wire.listSentEmails, { shows: ["emails"] })

/** Whether the mail server accepted the mail, else its error message. */
export type TestOutcome = typeof Api.TestEmailOutcome.Type

/**
 * Sends a test mail through a mail server, without configuring it. A refusal of the server is an answer (`success:
 * false`), not a failure.
 */
export const sendTest = asAdmin.write("admin/Emails.sendTest", Wire.sendTestEmail, {
  input: (input: { readonly recipientEmail: string; readonly emailConfig: MailServer }) => ({
    payload: {
      recipientEmail: input.recipientEmail,
      emailConfig: { ...input.emailConfig, password: fromInput(input.emailConfig.password) }
    }
  }),
  changes: ["emails"]
})
