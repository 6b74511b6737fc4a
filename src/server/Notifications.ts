/**
 * The email preferences of any user. The service of 2025-06 has none: there these operations fail with
 * `NotSupportedByService`.
 */
import type { NotificationCategoryId, UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Notifications.ts"
import { asServer } from "./AsServer.ts"

export type { NotificationCategory } from "../api/schema/NotificationCategory.ts"

/** The categories of mails, and whether a user gets them. Fails with `UserNotFound`. */
export const list = asServer.read("server/Notifications.list", Wire.listNotificationCategories, {
  input: (userId: UserId) => ({ params: { userId } }),
  shows: ["notificationPreferences"]
})

/**
 * Turns a category of mails on or off for a user, and returns it. The service sends mails of a category that cannot be
 * turned off (`canDisable`) whatever is stored. Fails with `NotificationCategoryNotFound` and with `UserNotFound`.
 */
export const setEnabled = asServer.write("server/Notifications.setEnabled", Wire.updateNotificationCategory, {
  input: ({
    enabled,
    id,
    userId
  }: {
    readonly userId: UserId
    readonly id: NotificationCategoryId
    readonly enabled: boolean
  }) => ({ params: { userId, notificationCategoryId: id }, payload: { enabled } }),
  changes: ["notificationPreferences"]
})
