/** What a recording was made in, built anew: a project, its owner, a user, and whatever else was there. */
import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AuthenticationOptions, RegistrationOptions } from "../../../src/api/schema/Passkey.ts"
import type { AccessLevel } from "../../../src/domain/AccessLevel.ts"
import * as Totp from "../../../src/emulator/accounts/Totp.ts"
import { type ProjectCredentials, Emulator } from "../../../src/emulator/index.ts"
import type * as SoftwareAuthenticator from "../../../src/testing/SoftwareAuthenticator.ts"
import * as Browser from "../../support/Browser.ts"
import { call, password, raw, signUp } from "../../support/emulatorCalls.ts"
import { readId, listAt, must, textAt, valueAt } from "../../support/jsonValues.ts"

/** A request to the service and its answer. */
export const Recording = Schema.Struct({
  /** Method, path template, status, known error and access level. */
  key: Schema.String,
  method: Schema.String,
  url: Schema.String,
  request: Schema.Struct({ headers: Schema.Record(Schema.String, Schema.String), body: Schema.Unknown }),
  response: Schema.Struct({
    httpStatus: Schema.Number,
    status: Schema.Number,
    headers: Schema.Record(Schema.String, Schema.String),
    body: Schema.Unknown
  })
})
export type Recording = typeof Recording.Type

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly refreshToken: string
}

export const callbackUrl = "http://localhost:12345/some-callback-url"

const oauthCallbackUrl = "http://localhost:3000/handler/oauth-callback"
/** The page that asks for passkeys. */
const ceremony = { origin: "http://localhost:3000" }

const codeVerifier = "v".repeat(43)

const totpSecret = Buffer.from("twenty bytes of key!")

let names = 0

const decodeRegistrationOptions = Schema.decodeUnknownSync(RegistrationOptions)

const decodeAuthenticationOptions = Schema.decodeUnknownSync(AuthenticationOptions)

/** The tokens of an answer to a sign-in. */
export const readTokens = (json: unknown) => ({
  token: textAt(json, "access_token"),
  refreshToken: textAt(json, "refresh_token")
})

