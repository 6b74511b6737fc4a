/**
 * Refusals that most endpoints of a kind have in common, tried at each of them: nobody is signed in, nothing is there,
 * a code has ended, the project or the service does not have it.
 */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as ApiKeys from "../../src/client/ApiKeys.ts"
import * as ContactChannels from "../../src/client/ContactChannels.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as MagicLink from "../../src/client/MagicLink.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as Password from "../../src/client/Password.ts"
import * as TeamInvitations from "../../src/client/TeamInvitations.ts"
import * as Teams from "../../src/client/Teams.ts"
import type { AccessLevel } from "../../src/domain/AccessLevel.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import * as Totp from "../../src/platform/Totp.ts"
import * as Users from "../../src/server/Users.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as MembersWire from "../../src/wire/generated/TeamMembers.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  readAccessToken,
  appUrl,
  call,
  type Device,
  dropAccessToken,
  failure,
  headersFor,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  password,
  type Project,
  scenario,
  send,
  signUp
} from "./Scenario.ts"

type Method = Parameters<typeof send>[0]

/** A request below `/api/v1`, and the body that it has. */
type Row = readonly [method: Method, path: string, body?: object]

/** A known error by its code, or words of an error in plain text. */
type Expected = readonly [error: string | RegExp, status: number]

const noCode = "0".repeat(45)
const callback_url = `${appUrl}/handler/callback`

/** Sends a request at a level, as a user if there is a token. */
const ask = (project: Project, level: AccessLevel, [method, path, body]: Row, token?: Redacted.Redacted) =>
  send(
    method,
    `/api/v1${path}`,
    {
      ...headersFor(project, level),
      ...(token !== undefined && { "x-stack-access-token": Redacted.value(token) }),
      ...(body !== undefined && { "content-type": "application/json" })
    },
    body && JSON.stringify(body)
  )

/** Checks that each request is refused in the same way. */
const areRefused = Effect.fnUntraced(function* (
  project: Project,
  level: AccessLevel,
  rows: ReadonlyArray<Row>,
  [error, status]: Expected,
  token?: Redacted.Redacted
) {
  for (const row of rows) {
    const answer = yield* ask(project, level, row, token)
    const what = `${level} ${row[0]} ${row[1]}: ${answer.status} ${answer.text}`
    assert.equal(answer.status, status, what)
    if (typeof error === "string") isKnownErrorAnswer(answer, error, status)
    else assert.match(answer.text, error, what)
  }
})

const ofMe: Readonly<Record<"everybody" | "clients" | "servers" | "current", ReadonlyArray<Row>>> = {
  everybody: [
    ["DELETE", `/auth/sessions/${unknownId}?user_id=me`],
    ["GET", "/contact-channels?user_id=me"],
    ["POST", "/contact-channels", { user_id: "me", value: "a@example.org", type: "email", used_for_auth: false }],
    ["GET", `/contact-channels/me/${unknownId}`],
    ["PATCH", `/contact-channels/me/${unknownId}`, { is_primary: true }],
    ["DELETE", `/contact-channels/me/${unknownId}`],
    ["POST", `/contact-channels/me/${unknownId}/send-verification-code`, { callback_url }],
    ["GET", "/teams?user_id=me"],
    ["DELETE", `/team-memberships/${unknownId}/me`],
    ["GET", `/team-member-profiles/${unknownId}/me`],
    ["PATCH", `/team-member-profiles/${unknownId}/me`, { display_name: "Me" }],
    ["GET", "/team-permissions?user_id=me"],
    ["GET", "/project-permissions?user_id=me"],
    ["GET", "/user-api-keys?user_id=me"],
    ["POST", "/user-api-keys", { description: "mine", expires_at_millis: null, user_id: "me" }],
    ["POST", "/connected-accounts/me/google/access-token", {}]
  ],
  clients: [
    ["POST", "/teams", { display_name: "Ours", creator_user_id: "me" }],
    ["GET", "/contact-channels"],
    ["GET", "/team-member-profiles"],
    ["GET", `/team-invitations?team_id=${unknownId}`],
    ["DELETE", `/team-invitations/${unknownId}?team_id=${unknownId}`],
    // At endpoints for servers, too.
    ["POST", `/team-memberships/${unknownId}/me`, {}],
    ["POST", "/project-permissions/me/read", {}],
    ["GET", `/team-member-profiles?team_id=${unknownId}&user_id=me`],
    ["GET", `/user-api-keys/${unknownId}?user_id=me`],
    ["PATCH", `/user-api-keys/${unknownId}?user_id=me`, {}]
  ],
  servers: [
    // The project lets no client delete its user, and says so before it asks who that is.
    ["DELETE", "/users/me"],
    ["POST", "/teams", { display_name: "Mine", creator_user_id: "me" }],
    ["POST", `/team-memberships/${unknownId}/me`, {}],
    ["POST", `/team-permissions/${unknownId}/me/read`, {}],
    ["DELETE", `/team-permissions/${unknownId}/me/read`],
    ["POST", "/project-permissions/me/read", {}],
    ["DELETE", "/project-permissions/me/read"]
  ],
  current: [
    ["POST", "/connected-accounts/me/google/4711/access-token", {}],
    ["GET", `/oauth-providers/me/${unknownId}`],
    ["PATCH", `/oauth-providers/me/${unknownId}`, {}],
    ["DELETE", `/oauth-providers/me/${unknownId}`]
  ]
}

