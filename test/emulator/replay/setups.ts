/**
 * What was there before each recorded request, as far as its answer shows it, and what stands in the place of the
 * recorded ids, codes and addresses.
 */
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { Emulator } from "../../../src/emulator/index.ts"
import * as SoftwareAuthenticator from "../../../src/testing/SoftwareAuthenticator.ts"
import { readId, listAt, textAt, textsAt, valueAt } from "../../support/jsonValues.ts"
import type { Recording, World } from "./recordedProject.ts"

/** Texts of a recording, and what to send instead. */
type Replacements = Readonly<Record<string, string>>

/** What a preparation changes in the request. */
export interface Prepared {
  /** In the URL and the body. */
  readonly replacements?: Replacements
  /** Besides and instead of those that every request of the world has. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Setup = (world: World, recording: Recording) => Effect.Effect<Prepared | void, never, Emulator>

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ids within addresses are nobody's. */
const withoutAddress = (body: unknown) => ({
  ...(typeof body === "object" && body),
  email: undefined,
  value: undefined,
  primary_email: undefined
})

/** The ids in the path, query and body, in this order. */
const listIds = ({ request, url }: Recording): ReadonlyArray<string> =>
  `${url} ${JSON.stringify(withoutAddress(request.body))}`.match(uuidPattern) ?? []

/** Puts ids in the place of the recorded ones, in their order. */
const inPlaceOfIds = (recording: Recording, ...ids: ReadonlyArray<string>): Prepared => ({
  replacements: Object.fromEntries(
    listIds(recording).flatMap((id, index) => (ids[index] === undefined ? [] : [[id, ids[index]]]))
  )
})

/** The address of a request, whatever the endpoint calls it. */
export const findEmail = ({ request: { body } }: Recording): string => {
  const name = ["email", "primary_email", "value"].find((name) => valueAt(body, name) !== undefined)
  return textAt(body, name ?? "email")
}

/** Values of the body with these names, in the place of the recorded ones. */
const inBody = ({ request }: Recording, values: Readonly<Record<string, unknown>>): Prepared => ({
  replacements: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [JSON.stringify(valueAt(request.body, name)), JSON.stringify(value)])
  )
})

/** An authenticator signs the challenge of the emulator; the recorded one signed that of the service's own tests. */
export const withPasskey: Setup = Effect.fnUntraced(function* (world, recording) {
  const authenticator = SoftwareAuthenticator.make()
  const registration = yield* world.newPasskey(world.user, authenticator)
  if (recording.url.endsWith("/register")) return inBody(recording, registration)
  yield* world.as(world.user)("POST", "/auth/passkey/register", registration)
  return inBody(recording, yield* world.passkeySignIn(authenticator))
})

/** The code of an answer, or of a request. */
export const readCode = (json: unknown): string => textAt(json, "code")

const nothing: Setup = () => Effect.void

const withUser: Setup = (world, recording) => Effect.succeed(inPlaceOfIds(recording, world.user.id))

/** The user created a team. */
const withOwnTeam: Setup = (world, recording) =>
  Effect.map(world.team(world.user), (team) => inPlaceOfIds(recording, team))

/** The user created a team that somebody else is in. */
const withTeamAndMember: Setup = Effect.fnUntraced(function* (world, recording) {
  const team = yield* world.team(world.user)
  const member = yield* world.person({ display_name: "User 2" })
  yield* world.join(team, member)
  return inPlaceOfIds(recording, team, member.id)
})

/** The user is in a team that somebody else created. */
const withTeamOfOther: Setup = Effect.fnUntraced(function* (world, recording) {
  const team = yield* world.team(yield* world.person())
  yield* world.join(team, world.user)
  return inPlaceOfIds(recording, team, world.user.id)
})

const withDefinitions =
  (
    scope: "team" | "project",
    ...definitions: ReadonlyArray<readonly [id: string, contained?: ReadonlyArray<string>]>
  ): Setup =>
  (world) =>
    Effect.forEach(definitions, ([id, contained]) => world.define(scope, id, contained), { discard: true })

/** The user holds a permission of the project, if the answer says so. */
const withProjectPermissions: Setup = Effect.fnUntraced(function* (world, recording) {
  for (const id of listAt(recording.response.body, "items").map(readId)) {
    yield* world.define("project", id)
    yield* world.server("POST", `/project-permissions/${world.user.id}/${id}`, {})
  }
  return inPlaceOfIds(recording, world.user.id)
})

