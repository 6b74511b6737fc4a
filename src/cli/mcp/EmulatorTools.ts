/** Tools that look into a running emulator: the mails that it caught, and the requests that it answered. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Tools from "./Tools.ts"

const MailHead = Schema.Struct({
  id: Schema.String,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  sentAt: Schema.Finite
})
const Mail = Schema.Struct({
  ...MailHead.fields,
  text: Schema.String,
  code: Schema.optionalKey(Schema.String),
  links: Schema.Array(Schema.String)
})
const Request = Schema.Struct({
  requestId: Schema.String,
  at: Schema.Finite,
  method: Schema.String,
  path: Schema.String,
  status: Schema.Finite,
  durationMillis: Schema.Finite,
  accessType: Schema.optionalKey(Schema.NullOr(Schema.String)),
  knownError: Schema.optionalKey(Schema.NullOr(Schema.String)),
  faults: Schema.Array(Schema.String)
})

const listMails = Tools.readTool("list_mails", {
  description:
    "The mails that the running emulator has caught, newest first. For development: the service itself shows no mails.",
  parameters: { to: Schema.optionalKey(Schema.String), limit: Tools.Limit },
  success: Tools.withNotice({ mails: Schema.Array(MailHead) }),
  run: ({ limit = Tools.defaultLimit, to }, { emulator }) =>
    Effect.map(
      emulator(to === undefined ? "mails" : `mails?${new URLSearchParams({ to })}`, Schema.Array(MailHead)),
      (mails) => ({ notice: Tools.notice, mails: mails.toReversed().slice(0, limit).map(Tools.shorten) })
    )
})

const readMail = Tools.readTool("read_mail", {
  description: "One mail that the emulator has caught, with its text, its code and its links.",
  parameters: { id: Schema.String },
  success: Tools.withNotice({ mail: Mail }),
  run: ({ id }, { emulator }) =>
    Effect.map(emulator(`mails/${encodeURIComponent(id)}`, Mail), (mail) => ({
      notice: Tools.notice,
      mail: { ...Tools.shorten(mail), links: mail.links }
    }))
})

const listRequests = Tools.readTool("list_requests", {
  description:
    "The requests that the running emulator has answered, newest first: path, status, known error. For finding out what an app really sent.",
  parameters: { limit: Tools.Limit },
  success: Schema.Struct({ requests: Schema.Array(Request) }),
  run: ({ limit = Tools.defaultLimit }, { emulator }) =>
    Effect.map(emulator("journal", Schema.Array(Request)), (requests) => ({
      requests: requests.toReversed().slice(0, limit).map(Tools.shorten)
    }))
})

export const layer = Layer.mergeAll(listMails, readMail, listRequests)
