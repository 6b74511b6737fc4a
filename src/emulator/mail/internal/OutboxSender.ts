/** Sends the mails of the outbox when they are due. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { type Project, Projects } from "../../projects/Projects.ts"
import { Background, whileThere } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { StateParts } from "../../runtime/StateParts.ts"
import * as Database from "../../storage/Database.ts"
import { Delivery } from "../Delivery.ts"
import { disableable, Notifications } from "../Notifications.ts"
import { Composer } from "./Composer.ts"
import { finish, type OutboxRow, recipientOf, statusAt, unsent, userIdOf, write } from "./OutboxRow.ts"
import { Recipients } from "./Recipients.ts"

/** Sends the mails of the outbox. */
export class OutboxSender extends Context.Service<
  OutboxSender,
  {
    /** Sends the mails that are due at a time, in the background. */
    readonly sendAt: (time: number) => Effect.Effect<void>
  }
>()("gatefold/emulator/mail/internal/OutboxSender") {}

const CapturedSchema = Schema.optional(
  Schema.NullOr(Schema.Struct({ elsewhere: Schema.Union([Schema.Array(Schema.String), Schema.Literal("waiting")]) }))
)

/** The number of mails to send to mail servers concurrently. */
const maxSending = 10

/** Sends the mails in the database. The next emulator sends the mails that were unfinished when one ended. */
export const layer: Layer.Layer<
  OutboxSender,
  never,
  Background | Composer | Delivery | Notifications | Projects | Recipients | Settings | SqlClient | StateParts
> = Layer.effect(
  OutboxSender,
  Effect.gen(function* () {
    const background = yield* Background
    const { compose } = yield* Composer
    const { deliver } = yield* Delivery
    const notifications = yield* Notifications
    const projects = yield* Projects
    const recipients = yield* Recipients
    const { publicUrl } = yield* Settings
    const sql = yield* SqlClient

    /** Mails that the original emulator of this fork sends; undefined until the fork has determined them. */
    let elsewhere: ReadonlySet<string> | undefined = new Set()

    /** The mail to send. Renders it again with an unsubscribe link for users who can turn off its category. */
    const messageOf = Effect.fnUntraced(function* (project: Project, row: OutboxRow) {
      const { html, subject, text } = row
      const userId = userIdOf(recipientOf(row))
      const category = disableable(row.category_id)
      if (userId === undefined || category === undefined) {
        return { subject, html, text, link: undefined, code: undefined }
      }
      const code = yield* notifications.makeCode(userId, category)
      const link = `${publicUrl}/api/v1/emails/unsubscribe-link?code=${code}`
      const { categoryId: _, ...content } = yield* compose(project, row, link)
      return { ...content, link, code }
    })

    /** Claims a mail that is due. Only one of concurrent callers gets it. */
    const claim = Effect.fnUntraced(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      return yield* Database.first(sql<OutboxRow>`UPDATE outbox_emails
        SET started_sending_at = ${now}, updated_at = ${now}
        WHERE id = ${id} AND ${statusAt(sql, now)} = 'queued' RETURNING *`)
    })

    const send = Effect.fnUntraced(function* (id: string) {
      const row = yield* claim(id)
      const project = row && (yield* projects.find(row.project_id))
      if (row === undefined || project === undefined) return
      const destination = yield* recipients.find(row)
      if (destination._tag === "Skipped") {
        const skipped_at = yield* Clock.currentTimeMillis
        return yield* write(sql, id, { skipped_at, skipped_reason: destination.reason })
      }
      const message = yield* Effect.result(messageOf(project, row))
      if (Result.isFailure(message))
        return yield* write(sql, id, { ...unsent, render_error: message.failure.details.error })
      const isSentElsewhere = elsewhere?.has(id) === true
      const outcomes = yield* Effect.forEach(destination.emails, (to) =>
        deliver(project, { ...message.success, to }, { isSentElsewhere })
      )
      const failure = outcomes.find((outcome) => outcome !== undefined)
      yield* finish(sql, id, failure)
    })

    /** Sends all mails that are due, urgent ones first. */
    const sendDue = Effect.gen(function* () {
      const due = yield* Database.all(sql<{ readonly id: string }>`SELECT id FROM outbox_emails
        WHERE ${statusAt(sql, yield* Clock.currentTimeMillis)} = 'queued' ORDER BY is_high_priority DESC, scheduled_at, rowid`)
      yield* Effect.forEach(due, ({ id }) => whileThere(send(id)), { concurrency: maxSending, discard: true })
    })

    /** Checks the time after each sleep, because another clock measures the sleep, and it may end slightly early. */
    const waitUntil = (time: number): Effect.Effect<void> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now >= time ? Effect.void : Effect.andThen(Effect.sleep(time - now), waitUntil(time))
      )

    /** Reads the mails only when they are due, because until then they may be paused or rescheduled. */
    const sendAt = (time: number) => background.schedule(Effect.andThen(waitUntil(time), background.due(sendDue)))

    const schedule = Effect.gen(function* () {
      const times = yield* Database.all(sql<{ readonly scheduled_at: number }>`SELECT DISTINCT scheduled_at
        FROM outbox_emails WHERE started_sending_at IS NULL AND skipped_at IS NULL`)
      yield* Effect.forEach(times, ({ scheduled_at }) => sendAt(scheduled_at), { discard: true })
    })

    const resume = Effect.gen(function* () {
      yield* Database.run(sql`UPDATE outbox_emails SET started_sending_at = NULL
        WHERE started_sending_at IS NOT NULL AND finished_sending_at IS NULL AND skipped_at IS NULL`)
      if (elsewhere === undefined) {
        const waiting = yield* Database.all(sql<{ readonly id: string }>`SELECT id
          FROM outbox_emails WHERE started_sending_at IS NULL AND skipped_at IS NULL`)
        elsewhere = new Set(waiting.map(({ id }) => id))
      }
      yield* schedule
    })
    yield* resume
    const parts = yield* StateParts
    parts.add<{ readonly elsewhere: ReadonlyArray<string> | "waiting" } | null>({
      name: "outbox",
      schema: CapturedSchema,
      capture: () => {
        if (elsewhere === undefined) return { elsewhere: "waiting" }
        return elsewhere.size === 0 ? null : { elsewhere: [...elsewhere] }
      },
      restore: (captured) => {
        elsewhere = captured?.elsewhere === "waiting" ? undefined : new Set(captured?.elsewhere)
      },
      copy: () => ({ elsewhere: "waiting" }),
      empty: null,
      resume,
      seeded: schedule
    })

    return { sendAt }
  })
)
