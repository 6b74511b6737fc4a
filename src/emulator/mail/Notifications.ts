/** Notification preferences by category, and the unsubscribe links in mails (docs/protocol/resources.md#mails). */
import * as Effect from "effect/Effect"
import type { NotificationCategory } from "../../api/schema/NotificationCategory.ts"
import type { UserId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

/** A category of mails, whatever a user has chosen for it. */
export type Category = Omit<NotificationCategory, "enabled">

/** Mails that users cannot turn off. */
export const transactional: Category = {
  id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
  name: "Transactional",
  canDisable: false
}

/** The categories, with the ids that they have everywhere. Users get mails of all unless they say otherwise. */
export const categories: ReadonlyArray<Category> = [
  transactional,
  {
    id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c",
    name: "Marketing",
    canDisable: true
  }
]

/** A category that users can turn off. */
export const findDisableable = (id: string | null): Category | undefined =>
  categories.find((category) => category.id === id && category.canDisable)

interface PreferenceRow {
  readonly category_id: string
  readonly is_enabled: number
}

interface CodeRow {
  readonly user_id: UserId
  readonly category_id: string
}

export const list = (userId: UserId) =>
  Effect.map(
    Database.all(sql<PreferenceRow>`SELECT category_id, is_enabled FROM notification_preferences
      WHERE user_id = ${userId}`),
    (rows) => {
      const off = new Set(rows.filter((row) => row.is_enabled === 0).map((row) => row.category_id))
      return categories.map((category): NotificationCategory => ({ ...category, enabled: !off.has(category.id) }))
    }
  )

/** Stores the user's preference. Has no effect on mails of a category that cannot be turned off. */
export const setEnabled = (userId: UserId, category: Category, isEnabled: boolean) => {
  const row = { user_id: userId, category_id: category.id, is_enabled: isEnabled }
  const write = Database.run(sql`INSERT INTO notification_preferences ${sql.insert(row)}
    ON CONFLICT (user_id, category_id) DO UPDATE SET is_enabled = excluded.is_enabled`)
  return Effect.as(write, { ...category, enabled: isEnabled })
}

/** The code that lets the recipient of a mail unsubscribe from its category. */
export const makeCode = Effect.fnUntraced(function* (userId: UserId, { id }: Category) {
  const code = (yield* Randomness).token()
  yield* Database.insert("unsubscribe_codes", { code_hash: sha256(code), user_id: userId, category_id: id })
  return code
})

/** Turns a category off, and returns it; `undefined` for an unknown code. A code works more than once. */
export const unsubscribe = Effect.fnUntraced(function* (code: string) {
  const row = yield* Database.first(sql<CodeRow>`SELECT user_id, category_id FROM unsubscribe_codes
    WHERE code_hash = ${sha256(code.toLowerCase())}`)
  const category = row && findDisableable(row.category_id)
  if (row === undefined || category === undefined) return undefined
  yield* setEnabled(row.user_id, category, false)
  return category
})
