/** Mails that a server sends to users of an emulator whose project has a mail server. */
import * as Effect from "effect/Effect"
import { mailServer, type Options } from "../../../src/emulator/index.ts"
import { call, layer, server } from "../../support/emulatorCalls.ts"

export const marketingCategory = "4f6f8873-3d04-46bd-8bef-18338b1a1b4c"
export const transactionalCategory = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"

/** A mail server where nothing listens, which mails do not mind: they are in the mailbox too. */
export const emailConfig = {
  type: "standard",
  host: "127.0.0.1",
  port: 1,
  username: "u",
  password: "p",
  senderName: "Shop",
  senderEmail: "no@example.org"
} as const

/** An emulator of the current service with a project that may send mails. */
export const withMail = (options: Options = {}) =>
  layer({
    service: "current",
    project: { config: { emailConfig: { type: "standard", ...mailServer } } },
    ...options
  })

let names = 0

/** A user with a verified address. */
export const person = Effect.fnUntraced(function* (fields: object = {}) {
  const email = `person${names++}@example.org`
  const { body } = yield* call("POST", "/users", {
    ...server,
    body: { primary_email: email, primary_email_verified: true, ...fields }
  })
  return { id: String(body.id), email }
})

/** Sends a mail. */
export const send = (fields: object) =>
  call("POST", "/emails/send-email", { ...server, body: { html: "<p>Hello</p>", subject: "Hello", ...fields } })
