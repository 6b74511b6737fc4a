/** Mails that the service sent for a project (docs/protocol/resources.md#mails). */
import * as Schema from "effect/Schema"
import { SentEmailId } from "./Ids.ts"
import { OpenEnum } from "./OpenEnum.ts"
import { WireClass } from "./WireStruct.ts"

/** The mail server that a mail was sent by. */
export class SenderConfig extends WireClass<SenderConfig>()({
  type: OpenEnum(["shared", "standard"]),
  host: Schema.String,
  port: Schema.Finite,
  username: Schema.String,
  senderName: Schema.String,
  senderEmail: Schema.String
}) {}

/** A mail that was sent, or failed to: then `error` says why. */
export class SentEmail extends WireClass<SentEmail>()(
  {
    id: SentEmailId,
    subject: Schema.String,
    to: Schema.Array(Schema.String),
    sentAt: Schema.DateFromMillis,
    /** Not in the current service. */
    senderConfig: Schema.optionalKey(SenderConfig),
    error: Schema.Json
  },
  { sentAt: "sent_at_millis" }
) {}
