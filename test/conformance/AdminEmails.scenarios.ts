/** The operations of admins on mails, figures and webhooks. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as EmailConfig from "../../src/admin/EmailConfig.ts"
import * as EmailDrafts from "../../src/admin/EmailDrafts.ts"
import * as Emails from "../../src/admin/Emails.ts"
import * as EmailTemplates from "../../src/admin/EmailTemplates.ts"
import * as EmailThemes from "../../src/admin/EmailThemes.ts"
import * as Metrics from "../../src/admin/Metrics.ts"
import * as Project from "../../src/admin/Project.ts"
import * as TsxEmailTemplates from "../../src/admin/TsxEmailTemplates.ts"
import * as Webhooks from "../../src/admin/Webhooks.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeAdmin } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { failure, headersFor, isKnownErrorAnswer, makeProject, refusal, scenario, send, signUp } from "./Scenario.ts"

/** A mail server that nobody runs. */
const nowhere = {
  host: "127.0.0.1",
  port: 9,
  username: "user",
  password: "mail secret",
  senderName: "Scenario",
  senderEmail: "noreply@example.org"
}

/** A template that anybody can read. */
const noteSource = (body: string) => `import { NotificationCategory, Subject } from "@stackframe/emails"
export function EmailTemplate({ user, project, variables }) {
  return (
    <>
      <Subject value={\`A note of \${project.displayName}\`} />
      <NotificationCategory value="Marketing" />
      ${body}
    </>
  )
}
`

const themeSource = (body: string) => `import { Body, Head, Html } from "@react-email/components"
export function EmailTheme({ children }) {
  return <Html><Head /><Body>${body}</Body></Html>
}
`

