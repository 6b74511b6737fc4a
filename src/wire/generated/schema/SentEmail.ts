/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { SentEmailId } from "../../../api/schema/Ids.ts"
import type { SenderConfig, SentEmail } from "../../../api/schema/SentEmail.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

const decodeSentEmailTo = R.list(R.string)

export const decodeSenderConfig = R.struct((o): SenderConfig => ({
  type: R.string(o.type, "type"),
  host: R.string(o.host, "host"),
  port: R.finite(o.port, "port"),
  username: R.string(o.username, "username"),
  senderName: R.string(o.sender_name, "sender_name"),
  senderEmail: R.string(o.sender_email, "sender_email")
}))

export const decodeSentEmail = R.struct((o): SentEmail => {
  const a: R.Mutable<SentEmail> = {
    id: pathSegment<SentEmailId>(o.id, "id"),
    subject: R.string(o.subject, "subject"),
    to: decodeSentEmailTo(o.to, "to"),
    sentAt: R.dateOfMillis(o.sent_at_millis, "sent_at_millis"),
    error: R.json(o.error, "error")
  }
  if (o.sender_config !== undefined) a.senderConfig = decodeSenderConfig(o.sender_config, "sender_config")
  return a
})
