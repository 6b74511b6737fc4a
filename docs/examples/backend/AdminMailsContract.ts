/** Mails, and figures about the project, for admins. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Rpc, RpcGroup } from "effect/rpc"
import { EmailNotEditable, RequiresCustomEmailServer, UserNotFound } from "gatefold/api"
import { Permission, RequirePermission, SignedIn, Unavailable, UserId } from "gatefold/backend/middleware"
import { Limit, Page, Refused } from "./AdminErrors.ts"
import { adminPermission } from "./AdminPermission.ts"

/** A mail that the service sent for the project. */
export const SentMail = Schema.Struct({
  id: Schema.String,
  subject: Schema.String,
  to: Schema.Array(Schema.String),
  sentAt: Schema.Date,
  /** Why it did not go out; null when it did. */
  error: Schema.NullOr(Schema.String)
})
/** A mail that the service sent for the project. */
export interface SentMail extends Schema.Schema.Type<typeof SentMail> {}

/** A mail to a user: on its way, delivered or failed. */
export const OutboxMail = Schema.Struct({
  id: Schema.String,
  userId: Schema.NullOr(UserId),
  /** The addresses. Those of the mails of one user are empty if the mail goes to the primary address. */
  to: Schema.Array(Schema.String),
  /** Null before it is rendered, and while it is held back. */
  subject: Schema.NullOr(Schema.String),
  status: Schema.String,
  /** Details of the status, such as the error of the mail server. */
  reason: Schema.NullOr(Schema.String),
  isWaiting: Schema.Boolean,
  isFailed: Schema.Boolean,
  scheduledAt: Schema.Date,
  /** Whether {@link previewPath} can show its content. */
  hasPreview: Schema.Boolean
})
/** A mail to a user: on its way, delivered or failed. */
export interface OutboxMail extends Schema.Schema.Type<typeof OutboxMail> {}

/** The mails of a user, newest first. */
export const UserMails = Schema.Struct({
  /** Those among the newest 500 mails of the outbox, the service's own included. Empty without an outbox. */
  outbox: Schema.Array(OutboxMail),
  /** Those among the service's newest 100 mails that are not in the outbox. */
  sent: Schema.Array(SentMail)
})
/** The mails of a user, newest first. */
export interface UserMails extends Schema.Schema.Type<typeof UserMails> {}

/** The procedures about mails to users. */
export const mails = RpcGroup.make(
  /** Mails all users, and returns how many. Skips users who turned such mails off. */
  Rpc.make("SendNews", {
    payload: {
      subject: Schema.NonEmptyString,
      text: Schema.NonEmptyString,
      /** Whether to send it in an hour instead of now. */
      isLater: Schema.Boolean
    },
    success: Schema.Int,
    error: Schema.Union([Refused, RequiresCustomEmailServer, Unavailable])
  }),
  /** Newest first. */
  Rpc.make("ListOutbox", {
    payload: { cursor: Schema.optionalKey(Schema.String), limit: Limit },
    success: Page(OutboxMail),
    error: Unavailable
  }),
  Rpc.make("CancelMail", {
    payload: { id: Schema.String.check(Schema.isUUID()) },
    success: OutboxMail,
    error: Schema.Union([EmailNotEditable, Refused, Unavailable])
  }),
  Rpc.make("ListUserMails", {
    payload: { userId: UserId },
    success: UserMails,
    error: Schema.Union([UserNotFound, Unavailable])
  })
)

const Day = Schema.Struct({ date: Schema.String, count: Schema.Int })

/** Figures. Daily figures cover today and the 30 days before, oldest first. A missing figure is null. */
export const Metrics = Schema.Struct({
  totalUsers: Schema.Int,
  verifiedUsers: Schema.NullOr(Schema.Int),
  totalTeams: Schema.NullOr(Schema.Int),
  /** Users who were active on one of the days. */
  monthlyActiveUsers: Schema.NullOr(Schema.Int),
  signUps: Schema.Array(Day),
  activeUsers: Schema.Array(Day),
  mails: Schema.NullOr(Schema.Array(Day)),
  signInMethods: Schema.Array(Schema.Struct({ method: Schema.String, count: Schema.Int }))
})
/** Figures about the project. */
export interface Metrics extends Schema.Schema.Type<typeof Metrics> {}

/** The procedures that only look. */
export const reports = RpcGroup.make(
  /** The newest 100 mails, newest first. */
  Rpc.make("ListSentMails", {
    payload: { cursor: Schema.optionalKey(Schema.String), limit: Limit },
    success: Page(SentMail),
    error: Unavailable
  }),
  Rpc.make("GetMetrics", { success: Metrics, error: Unavailable })
)

/** The path of a mail's preview, for the frame of a page. Cookies authenticate the request. */
export const previewPath = (id: string): string => `/api/admin/mails/${id}`

/** A mail as an HTML page. A frame cannot show the result of a procedure. */
export class MailPreviews extends HttpApiGroup.make("mailPreviews")
  .add(
    HttpApiEndpoint.get("preview", "/api/admin/mails/:id", {
      params: { id: Schema.String.check(Schema.isUUID()) },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" })),
      error: Unavailable
    })
      .annotate(Permission, adminPermission)
      .middleware(RequirePermission)
  )
  .middleware(SignedIn) {}
