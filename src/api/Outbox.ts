/** The outbox: mails that servers sent (docs/protocol/resources.md#mails). Only the current service has it. */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { outboxStatuses } from "../domain/OutboxEmail.ts"
import * as Endpoint from "./Endpoint.ts"
import { Page } from "./Envelope.ts"
import { EmailNotEditable } from "./errors/Emails.ts"
import { Query, QueryCount } from "./Input.ts"
import { OutboxEmailId, UserId } from "./schema/Ids.ts"
import { EmailRecipient, OutboxEmail } from "./schema/OutboxEmail.ts"
import { WireClass } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** The filters and the page of a list of the outbox. */
export const listOutboxFields = {
  status: Schema.optional(Schema.Literals(outboxStatuses)),
  simpleStatus: Schema.optional(Schema.Literals(["in-progress", "ok", "error"])),
  /** Only mails to this user. */
  userId: Schema.optional(UserId),
  limit: Schema.optional(QueryCount),
  cursor: Schema.optional(Schema.String)
}

/** The query of a list of mails, the newest first. A page has 100 of them unless `limit` is smaller. */
export const ListOutbox = Query(listOutboxFields)

/** A change of a mail that was not sent yet; what is absent stays. */
export class UpdateOutboxEmail extends WireClass<UpdateOutboxEmail>()(
  {
    tsxSource: Schema.optional(Schema.String),
    /** Null for none. */
    themeId: Schema.optional(Schema.NullOr(Schema.String)),
    to: Schema.optional(EmailRecipient),
    /** The service stores an empty object in place of these. */
    variables: Schema.optional(Schema.Record(Schema.String, Schema.Json)),
    skipDeliverabilityCheck: Schema.optional(Schema.Boolean),
    scheduledAt: Schema.optional(Schema.DateFromMillis),
    isPaused: Schema.optional(Schema.Boolean),
    /** True: the mail is never sent, and the rest of the change is ignored. */
    cancel: Schema.optional(Schema.Literal(true))
  },
  { scheduledAt: "scheduled_at_millis" }
) {}

const params = { outboxEmailId: OutboxEmailId }

/** Lists the mails of the outbox, the newest first. */
export const listOutboxEmails = Endpoint.server.get("listOutboxEmails", "/emails/outbox", {
  summary: "List the emails of the outbox",
  only: "current",
  query: ListOutbox,
  success: Page(OutboxEmail)
})

/** Reads a mail of the outbox. */
export const getOutboxEmail = Endpoint.server.get("getOutboxEmail", "/emails/outbox/:outboxEmailId", {
  summary: "Read an email of the outbox",
  only: "current",
  params,
  success: OutboxEmail,
  error: [TextErrors.outboxEmail]
})

/** Changes, holds back, releases or cancels a mail that was not sent yet. */
export const updateOutboxEmail = Endpoint.server.patch("updateOutboxEmail", "/emails/outbox/:outboxEmailId", {
  summary: "Change an email of the outbox",
  only: "current",
  params,
  payload: UpdateOutboxEmail,
  success: OutboxEmail,
  error: [EmailNotEditable, TextErrors.outboxEmail]
})

/** The outbox, for servers. */
export class OutboxGroup extends HttpApiGroup.make("outbox")
  .add(listOutboxEmails, getOutboxEmail, updateOutboxEmail)
  .prefix(Endpoint.root) {}
