/**
 * Mails that the service sent, and a test mail (docs/protocol/resources.md#mails).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Email } from "./schema/Email.ts"
import { Password } from "./schema/Secrets.ts"
import { SentEmail } from "./schema/SentEmail.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { Port } from "./ProjectRules.ts"

/** A mail server to test, and the recipient. */
export class SendTestEmail extends Schema.Opaque<SendTestEmail>()(
  WireStruct({
    recipientEmail: Email,
    emailConfig: WireStruct({
      host: Schema.String,
      port: Port,
      username: Schema.String,
      password: Password,
      senderName: Schema.String,
      senderEmail: Email
    })
  })
) {}

/** Whether the mail server accepted the mail, else its error message. */
export const TestEmailOutcome = Schema.Union([
  WireStruct({ success: Schema.Literal(true) }),
  WireStruct({ success: Schema.Literal(false), errorMessage: Schema.String })
])

/** Lists the newest 100 mails that were sent. */
export const listSentEmails = Endpoint.get("listSentEmails", "/internal/emails", {
  success: List(SentEmail)
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List sent e-mails")

/** Sends a test mail; a refusal of the mail server is an answer, not an error. */
export const sendTestEmail = Endpoint.post("sendTestEmail", "/internal/send-test-email", {
  payload: SendTestEmail,
  success: TestEmailOutcome
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Send a test e-mail")

/** Sent e-mails, for admins. */
export class EmailsGroup extends HttpApiGroup.make("emails").add(listSentEmails, sendTestEmail).prefix(Endpoint.root) {}