const needUser: ReadonlyArray<Row> = [
  ["POST", "/teams", { display_name: "Ours" }],
  ["GET", `/teams/${unknownId}`],
  ["PATCH", `/teams/${unknownId}`, {}],
  ["DELETE", `/teams/${unknownId}`],
  ["POST", "/team-invitations/send-code", { team_id: unknownId, email: "a@example.org", callback_url }],
  ["GET", `/team-api-keys?team_id=${unknownId}`],
  ["POST", "/team-api-keys", { description: "ours", expires_at_millis: null, team_id: unknownId }]
]

const withEverything = makeProject({
  magicLinkEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  clientTeamCreationEnabled: true,
  oauthProviders: [
    {
      id: ProviderId.make("google"),
      type: "standard",
      clientId: "our-client",
      clientSecret: Redacted.make("our-secret")
    }
  ]
})

/** What a code from a mail is sent to; one is enough to count as a try, and spends nothing. */
interface Kind {
  readonly try: Row
  readonly paths: ReadonlyArray<string>
}

const kinds = {
  link: { try: ["POST", "/auth/otp/sign-in/check-code"], paths: ["/auth/otp/sign-in"] },
  verification: { try: ["POST", "/contact-channels/verify/check-code"], paths: ["/contact-channels/verify"] },
  invitation: {
    try: ["POST", "/team-invitations/accept/check-code"],
    // Accepting spends the code, whatever comes of it.
    paths: ["/team-invitations/accept/details", "/team-invitations/accept"]
  }
} satisfies Record<string, Kind>

/** Codes of each kind, and somebody who may use them. */
const mailedCodes = Effect.fnUntraced(function* (project: Project) {
  const { newAddress, nextMail } = yield* Backend
  const codeTo = (email: string, subject: string) =>
    Effect.map(nextMail(email, subject), ({ code }) => {
      assert.ok(code !== undefined, "no code in the mail")
      return code
    })
  const { device, email } = yield* signUp(project)
  const { id: teamId } = yield* device(Teams.create({ displayName: "Acme" }))
  const stranger = newAddress("stranger")
  yield* device(MagicLink.send({ email: stranger }))
  const invited = newAddress("invited")
  yield* device(TeamInvitations.send({ teamId, email: invited }))
  return {
    device,
    codes: {
      link: yield* codeTo(stranger, "Sign in to"),
      verification: yield* codeTo(email, "Verify your email"),
      invitation: yield* codeTo(invited, "You have been invited")
    }
  }
})

const kindNames = Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>

const requestsWith = (kind: keyof typeof kinds, code: string): ReadonlyArray<Row> =>
  [kinds[kind].try[1], ...kinds[kind].paths].map((path): Row => ["POST", path, { code }])

