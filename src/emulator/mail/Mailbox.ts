/**
 * All mails of the emulator, also those that were sent to a mail server of a project. They are in memory only, because
 * they contain codes, of which the database has only hashes.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Randomness } from "../storage/Randomness.ts"

/** A mail to one recipient. */
export interface Mail {
  readonly id: string
  readonly projectId: string
  readonly sentAt: number
  /** The sender, as in the header: `Name <address>`. */
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link in the mail, if any. */
  readonly link: string | undefined
  /** The code in the link, if any. */
  readonly code: string | undefined
}

/** A filter of mails; all given fields must match. */
export interface Filter {
  readonly to?: string | undefined
  readonly projectId?: string | undefined
  /** A part of the subject. */
  readonly subject?: string | undefined
}

/** The outbox of all projects. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    readonly deliver: (mail: Omit<Mail, "id" | "sentAt">) => Effect.Effect<Mail>
    /** Oldest first. */
    readonly list: (filter?: Filter) => Effect.Effect<ReadonlyArray<Mail>>
    readonly latest: (filter?: Filter) => Effect.Effect<Mail | undefined>
    /** Takes the first matching mail; waits until there is one. */
    readonly take: (filter?: Filter) => Effect.Effect<Mail>
    readonly clear: Effect.Effect<void>
  }
>()("gatefold/emulator/mail/Mailbox") {}

const CAPACITY = 1_000

/** A limit in characters, because mails repeat names and templates, which may be long. */
const MAX_CHARACTERS = 50_000_000

const lengthOf = ({ html, subject, text }: Mail): number => html.length + subject.length + text.length

const matches = (mail: Mail, filter: Filter): boolean =>
  (filter.to === undefined || mail.to === filter.to) &&
  (filter.projectId === undefined || mail.projectId === filter.projectId) &&
  (filter.subject === undefined || mail.subject.includes(filter.subject))

interface Waiting {
  readonly filter: Filter
  readonly resume: (effect: Effect.Effect<Mail>) => void
}

/** An empty mailbox for the newest mails: at most 1,000, and 50 million characters. */
export const layer: Layer.Layer<Mailbox, never, Randomness> = Layer.effect(
  Mailbox,
  Effect.gen(function* () {
    const randomness = yield* Randomness
    let mails: Array<Mail> = []
    let characters = 0
    const taken = new Set<string>()
    const waiting = new Set<Waiting>()

    const deliver: Mailbox["Service"]["deliver"] = Effect.fnUntraced(function* (message) {
      const mail = { ...message, id: randomness.uuid(), sentAt: yield* Clock.currentTimeMillis }
      mails.push(mail)
      characters += lengthOf(mail)
      while (mails.length > CAPACITY || (mails.length > 1 && characters > MAX_CHARACTERS)) {
        const dropped = mails.shift()!
        characters -= lengthOf(dropped)
        taken.delete(dropped.id)
      }
      for (const waiter of waiting) {
        if (!matches(mail, waiter.filter)) continue
        waiting.delete(waiter)
        taken.add(mail.id)
        waiter.resume(Effect.succeed(mail))
        break
      }
      return mail
    })

    const take: Mailbox["Service"]["take"] = (filter = {}) =>
      Effect.callback((resume) => {
        const found = mails.find((mail) => !taken.has(mail.id) && matches(mail, filter))
        if (found !== undefined) {
          taken.add(found.id)
          return resume(Effect.succeed(found))
        }
        const waiter = { filter, resume }
        waiting.add(waiter)
        return Effect.sync(() => waiting.delete(waiter))
      })

    return {
      deliver,
      take,
      list: (filter = {}) => Effect.sync(() => mails.filter((mail) => matches(mail, filter))),
      latest: (filter = {}) => Effect.sync(() => mails.findLast((mail) => matches(mail, filter))),
      clear: Effect.sync(() => {
        mails = []
        characters = 0
        taken.clear()
      })
    }
  })
)
