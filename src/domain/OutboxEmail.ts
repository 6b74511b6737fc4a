/**
 * The statuses of mails, and the types of their recipients. Those that later versions of the service add are `other`
 * here, so that `status` and `type` distinguish the known ones.
 */

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
  /** The name that the service uses. */
  readonly wireStatus: string
}

/** Keeps the name that the service uses. */
export const toOtherStatus = ({ status }: { readonly status: string }): OtherStatus => ({
  status: "other",
  wireStatus: status
})

export const fromOtherStatus = ({ wireStatus }: OtherStatus): { readonly status: string } => ({ status: wireStatus })

const recipients = ["user-primary-email", "user-custom-emails", "custom-emails"]

/** Whether a kind of recipient is none of the known ones. */
export const isOtherRecipient = (type: string): boolean => !recipients.includes(type)