export const scenarios = [
  scenario(
    "templates are customized for a mail server of the project, and reset",
    { generations: ["2025-06"] },
    function* () {
      const admin = yield* makeAdmin(yield* makeProject())
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
    }
  ),
  scenario(
    "templates in TSX are added, changed and removed for a mail server of the project",
    { generations: ["current"] },
    function* () {
      const admin = yield* makeAdmin(yield* makeProject())
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
      yield* failure(admin(TsxEmailTemplates.update({ id, tsxSource })), "EmailTemplateNotFound")
    }
  ),
  scenario("themes are added and changed, and nobody removes one", { generations: ["current"] }, function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const builtIn = yield* admin(EmailThemes.list)
    assert.ok(builtIn.some(({ displayName }) => displayName === "Default Dark"))
    const id = yield* admin(EmailThemes.create({ displayName: "Ours" }))
    assert.deepEqual((yield* admin(EmailThemes.list)).at(-1), { id, displayName: "Ours" })
    assert.match((yield* admin(EmailThemes.get(id))).tsxSource, /EmailTheme/)
    const tsxSource = themeSource("<hr />{children}")
    yield* admin(EmailThemes.update({ id, tsxSource }))
    assert.deepEqual(yield* admin(EmailThemes.get(id)), { id, displayName: "Ours", tsxSource })
    const wrong = themeSource("{children}").replace("return", 'throw new Error("on purpose"); return')
    const error = yield* failure(admin(EmailThemes.update({ id, tsxSource: wrong })), "EmailRenderingError")
    assert.match(error.details.error, /on purpose/)
    yield* admin(Project.update({ config: { emailTheme: id } }))
    assert.equal((yield* admin(Project.get)).config.emailTheme, id)
    const path = `/api/v1/internal/email-themes/${id}`
    assert.equal((yield* send("DELETE", path, headersFor(project, "admin"))).status, 405)
    assert.equal((yield* admin(EmailThemes.get(id))).displayName, "Ours")
    yield* failure(admin(EmailThemes.get(unknownId)), "EmailThemeNotFound")
    yield* failure(admin(EmailThemes.update({ id: unknownId, tsxSource })), "EmailThemeNotFound")
    yield* refusal(admin(Project.update({ config: { emailTheme: unknownId } })), 400)
  }),
  scenario("drafts are added, changed and removed", { generations: ["current"] }, function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const first = yield* admin(EmailDrafts.create({ displayName: "First" }))
    const tsxSource = noteSource("<p>Hello</p>")
    const second = yield* admin(EmailDrafts.create({ displayName: "Second", tsxSource, themeId: false }))
    assert.deepEqual(
      (yield* admin(EmailDrafts.list)).map(({ id }) => id),
      [second, first]
    )
    const example = yield* admin(EmailDrafts.get(first))
    assert.equal(example.displayName, "First")
    assert.match(example.tsxSource, /EmailTemplate/)
    assert.equal(example.themeId ?? null, null)
    assert.equal(example.sentAt ?? null, null)
    yield* admin(EmailDrafts.update({ id: first, displayName: "Latest", tsxSource, themeId: false }))
    const changed = yield* admin(EmailDrafts.get(first))
    assert.equal(changed.displayName, "Latest")
    assert.equal(changed.tsxSource, tsxSource)
    assert.equal(changed.themeId, false)
    assert.equal((yield* admin(EmailDrafts.list))[0]?.id, first)
    // A theme that is not named again is given up for that of the project.
    yield* admin(EmailDrafts.update({ id: first, displayName: "Themed" }))
    assert.equal((yield* admin(EmailDrafts.get(first))).themeId ?? null, null)
    const refused = yield* send(
      "PATCH",
      `/api/v1/internal/email-drafts/${first}`,
      { ...headersFor(project, "admin"), "content-type": "application/json" },
      JSON.stringify({ theme_id: null })
    )
    isKnownErrorAnswer(refused, "SCHEMA_ERROR", 400)
    yield* admin(EmailDrafts.delete(first))
    yield* failure(admin(EmailDrafts.get(first)), "EmailDraftNotFound")
    yield* failure(admin(EmailDrafts.delete(first)), "EmailDraftNotFound")
    // The measured service answers 500, an emulator says what is wrong.
    const gone = yield* Effect.flip(admin(EmailDrafts.update({ id: first, displayName: "Gone" })))
    assert.ok(["EmailDraftNotFound", "TransportError"].includes(gone._tag), String(gone))
  }),
  scenario("mails are rendered for previews", { generations: ["current"] }, function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const [template] = yield* admin(TsxEmailTemplates.list)
    assert.ok(template !== undefined)
    const named = yield* admin(TsxEmailTemplates.render({ templateId: template.id }))
    assert.match(named.html, /<html/)
    assert.equal(named.notificationCategory, "Transactional")
    const [theme] = yield* admin(EmailThemes.list)
    assert.ok(theme !== undefined)
    assert.equal(
      (yield* admin(TsxEmailTemplates.render({ templateId: template.id, themeId: theme.id }))).html,
      named.html
    )

    const note = yield* admin(
      TsxEmailTemplates.render({
        templateTsxSource: noteSource("<p>1 &lt; {1 + 1} {variables.more}</p>"),
        themeTsxSource: themeSource("<main>{children}</main>")
      })
    )
    assert.match(note.html, /<main><p>1 &lt; .*2.*<\/p><\/main>/)
    assert.match(note.subject ?? "", /^A note of /)
    assert.equal(note.notificationCategory, "Marketing")
    assert.equal(note.editableRegions, undefined)

    const marked = yield* admin(
      TsxEmailTemplates.render({
        templateTsxSource: noteSource("<p>Hello {user.displayName}</p>"),
        themeTsxSource: themeSource("{children}"),
        editableMarkers: true,
        editableSource: "template"
      })
    )
    const [region] = Object.values(marked.editableRegions ?? {})
    assert.equal(region?.originalText, "Hello ")
    assert.equal(region.parentElement.tagName, "p")
    // React, with which a real service renders, puts an empty comment between two texts.
    assert.match(marked.html, new RegExp(`<!-- STACK_EDITABLE_START ${region.id} -->(?:<!-- -->)?Hello `))

    const wrong = { templateTsxSource: noteSource("{missing.name}"), themeId: false } as const
    yield* failure(admin(TsxEmailTemplates.render(wrong)), "EmailRenderingError")
    yield* failure(admin(TsxEmailTemplates.render({ templateId: unknownId })), "EmailTemplateNotFound")
    const elsewhere = { templateId: template.id, themeId: unknownId }
    yield* failure(admin(TsxEmailTemplates.render(elsewhere)), "EmailThemeNotFound")
  }),
  scenario("templates of the service's other generation are told to be in another place", function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const { generation } = yield* Backend
    if (generation !== "current") assert.ok((yield* admin(EmailTemplates.list)).length > 0)
    else yield* failure(admin(EmailTemplates.list), "NotSupportedByService")
    if (generation !== "2025-06") assert.ok((yield* admin(TsxEmailTemplates.list)).length > 0)
    else {
      yield* failure(admin(TsxEmailTemplates.list), "NotSupportedByService")
      yield* failure(admin(TsxEmailTemplates.render({ templateId: unknownId })), "NotSupportedByService")
      yield* failure(admin(EmailThemes.list), "NotSupportedByService")
      yield* failure(admin(EmailThemes.get(unknownId)), "NotSupportedByService")
      yield* failure(admin(EmailDrafts.list), "NotSupportedByService")
      yield* failure(admin(EmailDrafts.get(unknownId)), "NotSupportedByService")
      yield* failure(admin(Webhooks.sendTest("ep_nowhere")), "NotSupportedByService")
    }
  }),
  scenario("mails that were sent are listed", function* () {
    const { nextMail } = yield* Backend
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const { email } = yield* signUp(project)
    const { subject } = yield* nextMail(email, "Verify your email")
    const [mail] = yield* admin(Emails.list)
    assert.deepEqual(mail?.to, [email])
    assert.equal(mail.subject, subject)
    assert.equal(mail.error, null)
  }),
  scenario("a test mail that a mail server does not take is answered with its reason", function* () {
    const { newAddress } = yield* Backend
    const admin = yield* makeAdmin(yield* makeProject())
    const outcome = yield* admin(
      Emails.sendTest({
        recipientEmail: newAddress("ann"),
        emailConfig: { ...nowhere, password: Redacted.make("mail secret") }
      })
    )
    assert.ok(!outcome.success && outcome.errorMessage !== "")
  }),
  scenario("the figures of a project tell of its users", function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const { email } = yield* signUp(project)
    const metrics = yield* admin(Metrics.get)
    assert.equal(metrics.totalUsers, 1)
    assert.equal(metrics.dailyUsers.length, 31)
    assert.equal(metrics.dailyUsers.at(-1)?.activity, 1)
    assert.equal(metrics.recentlyRegistered[0]?.primaryEmail, email)
    assert.deepEqual(metrics.loginMethods, [{ method: "password", count: 1 }])
  }),
  scenario("a test webhook tells whether its endpoint takes it", { generations: ["current"] }, function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const outcome = yield* Effect.result(admin(Webhooks.sendTest("ep_nowhere")))
    // A real service without a webhook service behind it, or with another idea of ids, refuses or fails.
    if (Result.isFailure(outcome)) assert.equal(outcome.failure._tag, "TransportError")
    else assert.ok(!outcome.success.success && outcome.success.errorMessage !== "")
  }),
  scenario("a token opens the webhook service", function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    assert.notEqual(Redacted.value(yield* admin(Webhooks.createToken)), "")
  })
]
