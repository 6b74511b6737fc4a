/**
 * The current user's email preferences. The service of 2025-06 has none: there these operations fail with
 * `NotSupportedByService`.
 */
import { asUser } from "../app/AsClient.ts"
import type { NotificationCategoryId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Notifications.ts"

export type { NotificationCategory } from "../api/schema/NotificationCategory.ts"

/** The categories of mails, and whether the current user gets them. */
export const list = asUser.read("Notifications.list", Wire.listNotificationCategories, {
  input: { params: { userId: "me" } },
  shows: ["notificationPreferences"]
})

/**
 * Turns a category of mails on or off, and returns it. The service sends mails of a category that cannot be turned off
 * (`canDisable`) whatever is stored. Fails with `NotificationCategoryNotFound`.
 */
export const setEnabled = asUser.write("Notifications.setEnabled", Wire.updateNotificationCategory, {
  input: ({ enabled, id }: { readonly id: NotificationCategoryId; readonly enabled: boolean }) => ({
    params: { userId: "me", notificationCategoryId: id },
    payload: { enabled }
  }),
  changes: ["notificationPreferences"]
})
