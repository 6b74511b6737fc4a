/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { ListOutbox, UpdateOutboxEmail } from "../../api/Outbox.ts"
import type { OutboxEmailId } from "../../api/schema/Ids.ts"
import type { OutboxEmail } from "../../api/schema/OutboxEmail.ts"
import { pageOf } from "../../domain/Envelope.ts"
import type { EmailNotEditable, EmailNotFound, NotInThisService } from "../../domain/errors/Emails.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { encodeQueryCount } from "./Input.ts"
import { otherGeneration, outboxEmail } from "./Refusals.ts"
import { emailNotEditable } from "./errors/Emails.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeOutboxEmail, encodeEmailRecipient } from "./schema/OutboxEmail.ts"
import * as R from "../runtime.ts"

const listOutboxEmailsSuccessWireItems = R.list(decodeOutboxEmail)

const listOutboxEmailsSuccessWirePagination = R.struct((o) => ({
  next_cursor: o.next_cursor === null ? null : R.string(o.next_cursor, "next_cursor")
}))

const listOutboxEmailsSuccessWire = R.struct((o) => ({
  items: listOutboxEmailsSuccessWireItems(o.items, "items"),
  is_paginated: R.literal(o.is_paginated, "is_paginated", true),
  pagination: listOutboxEmailsSuccessWirePagination(o.pagination, "pagination")
}))

const listOutboxEmailsSuccess = (value: unknown, key?: R.Key) => pageOf(listOutboxEmailsSuccessWire(value, key))

export const encodeListOutbox = R.struct((o) => ({
  status:
    o.status === undefined
      ? undefined
      : R.oneOf(o.status, "status", [
          "paused",
          "preparing",
          "rendering",
          "render-error",
          "scheduled",
          "queued",
          "sending",
          "server-error",
          "skipped",
          "bounced",
          "delivery-delayed",
          "sent",
          "opened",
          "clicked",
          "marked-as-spam"
        ]),
  simple_status:
    o.simpleStatus === undefined ? undefined : R.oneOf(o.simpleStatus, "simpleStatus", ["in-progress", "ok", "error"]),
  limit: o.limit === undefined ? undefined : encodeQueryCount(o.limit, "limit"),
  cursor: o.cursor === undefined ? undefined : R.string(o.cursor, "cursor")
}))

/** List the e-mails of the outbox. */
export const listOutboxEmails: Endpoint<
  { readonly query: typeof ListOutbox.Type },
  { readonly items: ReadonlyArray<OutboxEmail>; readonly nextCursor: string | null },
  NotInThisService,
  "server"
> = {
  name: "listOutboxEmails",
  method: "GET",
  path: "/emails/outbox",
  level: "server",
  levelErrors: commonErrors,
  query: encodeListOutbox,
  success: listOutboxEmailsSuccess,
  refusals: [otherGeneration]
}

const outboxEmailIdParams = R.struct((o) => ({
  outboxEmailId: pathSegment<OutboxEmailId>(o.outboxEmailId, "outboxEmailId")
}))

/** Read an e-mail of the outbox. */
export const getOutboxEmail: Endpoint<
  { readonly params: { readonly outboxEmailId: OutboxEmailId } },
  OutboxEmail,
  EmailNotFound | NotInThisService,
  "server"
> = {
  name: "getOutboxEmail",
  method: "GET",
  path: "/emails/outbox/:outboxEmailId",
  level: "server",
  levelErrors: commonErrors,
  params: outboxEmailIdParams,
  success: decodeOutboxEmail,
  refusals: [outboxEmail, otherGeneration]
}

const encodeUpdateOutboxEmailVariables = R.record(R.json)

export const encodeUpdateOutboxEmail = R.struct((o) => ({
  tsx_source: o.tsxSource === undefined ? undefined : R.string(o.tsxSource, "tsxSource"),
  theme_id: o.themeId === undefined ? undefined : o.themeId === null ? null : R.string(o.themeId, "themeId"),
  to: o.to === undefined ? undefined : encodeEmailRecipient(o.to, "to"),
  variables: o.variables === undefined ? undefined : encodeUpdateOutboxEmailVariables(o.variables, "variables"),
  skip_deliverability_check:
    o.skipDeliverabilityCheck === undefined
      ? undefined
      : R.boolean(o.skipDeliverabilityCheck, "skipDeliverabilityCheck"),
  scheduled_at_millis: o.scheduledAt === undefined ? undefined : R.millisOf(o.scheduledAt, "scheduledAt"),
  is_paused: o.isPaused === undefined ? undefined : R.boolean(o.isPaused, "isPaused"),
  cancel: o.cancel === undefined ? undefined : R.literal(o.cancel, "cancel", true)
}))

/** Change an e-mail of the outbox. */
export const updateOutboxEmail: Endpoint<
  { readonly params: { readonly outboxEmailId: OutboxEmailId }; readonly payload: UpdateOutboxEmail },
  OutboxEmail,
  EmailNotEditable | EmailNotFound | NotInThisService,
  "server"
> = {
  name: "updateOutboxEmail",
  method: "PATCH",
  path: "/emails/outbox/:outboxEmailId",
  level: "server",
  levelErrors: commonErrors,
  params: outboxEmailIdParams,
  payload: encodeUpdateOutboxEmail,
  success: decodeOutboxEmail,
  errors: [emailNotEditable],
  refusals: [outboxEmail, otherGeneration]
}
