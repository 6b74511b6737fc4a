/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { NotificationCategoryId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { NotificationCategory } from "../../api/schema/NotificationCategory.ts"
import type { NotificationCategoryNotFound } from "../../domain/errors/Emails.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type { UserNotFound } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { decodeToItems } from "./Envelope.ts"
import { schemaError } from "./errors/ProjectAccess.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import { userNotFound } from "./errors/Users.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeNotificationCategory } from "./schema/NotificationCategory.ts"
import { notificationCategory, otherGeneration } from "./TextErrors.ts"

const listNotificationCategoriesSuccess = decodeToItems(R.list(decodeNotificationCategory))

const userIdParams = R.struct((o) => ({ userId: pathSegment<UserId>(o.userId, "userId") }))

/** List the categories of mails of a user. */
export const listNotificationCategories: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe } },
  ReadonlyArray<NotificationCategory>,
  CannotGetOwnUserWithoutUser | UserNotFound | NotSupportedByService,
  "client"
> = {
  name: "listNotificationCategories",
  method: "GET",
  path: "/emails/notification-preference/:userId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdParams,
  success: listNotificationCategoriesSuccess,
  errors: [cannotGetOwnUserWithoutUser, userNotFound],
  textErrors: [otherGeneration]
}

const userIdNotificationCategoryIdParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  notificationCategoryId: pathSegment<NotificationCategoryId>(o.notificationCategoryId, "notificationCategoryId")
}))

const updateNotificationCategoryPayload = R.struct((o) => ({ enabled: R.boolean(o.enabled, "enabled") }))

/** Turn a category of mails on or off. */
export const updateNotificationCategory: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly notificationCategoryId: NotificationCategoryId }
    readonly payload: { readonly enabled: boolean }
  },
  NotificationCategory,
  CannotGetOwnUserWithoutUser | UserNotFound | NotificationCategoryNotFound | NotSupportedByService,
  "client"
> = {
  name: "updateNotificationCategory",
  method: "PATCH",
  path: "/emails/notification-preference/:userId/:notificationCategoryId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdNotificationCategoryIdParams,
  payload: updateNotificationCategoryPayload,
  success: decodeNotificationCategory,
  errors: [cannotGetOwnUserWithoutUser, userNotFound],
  textErrors: [notificationCategory, otherGeneration]
}

const unsubscribeQuery = R.struct((o) => ({ code: R.optional(o.code, "code", R.string) }))

/** Unsubscribe by the link of a mail. */
export const unsubscribe: Endpoint<
  { readonly query: { readonly code?: string | undefined } },
  string,
  never,
  undefined
> = {
  name: "unsubscribe",
  method: "GET",
  path: "/emails/unsubscribe-link",
  level: undefined,
  query: unsubscribeQuery,
  success: R.string,
  reads: "text",
  errors: [schemaError]
}
