/**
 * Mails to users, through the project's own mail server. The service of 2025-06 sends none: there these fail with
 * `NotSupportedByService`.
 */
import type { EmailThemeChoice } from "../api/schema/EmailTheme.ts"
import type { EmailDraftId, EmailTemplateId, UserId } from "../domain/Ids.ts"
import type { Json } from "../domain/text/Json.ts"
import * as Wire from "../wire/generated/Emails.ts"
import { asServer } from "./AsServer.ts"
import * as CallbackUrl from "./internal/CallbackUrl.ts"

export type { DeliveryCapacity, DeliveryInfo, DeliveryStats } from "../api/schema/DeliveryInfo.ts"

/** An email whose body is this HTML. */
export interface HtmlContent {
  readonly html: string
  readonly templateId?: undefined
  readonly variables?: undefined
  readonly draftId?: undefined
}

/** A template of the project, and what it shows. */
export interface TemplateContent {
  readonly templateId: EmailTemplateId
  readonly variables?: Readonly<Record<string, Json>> | undefined
  readonly html?: undefined
  readonly draftId?: undefined
}

/** A draft of the project. */
export interface DraftContent {
  readonly draftId: EmailDraftId
  readonly html?: undefined
  readonly templateId?: undefined
  readonly variables?: undefined
}

/** Exactly one of HTML, a template with its variables, or a draft. */
export type EmailContent = HtmlContent | TemplateContent | DraftContent

/** An email to send; a user who has turned off its category does not get it. */
export type NewEmail = EmailContent & {
  /**
   * The users, all users of the project, or the addresses of anyone: they need not be users. Each gets a separate
   * email.
   */
  readonly to: ReadonlyArray<UserId> | "all-users" | { readonly emails: ReadonlyArray<string> }
  /** Default: that of the template or draft, else the name of the project. */
  readonly subject?: string | undefined
  /** The name of a category, such as `Marketing`. Default: that of the template or draft, if it has one. */
  readonly category?: string | undefined
  /** The id of a theme, or false for none. Default: that of the template or draft, else that of the project. */
  readonly themeId?: EmailThemeChoice | undefined
  /** When to send it. Default: now. */
  readonly scheduledAt?: Date | undefined
  /** Whether it goes before mails that are waiting. Default: false. */
  readonly isHighPriority?: boolean | undefined
}

const toRecipients = (to: NewEmail["to"]) => {
  if (to === "all-users") return { allUsers: true as const }
  return "emails" in to ? { emails: to.emails } : { userIds: to }
}

/**
 * Sends an email to users or addresses, and returns one result for each, with its `userId` or `email`. The email is
 * then on its way, not yet delivered: `Outbox` shows its status.
 *
 * Fails with `RequiresCustomEmailServer` if the project does not have its own mail server, or with
 * `UserIdDoesNotExist`, `NotificationCategoryNotFound`, `EmailTemplateNotFound` or `EmailDraftNotFound`. Nobody gets an
 * email then.
 */
export const send = asServer.write("server/Emails.send", Wire.sendEmail, {
  input: ({ category, to, ...rest }: NewEmail) => ({
    payload: { ...rest, notificationCategoryName: category, ...toRecipients(to) }
  }),
  changes: ["emails", "outbox", "emailDrafts"]
})

/**
 * Invites a person, who need not be a user, to sign in: emails a link to a page of the app, with no code in it. Works
 * without the project's own mail server. Fails with `RedirectUrlNotWhitelisted`.
 */
export const sendSignInInvitation = asServer.write("server/Emails.sendSignInInvitation", [Wire.sendSignInInvitation], {
  changes: ["emails", "outbox"]
})(function* (input: {
  readonly email: string
  /** Default: the sign-in page below `appUrl`. */
  readonly callbackUrl?: string | undefined
}) {
  const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "signIn")
  yield* asServer.call(Wire.sendSignInInvitation, { payload: { email: input.email, callbackUrl } })
})

/** How many mails were sent in the last hour, day, week and month, and how fast more can be. */
export const getDeliveryInfo = asServer.read("server/Emails.getDeliveryInfo", Wire.getDeliveryInfo, {
  shows: ["emails", "outbox"]
})

/** Lets mails be sent faster for some hours. Fails with `EmailCapacityBoostAlreadyActive`. */
export const boostCapacity = asServer.write("server/Emails.boostCapacity", Wire.boostEmailCapacity, {
  input: { payload: {} },
  changes: ["outbox"]
})
