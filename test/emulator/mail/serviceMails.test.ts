/** The service's own mails are made of the templates that the project has. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Generation } from "../../../src/domain/Generation.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { ofMail } from "../../../src/emulator/mail/tsx/DefaultSources.ts"
import { admin, call, layer } from "../../support/emulatorCalls.ts"
import { eventually } from "../../support/turns.ts"
import { emailConfig } from "./serverMails.ts"

const email = "ann@example.org"

const as = (generation?: Generation) =>
  layer({ service: generation, project: { displayName: "Shop", config: { emailConfig, magicLinkEnabled: true } } })

const source = (body: string) => `import { NotificationCategory, Subject } from "@stackframe/emails"
export function EmailTemplate({ user, project, variables }) {
  return (
    <p>
      <Subject value={\`\${project.displayName}: \${variables.otp}\`} />
      <NotificationCategory value="Transactional" />
      ${body}
    </p>
  )
}
EmailTemplate.PreviewVariables = { magicLink: "https://example.org", otp: "ABC" }`

const change = (tsx_source: string, more: object = {}) =>
  call("PATCH", `/internal/email-templates/${ofMail.magic_link.id}`, { ...admin, body: { tsx_source, ...more } })

/** Asks for a magic link. */
const ask = call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: "http://localhost:3000/link" } })

const mail = Effect.gen(function* () {
  yield* ask
  return yield* (yield* Emulator).mailbox.take({ to: email })
})

describe("the mails of the service", () => {
  it.effect.each([
    ["2025-06", false],
    ["current", true],
    [undefined, false]
  ] as const)("are those of its generation until they are changed: $0", ([service, isThemed]) =>
    Effect.gen(function* () {
      const { code = "", html, link = "", subject, text } = yield* mail.pipe(Effect.provide(as(service)))
      const otp = code.slice(0, 6).toUpperCase()
      expect(subject).toStrictEqual(`Sign in to Shop: Your code is ${otp}`)
      expect(["Hello,", otp, link].filter((part) => !text.includes(part))).toStrictEqual([])
      expect(html).toContain(link.replaceAll("&", "&amp;"))
      expect(html.includes('role="presentation"')).toStrictEqual(isThemed)
    })
  )

  it.effect.each(["current", undefined] as const)(
    "are made of a changed template, in its theme or that of the project: $0",
    (service) =>
      Effect.gen(function* () {
        yield* Effect.gen(function* () {
          const changed = yield* change(source("<a href={variables.magicLink}>In</a> {variables.otp}"))
          expect(changed.status).toBe(200)
          const { code = "", html, link = "", subject, text } = yield* mail
          const otp = code.slice(0, 6).toUpperCase()
          expect({ subject, text }).toStrictEqual({ subject: `Shop: ${otp}`, text: `In ${link} ${otp}` })
          expect(html).toContain("background-color:#f5f5f5")
          const dark = "a0172b5d-cff0-463b-83bb-85124697373a"
          yield* call("PATCH", "/internal/projects/current", { ...admin, body: { config: { email_theme: dark } } })
          expect((yield* mail).html).toContain("background-color:#171717")
          yield* change(source("<b>plain</b>"), { theme_id: false })
          expect((yield* mail).html).toContain("<body><p><b>plain</b></p></body>")
          // Without it there is the built-in one again.
          yield* call("DELETE", `/internal/email-templates/${ofMail.magic_link.id}`, admin)
          expect((yield* mail).subject).toMatch(/^Sign in to Shop: Your code is /)
        }).pipe(Effect.provide(as(service)))
      })
  )

  it.effect("do not come when they cannot be made, which is recorded", () =>
    Effect.gen(function* () {
      yield* change(source("{variables.otp === 'ABC' ? 'preview' : nobody.name}"))
      expect((yield* ask).status).toBe(200)
      // Mails are made after the answer.
      const { body } = yield* eventually(call("GET", "/internal/emails", admin), ({ body }) => body.items.length > 0)
      expect(body.items).toMatchObject([
        {
          to: [email],
          subject: "Magic Link/OTP",
          error: { code: "EMAIL_RENDERING_ERROR", message: "template: Line 7: nobody is not known." }
        }
      ])
      expect(yield* (yield* Emulator).mailbox.list()).toStrictEqual([])
    }).pipe(Effect.provide(as("current")))
  )
})
