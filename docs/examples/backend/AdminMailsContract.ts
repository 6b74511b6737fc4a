/** Mails, and figures about the project, for admins. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Rpc, RpcGroup } from "effect/rpc"
import { EmailNotEditable, RequiresCustomEmailServer, UserNotFound } from "gatefold/api"
import { Permission, RequirePermission, SignedIn, Unavailable, UserId } from "gatefold/backend/middleware"
import { adminPermission } from "./AdminPermission.ts"
import { Limit, Page, Refused } from "./AdminErrors.ts"

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

/** A mail to a user on its way, or what has become of it. */
export const OutboxMail = Schema.Struct({
  id: Schema.String,
  userId: Schema.NullOr(UserId),
  /** Null before it is rendered, and while it is held back. */
  subject: Schema.NullOr(Schema.String),
  status: Schema.String,
  /** Why it is where it is, if there is more to say. */
  reason: Schema.NullOr(Schema.String),
  isWaiting: Schema.Boolean,
  isFailed: Schema.Boolean,
  scheduledAt: Schema.Date,
  /** Whether {@link previewPath} shows what stands in it. */
  hasPreview: Schema.Boolean
})
/** A mail to a user on its way, or what has become of it. */
export interface OutboxMail extends Schema.Schema.Type<typeof OutboxMail> {}

/** The mails of a user, newest first. */
export const UserMails = Schema.Struct({
  /** What this server sent, of the newest 500 mails of the project; empty where the service has no outbox. */
  outbox: Schema.Array(OutboxMail),
  /** What the service sent by itself, such as links to verify an address, of its newest 100 mails. */
  sent: Schema.Array(SentMail)
})
/** The mails of a user, newest first. */
export interface UserMails extends Schema.Schema.Type<typeof UserMails> {}

/** The procedures about mails to users. */
export const mails = RpcGroup.make(
  /** Mails all users, and answers how many. Whoever has turned such mails off gets none. */
  Rpc.make("SendNews", {
    payload: {
      subject: Schema.NonEmptyString,
      text: Schema.NonEmptyString,
      /** In an hour, and not now. */
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

/** Figures; the daily ones are of today and the 30 days before, oldest first. What the service does not tell is null. */
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

/** Where a mail is shown, for the frame of a page: cookies say who asks. */
export const previewPath = (id: string): string => `/api/admin/mails/${id}`

/** A mail as a page of its own. A procedure could not answer one to a frame. */
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
