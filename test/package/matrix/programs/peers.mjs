/** What the emulator does with an imported password, a mail server and a template, each by a package of its own. */
import assert from "node:assert"
import { Http } from "gatefold"
import { toFetchHandler } from "gatefold/emulator"
import { createClientApp } from "gatefold/promise"
import { createAdminApp } from "gatefold/promise/admin"

const service = toFetchHandler({ project: {} })
const { baseUrl, project } = await service.emulator
const options = { ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000", http: Http.layerHandler(service.fetch) }
await using admin = createAdminApp(options)
await using app = createClientApp(options)

const email = "ann@example.org"
await admin.users.create({
  primaryEmail: email,
  primaryEmailAuthEnabled: true,
  passwordHash: "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"
})
await app.password.signIn({ email, password: "abcdefghijklmnopqrstuvwxyz" })
assert.strictEqual((await app.currentUser.get({ or: "throw" })).primaryEmail, email)

const nowhere = { host: "127.0.0.1", port: 9, username: "u", password: "p", senderName: "S", senderEmail: email }
const sent = await admin.emails.sendTest({ recipientEmail: email, emailConfig: nowhere })
assert.match(sent.errorMessage, /^Failed to connect/)

const [theme] = await admin.emailThemes.list()
const { html } = await admin.tsxEmailTemplates.render({
  themeId: theme.id,
  templateTsxSource: "export const EmailTemplate = () => <p>Hello from TSX</p>"
})
assert.ok(html.includes("Hello from TSX"))
await service.dispose()
