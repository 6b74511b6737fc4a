/**
 * All mails of the emulator, also those that a project's mail server received. They stay in memory only, because they
 * contain codes, and the database stores only the hashes of codes.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { Trace } from "../background/Trace.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { StateParts } from "../storage/StateParts.ts"
import { findLinks } from "./internal/Links.ts"

/** Bytes, as base64 in snapshots. */
const Bytes = Schema.String.check(Schema.isBase64()).pipe(
  Schema.decodeTo(Schema.Uint8Array, { decode: SchemaGetter.decodeBase64(), encode: SchemaGetter.encodeBase64() })
)

/** A text that may be missing, and then is left out of JSON. */
const OptionalText = Schema.UndefinedOr(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.undefined))

const Attachment = Schema.Struct({
  filename: OptionalText,
  contentType: Schema.String,
  content: Bytes
})
/** A file in a mail. */
export interface Attachment extends Schema.Struct.Type<(typeof Attachment)["fields"]> {}

const Mail = Schema.Struct({
  id: Schema.String,
  /** The project of the mail; `undefined` if another program sent it. */
  projectId: OptionalText,
  /** The app's request that caused the mail, if any. */
  requestId: Schema.optional(Schema.String),
  /** In milliseconds since 1970. */
  sentAt: Schema.Finite,
  /** The sender, as in the header: `Name <address>`. */
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  /** The link in the mail, if any: the first one of another program's mail. */
  link: OptionalText,
  /** The code in the link, if any. In another program's mail, also a code on a separate line. */
  code: OptionalText,
  /** All links of the mail, in their order. */
  links: Schema.Array(Schema.String),
  /** Files of another program's mail; those of the service have none. */
  attachments: Schema.Array(Attachment.pipe(Schema.encodeKeys({ content: "contentBase64" })))
})
/** A mail as one recipient gets it. */
export interface Mail extends Schema.Struct.Type<(typeof Mail)["fields"]> {}

/** A mail on arrival. The mailbox searches it for links if none are given. */
export type Delivered = Omit<Mail, "id" | "requestId" | "sentAt" | "links" | "attachments"> &
  Partial<Pick<Mail, "links" | "attachments">>

/** No matching mail arrived in time. */
export class NoMail extends TaggedError("NoMail")<{ readonly problem: string }> {
  override get message() {
    return this.problem
  }
}

/** A filter of mails; all given fields must match. Case does not count, except in `projectId`. */
export interface MailFilter {
  /** The whole address. */
  readonly to?: string | undefined
  /** A part of the sender. */
  readonly from?: string | undefined
  readonly projectId?: ProjectId | undefined
  /** A part of the subject. */
  readonly subject?: string | undefined
  /** A part of the text. */
  readonly text?: string | undefined
  /** Only mails that were sent at this time or later, by the emulator's clock. */
  readonly since?: Date | number | undefined
}

/** The outbox of all projects. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** Without `attachments` it has none. */
    readonly deliver: (mail: Delivered) => Effect.Effect<Mail>
    /** Oldest first. */
    readonly list: (filter?: MailFilter) => Effect.Effect<ReadonlyArray<Mail>>
    readonly latest: (filter?: MailFilter) => Effect.Effect<Mail | undefined>
    /** Takes the first matching mail, and waits until one arrives. */
    readonly take: (filter?: MailFilter) => Effect.Effect<Mail>
    /** Takes the first matching mail; fails if none arrives within the limit. */
    readonly takeWithin: (filter: MailFilter, limit: Duration.Input) => Effect.Effect<Mail, NoMail>
    readonly clear: Effect.Effect<void>
  }
>()("gatefold/emulator/mail/Mailbox") {}

const capacity = 1_000

/** A limit in characters, because mails repeat names and templates, which may be long. */
const maxCharacters = 50_000_000

/** The approximate memory size of a mail. */
export const measureMail = ({ attachments, html, subject, text }: Mail): number =>
  attachments.reduce((sum, { content }) => sum + content.length, html.length + subject.length + text.length)

