/** Mails to users: sent now or later, held back, changed, cancelled, and what became of them. */
import { Console, Effect } from "effect"
import { EmailConfig } from "gatefold/admin"
import * as Emulator from "gatefold/emulator"
import { Emails, Outbox, Users } from "gatefold/server"
import { admin, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  const { clock, mailbox } = yield* Emulator.Emulator
  // Emails to users need the project's own mail server. This one is in the emulator.
  yield* EmailConfig.useStandard(Emulator.mailServer)

  const ann = yield* Users.create({ displayName: "Ann", primaryEmail: "ann@example.org", primaryEmailVerified: true })
  const results = yield* Emails.send({
    to: [ann.id], // or "all-users"
    subject: "What is new",
    html: "<h1>What is new</h1><p>Mails to users.</p>",
    category: "Marketing" // Users who turned this category off don't get the email, which has a link to turn it off.
  })
  const mail = yield* mailbox.take({ to: "ann@example.org" })
  yield* Console.log(results.length, "mail:", mail.subject, "unsubscribe at", mail.link)

  yield* Emails.send({ to: [ann.id], html: "Hello", category: "Gossip" }).pipe(
    Effect.catchTag("NotificationCategoryNotFound", (error) => Console.log("Not sent:", error.message))
  )

  // Send it in an hour, unless someone cancels it.
  const scheduledAt = new Date((yield* clock.currentTimeMillis) + 3_600_000)
  yield* Emails.send({ to: "all-users", subject: "Reminder", html: "<p>The meeting is at 10.</p>", scheduledAt })
  const { items } = yield* Outbox.page({ status: "scheduled" })
  for (const { id } of items) {
    yield* Outbox.pause(id)
    yield* Outbox.update({ id, scheduledAt: new Date(scheduledAt.getTime() + 3_600_000) })
    yield* Outbox.resume(id)
    yield* Outbox.cancel(id)
    yield* Outbox.resume(id).pipe(Effect.catchTag("EmailNotEditable", (error) => Console.log(error.details.status)))
  }

  for (const email of (yield* Outbox.page()).items) {
    if (email.status === "sent") yield* Console.log("Sent:", email.subject, email.deliveredAt)
    else if (email.status === "skipped") yield* Console.log("Not sent:", email.skippedReason)
    else yield* Console.log("On its way:", email.status)
  }

  // The recipient doesn't have to be a user yet.
  yield* Emails.sendSignInInvitation({ email: "bob@example.org" })
  yield* Console.log("Invited:", (yield* mailbox.take({ to: "bob@example.org" })).subject)

  const { capacity, stats } = yield* Emails.getDeliveryInfo
  yield* Console.log("In the last hour:", stats.hour.sent, "and", capacity.ratePerSecond, "could be sent in a second")
  yield* Emails.boostCapacity.pipe(
    Effect.flatMap(({ expiresAt }) => Console.log("Faster until", expiresAt)),
    Effect.catchTag("EmailCapacityBoostAlreadyActive", (error) => Console.log("until", error.details.expiresAt))
  )
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
