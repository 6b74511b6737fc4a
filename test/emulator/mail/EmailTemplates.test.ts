/** Mails are made from the project's templates, and names in them can't inject anything. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, callbackUrl, layer, signUp } from "../../support/emulatorCalls.ts"
import { emailConfig } from "./serverMails.ts"

const own = () => layer({ project: { displayName: "Shop & Co", config: { emailConfig, magicLinkEnabled: true } } })

const patch = (type: string, body: object) => call("PATCH", `/email-templates/${type}`, { ...admin, body })

const makeDocument = (blocks: Record<string, object>) => ({
  root: { type: "EmailLayout", data: { backdropColor: "#F5F5F5", childrenIds: Object.keys(blocks) } },
  ...blocks
})

const block = (type: string, props: object, style: object = {}) => ({ type, data: { props, style } })

const magicLink = Effect.gen(function* () {
  yield* call("POST", "/auth/otp/send-sign-in-code", { body: { email: "ann@example.org", callback_url: callbackUrl } })
  return yield* (yield* Emulator).mailbox.take({ to: "ann@example.org" })
})

describe("email templates", () => {
  it.effect("are listed in order, the defaults at first", () =>
    Effect.gen(function* () {
      const { body } = yield* call("GET", "/email-templates", admin)
      expect(body.is_paginated).toBe(false)
      expect(
        body.items.map(({ is_default, type }: { readonly is_default: boolean; readonly type: string }) => [
          type,
          is_default
        ])
      ).toStrictEqual([
        ["email_verification", true],
        ["password_reset", true],
        ["magic_link", true],
        ["team_invitation", true]
      ])
      const items: ReadonlyArray<{ readonly type: string }> = body.items
      const each = yield* Effect.forEach(items, ({ type }) => call("GET", `/email-templates/${type}`, admin))
      expect(each.map(({ body }) => body)).toStrictEqual(items)
      expect(items).toMatchObject(items.map(() => ({ content: { root: { type: "EmailLayout" } } })))
      expect((yield* call("GET", "/email-templates/nope", admin)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("refuse what is no document", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<unknown> = [
        {},
        "text",
        [],
        null,
        { root: block("Text", { text: "no layout" }) },
        makeDocument({ odd: block("Script", {}) }),
        { root: { type: "EmailLayout", data: { childrenIds: ["missing"] } } },
        { root: { type: "EmailLayout", data: { childrenIds: ["__proto__"] } } },
        makeDocument({ loop: block("Container", { childrenIds: ["loop"] }) }),
        { root: { type: "EmailLayout", data: { childrenIds: ["a", "a"] } }, a: block("Spacer", {}) },
        { root: { type: "EmailLayout", data: { childrenIds: ["root"] } } }
      ]
      for (const content of bad) {
        const answer = yield* patch("magic_link", { content })
        expect({ status: answer.status, knownError: answer.knownError }, JSON.stringify(content)).toStrictEqual({
          status: 400,
          knownError: undefined
        })
      }
      expect((yield* call("GET", "/email-templates/magic_link", admin)).body.is_default).toBe(true)
    }).pipe(Effect.provide(own()))
  )

  it.effect("are what mails are made of", () =>
    Effect.gen(function* () {
      const content = makeDocument({
        title: block("Heading", { level: "h1", text: "{{ projectDisplayName }}" }, { color: "#112233" }),
        hello: block("Text", {
          text: "Hi{{#if userDisplayName}} {{ userDisplayName }}{{else}} you{{/if}}!\n{{ nobody }}"
        }),
        code: block("Html", { contents: "<b>{{ otp }}</b> {{ projectDisplayName }}" }),
        go: block("Button", { text: "Go", url: "{{ magicLink }}" }),
        trap: block("Button", { text: "Trap", url: "javascript:alert(1)" }),
        image: block(
          "Image",
          { url: "https://example.org/a.png", alt: '"><script>' },
          { textAlign: "x;background:url(a)" }
        ),
        columns: block("ColumnsContainer", { columns: [{ childrenIds: [] }, {}] }),
        end: block("Divider", {})
      })
      yield* patch("magic_link", { subject: "{{ otp }} for\r\nBcc: {{ userPrimaryEmail }}", content })
      const mail = yield* magicLink
      const otp = mail.code?.slice(0, 6).toUpperCase()
      expect(mail).toMatchObject({
        subject: `${otp} for Bcc: ann@example.org`,
        text: `Shop & Co\n\nHi you!\n\n${otp} Shop & Co\n\nGo\n${mail.link}\n\nTrap\n#\n\n"><script>\n`
      })
      const parts = [
        '<h1 style="color:#112233;">Shop &amp; Co</h1>',
        "Hi you!<br>",
        `<b>${otp}</b> Shop &amp; Co`,
        `href="${mail.link?.replace("&", "&amp;")}"`
      ]
      expect(parts.filter((part) => !mail.html.includes(part))).toStrictEqual([])
      expect(mail.html).not.toMatch(/javascript:|<script|background:url|\{\{/)
    }).pipe(Effect.provide(own()))
  )

  it.effect("know the name of the recipient, and trust nobody's", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const { mailbox } = yield* Emulator
      yield* mailbox.take({ to: "ann@example.org" })
      yield* call("PATCH", "/users/me", { token, body: { display_name: "<i>Ann</i> {{ projectDisplayName }}" } })
      yield* call("POST", "/contact-channels/send-verification-code", {
        token,
        body: { email: "ann@example.org", callback_url: callbackUrl }
      })
      const mail = yield* mailbox.take({ to: "ann@example.org" })
      expect(mail.text).toContain("Hello <i>Ann</i> {{ projectDisplayName }},")
      expect(mail.html).toContain("Hello &lt;i&gt;Ann&lt;/i&gt; {{ projectDisplayName }},<br>")
      expect(mail.text).toContain(mail.link)
    }).pipe(Effect.provide(layer()))
  )
})