/** Checks that every endpoint that takes a code refuses it. */
const codesAreRefused = Effect.fnUntraced(function* (
  project: Project,
  device: Device,
  codes: Readonly<Record<keyof typeof kinds, string>>,
  expected: Expected
) {
  const token = yield* readAccessToken(device)
  for (const kind of kindNames) yield* areRefused(project, "client", requestsWith(kind, codes[kind]), expected, token)
})

const tsx_source = "export const x = 1"

/** What only the current service has. */
const newAreas: Readonly<Record<"server" | "admin", ReadonlyArray<Row>>> = {
  server: [["POST", "/data-vault/stores/secrets/set", { hashed_key: "key", encrypted_value: "value" }]],
  admin: [
    ["POST", "/internal/email-templates", { display_name: "Mine" }],
    ["PATCH", `/internal/email-templates/${unknownId}`, { tsx_source }],
    ["DELETE", `/internal/email-templates/${unknownId}`],
    ["POST", "/internal/email-themes", { display_name: "Mine" }],
    ["PATCH", `/internal/email-themes/${unknownId}`, { tsx_source }],
    ["POST", "/internal/email-drafts", { display_name: "Mine" }],
    ["PATCH", `/internal/email-drafts/${unknownId}`, { tsx_source }],
    ["DELETE", `/internal/email-drafts/${unknownId}`]
  ]
}

/** What only that of 2025-06 has. */
const oldAreas: ReadonlyArray<Row> = [
  ["GET", "/email-templates/magic_link"],
  ["PATCH", "/email-templates/magic_link", { subject: "Hello" }],
  ["DELETE", "/email-templates/magic_link"]
]

