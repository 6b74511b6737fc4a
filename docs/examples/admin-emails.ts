/** Emails, metrics and webhooks of a project. */
import { Console, Effect } from "effect"
import { Password } from "gatefold"
import { EmailConfig, Emails, EmailTemplates, Metrics, TsxEmailTemplates, Webhooks } from "gatefold/admin"
import { Emulator } from "gatefold/emulator"
import { admin, run } from "./demo.ts"

/** A mail server that doesn't exist, so that the example can show a failure. */
const mailServer = {
  host: "127.0.0.1",
  port: 9,
  username: "shop",
  password: "mail secret",
  senderName: "Shop",
  senderEmail: "hello@shop.example.com"
}

export const example = Effect.gen(function* () {
  const { mailbox } = yield* Emulator
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* mailbox.take({ to: "ann@example.org" })
  for (const mail of yield* Emails.list) yield* Console.log("Sent:", mail.subject, "to", mail.to)

  // Test a mail server before you rely on it. A refusal is a result, not an error.
  const outcome = yield* Emails.sendTest({ recipientEmail: "ann@example.org", emailConfig: mailServer })
  yield* Console.log(outcome.success ? "It works" : `It does not work: ${outcome.errorMessage}`)

  yield* EmailConfig.useStandard(mailServer) // Templates need the project's own mail server.
  const template = yield* EmailTemplates.update({ type: "magic_link", subject: "Your key to the shop" })
  yield* Console.log(template.type, "now says", template.subject)
  yield* EmailTemplates.reset("magic_link")

  // These templates exist in the service of 2025-06. The current one has TSX templates.
  const id = yield* TsxEmailTemplates.create({ displayName: "Newsletter" })
  const tsxSource = `import { NotificationCategory, Subject } from "@stackframe/emails"
export const EmailTemplate = ({ user }) => (
  <p>
    <Subject value="News from the shop" />
    <NotificationCategory value="Marketing" />
    Dear {user.displayName}
  </p>
)`
  yield* Console.log("As HTML:", yield* TsxEmailTemplates.update({ id, tsxSource }))
  yield* TsxEmailTemplates.delete(id)
  yield* EmailConfig.useShared

  const { dailyUsers, loginMethods, totalUsers } = yield* Metrics.get
  yield* Console.log("Users:", totalUsers, "days shown:", dailyUsers.length, loginMethods)
  yield* Console.log("For the webhook service:", yield* Webhooks.createToken)
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