/** A permission that there is, to grant it to the user. */
const withGrantable: Setup = Effect.fnUntraced(function* (world, recording) {
  const id = new URL(recording.url, "http://localhost").pathname.split("/").at(-1) ?? ""
  yield* world.define("project", id)
  if (recording.method === "DELETE") yield* world.server("POST", `/project-permissions/${world.user.id}/${id}`, {})
  return inPlaceOfIds(recording, world.user.id)
})

const withTeamKeys: Setup = Effect.fnUntraced(function* (world, recording) {
  const team = yield* world.team(world.user)
  if (recording.method === "GET") yield* world.apiKey({ team_id: team, expires_at_millis: 10_000_000_000_000 })
  return inPlaceOfIds(recording, team)
})

/** Somebody has the address of the request already, and signs in with it. */
export const withTakenAddress = (isVerified: boolean): Setup =>
  Effect.fnUntraced(function* (world, recording) {
    const { email } = yield* world.person({ primary_email_verified: isVerified })
    return { replacements: { [findEmail(recording)]: email } }
  })

const withChannel: Setup = (world, recording) =>
  Effect.map(world.channel(world.user), (channel) => inPlaceOfIds(recording, channel))

const withCode =
  (make: (world: World) => Effect.Effect<string, never, Emulator>): Setup =>
  (world, recording) =>
    Effect.map(make(world), (code) => ({ replacements: { [readCode(recording.request.body)]: code } }))

/** A command-line login that the recorded status tells the story of. */
const withCliLogin: Setup = Effect.fnUntraced(function* (world, recording) {
  const status = textAt(recording.response.body, "status")
  const login = yield* world.client("POST", "/auth/cli", { expires_in_millis: 60_000 })
  const login_code = textAt(login, "login_code")
  const polling_code = textAt(login, "polling_code")
  if (status === "used") {
    yield* world.client("POST", "/auth/cli/complete", { login_code, refresh_token: world.user.refreshToken })
    yield* world.client("POST", "/auth/cli/poll", { polling_code })
  }
  if (status === "expired") yield* TestClock.adjust("61 seconds")
  return { replacements: { [textAt(recording.request.body, "polling_code")]: polling_code } }
})

const withMails: Setup = (world, recording) =>
  listAt(recording.response.body, "items").length === 0 ? Effect.void : Effect.asVoid(world.magicLink(world.user))

const withOtherUser: Setup = Effect.fnUntraced(function* (world, recording) {
  const { id } = yield* world.person()
  return inPlaceOfIds(
    recording,
    ...(recording.url.includes("/user-api-keys/") ? [(yield* world.apiKey({ user_id: id })).id, id] : [id])
  )
})

const withRevokedKey: Setup = Effect.fnUntraced(function* (world, recording) {
  const { id, value } = yield* world.apiKey({ user_id: world.user.id })
  yield* world.server("PATCH", `/user-api-keys/${id}`, { revoked: true })
  return { replacements: { [textAt(recording.request.body, "api_key")]: value } }
})

