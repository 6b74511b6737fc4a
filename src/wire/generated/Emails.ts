/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import type { SendTestEmail } from "../../api/Emails.ts"
import type { SentEmail } from "../../api/schema/SentEmail.ts"
import { itemsOf } from "../../domain/Envelope.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { port } from "./ProjectRules.ts"
import { email } from "./schema/Email.ts"
import { encodePassword } from "./schema/Secrets.ts"
import { decodeSentEmail } from "./schema/SentEmail.ts"
import * as R from "../runtime.ts"

const listSentEmailsSuccessWireItems = R.list(decodeSentEmail)

const listSentEmailsSuccessWire = R.struct((o) => ({
  items: listSentEmailsSuccessWireItems(o.items, "items"),
  is_paginated: R.literal(o.is_paginated, "is_paginated", false)
}))

const listSentEmailsSuccess = (value: unknown, key?: R.Key) => itemsOf(listSentEmailsSuccessWire(value, key))

/** List sent e-mails. */
export const listSentEmails: Endpoint<{}, ReadonlyArray<SentEmail>, never, "admin"> = {
  name: "listSentEmails",
  method: "GET",
  path: "/internal/emails",
  level: "admin",
  levelErrors: commonErrors,
  success: listSentEmailsSuccess
}

const decodeTestEmailOutcome1 = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

const decodeTestEmailOutcome2 = R.struct((o) => ({
  success: R.literal(o.success, "success", false),
  errorMessage: R.string(o.error_message, "error_message")
}))

export const decodeTestEmailOutcome = R.either<
  { readonly success: true } | { readonly success: false; readonly errorMessage: string }
>(decodeTestEmailOutcome1, decodeTestEmailOutcome2)

const encodeSendTestEmailEmailConfig = R.struct((o) => ({
  host: R.string(o.host, "host"),
  port: port(o.port, "port"),
  username: R.string(o.username, "username"),
  password: encodePassword(o.password, "password"),
  sender_name: R.string(o.senderName, "senderName"),
  sender_email: email(o.senderEmail, "senderEmail")
}))

export const encodeSendTestEmail = R.struct((o) => ({
  recipient_email: email(o.recipientEmail, "recipientEmail"),
  email_config: encodeSendTestEmailEmailConfig(o.emailConfig, "emailConfig")
}))

/** Send a test e-mail. */
export const sendTestEmail: Endpoint<
  { readonly payload: SendTestEmail },
  { readonly success: true } | { readonly success: false; readonly errorMessage: string },
  never,
  "admin"
> = {
  name: "sendTestEmail",
  method: "POST",
  path: "/internal/send-test-email",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeSendTestEmail,
  success: decodeTestEmailOutcome
}
