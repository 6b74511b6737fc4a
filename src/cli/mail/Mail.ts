/** `gatefold mail`: reads the emails that an emulator caught. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { timedOut, refused } from "../CommandError.ts"
import * as Connection from "../emulator/Connection.ts"
import type { CommonInput } from "../emulator/ConnectionFlags.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { stripControls, toPlainLine } from "../output/TerminalText.ts"
import type { filterFlags } from "./MailCommand.ts"

const Mail = Schema.Struct({
  id: Schema.String,
  sentAt: Schema.Finite,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  code: Schema.optional(Schema.String),
  links: Schema.Array(Schema.String),
  attachments: Schema.Array(Schema.Struct({ filename: Schema.optional(Schema.String), contentType: Schema.String }))
})
type Mail = typeof Mail.Type

type FilterInput = InputOf<typeof filterFlags>

const toQuery = (input: FilterInput): URLSearchParams => {
  const query = new URLSearchParams()
  for (const name of ["to", "from", "subject", "text"] as const) {
    if (Option.isSome(input[name])) query.set(name, input[name].value)
  }
  if (Option.isSome(input.since)) query.set("since", String(input.since.value.getTime()))
  return query
}

const formatLine = ({ from, id, sentAt, subject, to }: Mail): string =>
  toPlainLine([new Date(sentAt).toISOString(), id, `${from} → ${to}`, subject].join("  "))

const formatMail = (mail: Mail): string => {
  const { attachments, code, from, links, sentAt, subject, text, to } = mail
  return stripControls(
    [
      `From:     ${from}`,
      `To:       ${to}`,
      `Date:     ${new Date(sentAt).toISOString()}`,
      `Subject:  ${subject}`,
      ...(code === undefined ? [] : [`Code:     ${code}`]),
      ...links.map((link) => `Link:     ${link}`),
      ...attachments.map(({ contentType, filename }) => `File:     ${filename ?? "(without a name)"} (${contentType})`),
      "",
      text
    ].join("\n")
  )
}

const print = (input: { readonly json: boolean }, mail: Mail, form: (mail: Mail) => string) =>
  Output.printResult(input, mail, form(mail))

export const list = Effect.fnUntraced(function* (input: FilterInput) {
  const mails = yield* Connection.ask(input, "GET", `mails?${toQuery(input)}`, Schema.Array(Mail))
  if (mails.length === 0 && !input.json) return yield* Output.note("No emails found.")
  yield* Effect.forEach(mails, (mail) => print(input, mail, formatLine), { discard: true })
})

export const show = Effect.fnUntraced(function* (input: CommonInput & { readonly id: string }) {
  const missing = refused(
    input.id === "latest"
      ? "The emulator has not caught an email yet."
      : `No email has the ID ${JSON.stringify(input.id)}. Run gatefold mail list to see all IDs.`
  )
  yield* print(
    input,
    yield* Connection.ask(input, "GET", `mails/${encodeURIComponent(input.id)}`, Mail, { missing }),
    formatMail
  )
})

export const wait = Effect.fnUntraced(function* (input: FilterInput & { readonly within: number }) {
  const query = toQuery(input)
  query.set("withinMillis", String(Math.round(input.within * 1000)))
  const missing = timedOut(`No matching email arrived within ${Output.formatCount(input.within, "second")}.`)
  yield* print(input, yield* Connection.ask(input, "POST", `mails/take?${query}`, Mail, { missing }), formatMail)
})
