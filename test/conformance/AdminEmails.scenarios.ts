/** The operations of admins on mails, figures and webhooks. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import assert from "node:assert/strict"
import * as EmailConfig from "../../src/admin/EmailConfig.ts"
import * as Emails from "../../src/admin/Emails.ts"
import * as EmailTemplates from "../../src/admin/EmailTemplates.ts"
import * as TsxEmailTemplates from "../../src/admin/TsxEmailTemplates.ts"
import * as Metrics from "../../src/admin/Metrics.ts"
import * as Webhooks from "../../src/admin/Webhooks.ts"
import { adminOf } from "./Apps.ts"
import { Backend } from "./Backend.ts"
import { failure, makeProject, refusal, scenario, signUp } from "./Scenario.ts"

/** A mail server that nobody runs. */
const nowhere = {
  host: "127.0.0.1",
  port: 9,
  username: "user",
  password: "mail secret",
  senderName: "Scenario",
  senderEmail: "noreply@example.org"
}

export const scenarios = [
  scenario(
    "templates are customised for a mail server of the project, and reset",
    Effect.gen(function* () {
      const admin = yield* adminOf(yield* makeProject())
      const defaults = yield* admin(EmailTemplates.list)
      assert.deepEqual(
        defaults.map(({ isDefault, type }) => [type, isDefault]),
        [
          ["email_verification", true],
          ["password_reset", true],
          ["magic_link", true],
          ["team_invitation", true]
        ]
      )
      yield* refusal(admin(EmailTemplates.update({ type: "magic_link", subject: "Hello" })), 400)
      yield* admin(EmailConfig.useStandard(nowhere))
      const changed = yield* admin(EmailTemplates.update({ type: "magic_link", subject: "Hello" }))
      assert.equal(changed.subject, "Hello")
      assert.equal(changed.isDefault, false)
      assert.deepEqual(yield* admin(EmailTemplates.get("magic_link")), changed)
      yield* admin(EmailTemplates.reset("magic_link"))
      assert.equal((yield* admin(EmailTemplates.get("magic_link"))).isDefault, true)
      yield* refusal(admin(EmailTemplates.reset("magic_link")), 404)
    }),
    { services: ["2025-06"] }
  ),
  scenario(
    "templates in TSX are added, changed and removed for a mail server of the project",
    Effect.gen(function* () {
      const admin = yield* adminOf(yield* makeProject())
      const builtIn = yield* admin(TsxEmailTemplates.list)
      assert.ok(builtIn.some(({ displayName }) => displayName === "Password Reset"))
      yield* failure(admin(TsxEmailTemplates.create({ displayName: "Mine" })), "RequiresCustomEmailServer")
      yield* admin(EmailConfig.useStandard(nowhere))
      const id = yield* admin(TsxEmailTemplates.create({ displayName: "Mine" }))
      const created = (yield* admin(TsxEmailTemplates.list)).find((one) => one.id === id)
      assert.equal(created?.displayName, "Mine")
      const tsxSource = `${created.tsxSource}\n`
      assert.notEqual(yield* admin(TsxEmailTemplates.update({ id, tsxSource })), "")
      yield* failure(admin(TsxEmailTemplates.update({ id, tsxSource: "export const x = 1" })), "EmailRenderingError")
      const changed = (yield* admin(TsxEmailTemplates.list)).find((one) => one.id === id)
      assert.equal(changed?.tsxSource, tsxSource)
      yield* admin(TsxEmailTemplates.delete(id))
      assert.deepEqual(yield* admin(TsxEmailTemplates.list), builtIn)
      yield* failure(admin(TsxEmailTemplates.delete(id)), "EmailTemplateNotFound")
    }),
    { services: ["current"] }
  ),
  scenario(
    "templates of the service's other generation are told to be in another place",
    Effect.gen(function* () {
      const admin = yield* adminOf(yield* makeProject())
      const { service } = yield* Backend
      if (service !== "current") assert.ok((yield* admin(EmailTemplates.list)).length > 0)
      else yield* failure(admin(EmailTemplates.list), "NotInThisService")
      if (service !== "2025-06") assert.ok((yield* admin(TsxEmailTemplates.list)).length > 0)
      else yield* failure(admin(TsxEmailTemplates.list), "NotInThisService")
    })
  ),
  scenario(
    "mails that were sent are listed",
    Effect.gen(function* () {
      const { nextMail } = yield* Backend
      const project = yield* makeProject()
      const admin = yield* adminOf(project)
      const { email } = yield* signUp(project)
      const { subject } = yield* nextMail(email, "Verify your email")
      const [mail] = yield* admin(Emails.list)
      assert.deepEqual(mail?.to, [email])
      assert.equal(mail.subject, subject)
      assert.equal(mail.error, null)
    })
  ),
  scenario(
    "a test mail that a mail server does not take is answered with its reason",
    Effect.gen(function* () {
      const { newAddress } = yield* Backend
      const admin = yield* adminOf(yield* makeProject())
      const outcome = yield* admin(
        Emails.sendTest({
          recipientEmail: newAddress("ann"),
          emailConfig: { ...nowhere, password: Redacted.make("mail secret") }
        })
      )
      assert.ok(!outcome.success && outcome.errorMessage !== "")
    })
  ),
  scenario(
    "the figures of a project tell of its users",
    Effect.gen(function* () {
      const project = yield* makeProject()
      const admin = yield* adminOf(project)
      const { email } = yield* signUp(project)
      const metrics = yield* admin(Metrics.get)
      assert.equal(metrics.totalUsers, 1)
      assert.equal(metrics.dailyUsers.length, 31)
      assert.equal(metrics.dailyUsers.at(-1)?.activity, 1)
      assert.equal(metrics.recentlyRegistered[0]?.primaryEmail, email)
      assert.deepEqual(metrics.loginMethods, [{ method: "password", count: 1 }])
    })
  ),
  scenario(
    "a token opens the webhook service",
    Effect.gen(function* () {
      const admin = yield* adminOf(yield* makeProject())
      assert.notEqual(Redacted.value(yield* admin(Webhooks.createToken)), "")
    })
  )
]
