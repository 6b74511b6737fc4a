/** Reads mails over the HTTP interface of Inbucket, which self-hosted services use in development. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { waitMillis } from "../support/patience.ts"
import type { Mail } from "./Backend.ts"

const Summaries = Schema.Array(Schema.Struct({ id: Schema.String, subject: Schema.String }))
const Message = Schema.Struct({
  subject: Schema.String,
  body: Schema.Struct({ text: Schema.String, html: Schema.String })
})

type RequestHeaders = Readonly<Record<string, string>>

const getJson = <A>(url: string, headers: RequestHeaders, schema: Schema.Codec<A, unknown>) =>
  Effect.flatMap(
    Effect.tryPromise(async () => (await fetch(url, { headers })).json() as Promise<unknown>),
    (json) => Schema.decodeUnknownEffect(schema)(json)
  )

/** The first link with a code: every mail about one has it. */
export const findLink = (html: string): { readonly link: string | undefined; readonly code: string | undefined } => {
  const link = /https?:\/\/[^\s"'<>]*[?&](?:amp;)?code=[^\s"'<>]+/.exec(html)?.[0].replaceAll("&amp;", "&")
  return { link, code: link === undefined ? undefined : (new URL(link).searchParams.get("code") ?? undefined) }
}

/** Waits for mails; a mailbox has the name before the `@`. */
export const make = (baseUrl: string, headers: RequestHeaders = {}) => {
  const taken = new Set<string>()
  const root = `${baseUrl.replace(/\/$/, "")}/api/v1/mailbox`
  return (to: string, subject: string): Effect.Effect<Mail> => {
    const mailbox = `${root}/${encodeURIComponent(to.split("@")[0]!)}`
    return Effect.gen(function* () {
      const mails = yield* getJson(mailbox, headers, Summaries)
      const found = mails.find((mail) => !taken.has(mail.id) && mail.subject.includes(subject))
      if (found === undefined) return yield* Effect.fail("no mail yet")
      taken.add(found.id)
      const message = yield* getJson(`${mailbox}/${found.id}`, headers, Message)
      const { code, link } = findLink(message.body.html === "" ? message.body.text : message.body.html)
      return { subject: message.subject, text: message.body.text, link, code }
    }).pipe(Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration: waitMillis }))), Effect.orDie)
  }
}
