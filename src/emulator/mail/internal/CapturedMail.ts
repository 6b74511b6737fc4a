/** Mails as JSON can hold them, for snapshots. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Mail } from "../Mailbox.ts"

const Base64Text = Schema.String.check(Schema.isBase64())

/** A mail as JSON can hold it. */
export const CapturedMail = Schema.Struct({
  id: Schema.String,
  projectId: Schema.optional(Schema.String),
  requestId: Schema.optional(Schema.String),
  sentAt: Schema.Finite,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  link: Schema.optional(Schema.String),
  code: Schema.optional(Schema.String),
  links: Schema.Array(Schema.String),
  attachments: Schema.Array(
    Schema.Struct({ filename: Schema.optional(Schema.String), contentType: Schema.String, contentBase64: Base64Text })
  )
})
export type CapturedMail = typeof CapturedMail.Type

export const capture = (mail: Mail): CapturedMail => ({
  ...mail,
  attachments: mail.attachments.map(({ content, ...about }) => ({
    ...about,
    contentBase64: Base64.encode(content)
  }))
})

/** The mail of a snapshot, where JSON has left out what is undefined. */
export const restore = (mail: CapturedMail): Mail => ({
  ...mail,
  projectId: mail.projectId,
  link: mail.link,
  code: mail.code,
  attachments: mail.attachments.map(({ contentBase64, contentType, filename }) => ({
    filename,
    contentType,
    content: Result.getOrThrow(Base64.decode(contentBase64))
  }))
})