export const scenarios = [
  scenario("where nobody is signed in, nobody is `me`", function* () {
    const { generation } = yield* Backend
    const project = yield* withEverything
    const nobody = ["CANNOT_GET_OWN_USER_WITHOUT_USER", 400] as const
    const rows = generation === "2025-06" ? ofMe.everybody : [...ofMe.everybody, ...ofMe.current]
    yield* areRefused(project, "client", [...rows, ...ofMe.clients], nobody)
    yield* areRefused(project, "server", [...rows, ...ofMe.servers], nobody)
    const { device } = yield* signUp(project)
    const { id } = yield* device(Teams.create({ displayName: "Acme" }))
    yield* areRefused(project, "server", [["GET", `/team-member-profiles?team_id=${id}&user_id=me`]], nobody)
    // The older endpoint relays what the newer one answers, without the header.
    const relayed: Row = ["POST", "/auth/oauth/connected-accounts/google/access-token", {}]
    for (const level of ["client", "server"] as const) {
      const answer = yield* ask(project, level, relayed)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.header("x-stack-known-error"), undefined)
      assert.match(answer.text, /CANNOT_GET_OWN_USER_WITHOUT_USER/)
    }
  }),
  scenario("teams, their invitations and their keys are for clients who are signed in", function* () {
    const project = yield* withEverything
    yield* areRefused(project, "client", needUser, ["USER_AUTHENTICATION_REQUIRED", 401])
    const { codes } = yield* mailedCodes(project)
    const rows = kinds.invitation.paths.map((path): Row => ["POST", path, { code: codes.invitation }])
    yield* areRefused(project, "client", rows, ["USER_AUTHENTICATION_REQUIRED", 401])
  }),
  scenario("what is not there is not found", function* () {
    const project = yield* withEverything
    const { device } = yield* signUp(project)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const { id: teamId } = yield* device(Teams.create({ displayName: "Acme" }))
    const ofNoTeam: ReadonlyArray<Row> = [
      ["GET", `/teams/${unknownId}`],
      ["PATCH", `/teams/${unknownId}`, {}],
      ["GET", `/team-member-profiles?team_id=${unknownId}`],
      ["DELETE", `/teams/${unknownId}`],
      ["DELETE", `/team-invitations/${unknownId}?team_id=${unknownId}`]
    ]
    yield* areRefused(project, "server", ofNoTeam, ["TEAM_NOT_FOUND", 404])
    const invitation = { team_id: unknownId, email: "a@example.org", callback_url }
    const invited = yield* ask(project, "server", ["POST", "/team-invitations/send-code", invitation])
    // Both real services fail themselves (decision 0013).
    if (invited.status !== 500) isKnownErrorAnswer(invited, "TEAM_NOT_FOUND", 404)
    yield* areRefused(
      project,
      "server",
      [
        ["PATCH", `/team-member-profiles/${teamId}/${unknownId}`, {}],
        ["DELETE", `/team-permissions/${teamId}/${unknownId}/read`],
        ["DELETE", `/project-permissions/${unknownId}/read`]
      ],
      ["USER_NOT_FOUND", 404]
    )
    yield* areRefused(
      project,
      "server",
      [["DELETE", `/team-permissions/${unknownId}/${userId}/read`]],
      ["TEAM_MEMBERSHIP_NOT_FOUND", 404]
    )
    yield* areRefused(
      project,
      "server",
      [["POST", `/project-permissions/${userId}/unheard_of`, {}]],
      ["PERMISSION_NOT_FOUND", 404]
    )
    yield* areRefused(
      project,
      "client",
      [["POST", "/auth/mfa/sign-in", { code: noCode, type: "totp", totp: "123456" }]],
      ["VERIFICATION_CODE_NOT_FOUND", 404]
    )
    const keys: ReadonlyArray<Row> = [
      ["GET", `/team-api-keys/${unknownId}?team_id=${unknownId}`],
      ["PATCH", `/team-api-keys/${unknownId}?team_id=${unknownId}`, {}]
    ]
    for (const level of ["client", "server"] as const) {
      yield* areRefused(project, level, keys, ["API_KEY_NOT_FOUND", 404])
    }
    const unknown = { link: noCode, verification: noCode, invitation: noCode }
    yield* codesAreRefused(project, device, unknown, ["VERIFICATION_CODE_NOT_FOUND", 404])
  }),
  scenario("who is not a member is told so", function* () {
    const project = yield* withEverything
    const { device: ann } = yield* signUp(project)
    const { device: bob } = yield* signUp(project, "bob")
    const { id: teamId } = yield* bob(Teams.create({ displayName: "Bob's" }))
    const token = yield* readAccessToken(ann)
    const noMember = ["TEAM_MEMBERSHIP_NOT_FOUND", 404] as const
    const rows: ReadonlyArray<Row> = [
      ["GET", `/team-member-profiles?team_id=${teamId}`],
      ["GET", `/team-member-profiles/${teamId}/me`],
      ["PATCH", `/team-member-profiles/${teamId}/me`, { display_name: "Ann" }]
    ]
    yield* areRefused(project, "client", rows, noMember, token)
    yield* areRefused(project, "server", [["PATCH", "/users/me", { selected_team_id: teamId }]], noMember, token)
  }),
  scenario("an address that somebody signs in with cannot be taken", function* () {
    const { newAddress, generation } = yield* Backend
    const project = yield* withEverything
    const { device: ann } = yield* signUp(project)
    const { email: taken } = yield* signUp(project, "bob")
    const token = yield* readAccessToken(ann)
    const { id } = yield* ann(ContactChannels.create({ value: taken, usedForAuth: false }))
    yield* areRefused(
      project,
      "server",
      [["PATCH", `/contact-channels/me/${id}`, { used_for_auth: true }]],
      ["CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", 409],
      token
    )
    const exists = ["USER_EMAIL_ALREADY_EXISTS", 409] as const
    if (generation !== "2025-06") {
      yield* areRefused(project, "client", [["PATCH", "/users/me", { primary_email: taken }]], exists, token)
    }
    // A link is on its way when somebody signs up with the address.
    const { nextMail } = yield* Backend
    const email = newAddress("cat")
    const device = yield* makeDevice(project)
    yield* device(MagicLink.send({ email }))
    const { code } = yield* nextMail(email, "Sign in to")
    yield* device(Password.signUp({ email, password }))
    yield* areRefused(project, "client", [["POST", "/auth/otp/sign-in", { code }]], exists)
  }),
  scenario(
    "a guest with a second factor is asked for it when they sign up",
    { generations: ["current"] },
    function* () {
      const { newAddress } = yield* Backend
      const device = yield* makeDevice(yield* withEverything)
      yield* device(Anonymous.signUp)
      const secret = yield* Totp.randomSecret
      yield* device(Mfa.enable({ secret: Redacted.make(secret), totp: yield* Totp.generate(secret) }))
      const signUp = device(Password.signUp({ email: newAddress("ann"), password }))
      yield* failure(signUp, "MultiFactorAuthenticationRequired")
    }
  ),
  scenario(
    "a rule turns away who comes with a link",
    { generations: ["current"], options: { rejectsSignUp: (email) => email.startsWith("unwanted") } },
    function* () {
      const { newAddress, nextMail } = yield* Backend
      const device = yield* makeDevice(yield* withEverything)
      const email = newAddress("unwanted")
      yield* device(MagicLink.send({ email }))
      const { code = "" } = yield* nextMail(email, "Sign in to")
      yield* failure(device(MagicLink.signIn({ code })), "SignUpRejected")
    }
  ),
  scenario("codes of mails end after a week", function* () {
    const { elapse } = yield* Backend
    const project = yield* withEverything
    const { codes, device } = yield* mailedCodes(project)
    yield* elapse("8 days")
    yield* codesAreRefused(project, device, codes, ["VERIFICATION_CODE_EXPIRED", 400])
  }),
  scenario("codes of mails can be tried 20 times", function* () {
    const project = yield* withEverything
    const { codes, device } = yield* mailedCodes(project)
    for (const kind of kindNames) {
      const [method, path] = kinds[kind].try
      for (let i = 0; i < 20; i++) {
        assert.equal((yield* ask(project, "client", [method, path, { code: codes[kind] }])).status, 200)
      }
    }
    yield* codesAreRefused(project, device, codes, ["VERIFICATION_CODE_MAX_ATTEMPTS_REACHED", 400])
  }),
  scenario("an invitation that was accepted shows nothing more", function* () {
    const project = yield* withEverything
    const { codes } = yield* mailedCodes(project)
    const { device } = yield* signUp(project, "bob")
    yield* device(TeamInvitations.accept({ code: codes.invitation }))
    const rows = requestsWith("invitation", codes.invitation)
    yield* areRefused(project, "client", rows, ["VERIFICATION_CODE_ALREADY_USED", 409], yield* readAccessToken(device))
  }),
  scenario("who is restricted does not see what an invitation is for", { generations: ["current"] }, function* () {
    const project = yield* withEverything
    const { codes } = yield* mailedCodes(project)
    const { device } = yield* signUp(project, "bob")
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    yield* (yield* makeServer(project))(Users.update({ userId, restrictedByAdmin: true }))
    yield* dropAccessToken(device)
    const details = device(TeamInvitations.details({ code: codes.invitation }))
    yield* failure(details, "TeamInvitationRestrictedUserNotAllowed")
  }),
  scenario("what a project turns off is off at every endpoint", function* () {
    const { newAddress } = yield* Backend
    const project = yield* withEverything
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const { id: teamId } = yield* device(Teams.create({ displayName: "Acme" }))
    const own = yield* device(ApiKeys.create({ description: "CI", expiresAt: null }))
    const ours = yield* device(ApiKeys.createForTeam({ teamId, description: "CI", expiresAt: null }))
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, {
      payload: {
        config: {
          allowUserApiKeys: false,
          allowTeamApiKeys: false,
          magicLinkEnabled: false,
          credentialEnabled: false
        }
      }
    })
    const token = yield* readAccessToken(device)
    const off = [/not enabled/, 400] as const
    const userKeys: ReadonlyArray<Row> = [
      ["GET", `/user-api-keys/${own.id}?user_id=me`],
      ["PATCH", `/user-api-keys/${own.id}?user_id=me`, { description: "CD" }]
    ]
    const teamKeys: ReadonlyArray<Row> = [
      ["GET", `/team-api-keys?team_id=${teamId}`],
      ["POST", "/team-api-keys", { description: "CD", expires_at_millis: null, team_id: teamId }],
      ["GET", `/team-api-keys/${ours.id}?team_id=${teamId}`],
      ["PATCH", `/team-api-keys/${ours.id}?team_id=${teamId}`, { description: "CD" }]
    ]
    yield* areRefused(project, "client", [...userKeys, ...teamKeys], off, token)
    const checks: ReadonlyArray<Row> = [
      ["POST", "/user-api-keys/check", { api_key: Redacted.value(own.value) }],
      ["POST", "/team-api-keys/check", { api_key: Redacted.value(ours.value) }]
    ]
    yield* areRefused(project, "server", checks, off)
    const passwordless = yield* server(Users.create({ primaryEmail: newAddress("bob") }))
    const added: ReadonlyArray<Row> = [
      ["PATCH", "/users/me", { otp_auth_enabled: true }],
      ["PATCH", `/users/${userId}`, { otp_auth_enabled: true }],
      ["PATCH", `/users/${passwordless.id}`, { password: "correct horse" }]
    ]
    yield* areRefused(project, "server", added, off, token)
  }),
  scenario("who has a method keeps it when the project turns it off", function* () {
    const project = yield* withEverything
    const { device } = yield* signUp(project)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const token = yield* readAccessToken(device)
    const patch = (level: AccessLevel, path: string, body: object) =>
      Effect.map(ask(project, level, ["PATCH", path, body], token), ({ status }) => status)
    assert.equal(yield* patch("client", "/users/me", { otp_auth_enabled: true }), 200)
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, {
      payload: { config: { magicLinkEnabled: false, credentialEnabled: false } }
    })
    assert.equal(yield* patch("client", "/users/me", { otp_auth_enabled: true }), 200)
    assert.equal(yield* patch("server", `/users/${userId}`, { otp_auth_enabled: true }), 200)
    assert.equal(yield* patch("server", `/users/${userId}`, { password: "correct horse" }), 200)
  }),
  scenario("a key of a team ends when it was meant to", function* () {
    const { elapse } = yield* Backend
    const project = yield* withEverything
    const { device } = yield* signUp(project)
    const { id: teamId } = yield* device(Teams.create({ displayName: "Acme" }))
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const expiresAt = new Date(now + 60_000)
    const { value } = yield* device(ApiKeys.createForTeam({ teamId, description: "CI", expiresAt }))
    yield* elapse("61 seconds")
    const check: Row = ["POST", "/team-api-keys/check", { api_key: Redacted.value(value) }]
    yield* areRefused(project, "server", [check], ["API_KEY_EXPIRED", 401])
  }),
  scenario("members without permission neither invite nor see who is invited, nor profiles of others", function* () {
    const project = yield* withEverything
    yield* call(project, "admin", ProjectsWire.adminUpdateProject, {
      payload: { config: { teamMemberDefaultPermissions: [] } }
    })
    const { device: ann } = yield* signUp(project)
    const { id: teamId } = yield* ann(Teams.create({ displayName: "Acme" }))
    const { id: annId } = yield* ann(CurrentUser.getOrFail)
    const { device: bob } = yield* signUp(project, "bob")
    const { id: bobId } = yield* bob(CurrentUser.getOrFail)
    const params = { teamId, userId: bobId }
    yield* call(project, "server", MembersWire.addTeamMember, { params, payload: {} })
    const rows: ReadonlyArray<Row> = [
      ["POST", "/team-invitations/send-code", { team_id: teamId, email: "a@example.org", callback_url }],
      ["GET", `/team-invitations?team_id=${teamId}`],
      ["GET", `/team-member-profiles/${teamId}/${annId}`]
    ]
    yield* areRefused(project, "client", rows, ["TEAM_PERMISSION_REQUIRED", 401], yield* readAccessToken(bob))
  }),
  scenario("areas of the one service are told to be unknown in the other", function* () {
    const { generation } = yield* Backend
    const project = yield* makeProject()
    const unknown = [/./, 404] as const
    if (generation === "2025-06") {
      yield* areRefused(project, "server", newAreas.server, unknown)
      yield* areRefused(project, "admin", newAreas.admin, unknown)
    } else if (generation === "current") {
      yield* areRefused(project, "admin", oldAreas, unknown)
      yield* areRefused(project, "server", newAreas.server, ["DATA_VAULT_STORE_DOES_NOT_EXIST", 400])
      const [, update, remove] = newAreas.admin
      const rows = [update, remove].filter((row) => row !== undefined)
      yield* areRefused(project, "admin", rows, ["REQUIRES_CUSTOM_EMAIL_SERVER", 400])
    }
  }),
  scenario("the query of a list is checked at each item of it", function* () {
    const project = yield* withEverything
    const { device } = yield* signUp(project)
    const token = yield* readAccessToken(device)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const { id: teamId } = yield* device(Teams.create({ displayName: "Acme" }))
    const [channel] = yield* device(ContactChannels.list)
    assert.ok(channel !== undefined)
    const ignored: ReadonlyArray<Row> = [
      ["GET", `/users/${userId}?limit=1`],
      ["GET", `/teams/${teamId}?user_id=me`],
      ["GET", `/contact-channels/me/${channel.id}?user_id=me`],
      ["GET", `/team-member-profiles/${teamId}/me?user_id=me`]
    ]
    for (const row of ignored) {
      const answer = yield* ask(project, "server", row, token)
      assert.equal(answer.status, 200, `${row[1]}: ${answer.text}`)
    }
    const refused: ReadonlyArray<Row> = [
      ["GET", `/users/${userId}?limit=x`],
      ["GET", `/users/${userId}?cursor=x`],
      ["GET", `/users/${userId}?team_id=x`],
      ["GET", `/teams/${teamId}?user_id=x`]
    ]
    yield* areRefused(project, "server", refused, ["SCHEMA_ERROR", 400], token)
  }),
  scenario("some endpoints ignore a query that they do not have", function* () {
    const project = yield* makeProject({ passkeyEnabled: true })
    const { device } = yield* signUp(project)
    const token = yield* readAccessToken(device)
    const rows: ReadonlyArray<Row> = [
      ["POST", "/auth/passkey/initiate-passkey-registration?unknown=1", {}],
      ["POST", "/auth/passkey/initiate-passkey-authentication?unknown=1", {}],
      ["POST", "/auth/cli?unknown=1", {}],
      ["POST", "/check-feature-support?unknown=1", {}],
      ["DELETE", "/auth/sessions/current?unknown=1"]
    ]
    for (const row of rows) {
      const answer = yield* ask(project, "client", row, token)
      assert.equal(answer.status, 200, `${row[1]}: ${answer.text}`)
    }
  }),
  scenario("a fixed path comes before one with an id, whatever the method", function* () {
    const project = yield* withEverything
    const rows: ReadonlyArray<Row> = [
      ["GET", "/user-api-keys/check"],
      ["GET", "/team-api-keys/check"],
      ["GET", "/contact-channels/verify/check-code"],
      ["DELETE", "/team-invitations/accept"],
      ["DELETE", "/team-invitations/send-code"]
    ]
    for (const row of rows) {
      const answer = yield* ask(project, "server", row)
      assert.equal(answer.status, 405, `${row[0]} ${row[1]}: ${answer.text}`)
    }
  }),
  scenario("a client may not list teams with a creator, nor say that it has a passkey", function* () {
    const project = yield* withEverything
    const { device } = yield* signUp(project)
    const token = yield* readAccessToken(device)
    yield* areRefused(project, "client", [["GET", "/teams?add_current_user=true"]], [/./, 403], token)
    const claimed: Row = ["PATCH", "/users/me", { passkey_auth_enabled: true }]
    const answer = yield* ask(project, "client", claimed, token)
    assert.deepEqual([answer.status, answer.header("x-stack-known-error")], [400, undefined], answer.text)
  })
]
