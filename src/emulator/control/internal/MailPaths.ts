/**
 * The control paths of the mailbox: `mails` with all that a mail has, and `api/v1/mailbox/…` in the form of Inbucket's
 * API.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import { ControlToken } from "../../access/ControlToken.ts"
import { type MailFilter, type Mail, Mailbox } from "../../mail/Mailbox.ts"
import * as ControlPath from "../ControlPath.ts"

export type MailJson = (mail: Mail) => object

/** How mails are shown: `htmlUrl` is where a browser gets the document, without the token. */
export const mailJson: Effect.Effect<MailJson, never, ControlToken> = Effect.map(
  ControlToken,
  ({ makeKeyTo }) =>
    (mail: Mail) => ({
      ...mail,
      htmlUrl: `/__emulator/mails/${encodeURIComponent(mail.id)}/html?key=${makeKeyTo(`mail ${mail.id}`)}`,
      attachments: mail.attachments.map(({ content, ...about }) => ({
        ...about,
        size: content.length,
        contentBase64: Base64.encode(content)
      }))
    })
)

/** The untrusted document of a mail. It gets a separate origin, runs no scripts and sends no requests. */
export const respondWithHtml = ({ html }: Mail): Response =>
  new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": [
        "sandbox",
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data: https: http:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'"
      ].join("; "),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff"
    }
  })

const parseTime = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))

const parseFilter = (query: URLSearchParams): MailFilter => {
  const since = query.get("since")
  const readText = (name: string) => query.get(name) ?? undefined
  return {
    to: readText("to"),
    from: readText("from"),
    subject: readText("subject"),
    text: readText("text"),
    projectId: readText("projectId"),
    since: since === null ? undefined : parseTime(since)
  }
}

const toSummary = ({ code, id, link, projectId, requestId, sentAt, subject, to }: Mail) => ({
  code,
  id,
  link,
  projectId,
  requestId,
  sentAt,
  subject,
  to
})

const maxWait = Duration.toMillis("10 minutes")

/** The mail with an id; the last one is also `latest`. */
export const findMail = (mails: ReadonlyArray<Mail>, id: string): Effect.Effect<Mail, ControlPath.Refused> => {
  const mail = id === "latest" ? mails.at(-1) : mails.find((candidate) => candidate.id === id)
  return mail === undefined ? ControlPath.refuse(404, "There is no such mail.") : Effect.succeed(mail)
}

export const mailPaths: Effect.Effect<ControlPath.Paths, never, ControlToken | Mailbox> = Effect.gen(function* () {
  const mailbox = yield* Mailbox
  const toJson = yield* mailJson
  return {
    "GET mails": ({ query }) =>
      Effect.map(mailbox.list(parseFilter(query)), (mails) =>
        mails.map(query.get("summary") === "true" ? toSummary : toJson)
      ),
    "DELETE mails": () => Effect.as(mailbox.clear, []),
    "GET mails/*": Effect.fnUntraced(function* ({ last: id }) {
      return toJson(yield* findMail(yield* mailbox.list(), id))
    }),
    "POST mails/take": ({ query }) => {
      const millis = Number(query.get("withinMillis") ?? 0)
      if (!(millis >= 0 && millis <= maxWait)) return ControlPath.refuse(400, "withinMillis is 0 to 600000.")
      return Effect.matchEffect(mailbox.takeWithin(parseFilter(query), millis), {
        onFailure: () => ControlPath.refuse(404, "No such mail has come in time."),
        onSuccess: (mail) => Effect.succeed(toJson(mail))
      })
    }
  }
})
