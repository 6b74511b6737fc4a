/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { ListOutbox, UpdateOutboxEmail } from "../../api/Outbox.ts"
import type { OutboxEmailId, UserId } from "../../api/schema/Ids.ts"
import type { OutboxEmail } from "../../api/schema/OutboxEmail.ts"
import type { EmailNotEditable, EmailNotFound } from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import { toPage } from "../../domain/Page.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { emailNotEditable } from "./errors/Emails.ts"
import { encodeQueryCount } from "./Input.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeOutboxEmail, encodeEmailRecipient } from "./schema/OutboxEmail.ts"
import { otherGeneration, outboxEmail } from "./TextErrors.ts"

const listOutboxEmailsSuccessWireItems = R.list(decodeOutboxEmail)

const listOutboxEmailsSuccessWirePagination = R.struct((o) => ({
  next_cursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

const listOutboxEmailsSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<OutboxEmail>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = {
    items: listOutboxEmailsSuccessWireItems(o.items, "items"),
    is_paginated: R.boolean(o.is_paginated, "is_paginated")
  }
  if (o.pagination !== undefined) a.pagination = listOutboxEmailsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listOutboxEmailsSuccess = (value: unknown, key?: R.Key) => toPage(listOutboxEmailsSuccessWire(value, key))

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
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>),
  limit: R.optional(o.limit, "limit", encodeQueryCount),
  cursor: R.optional(o.cursor, "cursor", R.string)
}))

/** List the emails of the outbox. */
export const listOutboxEmails: Endpoint<
  { readonly query: typeof ListOutbox.Type },
  { readonly items: ReadonlyArray<OutboxEmail>; readonly nextCursor: string | null },
  NotSupportedByService,
  "server"
> = {
  name: "listOutboxEmails",
  method: "GET",
  path: "/emails/outbox",
  level: "server",
  levelErrors: commonErrors,
  query: encodeListOutbox,
  success: listOutboxEmailsSuccess,
  textErrors: [otherGeneration]
}

const outboxEmailIdParams = R.struct((o) => ({
  outboxEmailId: pathSegment<OutboxEmailId>(o.outboxEmailId, "outboxEmailId")
}))

/** Read an email of the outbox. */
export const getOutboxEmail: Endpoint<
  { readonly params: { readonly outboxEmailId: OutboxEmailId } },
  OutboxEmail,
  EmailNotFound | NotSupportedByService,
  "server"
> = {
  name: "getOutboxEmail",
  method: "GET",
  path: "/emails/outbox/:outboxEmailId",
  level: "server",
  levelErrors: commonErrors,
  params: outboxEmailIdParams,
  success: decodeOutboxEmail,
  textErrors: [outboxEmail, otherGeneration]
}

const encodeUpdateOutboxEmailVariables = R.record(R.json)

export const encodeUpdateOutboxEmail = R.struct((o) => ({
  tsx_source: R.optional(o.tsxSource, "tsxSource", R.string),
  theme_id: R.nullish(o.themeId, "themeId", R.string),
  to: R.optional(o.to, "to", encodeEmailRecipient),
  variables: R.optional(o.variables, "variables", encodeUpdateOutboxEmailVariables),
  skip_deliverability_check: R.optional(o.skipDeliverabilityCheck, "skipDeliverabilityCheck", R.boolean),
  scheduled_at_millis: R.optional(o.scheduledAt, "scheduledAt", R.toMillis),
  is_paused: R.optional(o.isPaused, "isPaused", R.boolean),
  cancel: o.cancel === undefined ? undefined : R.literal(o.cancel, "cancel", true)
}))

/** Change an email of the outbox. */
export const updateOutboxEmail: Endpoint<
  { readonly params: { readonly outboxEmailId: OutboxEmailId }; readonly payload: UpdateOutboxEmail },
  OutboxEmail,
  EmailNotEditable | EmailNotFound | NotSupportedByService,
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
  textErrors: [outboxEmail, otherGeneration]
}
