/** The emulator refuses the email addresses that the service refuses, wherever a request brings one in. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Email, StrictEmail } from "../../../src/api/schema/Email.ts"
import { callbackUrl, call, layer, mailsTo, password, signUp } from "../../support/emulatorCalls.ts"
import { me, signIn } from "../oauth/appSignIn.ts"

const longest = `${"a".repeat(242)}@example.org`

const refused = [
  `a${longest}`,
  `${"a".repeat(2_700_000)}@example.org`,
  "=?utf-8?q?=61nn?=@example.org",
  "=?utf-8?Q?ann=40evil.example=3E=00?=@example.org",
  "=?iso-8859-1?b?YW5u?=@example.org",
  "ann=?utf-8?q?x?=@example.org",
  "ann@example.org,eve@evil.example",
  "ann@evil.example\r\nbcc:eve@evil.example",
  "<ann@example.org>",
  '"ann"@example.org',
  "ann＠example.org",
  "ann@exämple.org",
  "ann @example.org",
  "ann@",
  ""
]

const taken = [
  longest,
  "ann@example.org",
  "ann+tag@example.org",
  "a=b@example.org",
  "who?@example.org",
  "a=b?c@example.org"
]

describe("email addresses", () => {
  it("have at most 254 characters and no encoded-words", () => {
    for (const schema of [Email, StrictEmail]) {
      expect(taken.filter((address) => !Schema.is(schema)(address))).toStrictEqual([])
      expect(refused.filter((address) => Schema.is(schema)(address))).toStrictEqual([])
    }
  })

  it.effect("are checked wherever a request contains one", () =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("bob@example.org")
      const team = yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew" } })
      const channels = yield* call("GET", "/contact-channels?user_id=me", { token })
      const channel = channels.body.items[0].id
      const server = { host: "127.0.0.1", port: 9, username: "u", password: "p", sender_name: "S" }
      const sender = "sender@example.org"
      type Entrance = readonly [method: string, path: string, level: "client" | "server" | "admin", body: unknown]
      const entrances = (email: string): ReadonlyArray<Entrance> => [
        ["POST", "/auth/password/sign-up", "client", { email, password, verification_callback_url: callbackUrl }],
        ["POST", "/auth/password/sign-in", "client", { email, password }],
        ["POST", "/auth/password/send-reset-code", "client", { email, callback_url: callbackUrl }],
        ["POST", "/auth/otp/send-sign-in-code", "client", { email, callback_url: callbackUrl }],
        ["POST", "/contact-channels", "client", { user_id: "me", value: email, type: "email", used_for_auth: false }],
        ["PATCH", `/contact-channels/me/${channel}`, "client", { value: email }],
        ["POST", "/contact-channels", "server", { user_id, value: email, type: "email", used_for_auth: false }],
        ["PATCH", `/contact-channels/${user_id}/${channel}`, "server", { value: email }],
        ["POST", "/contact-channels/send-verification-code", "client", { email, callback_url: callbackUrl }],
        ["POST", "/team-invitations/send-code", "server", { email, team_id: team.body.id, callback_url: callbackUrl }],
        ["POST", "/users", "server", { primary_email: email }],
        ["POST", "/users", "server", { oauth_providers: [{ id: "google", account_id: "1", email }] }],
        ["PATCH", `/users/${user_id}`, "server", { primary_email: email }],
        ["PATCH", "/users/me", "server", { primary_email: email }],
        [
          "POST",
          "/internal/send-test-email",
          "admin",
          { recipient_email: email, email_config: { ...server, sender_email: sender } }
        ],
        [
          "POST",
          "/internal/send-test-email",
          "admin",
          { recipient_email: sender, email_config: { ...server, sender_email: email } }
        ],
        [
          "PATCH",
          "/internal/projects/current",
          "admin",
          { config: { email_config: { type: "standard", ...server, sender_email: email } } }
        ]
      ]
      for (const email of refused.filter((address) => address.length < 100_000)) {
        for (const [method, path, level, body] of entrances(email)) {
          const answer = yield* call(method, path, { level, body, token })
          const shown = [method, path, email.slice(0, 60), answer.status, answer.knownError]
          expect(shown).toStrictEqual([method, path, email.slice(0, 60), 400, "SCHEMA_ERROR"])
        }
        expect(yield* mailsTo(email)).toStrictEqual([])
      }
      const users = yield* call("GET", "/users", { level: "server" })
      expect(users.body.items).toHaveLength(1)
      expect((yield* call("GET", "/contact-channels?user_id=me", { token })).body.items).toHaveLength(1)
    }).pipe(Effect.provide(layer({ project: { config: { magicLinkEnabled: true } } })))
  )

  it.effect("are ignored in a provider's answer when they are invalid", () =>
    Effect.gen(function* () {
      for (const email of refused.slice(2)) {
        const { body } = yield* signIn("google", { accountId: `of ${email}`, email, displayName: "Ann" })
        expect(yield* me(body.access_token)).toMatchObject({
          primary_email: null,
          primary_email_verified: false,
          oauth_providers: [{ id: "google", email: null }]
        })
      }
    }).pipe(Effect.provide(layer({ project: { config: { oauthProviders: [{ id: "google", type: "shared" }] } } })))
  )
})
