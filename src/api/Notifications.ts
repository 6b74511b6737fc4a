/** The categories of mails that users want (docs/protocol/resources.md#mails). Only the current service has it. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess } from "./Access.ts"
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
export const listNotificationCategories = Endpoint.get(
  "listNotificationCategories",
  "/emails/notification-preference/:userId",
  {
    params: { userId: UserIdOrMe },
    success: List(NotificationCategory),
    error: [CannotGetOwnUserWithoutUser, UserNotFound, TextErrors.otherGeneration]
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List the categories of mails of a user")
  .annotate(Endpoint.OnlyIn, "current")

/** Turns a category of mails on or off for a user. */
export const updateNotificationCategory = Endpoint.patch(
  "updateNotificationCategory",
  "/emails/notification-preference/:userId/:notificationCategoryId",
  {
    params: { userId: UserIdOrMe, notificationCategoryId: NotificationCategoryId },
    payload: WireStruct({ enabled: Schema.Boolean }),
    success: NotificationCategory,
    error: [CannotGetOwnUserWithoutUser, UserNotFound, TextErrors.notificationCategory, TextErrors.otherGeneration]
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Turn a category of mails on or off")
  .annotate(Endpoint.OnlyIn, "current")

/** The page behind the link in mails, which ends mails of their category; for browsers. */
export const unsubscribe = Endpoint.get("unsubscribe", "/emails/unsubscribe-link", {
  query: Query({ code: Schema.optional(Schema.String) }),
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" })),
  error: SchemaError
})
  .annotate(OpenApi.Summary, "Unsubscribe by the link of a mail")
  .annotate(Endpoint.OnlyIn, "current")
  // Services that count clicks add parameters to links.
  .annotate(HttpApi.QueryParseOptions, {})

/** The categories of mails that users want, at every level. */
export class NotificationsGroup extends HttpApiGroup.make("notifications")
  .add(listNotificationCategories, updateNotificationCategory, unsubscribe)
  .prefix(Endpoint.root) {}
