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

interface World {
  readonly userId: string
  readonly teamId: string
  readonly channelId: string
}

interface Entrance {
  readonly method: "POST" | "PATCH"
  readonly path: string
  readonly level: "client" | "server" | "admin"
  /** What the address is for, where a path has several. */
  readonly as?: string
  /** The ids that the path has, after it. */
  readonly below?: (world: World) => string
  readonly makeBody: (email: string, world: World) => unknown
}

const server = { host: "127.0.0.1", port: 9, username: "u", password: "p", sender_name: "S" }
const sender = "sender@example.org"
const channelBody = (email: string) => ({ value: email, type: "email", used_for_auth: false })

/** Where a request can bring an address in. */
const entrances: ReadonlyArray<Entrance> = [
  {
    method: "POST",
    path: "/auth/password/sign-up",
    level: "client",
    makeBody: (email) => ({ email, password, verification_callback_url: callbackUrl })
  },
  { method: "POST", path: "/auth/password/sign-in", level: "client", makeBody: (email) => ({ email, password }) },
  {
    method: "POST",
    path: "/auth/password/send-reset-code",
    level: "client",
    makeBody: (email) => ({ email, callback_url: callbackUrl })
  },
  {
    method: "POST",
    path: "/auth/otp/send-sign-in-code",
    level: "client",
    makeBody: (email) => ({ email, callback_url: callbackUrl })
  },
  {
    method: "POST",
    path: "/contact-channels",
    level: "client",
    makeBody: (email) => ({ ...channelBody(email), user_id: "me" })
  },
  {
    method: "PATCH",
    path: "/contact-channels/me",
    level: "client",
    below: ({ channelId }) => `/${channelId}`,
    makeBody: (email) => ({ value: email })
  },
  {
    method: "POST",
    path: "/contact-channels",
    level: "server",
    makeBody: (email, { userId }) => ({ ...channelBody(email), user_id: userId })
  },
  {
    method: "PATCH",
    path: "/contact-channels",
    level: "server",
    below: ({ channelId, userId }) => `/${userId}/${channelId}`,
    makeBody: (email) => ({ value: email })
  },
  {
    method: "POST",
    path: "/contact-channels/send-verification-code",
    level: "client",
    makeBody: (email) => ({ email, callback_url: callbackUrl })
  },
  {
    method: "POST",
    path: "/team-invitations/send-code",
    level: "server",
    makeBody: (email, { teamId }) => ({ email, team_id: teamId, callback_url: callbackUrl })
  },
  { method: "POST", path: "/users", level: "server", makeBody: (email) => ({ primary_email: email }) },
  {
    method: "POST",
    path: "/users",
    level: "server",
    as: "of a provider's account",
    makeBody: (email) => ({ oauth_providers: [{ id: "google", account_id: "1", email }] })
  },
  {
    method: "PATCH",
    path: "/users",
    level: "server",
    below: ({ userId }) => `/${userId}`,
    makeBody: (email) => ({ primary_email: email })
  },
  { method: "PATCH", path: "/users/me", level: "server", makeBody: (email) => ({ primary_email: email }) },
  {
    method: "POST",
    path: "/internal/send-test-email",
    level: "admin",
    as: "of the recipient",
    makeBody: (email) => ({ recipient_email: email, email_config: { ...server, sender_email: sender } })
  },
  {
    method: "POST",
    path: "/internal/send-test-email",
    level: "admin",
    as: "of the sender",
    makeBody: (email) => ({ recipient_email: sender, email_config: { ...server, sender_email: email } })
  },
  {
    method: "PATCH",
    path: "/internal/projects/current",
    level: "admin",
    makeBody: (email) => ({ config: { email_config: { type: "standard", ...server, sender_email: email } } })
  }
]

const titled = entrances.map((entrance) => {
  const { as = "", level, method, path } = entrance
  return [`${method} ${path} (${level}) ${as}`.trimEnd(), entrance] as const
})

/** Without the one of megabytes, which would only cost time. */
const sent = refused.filter((address) => address.length < 100_000)

describe("email addresses", () => {
  it.each([
    ["Email", Email],
    ["StrictEmail", StrictEmail]
  ] as const)("have at most 254 characters and no encoded-words in the schema %s", (_, schema) => {
    const isEmail = Schema.is(schema)
    expect([...taken, ...refused].filter((address) => isEmail(address))).toStrictEqual(taken)
  })

  it.effect.each(titled)("are refused by %s", ([, { below, level, makeBody, method, path }]) =>
    Effect.gen(function* () {
      const { access_token: token, user_id: userId } = yield* signUp("bob@example.org")
      const team = yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew" } })
      const channels = Effect.map(call("GET", "/contact-channels?user_id=me", { token }), ({ body }) => body.items)
      const world: World = { userId, teamId: team.body.id, channelId: (yield* channels)[0].id }
      const at = path + (below?.(world) ?? "")
      const answers = yield* Effect.forEach(sent, (email) =>
        call(method, at, { level, body: makeBody(email, world), token })
      )
      expect(answers.map(({ knownError, status }, index) => [sent[index], status, knownError])).toStrictEqual(
        sent.map((email) => [email, 400, "SCHEMA_ERROR"])
      )
      expect(yield* Effect.forEach(sent, mailsTo)).toStrictEqual(sent.map(() => []))
      expect((yield* call("GET", "/users", { level: "server" })).body.items).toHaveLength(1)
      expect(yield* channels).toHaveLength(1)
    }).pipe(Effect.provide(layer({ project: { config: { magicLinkEnabled: true } } })))
  )

  it.effect.each(refused.slice(2))("are ignored in a provider's answer when they are invalid: %j", (email) =>
    Effect.gen(function* () {
      const { body } = yield* signIn("google", { accountId: `of ${email}`, email, displayName: "Ann" })
      expect(yield* me(body.access_token)).toMatchObject({
        primary_email: null,
        primary_email_verified: false,
        oauth_providers: [{ id: "google", email: null }]
      })
    }).pipe(Effect.provide(layer({ project: { config: { oauthProviders: [{ id: "google", type: "shared" }] } } })))
  )
})
