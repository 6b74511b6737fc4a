/**
 * The mail server of the project.
 */
import * as Effect from "effect/Effect"
import type { SecretInput } from "../domain/SecretInput.ts"
import { operation, span } from "../operation/Operation.ts"
import * as Project from "./Project.ts"

/** A mail server; all of it is needed. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: SecretInput
  readonly senderName: string
  readonly senderEmail: string
}

/** Which mail server is in use. */
export const get = Effect.map(Project.get, ({ config }) => config.emailConfig).pipe(
  span("admin/EmailConfig.get", { shows: ["projects"] })
)

/** Sends mails through the service's shared mail server, with its default templates. */
export const useShared = Effect.map(
  Project.update({ config: { emailConfig: { type: "shared" } } }),
  ({ config }) => config.emailConfig
).pipe(span("admin/EmailConfig.useShared", { changes: ["projects"] }))

/** Sends mails through a mail server of the project. Try it first with `Emails.sendTest`. */
export const useStandard = operation("admin/EmailConfig.useStandard", { changes: ["projects"] })(function* (
  server: MailServer
) {
  return (yield* Project.update({ config: { emailConfig: { ...server, type: "standard" } } })).config.emailConfig
})