/** In the order of the recordings; `undefined` is a request that needs nothing but the project and its user. */
const setups: ReadonlyArray<readonly [key: RegExp, setup: Setup]> = [
  [/INVALID_SUPER/, () => Effect.succeed({ headers: { "x-stack-super-secret-admin-key": "sak_revoked" } })],
  [/^DELETE \/project-permissions\//, withGrantable],
  [
    /^DELETE \/team-invitations\//,
    Effect.fnUntraced(function* (world, recording) {
      const team = yield* world.team()
      yield* world.join(team, world.user)
      return inPlaceOfIds(recording, (yield* world.invite(team)).id, team)
    })
  ],
  [/^DELETE \/team-memberships\/{uuid}\/me/, withTeamOfOther],
  [/^DELETE \/team-memberships\//, withTeamAndMember],
  [
    /^DELETE \/team-permissions\//,
    Effect.fnUntraced(function* (world, recording) {
      const team = yield* world.team()
      yield* world.join(team, world.user)
      yield* world.grant(team, world.user, "$update_team")
      return inPlaceOfIds(recording, team, world.user.id)
    })
  ],
  [/^(?:DELETE|PATCH|GET) \/teams\//, withOwnTeam],
  [/^GET \/auth\/sessions 403/, withOtherUser],
  [/^GET \/internal\/emails 200/, withMails],
  [/^GET \/project-permissions /, withProjectPermissions],
  [
    /^GET \/project-permission-definitions/,
    (world, recording) =>
      withDefinitions(
        "project",
        ...listAt(recording.response.body, "items").map(
          (item) => [readId(item), textsAt(item, "contained_permission_ids")] as const
        )
      )(world, recording)
  ],
  [/^GET \/team-api-keys 200/, withTeamKeys],
  [/^(?:GET|POST) \/team-api-keys 404/, withTeamOfOther],
  [/^POST \/team-api-keys 200/, withTeamKeys],
  [
    /^GET \/team-invitations 200/,
    Effect.fnUntraced(function* (world, recording) {
      const team = yield* world.team(world.user)
      if (listAt(recording.response.body, "items").length > 0) yield* world.invite(team)
      return inPlaceOfIds(recording, team)
    })
  ],
  [
    /^GET \/team-invitations 401/,
    Effect.fnUntraced(function* (world, recording) {
      const missing = textAt(recording.response.body, "details", "permission_id")
      const team = yield* world.team()
      yield* world.join(team, world.user)
      yield* world.server("DELETE", `/team-permissions/${team}/${world.user.id}/team_member`)
      const other = missing === "$read_members" ? "$invite_members" : "$read_members"
      yield* world.grant(team, world.user, other)
      return inPlaceOfIds(recording, team)
    })
  ],
  [/^GET \/team-member-profiles/, withTeamAndMember],
  [
    /^GET \/team-permissions /,
    Effect.fnUntraced(function* (world, recording) {
      const team = yield* world.team(world.user)
      for (const id of listAt(recording.response.body, "items").map(readId)) {
        if (id === "team_admin") continue
        yield* world.define("team", id)
        yield* world.grant(team, world.user, id)
      }
      return inPlaceOfIds(recording, team)
    })
  ],
  [
    /^GET \/teams 200/,
    (world, recording) =>
      listAt(recording.response.body, "items").length === 0 ? Effect.void : Effect.asVoid(world.team())
  ],
  [
    /^GET \/user-api-keys\//,
    (world, recording) => Effect.map(world.apiKey({ user_id: world.user.id }), ({ id }) => inPlaceOfIds(recording, id))
  ],
  [/^GET \/users 200/, withOwnTeam],
  [
    /^GET \/users\/{uuid} 200/,
    Effect.fnUntraced(function* (world, recording) {
      const { id } = yield* world.person({ server_metadata: valueAt(recording.response.body, "server_metadata") })
      return inPlaceOfIds(recording, id)
    })
  ],
  [/^PATCH \/contact-channels\//, withChannel],
  [
    /^PATCH \/email-templates\//,
    (world) =>
      Effect.asVoid(
        world.admin("PATCH", "/internal/projects/current", {
          config: {
            email_config: {
              type: "standard",
              host: "127.0.0.1",
              port: 1,
              username: "u",
              password: "p",
              sender_name: "S",
              sender_email: "s@example.org"
            }
          }
        })
      )
  ],
  [
    /^PATCH \/project-permission-definitions\/duplicate/,
    withDefinitions("project", ["duplicate_test"], ["update_test"])
  ],
  [/^PATCH \/project-permission-definitions\/p1/, withDefinitions("project", ["p1"])],
  [/^PATCH \/team-permission-definitions\/duplicate/, withDefinitions("team", ["duplicate_test"], ["update_test"])],
  [/^PATCH \/team-permission-definitions\/p1/, withDefinitions("team", ["p1"])],
  [/^PATCH \/user-api-keys\/{uuid} 403/, withOtherUser],
  [/^PATCH \/users\/me 409/, withTakenAddress(true)],
  [/^POST \/auth\/cli\/poll 200/, withCliLogin],
  [
    /^POST \/auth\/mfa\/sign-in 200/,
    Effect.fnUntraced(function* (world, recording) {
      yield* world.enableTotp(world.user)
      const { body } = recording.request
      return {
        replacements: {
          [readCode(body)]: yield* world.attemptCode(world.user),
          [textAt(body, "totp")]: yield* world.totp
        }
      }
    })
  ],
  [/^POST \/auth\/otp\/send-sign-in-code 409/, withTakenAddress(false)],
  [
    /^POST \/auth\/otp\/sign-in 400/,
    withCode(
      Effect.fnUntraced(function* (world) {
        yield* world.enableTotp(world.user)
        return yield* world.magicLink(world.user)
      })
    )
  ],
  [/^POST \/auth\/passkey\/register 200/, withPasskey],
  [
    /^POST \/auth\/passkey\/sign-in/,
    withCode((world) => Effect.map(world.client("POST", "/auth/passkey/initiate-passkey-authentication", {}), readCode))
  ],
  [/^POST \/auth\/password\/reset\/check-code/, withCode((world) => world.resetCode(world.user))],
  [/^POST \/auth\/password\/sign-up 409/, withTakenAddress(true)],
  [
    /^POST \/contact-channels 400/,
    (world, recording) => Effect.succeed({ replacements: { [findEmail(recording)]: world.user.email } })
  ],
  [
    /^POST \/contact-channels\/send-verification-code 409/,
    (world, recording) => Effect.succeed({ replacements: { [findEmail(recording)]: world.user.email } })
  ],
  [
    /^POST \/contact-channels\/verify 409/,
    withCode(
      Effect.fnUntraced(function* (world) {
        const code = yield* world.verificationCode(world.user)
        yield* world.client("POST", "/contact-channels/verify", { code })
        return code
      })
    )
  ],
  // Nothing of a test may look for hosts outside this machine.
  [
    /^POST \/internal\/send-test-email/,
    () =>
      Effect.succeed({
        replacements: { "this-is-not-a-valid-host.example.com": "127.0.0.1", '"port":123': '"port":1' }
      })
  ],
  [/^POST \/project-permissions\//, withGrantable],
  [
    /^POST \/team-invitations\/accept 200/,
    withCode((world) => Effect.flatMap(world.team(), (team) => Effect.map(world.invite(team), ({ code }) => code)))
  ],
  [/^POST \/team-invitations\/send-code/, withOwnTeam],
  [/^POST \/team-memberships\/.* 404/, withOwnTeam],
  [
    /^POST \/team-permission-definitions 201/,
    (world, recording) =>
      withDefinitions(
        "team",
        ...(valueAt(recording.request.body, "contained_permission_ids") !== undefined ? [["p1"] as const] : [])
      )(world, recording)
  ],
  [
    /^POST \/team-permission-definitions 400/,
    (world, { request }) => {
      const id = readId(request.body)
      return Effect.asVoid(world.define(id === "custom_project_permission" ? "project" : "team", id))
    }
  ],
  [/^POST \/team-permissions\//, withTeamAndMember],
  [/^POST \/teams 201 {2}server/, (world, recording) => withUser(world, recording)],
  [/^POST \/user-api-keys 200/, withUser],
  [/^POST \/user-api-keys 403/, withOtherUser],
  [/^POST \/user-api-keys\/check/, withRevokedKey]
]

/** What is there before a recorded request. */
export const findSetup = ({ key }: Recording): Setup => setups.find(([pattern]) => pattern.test(key))?.[1] ?? nothing

/** How the project was configured, as far as the answer depends on it. */
export const makeConfig = ({ key, response }: Recording): Readonly<Record<string, unknown>> => {
  const config = {
    magic_link_enabled: true,
    passkey_enabled: true,
    client_team_creation_enabled: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true
  }
  if (key.startsWith("POST /auth/otp/send-sign-in-code 403")) return { ...config, magic_link_enabled: false }
  if (key.includes("SIGN_UP_NOT_ENABLED")) return { ...config, sign_up_enabled: false }
  if (key.includes("PASSWORD_AUTHENTICATION_NOT_ENABLED")) return { ...config, credential_enabled: false }
  if (key.includes("PASSKEY_AUTHENTICATION_NOT_ENABLED")) return { ...config, passkey_enabled: false }
  if (key.startsWith("POST /user-api-keys 400")) return { ...config, allow_user_api_keys: false }
  const answered = valueAt(response.body, "config")
  if (answered === undefined) return config
  const enabled = listAt(answered, "enabled_oauth_providers").map((provider) => ({
    id: readId(provider),
    type: "shared"
  }))
  return { ...config, oauth_providers: valueAt(answered, "oauth_providers") ?? enabled }
}
