/**
 * Mails that were sent with `Emails.send`, until they are delivered and read. The service of 2025-06 has none: there
 * these fail with `NotSupportedByService`.
 */
import type { EmailRecipient } from "../api/schema/OutboxEmail.ts"
import type { OutboxEmailId, UserId } from "../domain/Ids.ts"
import type { OutboxStatus } from "../domain/OutboxEmail.ts"
import * as Wire from "../wire/generated/Outbox.ts"
import { asServer } from "./AsServer.ts"

export type { EmailRecipient, OutboxEmail, SendAttemptError } from "../api/schema/OutboxEmail.ts"
export type { OutboxStatus } from "../domain/OutboxEmail.ts"

/** Filters of the outbox, and where the page starts. */
export interface PageOptions {
  /** Only emails with this status. */
  readonly status?: OutboxStatus | undefined
  /** Only mails that are on their way, that are done, or that have failed. */
  readonly simpleStatus?: "in-progress" | "ok" | "error" | undefined
  /** Only emails to this user. */
  readonly userId?: UserId | undefined
  /** Where the page starts: the `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** The size of the page, at most 100. Default: 100. */
  readonly limit?: number | undefined
}

/** One page of mails, the newest first; `nextCursor` is null at the end. */
export const page = asServer.read("server/Outbox.page", Wire.listOutboxEmails, {
  input: (options: PageOptions = {}) => ({ query: options }),
  shows: ["outbox"]
})

/**
 * Returns an email by id. Its `status` says where it is, and each status has its own fields. Fails with
 * `EmailNotFound`.
 *
 * @example
 * ```ts
 * const email = yield* Outbox.get(id)
 * if (email.status === "sent") yield* Effect.log("It was sent at", email.deliveredAt)
 * if (email.status === "skipped") yield* Effect.log("It was not sent:", email.skippedReason)
 * ```
 */
export const get = asServer.read("server/Outbox.get", Wire.getOutboxEmail, {
  input: (id: OutboxEmailId) => ({ params: { outboxEmailId: id } }),
  shows: ["outbox"]
})

/** The fields of an email to change. Omitted fields keep their value. */
export interface EmailUpdate {
  /** The source of the component `EmailTemplate`. */
  readonly tsxSource?: string | undefined
  /** The id of a theme; null for none. */
  readonly themeId?: string | null | undefined
  readonly to?: EmailRecipient | undefined
  readonly scheduledAt?: Date | undefined
  /** Send it also to an address that is likely not to exist. */
  readonly skipDeliverabilityCheck?: boolean | undefined
}

/**
 * Changes an email that was not sent yet, and returns it. If it has failed, the service tries again. Fails with
 * `EmailNotEditable` once it is being sent, and with `EmailNotFound`.
 */
export const update = asServer.write("server/Outbox.update", Wire.updateOutboxEmail, {
  input: ({ id, ...payload }: EmailUpdate & { readonly id: OutboxEmailId }) => ({
    params: { outboxEmailId: id },
    payload
  }),
  changes: ["emails", "outbox"]
})

/** Holds a mail back until `resume`. Fails with `EmailNotEditable` and with `EmailNotFound`. */
export const pause = asServer.write("server/Outbox.pause", Wire.updateOutboxEmail, {
  input: (id: OutboxEmailId) => ({ params: { outboxEmailId: id }, payload: { isPaused: true } }),
  changes: ["outbox"]
})

/** Lets a mail go that was held back, at its time. Fails with `EmailNotEditable` and with `EmailNotFound`. */
export const resume = asServer.write("server/Outbox.resume", Wire.updateOutboxEmail, {
  input: (id: OutboxEmailId) => ({ params: { outboxEmailId: id }, payload: { isPaused: false } }),
  changes: ["emails", "outbox"]
})

/** A mail that was not sent yet will never be. Fails with `EmailNotEditable` and with `EmailNotFound`. */
export const cancel = asServer.write("server/Outbox.cancel", Wire.updateOutboxEmail, {
  input: (id: OutboxEmailId) => ({ params: { outboxEmailId: id }, payload: { cancel: true } }),
  changes: ["outbox"]
})
