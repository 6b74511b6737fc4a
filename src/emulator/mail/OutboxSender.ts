/** Sends the mails of the outbox when they are due. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Background, ignoreIfOrphaned } from "../background/Background.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import { Settings } from "../settings/Settings.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import { StateParts } from "../storage/StateParts.ts"
import * as Delivery from "./Delivery.ts"
import { compose } from "./internal/Composer.ts"
import * as OutboxRow from "./internal/OutboxRow.ts"
import { findDestination } from "./internal/Recipients.ts"
import * as Notifications from "./Notifications.ts"

export class OutboxSender extends Context.Service<
  OutboxSender,
  {
    /** Sends the mails that are due at a time, in the background. */
    readonly sendAt: (time: number) => Effect.Effect<void>
  }
>()("gatefold/emulator/mail/OutboxSender") {}

const Captured = Schema.optional(
  Schema.NullOr(Schema.Struct({ elsewhere: Schema.Union([Schema.Array(Schema.String), Schema.Literal("waiting")]) }))
)

/** The part of a fork: the emulator that it comes from sends all mails that wait. */
const waitingState = { elsewhere: "waiting" } as const

/** The number of mails to send to mail servers concurrently. */
const maxSending = 10

/** The mail to send. Renders it again with an unsubscribe link for users who can turn off its category. */
const makeMessage = Effect.fnUntraced(function* (project: Project, row: OutboxRow.OutboxRow) {
  const { html, subject, text } = row
  const userId = OutboxRow.getUserId(OutboxRow.readRecipient(row))
  const category = Notifications.findDisableable(row.category_id)
  if (userId === undefined || category === undefined) return { subject, html, text, link: undefined, code: undefined }
  const { publicUrl } = yield* Settings
  const code = yield* Notifications.makeCode(userId, category)
  const link = `${publicUrl}/api/v1/emails/unsubscribe-link?code=${code}`
  const { categoryId: _, ...content } = yield* compose(project, row, link)
  return { ...content, link, code }
})

/** Claims a mail that is due. Only one of concurrent callers gets it. */
const claim = Effect.fnUntraced(function* (id: string) {
  const now = yield* Clock.currentTimeMillis
  return yield* Database.first(sql<OutboxRow.OutboxRow>`UPDATE outbox_emails
    SET started_sending_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND ${OutboxRow.computeStatus(now)} = 'queued' RETURNING *`)
})

const send = Effect.fnUntraced(function* (id: string, isSentElsewhere: (id: string) => boolean) {
  const row = yield* claim(id)
  const project = row && (yield* Projects.find(row.project_id))
  if (row === undefined || project === undefined) return
  const destination = yield* findDestination(row)
  if (destination._tag === "Skipped") {
    const skipped_at = yield* Clock.currentTimeMillis
    return yield* OutboxRow.write(id, { skipped_at, skipped_reason: destination.reason })
  }
  const message = yield* Effect.result(makeMessage(project, row))
  if (Result.isFailure(message)) {
    return yield* OutboxRow.write(id, { ...OutboxRow.unsent, render_error: message.failure.details.error })
  }
  const options = { isSentElsewhere: isSentElsewhere(id) }
  const outcomes = yield* Effect.forEach(destination.emails, (to) =>
    Delivery.deliver(project, { ...message.success, to }, options)
  )
  const failure = outcomes.find((outcome) => outcome !== undefined)
  yield* OutboxRow.finish(id, failure)
})

/** Checks the time after each sleep, because another clock measures the sleep, and it may end slightly early. */
const waitUntil = (time: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now >= time ? Effect.void : Effect.andThen(Effect.sleep(time - now), waitUntil(time))
  )

/** Sends the mails in the database. The next emulator sends the mails that were unfinished when one ended. */
const make = Effect.gen(function* () {
  const background = yield* Background
  const provide = Effect.provideContext(yield* Effect.context<Effect.Services<ReturnType<typeof send>>>())
  const parts = yield* StateParts

  /** Mails that the original emulator of this fork sends; undefined until the fork has determined them. */
  let elsewhere: ReadonlySet<string> | undefined = new Set()
  const isSentElsewhere = (id: string) => elsewhere?.has(id) === true

  /** Sends all mails that are due, urgent ones first. */
  const sendDue = Effect.gen(function* () {
    const due = yield* Database.all(sql<{ readonly id: string }>`SELECT id FROM outbox_emails
      WHERE ${OutboxRow.computeStatus(yield* Clock.currentTimeMillis)} = 'queued' ORDER BY is_high_priority DESC, scheduled_at, rowid`)
    yield* Effect.forEach(due, ({ id }) => ignoreIfOrphaned(send(id, isSentElsewhere)), {
      concurrency: maxSending,
      discard: true
    })
  }).pipe(provide)

  /** Reads the mails only when they are due, because until then they may be paused or rescheduled. */
  const sendAt = (time: number) => background.schedule(Effect.andThen(waitUntil(time), background.runDue(sendDue)))

  const schedule = Effect.gen(function* () {
    const times = yield* Database.all(sql<{ readonly scheduled_at: number }>`SELECT DISTINCT scheduled_at
      FROM outbox_emails WHERE started_sending_at IS NULL AND skipped_at IS NULL`)
    yield* Effect.forEach(times, ({ scheduled_at }) => sendAt(scheduled_at), { discard: true })
  }).pipe(provide)

  const resume = Effect.gen(function* () {
    yield* Database.run(sql`UPDATE outbox_emails SET started_sending_at = NULL
      WHERE started_sending_at IS NOT NULL AND finished_sending_at IS NULL AND skipped_at IS NULL`)
    if (elsewhere === undefined) {
      const waiting = yield* Database.all(sql<{ readonly id: string }>`SELECT id
        FROM outbox_emails WHERE started_sending_at IS NULL AND skipped_at IS NULL`)
      elsewhere = new Set(waiting.map(({ id }) => id))
    }
    yield* schedule
  }).pipe(provide)

  yield* resume
  parts.add({
    name: "outbox",
    schema: Captured,
    capture: () => {
      if (elsewhere === undefined) return waitingState
      return elsewhere.size === 0 ? null : { elsewhere: [...elsewhere] }
    },
    restore: (captured) => {
      elsewhere = captured?.elsewhere === "waiting" ? undefined : new Set(captured?.elsewhere)
    },
    copy: () => waitingState,
    empty: null,
    resume,
    seeded: schedule
  })

  return OutboxSender.of({ sendAt })
})

/** Sends in the background, and goes on with what waits in the database. */
export const layer = Layer.effect(OutboxSender, make)
