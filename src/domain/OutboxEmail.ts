/**
 * Where a mail can be on its way, and whom it can go to. What later versions of the service add is `other` here, so
 * that the known ones can be told apart by `status` and `type`.
 */

/** The statuses of mails in the outbox. */
export const outboxStatuses = [
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
] as const

/** The status of a mail in the outbox. */
export type OutboxStatus = (typeof outboxStatuses)[number]

/** Whether a status is none of the known ones. */
export const isOtherStatus = (status: string): boolean => !outboxStatuses.some((known) => known === status)

/** A status that is none of the known ones. */
export interface OtherStatus {
  readonly status: "other"
  /** What the service calls it. */
  readonly wireStatus: string
}

/** Keeps what the service calls it. */
export const otherStatus = ({ status }: { readonly status: string }): OtherStatus => ({
  status: "other",
  wireStatus: status
})

/** The other way round. */
export const otherStatusOnWire = ({ wireStatus }: OtherStatus): { readonly status: string } => ({ status: wireStatus })

const recipients = ["user-primary-email", "user-custom-emails", "custom-emails"]

/** Whether a kind of recipient is none of the known ones. */
export const isOtherRecipient = (type: string): boolean => !recipients.includes(type)

/** A kind of recipient that is none of the known ones. */
export interface OtherRecipient {
  readonly type: "other"
  /** What the service calls it. */
  readonly wireType: string
}

/** Keeps what the service calls it. */
export const otherRecipient = ({ type }: { readonly type: string }): OtherRecipient => ({
  type: "other",
  wireType: type
})

/** The other way round. */
export const otherRecipientOnWire = ({ wireType }: OtherRecipient): { readonly type: string } => ({ type: wireType })
