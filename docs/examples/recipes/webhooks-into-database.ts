/** Copies users into your database, and removes deleted ones. */
import type { WebhookMessage } from "gatefold/promise/backend"

export type UserRow = { readonly id: string; readonly email: string | null }

/** Pass this as the handler. It can run twice for the same event, so it only upserts and deletes by ID. */
export const syncUsers =
  (table: Map<string, UserRow>) =>
  async ({ event }: WebhookMessage): Promise<void> => {
    switch (event.type) {
      case "user.created":
      case "user.updated":
        table.set(event.data.id, { id: event.data.id, email: event.data.primaryEmail })
        return
      case "user.deleted":
        table.delete(event.data.id)
    }
  }
