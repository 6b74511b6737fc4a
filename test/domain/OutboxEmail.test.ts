/** A mail of the outbox has the fields of its status; what later versions add does not fail. */
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { OutboxEmail } from "../../src/api/schema/OutboxEmail.ts"
import { outboxStatuses } from "../../src/domain/OutboxEmail.ts"
import { decodeOutboxEmail } from "../../src/wire/generated/schema/OutboxEmail.ts"

const base = {
  id: "b4e39af8-4e1c-40ca-95ca-80b3f8fc5305",
  created_at_millis: 1,
  updated_at_millis: 2,
  tsx_source: "source",
  theme_id: null,
  to: { type: "custom-emails", emails: ["ann@example.org"] },
  variables: { a: [1] },
  skip_deliverability_check: false,
  scheduled_at_millis: 3,
  created_with: "programmatic-call",
  email_draft_id: null,
  email_programmatic_call_template_id: null,
  send_retries: 0,
  next_send_retry_at_millis: null,
  send_attempt_errors: null,
  is_paused: false,
  has_rendered: true,
  has_delivered: false,
  simple_status: "ok"
}

const rendered = {
  started_rendering_at_millis: 4,
  rendered_at_millis: 5,
  subject: "Hello",
  html: null,
  text: "Hello",
  is_transactional: false,
  is_high_priority: false,
  notification_category_id: null
}

const sending = { ...rendered, started_sending_at_millis: 6 }
const delivered = { ...sending, delivered_at_millis: 7, can_have_delivery_info: true }

/** What each status has of its own. */
const own: Readonly<Record<(typeof outboxStatuses)[number], object>> = {
  paused: {},
  preparing: {},
  rendering: { started_rendering_at_millis: 4 },
  "render-error": { started_rendering_at_millis: 4, rendered_at_millis: 5, render_error: "Line 1" },
  scheduled: rendered,
  queued: rendered,
  sending,
  "server-error": { ...sending, error_at_millis: 8, server_error: "refused" },
  skipped: { skipped_at_millis: 8, skipped_reason: "MANUALLY_CANCELLED", skipped_details: {} },
  bounced: { ...sending, bounced_at_millis: 8 },
  "delivery-delayed": { ...sending, delivery_delayed_at_millis: 8 },
  sent: delivered,
  opened: { ...delivered, opened_at_millis: 8 },
  clicked: { ...delivered, clicked_at_millis: 8 },
  "marked-as-spam": { ...delivered, marked_as_spam_at_millis: 8 }
}

const decode = Schema.decodeUnknownSync(OutboxEmail)
const encode = Schema.encodeSync(OutboxEmail)

describe("a mail of the outbox", () => {
  it.each(outboxStatuses)("%s has fields of its own", (status) => {
    const wire = { ...base, status, ...own[status] }
    const email = decode(wire)
    expect(email.status).toBe(status)
    expect(decodeOutboxEmail(wire)).toStrictEqual(email)
    expect(encode(email)).toStrictEqual(wire)
    for (const [field] of Object.entries(own[status])) {
      const { [field]: _, ...without } = wire as Record<string, unknown>
      expect(() => decode(without), field).toThrow()
      expect(() => decodeOutboxEmail(without), field).toThrow()
    }
  })

  it("can be skipped in every status", () => {
    const wire = { ...base, status: "skipped", ...own.skipped, ...sending }
    expect(decode(wire)).toMatchObject({ status: "skipped", subject: "Hello", startedSendingAt: new Date(6) })
    expect(encode(decode(wire))).toStrictEqual(wire)
  })

  it('keeps an unknown status and unknown recipients as "other"', () => {
    const wire = { ...base, status: "on-the-moon", to: { type: "everybody", since: 1 } }
    const email = decode(wire)
    expect(email).toMatchObject({
      status: "other",
      wireStatus: "on-the-moon",
      to: { type: "other", wireType: "everybody" }
    })
    expect(decodeOutboxEmail(wire)).toStrictEqual(email)
    expect(encode(email)).toStrictEqual({ ...wire, to: { type: "everybody" } })
  })

  it("says what it is by its status alone", () => {
    const email = decode({ ...base, status: "opened", ...own.opened })
    // The types of the branches are what is tested.
    const at = (): Date | string => {
      switch (email.status) {
        case "sent":
          return email.deliveredAt
        case "opened":
          return email.openedAt
        case "skipped":
          return email.skippedReason
        case "other":
          return email.wireStatus
        default:
          return email.updatedAt
      }
    }
    expect(at()).toStrictEqual(new Date(8))
  })
})
