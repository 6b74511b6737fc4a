/** The categories of mails that users want (docs/protocol/resources.md#mails). Only the current service has it. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { SchemaError } from "./errors/ProjectAccess.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { UserNotFound } from "./errors/Users.ts"
import { Query } from "./Input.ts"
import { NotificationCategoryId, UserIdOrMe } from "./schema/Ids.ts"
import { NotificationCategory } from "./schema/NotificationCategory.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** Lists the categories of mails as they are for a user. */
export const listNotificationCategories = Endpoint.client.get(
  "listNotificationCategories",
  "/emails/notification-preference/:userId",
  {
    summary: "List the categories of mails of a user",
    only: "current",
    params: { userId: UserIdOrMe },
    success: List(NotificationCategory),
    error: [CannotGetOwnUserWithoutUser, UserNotFound]
  }
)

/** Turns a category of mails on or off for a user. */
export const updateNotificationCategory = Endpoint.client.patch(
  "updateNotificationCategory",
  "/emails/notification-preference/:userId/:notificationCategoryId",
  {
    summary: "Turn a category of mails on or off",
    only: "current",
    params: { userId: UserIdOrMe, notificationCategoryId: NotificationCategoryId },
    payload: WireStruct({ enabled: Schema.Boolean }),
    success: NotificationCategory,
    error: [CannotGetOwnUserWithoutUser, UserNotFound, TextErrors.notificationCategory]
  }
)

/** The page behind the link in mails, which ends mails of their category; for browsers. */
export const unsubscribe = Endpoint.open
  .get("unsubscribe", "/emails/unsubscribe-link", {
    summary: "Unsubscribe by the link of a mail",
    only: "current",
    query: Query({ code: Schema.optional(Schema.String) }),
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })),
    error: SchemaError
  })
  // Services that count clicks add parameters to links.
  .annotate(HttpApi.QueryParseOptions, {})

/** The categories of mails that users want, at every level. */
export class NotificationsGroup extends HttpApiGroup.make("notifications")
  .add(listNotificationCategories, updateNotificationCategory, unsubscribe)
  .prefix(Endpoint.root) {}