/** A project with the given configuration, in an emulator that is there already. */
export const makeWorld = Effect.fnUntraced(function* (config: Readonly<Record<string, unknown>>) {
  const emulator = yield* Emulator
  const { internal } = emulator
  const owner = yield* signUp(`owner${names++}@example.org`, { project: internal })
  const ownTeam = yield* call("POST", "/teams", {
    level: "server",
    project: internal,
    body: { display_name: "Developers", creator_user_id: owner.user_id }
  })
  const ownerTeamId = readId(must(ownTeam))
  const created = must(
    yield* call("POST", "/internal/projects", {
      project: internal,
      token: owner.access_token,
      body: {
        display_name: "New Project",
        config,
        ...(emulator.service === "current" && { owner_team_id: ownerTeamId })
      }
    })
  )
  const asOwner = { "x-stack-admin-access-token": owner.access_token }
  const projectId = readId(created)
  const keySet = must(
    yield* call("POST", "/internal/api-keys", {
      level: "admin",
      project: { projectId },
      headers: asOwner,
      body: {
        description: "replay",
        expires_at_millis: 10_000_000_000_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: true
      }
    })
  )
  const project: ProjectCredentials = {
    projectId,
    publishableClientKey: textAt(keySet, "publishable_client_key"),
    secretServerKey: textAt(keySet, "secret_server_key"),
    superSecretAdminKey: textAt(keySet, "super_secret_admin_key")
  }

  /** A preparation; one that fails is a mistake of the test. */
  const does = (level: AccessLevel) => (method: string, path: string, body?: unknown) =>
    Effect.map(call(method, path, { level, project, body }), must)
  const server = does("server")
  const admin = does("admin")
  const client = does("client")

  const person = Effect.fnUntraced(function* (fields: object = {}) {
    const email = `person${names++}@example.org`
    const created = yield* server("POST", "/users", {
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      ...(config["credential_enabled"] !== false && { password }),
      ...fields
    })
    const id = readId(created)
    const session = yield* server("POST", "/auth/sessions", { user_id: id })
    return { id, email, ...readTokens(session) } satisfies Person
  })

  /** Something that a person does. */
  const as =
    ({ token }: Person) =>
    (method: string, path: string, body?: unknown) =>
      Effect.map(call(method, path, { project, token, body }), must)

  const team = (creator?: Person) =>
    Effect.map(
      server("POST", "/teams", { display_name: "New Team", ...(creator && { creator_user_id: creator.id }) }),
      readId
    )

  const join = (teamId: string, { id }: Person) => server("POST", `/team-memberships/${teamId}/${id}`, {})

  const grant = (teamId: string, { id }: Person, permission: string) =>
    server("POST", `/team-permissions/${teamId}/${id}/${permission}`, {})

  const define = (scope: "team" | "project", id: string, contained: ReadonlyArray<string> = []) =>
    admin("POST", `/${scope}-permission-definitions`, { id, contained_permission_ids: contained })

  const mailTo = (to: string, subject: string) => emulator.mailbox.take({ to, projectId, subject })

  const user = yield* person()

  const startUrl = (provider: string) => {
    const query = new URLSearchParams({
      client_id: project.projectId,
      client_secret: project.publishableClientKey,
      redirect_uri: oauthCallbackUrl,
      error_redirect_url: oauthCallbackUrl,
      scope: "legacy",
      state: "state",
      grant_type: "authorization_code",
      code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      code_challenge_method: "S256",
      response_type: "code",
      provider_scope: "openid"
    })
    return `${emulator.baseUrl}/api/v1/auth/oauth/authorize/${provider}?${query}`
  }
  const identity = { email: `through${names++}@example.org` }

  /** Goes through a provider, always as the same person there, to where an app finds a code. */
  const startThroughProvider = Effect.fnUntraced(function* (provider: string) {
    yield* emulator.identityProvider.script({ identity })
    const page = yield* Browser.make({ [emulator.baseUrl]: emulator.fetch }).open(startUrl(provider))
    return { code: page.url.searchParams.get("code") ?? "", redirectUri: oauthCallbackUrl, verifier: codeVerifier }
  })

  return {
    project,
    internal,
    ownerTeamId,
    /** The access token of the developer who owns the project. */
    owner: owner.access_token,
    developer: { id: owner.user_id, token: owner.access_token, refreshToken: owner.refresh_token },
    user,
    server,
    admin,
    client,
    as,
    /** Something that may fail. */
    tries: (method: string, path: string, body: unknown) => call(method, path, { project, body }),
    person,
    team,
    join,
    grant,
    define,

    invite: Effect.fnUntraced(function* (teamId: string, email = `guest${names++}@example.org`) {
      const sent = yield* server("POST", "/team-invitations/send-code", {
        email,
        team_id: teamId,
        callback_url: callbackUrl
      })
      return { id: readId(sent), code: (yield* mailTo(email, "invited")).code ?? "" }
    }),

    magicLink: Effect.fnUntraced(function* ({ email }: Person) {
      yield* client("POST", "/auth/otp/send-sign-in-code", { email, callback_url: callbackUrl })
      return (yield* mailTo(email, "Sign in")).code ?? ""
    }),

    resetCode: Effect.fnUntraced(function* ({ email }: Person) {
      yield* client("POST", "/auth/password/send-reset-code", { email, callback_url: callbackUrl })
      return (yield* mailTo(email, "Reset")).code ?? ""
    }),

    /** The primary channel of somebody. */
    channel: (who: Person) =>
      Effect.map(as(who)("GET", "/contact-channels?user_id=me"), (channels) => textAt(channels, "items", 0, "id")),

    /** A second channel of somebody. */
    otherChannel: ({ id }: Person) =>
      Effect.map(
        server("POST", "/contact-channels", {
          user_id: id,
          value: `more${names++}@example.org`,
          type: "email",
          used_for_auth: false
        }),
        readId
      ),

    /** An account of somebody at a provider, with which they sign in unless told otherwise. */
    providerAccount: ({ id }: Person, provider: string, fields: object = {}) =>
      Effect.map(
        server("POST", "/oauth-providers", {
          user_id: id,
          provider_config_id: provider,
          account_id: `account-${names++}`,
          email: `account${names++}@example.org`,
          allow_sign_in: true,
          allow_connected_accounts: true,
          ...fields
        }),
        readId
      ),

    /** A session of somebody besides the one that they are in. */
    otherSession: Effect.fnUntraced(function* ({ id }: Person) {
      yield* server("POST", "/auth/sessions", { user_id: id })
      const sessions = yield* server("GET", `/auth/sessions?user_id=${id}`)
      return readId(listAt(sessions, "items").at(-1))
    }),

    /** The session that somebody is in. */
    ownSession: (who: Person) =>
      Effect.map(as(who)("GET", "/auth/sessions?user_id=me"), (sessions) =>
        readId(listAt(sessions, "items").find((session) => valueAt(session, "is_current_session") === true))
      ),

    /** A set of keys of the project, besides the one in use. */
    keySet: Effect.map(
      admin("POST", "/internal/api-keys", {
        description: "another",
        expires_at_millis: 10_000_000_000_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: true
      }),
      readId
    ),

    startThroughProvider,

    /** The access token of a developer who owns nothing. */
    newDeveloper: Effect.suspend(() =>
      Effect.map(signUp(`owner${names++}@example.org`, { project: internal }), ({ access_token }) => access_token)
    ),

    /** The access token of a developer whose team owns the project, and who may not give it away. */
    newColleague: Effect.gen(function* () {
      const { access_token, user_id } = yield* signUp(`owner${names++}@example.org`, { project: internal })
      const path = `/team-memberships/${ownerTeamId}/${user_id}`
      must(yield* call("POST", path, { level: "server", project: internal, body: {} }))
      return access_token
    }),

    /** Who signs in through a provider. */
    throughProvider: Effect.fnUntraced(function* (provider: string) {
      const { code, redirectUri, verifier } = yield* startThroughProvider(provider)
      const answer = must(
        yield* call("POST", "/auth/oauth/token", {
          project,
          body: {
            grant_type: "authorization_code",
            code,
            redirect_uri: redirectUri,
            code_verifier: verifier,
            client_id: project.projectId,
            client_secret: project.publishableClientKey
          }
        })
      )
      const tokens = readTokens(answer)
      const me = must(yield* call("GET", "/users/me", { project, level: "server", token: tokens.token }))
      const person: Person = { id: readId(me), email: identity.email, ...tokens }
      return { person }
    }),

    /** Where a provider sends a browser back to, and what the browser brings. */
    callback: Effect.fnUntraced(function* (provider: string, isApproved: boolean) {
      const started = yield* raw("GET", startUrl(provider).slice(emulator.baseUrl.length))
      yield* emulator.identityProvider.script({ identity, outcome: isApproved ? "approve" : "deny" })
      const location = started.headers.get("location") ?? ""
      const answered = yield* raw("GET", location.slice(emulator.baseUrl.length))
      return {
        cookie: (started.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "",
        url: (answered.headers.get("location") ?? "").slice(emulator.baseUrl.length)
      }
    }),

    /** Somebody without any credential. */
    guest: Effect.map(client("POST", "/auth/anonymous/sign-up"), (answer): Person => ({
      id: textAt(answer, "user_id"),
      email: "",
      ...readTokens(answer)
    })),

    verificationCode: Effect.fnUntraced(function* (who: Person) {
      const added = yield* as(who)("POST", "/contact-channels", {
        user_id: "me",
        value: `more${names++}@example.org`,
        type: "email",
        used_for_auth: false
      })
      yield* as(who)("POST", `/contact-channels/me/${readId(added)}/send-verification-code`, {
        callback_url: callbackUrl
      })
      return (yield* mailTo(textAt(added, "value"), "Verify")).code ?? ""
    }),

    /**
     * A passkey that somebody is about to register: what the authenticator answers, and the code that belongs to it.
     */
    newPasskey: Effect.fnUntraced(function* (who: Person, authenticator: SoftwareAuthenticator.SoftwareAuthenticator) {
      const started = yield* as(who)("POST", "/auth/passkey/initiate-passkey-registration", {})
      const options = decodeRegistrationOptions(valueAt(started, "options_json"))
      const credential = yield* Effect.promise(() => authenticator.create(options, ceremony))
      return { code: textAt(started, "code"), credential }
    }),

    /** What an authenticator with a passkey answers to a sign-in, and the code that belongs to it. */
    passkeySignIn: Effect.fnUntraced(function* (authenticator: SoftwareAuthenticator.SoftwareAuthenticator) {
      const started = yield* client("POST", "/auth/passkey/initiate-passkey-authentication", {})
      const options = decodeAuthenticationOptions(valueAt(started, "options_json"))
      const authentication_response = yield* Effect.promise(() => authenticator.get(options, ceremony))
      return { code: textAt(started, "code"), authentication_response }
    }),

    enableTotp: ({ id }: Person) =>
      server("PATCH", `/users/${id}`, { totp_secret_base64: totpSecret.toString("base64") }),

    totp: Effect.map(Clock.currentTimeMillis, (now) => Totp.computeCode(totpSecret, Totp.computeStep(now))),

    /** The answer of a first factor where a second one is asked for. */
    attemptCode: Effect.fnUntraced(function* ({ email }: Person) {
      const answer = yield* call("POST", "/auth/password/sign-in", { project, body: { email, password } })
      return textAt(answer.body, "details", "attempt_code")
    }),

    apiKey: (fields: object) =>
      Effect.map(
        server("POST", "team_id" in fields ? "/team-api-keys" : "/user-api-keys", {
          description: "Test API Key",
          expires_at_millis: null,
          ...fields
        }),
        (key) => ({ id: readId(key), value: textAt(key, "value") })
      )
  }
})

export type World = Effect.Success<ReturnType<typeof makeWorld>>
