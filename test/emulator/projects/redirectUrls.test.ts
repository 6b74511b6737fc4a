/** Endpoints that take a URL accept the trusted ones and refuse the others, by a corpus of URLs. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, callbackUrl, layer, mailsTo, password } from "../../support/emulatorCalls.ts"
import { projectGroups, type RedirectRow } from "../../support/redirectCorpus.ts"

const emulatorFor = ({ allowLocalhost, trusted }: RedirectRow) =>
  layer({
    project: {
      config: {
        magicLinkEnabled: true,
        allowLocalhost,
        domains: trusted.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path }))
      }
    }
  })

/** A user with an address to verify, made by the server: no URL is involved, no mail is sent. */
const prepareUser = Effect.fnUntraced(function* (email: string) {
  const { body } = yield* call("POST", "/users", {
    level: "server",
    body: { primary_email: email, primary_email_auth_enabled: true, password }
  })
  const session = yield* call("POST", "/auth/sessions", { level: "server", body: { user_id: body.id } })
  const token: string = session.body.access_token
  const channels = yield* call("GET", "/contact-channels?user_id=me", { token })
  return { token, channelId: String(channels.body.items[0].id) }
})

/** Every route of the emulator that takes a URL and must refuse an untrusted one. */
const routes = (user: { readonly token: string; readonly channelId: string }, email: string) =>
  ({
    "password reset": (url: string) =>
      call("POST", "/auth/password/send-reset-code", { body: { email, callback_url: url } }),
    "password reset of nobody": (url: string) =>
      call("POST", "/auth/password/send-reset-code", { body: { email: "nobody@example.org", callback_url: url } }),
    "magic link to an address that nobody verified": (url: string) =>
      call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: url } }),
    "verification of the primary address": (url: string) =>
      call("POST", "/contact-channels/send-verification-code", {
        token: user.token,
        body: { email, callback_url: url }
      }),
    "verification of a channel": (url: string) =>
      call("POST", `/contact-channels/me/${user.channelId}/send-verification-code`, {
        token: user.token,
        body: { callback_url: url }
      })
  }) as const

const withoutMail = ["password reset of nobody", "magic link to an address that nobody verified"]

describe("URLs in requests", () => {
  it.effect.each(projectGroups.map((rows) => [rows.map(({ id }) => id).join(" "), rows] as const))(
    "must be trusted by %s",
    ([, rows]) =>
      Effect.gen(function* () {
        const email = "ann@example.org"
        const user = yield* prepareUser(email)
        const names = Object.keys(routes(user, email)).filter((name) => !withoutMail.includes(name))
        const expectedMails = names.length * rows.filter((row) => row.trusted_verdict).length
        for (const row of rows) {
          for (const [name, send] of Object.entries(routes(user, email))) {
            const answer = yield* send(row.url)
            // Text that is no URL at all does not even have the right shape.
            const errors = ["REDIRECT_URL_NOT_WHITELISTED", "SCHEMA_ERROR"]
            const verdict = answer.status === 200 ? true : !errors.includes(answer.knownError ?? "")
            expect(verdict, `${row.id} ${name}`).toBe(row.trusted_verdict)
          }
        }
        const mails = yield* mailsTo(email)
        expect(mails).toHaveLength(expectedMails)
        const { mailbox } = yield* Emulator
        expect(yield* mailbox.list()).toHaveLength(expectedMails)
      }).pipe(Effect.provide(emulatorFor(rows[0]!)))
  )

  it.effect("only decide whether the mail is sent at a sign-up", () =>
    Effect.gen(function* () {
      const signUp = (email: string, url: string) =>
        call("POST", "/auth/password/sign-up", { body: { email, password, verification_callback_url: url } })
      expect((yield* signUp("ann@example.org", "https://evil.example/")).status).toBe(200)
      expect((yield* signUp("bob@example.org", callbackUrl)).status).toBe(200)
      expect(yield* mailsTo("ann@example.org")).toHaveLength(0)
      expect(yield* mailsTo("bob@example.org")).toHaveLength(1)
    }).pipe(Effect.provide(layer()))
  )
})
