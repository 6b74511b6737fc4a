/** Notification preferences: the user's settings, and a server's view of them. */
import { Console, Effect } from "effect"
import { CurrentUser, Notifications, Password } from "gatefold"
import { Notifications as NotificationsOfUsers } from "gatefold/server"
import { run, server } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  for (const { canDisable, enabled, name } of yield* Notifications.list) {
    yield* Console.log(name, enabled ? "on" : "off", canDisable ? "" : "(always)")
  }

  const marketing = (yield* Notifications.list).find(({ name }) => name === "Marketing")
  if (marketing === undefined) return
  const changed = yield* Notifications.setEnabled({ id: marketing.id, enabled: false })
  yield* Console.log(changed.name, "is", changed.enabled ? "on" : "off")

  const { id: userId } = yield* CurrentUser.getOrFail
  yield* NotificationsOfUsers.setEnabled({ userId, id: marketing.id, enabled: true })
  for (const { enabled, name } of yield* NotificationsOfUsers.list(userId)) yield* Console.log(name, enabled)
}).pipe(Effect.provide(server))

run(import.meta.main, example)
