/** Mails in the form of Inbucket's API, for tests that were written for it. */
import * as Effect from "effect/Effect"
import type { Mail } from "../../mail/Mailbox.ts"
import { findMail } from "./MailPaths.ts"

export const path = /^api\/v1\/mailbox\/([^/]+)(?:\/([^/]+))?$/

/** Inbucket names mailboxes by the part before the @, in lower case. The whole address also works. */
const isInMailbox = (mail: Mail, name: string): boolean => {
  const address = mail.to.toLowerCase()
  return address === name || address.split("@", 1)[0] === name
}

/** The description of an attachment in Inbucket's API; `GET mails/{id}` returns the content. */
const toAttachment = ({ content, contentType, filename }: Mail["attachments"][number]) => ({
  filename: filename ?? "",
  "content-type": contentType,
  size: content.length
})

const toSummary = (mail: Mail, name: string) => ({
  mailbox: name,
  id: mail.id,
  from: mail.from,
  to: [mail.to],
  subject: mail.subject,
  date: new Date(mail.sentAt).toISOString(),
  "posix-millis": mail.sentAt,
  size: mail.text.length + mail.html.length,
  seen: false
})

/** The mails of a mailbox, or one of them. */
export const answer = Effect.fnUntraced(function* (all: ReadonlyArray<Mail>, name: string, id: string | undefined) {
  const mails = all.filter((mail) => isInMailbox(mail, name))
  if (id === undefined) return mails.map((mail) => toSummary(mail, name))
  const mail = yield* findMail(mails, id)
  return {
    ...toSummary(mail, name),
    header: {},
    body: { text: mail.text, html: mail.html },
    attachments: mail.attachments.map(toAttachment)
  }
})
