/** The mail server of the project. */
import * as Effect from "effect/Effect"
import type { SecretInput } from "../domain/SecretInput.ts"
import * as ProjectsWire from "../wire/generated/Projects.ts"
import { asAdmin } from "./AsAdmin.ts"
import * as ProjectChange from "./internal/ProjectChange.ts"
import * as Project from "./Project.ts"

/** A mail server; all members are required. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: SecretInput
  readonly senderName: string
  readonly senderEmail: string
}

/** Returns the mail server that is in use. */
export const get = asAdmin.read("admin/EmailConfig.get", [ProjectsWire.adminGetProject], { shows: ["projects"] })(
  Effect.map(Project.get, ({ config }) => config.emailConfig)
)

/** Sends mails through the service's shared mail server, with its default templates. */
export const useShared = ProjectChange.define("admin/EmailConfig.useShared")(
  Effect.map(Project.update({ config: { emailConfig: { type: "shared" } } }), ({ config }) => config.emailConfig)
)

/** Sends mails through a mail server of the project. Try it first with `Emails.sendTest`. */
export const useStandard = ProjectChange.define("admin/EmailConfig.useStandard")(function* (server: MailServer) {
  return (yield* Project.update({ config: { emailConfig: { ...server, type: "standard" } } })).config.emailConfig
})