const includes = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

const matches = (mail: Mail, filter: MailFilter): boolean =>
  (filter.to === undefined || mail.to.toLowerCase() === filter.to.toLowerCase()) &&
  (filter.projectId === undefined || mail.projectId === filter.projectId) &&
  (filter.since === undefined || mail.sentAt >= Number(filter.since)) &&
  includes(mail.from, filter.from) &&
  includes(mail.subject, filter.subject) &&
  includes(mail.text, filter.text)

const describeFilter = (filter: MailFilter): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` with ${name} ${JSON.stringify(value)}`)
    .join("")

const Captured = Schema.Struct({ mails: Schema.Array(Mail), taken: Schema.Array(Schema.String) })

const capture = Schema.encodeSync(Captured)

const restore = Schema.decodeSync(Captured)

interface Waiting {
  readonly filter: MailFilter
  readonly resume: (effect: Effect.Effect<Mail>) => void
}

/** An empty mailbox for the newest mails: at most 1,000, and 50 million characters. */
const make = Effect.gen(function* () {
  const randomness = yield* Randomness
  let mails: Array<Mail> = []
  let characters = 0
  const taken = new Set<string>()
  const waiting = new Set<Waiting>()

  const deliver: Mailbox["Service"]["deliver"] = Effect.fnUntraced(function* (message) {
    const { links = findLinks(message.html, message.text) } = message
    const requestId = (yield* Trace)?.requestId
    const mail = {
      attachments: [],
      ...message,
      links,
      id: randomness.uuid(),
      ...(requestId !== undefined && { requestId }),
      sentAt: yield* Clock.currentTimeMillis
    }
    mails.push(mail)
    characters += measureMail(mail)
    while (mails.length > capacity || (mails.length > 1 && characters > maxCharacters)) {
      const dropped = mails.shift()!
      characters -= measureMail(dropped)
      taken.delete(dropped.id)
    }
    handOver(mail)
    return mail
  })

  const handOver = (mail: Mail): void => {
    for (const waiter of waiting) {
      if (!matches(mail, waiter.filter)) continue
      waiting.delete(waiter)
      taken.add(mail.id)
      waiter.resume(Effect.succeed(mail))
      break
    }
  }

  const parts = yield* StateParts
  parts.add({
    name: "mailbox",
    schema: Schema.toEncoded(Captured),
    capture: () => capture({ mails, taken: [...taken] }),
    restore: (captured) => {
      const state = restore(captured)
      mails = [...state.mails]
      characters = mails.reduce((sum, mail) => sum + measureMail(mail), 0)
      taken.clear()
      for (const id of state.taken) taken.add(id)
      for (const mail of mails) if (!taken.has(mail.id)) handOver(mail)
    }
  })

  const take: Mailbox["Service"]["take"] = (filter = {}) =>
    Effect.callback((resume) => {
      const next = mails.find((mail) => !taken.has(mail.id) && matches(mail, filter))
      if (next !== undefined) {
        taken.add(next.id)
        return resume(Effect.succeed(next))
      }
      const waiter = { filter, resume }
      waiting.add(waiter)
      return Effect.sync(() => waiting.delete(waiter))
    })

  return Mailbox.of({
    deliver,
    take,
    takeWithin: (filter, limit) =>
      Effect.timeoutOrElse(take(filter), {
        duration: limit,
        orElse: () =>
          Effect.fail(
            new NoMail({ problem: `No mail${describeFilter(filter)} came. The mailbox has ${mails.length} in all.` })
          )
      }),
    list: (filter = {}) => Effect.sync(() => mails.filter((mail) => matches(mail, filter))),
    latest: (filter = {}) => Effect.sync(() => mails.findLast((mail) => matches(mail, filter))),
    clear: Effect.sync(() => {
      mails = []
      characters = 0
      taken.clear()
    })
  })
})

/** Keeps the newest mails in memory. */
export const layer = Layer.effect(Mailbox, make)
