/**
 * What was there before each request that was recorded at the current service. Where a request succeeded, what it names
 * is there: the user is the one of the world, and owns the rest. What failed says why.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Emulator, mailServer } from "../../../src/emulator/index.ts"
import { newDraft, newTemplate, toTemplate } from "../../../src/emulator/mail/tsx/DefaultSources.ts"
import { mailsTo, password } from "../../support/emulatorCalls.ts"
import { readId, listAt, textAt, valueAt } from "../../support/jsonValues.ts"
import { unknownId } from "../../support/unknownId.ts"
import { type Recording, readTokens, type World } from "./recordedProject.ts"
import {
  readCode,
  makeConfig as makeCommonConfig,
  findEmail,
  type Prepared,
  type Setup,
  withPasskey,
  withTakenAddress
} from "./setups.ts"

type Make = (world: World, recording: Recording) => Effect.Effect<string, never, Emulator>

const uuidInText = /[0-9a-f-]{36}/
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Makes each thing once for a request, however often the request names it. */
const team: Make = ({ team, user }) => team(user)

/** The parts of paths, by what they name. */
const paths: ReadonlyArray<readonly [path: RegExp, names: ReadonlyArray<string>]> = [
  [/^\/users\/([^/]+)$/, ["user"]],
  [/^\/teams\/([^/]+)$/, ["team"]],
  [/^\/team-(?:memberships|member-profiles)\/([^/]+)\/([^/]+)$/, ["team", "user"]],
  [/^\/team-permissions\/([^/]+)\/([^/]+)\/([^/]+)$/, ["team", "user", "teamPermission"]],
  [/^\/project-permissions\/([^/]+)\/([^/]+)$/, ["user", "projectPermission"]],
  [/^\/contact-channels\/([^/]+)\/([^/]+)(?:\/send-verification-code)?$/, ["user", "channel"]],
  [/^\/auth\/sessions\/([^/]+)$/, ["session"]],
  [/^\/connected-accounts\/([^/]+)(?:\/.*)?$/, ["user"]],
  [/^\/oauth-providers\/([^/]+)\/([^/]+)$/, ["user", "providerAccount"]],
  [/^\/user-api-keys\/([^/]+)$/, ["userKey"]],
  [/^\/team-api-keys\/([^/]+)$/, ["teamKey"]],
  [/^\/internal\/api-keys\/([^/]+)$/, ["keySet"]],
  [/^\/team-invitations\/([^/]+)$/, ["invitation"]],
  [/^\/team-invitations\/([^/]+)\/accept$/, ["received"]],
  [/^\/team-permission-definitions\/([^/]+)$/, ["teamPermission"]],
  [/^\/project-permission-definitions\/([^/]+)$/, ["projectPermission"]],
  [/^\/emails\/notification-preference\/([^/]+)(?:\/[^/]+)?$/, ["user"]],
  [/^\/projects\/([^/]+)\/\.well-known\/jwks\.json$/, ["project"]]
]

const recordedFields: Readonly<Record<string, string>> = { team_id: "team", user_id: "user", creator_user_id: "user" }

/** What a request names, with its recorded text. */
const listNames = ({ request, url }: Recording): ReadonlyArray<readonly [name: string, text: string]> => {
  const { pathname, searchParams } = new URL(url, "http://localhost")
  const path = pathname.replace("/api/v1", "")
  const inPath = paths.flatMap(([pattern, names]) => {
    const texts = pattern.exec(path)?.slice(1) ?? []
    return texts.map((text, index) => [names[index] ?? "", text] as const)
  })
  const fields = { ...Object.fromEntries(searchParams), ...(typeof request.body === "object" && request.body) }
  const named = Object.entries(fields).flatMap(([field, text]) =>
    recordedFields[field] === undefined ? [] : [[recordedFields[field], String(text)] as const]
  )
  return [...inPath, ...named].filter(([, text]) => text !== "me")
}

/** Everything that the request names is there. */
const withNamed: Setup = Effect.fnUntraced(function* (world, recording) {
  const replacements: Record<string, string> = {}
  let teamId: string | undefined
  const ownTeam = Effect.gen(function* () {
    teamId ??= yield* team(world, recording)
    return teamId
  })
  const { method } = recording
  const names = listNames(recording)
  // Teams first: what belongs to them is made in them.
  for (const [name, text] of names.toSorted(([a], [b]) => Number(b === "team") - Number(a === "team"))) {
    const put = (made: Effect.Effect<string, never, Emulator>) =>
      Effect.map(made, (value) => {
        if (uuidPattern.test(text)) replacements[text] = value
      })
    switch (name) {
      case "team":
        yield* put(ownTeam)
        break
      case "user":
        yield* put(Effect.succeed(world.user.id))
        break
      case "project":
        yield* put(Effect.succeed(world.project.projectId))
        break
      case "channel":
        yield* put(world.otherChannel(world.user))
        break
      case "providerAccount":
        yield* put(world.providerAccount(world.user, "spotify"))
        break
      case "session":
        yield* put(world.otherSession(world.user))
        break
      case "userKey":
        yield* put(Effect.map(world.apiKey({ user_id: world.user.id }), ({ id }) => id))
        break
      case "teamKey":
        yield* put(Effect.flatMap(ownTeam, (id) => Effect.map(world.apiKey({ team_id: id }), (key) => key.id)))
        break
      case "keySet":
        yield* put(world.keySet)
        break
      case "invitation":
        yield* put(Effect.flatMap(ownTeam, (id) => Effect.map(world.invite(id), (invitation) => invitation.id)))
        break
      case "teamPermission": {
        if (!/^(?:\$|team_)/.test(text)) yield* world.define("team", text)
        if (method === "DELETE" && recording.url.includes("/team-permissions/") && text !== "team_member") {
          yield* world.grant(yield* ownTeam, world.user, text)
        }
        break
      }
      case "projectPermission": {
        yield* world.define("project", text)
        if (method === "DELETE" && recording.url.includes("/project-permissions/")) {
          yield* world.server("POST", `/project-permissions/${world.user.id}/${text}`, {})
        }
      }
    }
  }
  return { replacements }
})

/** Sent with the token of somebody else than the user of the world. */
const asPerson = ({ refreshToken, token }: { readonly refreshToken: string; readonly token: string }): Prepared => ({
  headers: { "x-stack-access-token": token, "x-stack-refresh-token": refreshToken }
})

const asGuest: Setup = (world) => Effect.map(world.guest, asPerson)

/** Somebody whom an admin restricted. */
const restricted = Effect.fnUntraced(function* (world: World) {
  const person = yield* world.person()
  yield* world.server("PATCH", `/users/${person.id}`, { restricted_by_admin: true })
  const session = yield* world.server("POST", "/auth/sessions", { user_id: person.id })
  return { ...person, ...readTokens(session) }
})

/** The accounts of developers, who own projects. */
const asDeveloper: Setup = ({ developer, internal, ownerTeamId }, recording) =>
  Effect.succeed({
    headers: {
      "x-stack-project-id": internal.projectId,
      "x-stack-publishable-client-key": internal.publishableClientKey,
      "x-stack-secret-server-key": internal.secretServerKey,
      "x-stack-super-secret-admin-key": internal.superSecretAdminKey,
      ...asPerson(developer).headers
    },
    ...(recording.response.status === 201 && {
      replacements: { [textAt(recording.request.body, "owner_team_id")]: ownerTeamId }
    })
  })

/** The user of the request is an administrator of the team that owns the project, unless that is the point. */
const transferring: Setup = Effect.fnUntraced(function* (world, recording) {
  const isOwner = !recording.key.includes("TEAM_PERMISSION_REQUIRED")
  const token = isOwner ? world.owner : yield* world.newColleague
  const prepared = yield* asDeveloper(world, recording)
  const { body } = recording.request
  return {
    headers: { ...prepared?.headers, "x-stack-access-token": token },
    replacements: { [textAt(body, "project_id")]: world.project.projectId, [textAt(body, "new_team_id")]: unknownId }
  }
})

/** The user is a member, but of a team that somebody else created. */
const inTeamOfOther: Setup = Effect.fnUntraced(function* (world, recording) {
  const creator = yield* world.person()
  const id = yield* world.team(creator)
  yield* world.join(id, world.user)
  return inPlaceOfNames(recording, { team: id, user: world.user.id })
})

/** The team and the user are there, and have nothing to do with each other. */
const notInTeam: Setup = Effect.fnUntraced(function* (world, recording) {
  const id = yield* world.team(yield* world.person())
  return inPlaceOfNames(recording, { team: id, user: world.user.id })
})

/** The user is in a team of somebody else, and may do nothing there. */
const inTeamWithoutPermission: Setup = Effect.fnUntraced(function* (world, recording) {
  const id = yield* world.team(yield* world.person())
  yield* world.join(id, world.user)
  yield* world.server("DELETE", `/team-permissions/${id}/${world.user.id}/team_member`)
  // The first permission that is missing is told, and the lists ask for two.
  const missing = textAt(recording.response.body, "details", "permission_id")
  for (const held of ["$read_members", "$invite_members"]) {
    if (held !== missing) yield* world.grant(id, world.user, held)
  }
  return inPlaceOfNames(recording, { team: id, user: world.user.id })
})

/** Puts ids in the place of what a request names. */
const inPlaceOfNames = (recording: Recording, ids: Readonly<Record<string, string>>): Prepared => ({
  replacements: Object.fromEntries(
    listNames(recording).flatMap(([name, text]) => (ids[name] === undefined ? [] : [[text, ids[name]]]))
  )
})

/** Puts texts in the place of those that a body has in these fields, as far as it has them. */
const inPlaceOfFields = (body: unknown, ours: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const sent = Object.entries(ours).filter(([name]) => valueAt(body, name) !== undefined)
  return Object.fromEntries(sent.map(([name, text]) => [textAt(body, name), text]))
}

const withOther: Setup = (world, recording) =>
  Effect.map(world.person(), ({ id }) => inPlaceOfNames(recording, { user: id }))

/** A code of the kind that the endpoint is for, used already where the service said so. */
const withCode = (make: (world: World) => Effect.Effect<string, never, Emulator>): Setup =>
  Effect.fnUntraced(function* (world, recording) {
    const code = readCode(recording.request.body)
    const made = yield* make(world)
    if (recording.key.includes("ALREADY_USED")) {
      const path = new URL(recording.url, "http://localhost").pathname.replace("/api/v1", "").replace("/check-code", "")
      yield* world.as(world.user)("POST", path, { code: made, ...(path.endsWith("/reset") && { password }) })
    }
    return { replacements: { [code]: made } }
  })

const withDefinition =
  (scope: "team" | "project", id: string): Setup =>
  (world) =>
    Effect.asVoid(world.define(scope, id))

const withKey = (type: "user" | "team", state?: "revoked" | "expired"): Setup =>
  Effect.fnUntraced(function* (world, recording) {
    const now = yield* Clock.currentTimeMillis
    const owner = type === "user" ? { user_id: world.user.id } : { team_id: yield* world.team(world.user) }
    const { id, value } = yield* world.apiKey({
      ...owner,
      expires_at_millis: state === "expired" ? now - 1 : (valueAt(recording.response.body, "expires_at_millis") ?? null)
    })
    if (state === "revoked") {
      const query = "team_id" in owner ? `?team_id=${owner.team_id}` : ""
      yield* world.server("PATCH", `/${type}-api-keys/${id}${query}`, { revoked: true })
    }
    return { replacements: { [textAt(recording.request.body, "api_key")]: value } }
  })

/** A list that has something in it, with the optional fields of what was recorded. */
const withKeys: Setup = Effect.fnUntraced(function* (world, recording) {
  const [first] = listAt(recording.response.body, "items")
  const expires = { expires_at_millis: valueAt(first, "expires_at_millis") === undefined ? null : 10_000_000_000_000 }
  if (recording.url.includes("/user-api-keys")) {
    if (first !== undefined) yield* world.apiKey({ user_id: world.user.id, ...expires })
    return inPlaceOfNames(recording, { user: world.user.id })
  }
  const id = yield* world.team(world.user)
  if (first !== undefined) yield* world.apiKey({ team_id: id, ...expires })
  return inPlaceOfNames(recording, { team: id })
})

/** The client of an authorization request, unless what is wrong with it is the point. */
const clientPattern = /client_id=(?!0000)[^&]+(?:&client_secret=((?:pck_x|this-)[^&]+))?/

/** Tests of the service use a plain challenge, which an emulator does not take (decision 0012). */
const plainChallenge = "code_challenge=some-code-challenge&code_challenge_method=plain"

/** Where the tests of the service send browsers back to; not trusted here. */
const appUrl = "http://stack-test.localhost"

/** The project of the world in the query of an authorization request. */
const withOAuthClient: Setup = (world, recording) => {
  const [text, secret] = clientPattern.exec(recording.url) ?? []
  const { projectId, publishableClientKey } = world.project
  return Effect.succeed({
    replacements: {
      ...(text !== undefined && {
        [text]: `client_id=${projectId}${secret === undefined ? "" : `&client_secret=${publishableClientKey}`}`
      }),
      "token=<jwt>": `token=${world.user.token}`,
      [plainChallenge]: `code_challenge=${"a".repeat(43)}&code_challenge_method=S256`,
      [encodeURIComponent(appUrl)]: encodeURIComponent("http://localhost:3000")
    }
  })
}

/** A code that an app gets when somebody comes back from a provider. */
const withAuthorizationCode: Setup = Effect.fnUntraced(function* (world, { key, request: { body } }) {
  if (key.includes("MULTI_FACTOR")) yield* world.enableTotp((yield* world.throughProvider("spotify")).person)
  const { code, redirectUri, verifier } = yield* world.startThroughProvider("spotify")
  const isWrong = key.includes("INVALID_AUTHORIZATION_CODE")
  return {
    replacements: {
      ...inPlaceOfFields(body, {
        code,
        client_id: world.project.projectId,
        client_secret: world.project.publishableClientKey,
        ...(!isWrong && { code_verifier: verifier })
      }),
      [`${appUrl}/some-callback-url`]: redirectUri
    }
  }
})

/** A project of which nobody is a user. */
const withoutUsers: Setup = (world) => Effect.asVoid(world.server("DELETE", `/users/${world.user.id}`))

/** A mail server of the project: one that takes every mail unless told otherwise. */
const useMailServer = (world: World, server: { readonly host: string; readonly port: number } = mailServer) => {
  const { password, senderEmail: sender_email, senderName: sender_name, username } = mailServer
  const { host, port } = server
  const email_config = { type: "standard", host, port, username, password, sender_name, sender_email }
  return world.admin("PATCH", "/internal/projects/current", { config: { email_config } })
}

/** Mails to users need a mail server, and users. */
const withMailServer: Setup = Effect.fnUntraced(function* (world, { request }) {
  yield* useMailServer(world)
  return { replacements: { [textAt(request.body, "user_ids", 0)]: world.user.id } }
})

/** A mail in the outbox, in place of the one that the request names. */
const withMail = (fields: object = {}, server?: { readonly host: string; readonly port: number }): Setup =>
  Effect.fnUntraced(function* (world, { url }) {
    yield* useMailServer(world, server)
    yield* world.server("POST", "/emails/send-email", { user_ids: [world.user.id], html: "<p>Hello</p>", ...fields })
    yield* mailsTo(world.user.email)
    const outbox = yield* world.server("GET", "/emails/outbox")
    const [id] = uuidInText.exec(url) ?? []
    return { replacements: { ...(id !== undefined && { [id]: textAt(outbox, "items", 0, "id") }) } }
  })

/** The one that the request names was refused by its mail server. */
const withUnsentMail: Setup = Effect.fnUntraced(function* (world, recording) {
  const prepared = yield* withMail({}, { host: "127.0.0.1", port: 1 })(world, recording)
  yield* (yield* Emulator).mailbox.take({ to: world.user.email })
  yield* mailsTo(world.user.email)
  return prepared
})

/** A text within the JSON of a body. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const withDraft: Setup = Effect.fnUntraced(function* (world, { response, url }) {
  const draft = { display_name: "Draft", theme_id: false }
  const id = readId(yield* world.admin("POST", "/internal/email-drafts", draft))
  const isSent = valueAt(response.body, "sent_at_millis") !== undefined
  if (isSent) {
    yield* useMailServer(world)
    yield* world.server("POST", "/emails/send-email", { user_ids: [world.user.id], draft_id: id })
  }
  const [named] = uuidInText.exec(url) ?? []
  return { replacements: { ...(named !== undefined && { [named]: id }), "<source>": inJson(newDraft) } }
})

/** Sources of the kind that was sent; a theme throws where the service said so. */
const withSources: Setup = (_, { response }) => {
  const body = response.status === 200 ? "" : 'throw new Error("on purpose");'
  const theme = inJson(`export function EmailTheme({ children }) { ${body} return <div>{children}</div> }`)
  return Effect.succeed({
    replacements: {
      '"template_tsx_source":"<source>"': `"template_tsx_source":"${inJson(toTemplate("<p>Hello</p>"))}"`,
      "<source>": theme
    }
  })
}

/** What the templates of the current service ask for, and one to change. */
const withMailServerAndTemplate: Setup = Effect.fnUntraced(function* (world, recording) {
  yield* useMailServer(world)
  const id = readId(yield* world.admin("POST", "/internal/email-templates", { display_name: "Mine" }))
  const [template] = uuidInText.exec(recording.url) ?? []
  const source = inJson(newTemplate)
  const isThere = recording.response.status === 200 && template !== undefined
  return { replacements: { ...(isThere && { [template]: id }), "<source>": source } }
})

/** The store of the request, and its value where one was read. */
const withStore: Setup = Effect.fnUntraced(function* (world, { key, request, response, url }) {
  if (key.includes("STORE_DOES_NOT_EXIST")) return
  const [store] = /[^/]+(?=\/[gs]et$)/.exec(url) ?? []
  const changes = { [`dataVault.stores.${store}`]: {} }
  yield* world.admin("PATCH", "/internal/config/override/environment", {
    config_override_string: JSON.stringify(changes)
  })
  const encrypted_value = valueAt(response.body, "encrypted_value")
  if (encrypted_value !== undefined) {
    yield* world.server("POST", `/data-vault/stores/${store}/set`, {
      hashed_key: textAt(request.body, "hashed_key"),
      encrypted_value
    })
  }
})

/** The user has an account that is good for everything, and another one that is good for nothing. */
const withProviderAccounts: Setup = Effect.fnUntraced(function* (world, recording) {
  yield* world.providerAccount(world.user, "spotify")
  const fields = { allow_sign_in: false, allow_connected_accounts: false }
  const providerAccount = yield* world.providerAccount(world.user, "spotify", {
    ...fields,
    account_id: "no-connected-token-account"
  })
  return inPlaceOfNames(recording, { user: world.user.id, providerAccount })
})

/** Who came through a provider, with the account there. */
const withConnectedAccount: Setup = Effect.fnUntraced(function* (world, recording) {
  const { person } = yield* world.throughProvider("spotify")
  const accounts = yield* world.as(person)("GET", "/connected-accounts/me")
  const [, accountId = "none"] = /\/spotify\/([^/]+)\/access-token$/.exec(recording.url) ?? []
  const { replacements } = inPlaceOfNames(recording, { user: person.id })
  const ours = textAt(accounts, "items", 0, "provider_account_id")
  return { ...asPerson(person), replacements: { ...replacements, [accountId]: ours } }
})

const withCliLogin = (complete: boolean): Setup =>
  Effect.fnUntraced(function* (world, recording) {
    const login = yield* world.client("POST", "/auth/cli", { expires_in_millis: 60_000 })
    const login_code = textAt(login, "login_code")
    const refresh_token = world.user.refreshToken
    if (complete) yield* world.client("POST", "/auth/cli/complete", { login_code, refresh_token })
    const ours = { login_code, polling_code: textAt(login, "polling_code"), refresh_token }
    return { replacements: inPlaceOfFields(recording.request.body, ours) }
  })

const nothing: Setup = () => Effect.void

/** What stands here goes before {@link withNamed}. */
const setups: ReadonlyArray<readonly [key: RegExp, setup: Setup]> = [
  [/ANONYMOUS_AUTHENTICATION_NOT_ALLOWED/, asGuest],
  [
    /TEAM_INVITATION_RESTRICTED/,
    Effect.fnUntraced(function* (world, { request }) {
      const { code } = yield* world.invite(yield* world.team())
      return { ...asPerson(yield* restricted(world)), replacements: { [readCode(request.body)]: code } }
    })
  ],
  [/RESTRICTED_USER_NOT_ALLOWED client/, (world) => Effect.map(restricted(world), asPerson)],
  [
    /^GET \/internal\/projects 200 {2}client/,
    Effect.fnUntraced(function* (world, recording) {
      const prepared = yield* asDeveloper(world, recording)
      return { headers: { ...prepared?.headers, "x-stack-access-token": yield* world.newDeveloper } }
    })
  ],
  [/CURRENT_PROJECT_NOT_FOUND/, () => Effect.succeed({ headers: { "x-stack-project-id": unknownId } })],
  [/INVALID_PROJECT_FOR_ACCESS_TOKEN/, (world) => Effect.succeed(asPerson(world.developer))],
  [
    /ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN/,
    (world) => Effect.succeed({ headers: { "x-stack-admin-access-token": world.user.token } })
  ],
  [/^POST \/internal\/projects\/transfer /, transferring],
  [/^(?:GET|POST) \/internal\/projects (?!401 EXPECTED|401 USER|400 ACCESS)/, asDeveloper],
  [
    /^GET \/internal\/projects 401 USER/,
    (world, recording) =>
      Effect.map(asDeveloper(world, recording), (prepared) => ({
        headers: { ...prepared?.headers, "x-stack-access-token": "", "x-stack-refresh-token": "" }
      }))
  ],
  [
    /CANNOT_DELETE_CURRENT_SESSION/,
    Effect.fnUntraced(function* (world, recording) {
      const session = yield* world.ownSession(world.user)
      return inPlaceOfNames(recording, { session, user: world.user.id })
    })
  ],
  [/^DELETE \/team-memberships\/.* 404|^GET \/teams\/{uuid} 404 TEAM_M/, notInTeam],
  [/TEAM_PERMISSION_REQUIRED/, inTeamWithoutPermission],
  [/^(?:GET|POST) \/team-api-keys 404/, inTeamOfOther],
  [/^(?:GET|PATCH|DELETE) .* 403 /, withOther],
  [/^GET \/(?:user|team)-api-keys 200/, withKeys],
  [/^GET \/auth\/oauth\/authorize/, withOAuthClient],
  [/^GET \/teams 200/, (world, recording) => Effect.flatMap(world.team(world.user), () => withNamed(world, recording))],
  [
    /^GET \/team-invitations 200/,
    Effect.fnUntraced(function* (world, recording) {
      const id = yield* world.team(world.user)
      yield* world.invite(id)
      return inPlaceOfNames(recording, { team: id, user: world.user.id })
    })
  ],
  [
    /^GET \/team-invitations 400 CANNOT/,
    (world, recording) => Effect.map(world.person(), ({ id }) => inPlaceOfNames(recording, { user: id }))
  ],
  [
    /^POST \/team-invitations\/{uuid}\/accept 200/,
    Effect.fnUntraced(function* (world, recording) {
      const { id } = yield* world.invite(yield* world.team(), world.user.email)
      return inPlaceOfNames(recording, { received: id, user: world.user.id })
    })
  ],
  [
    /^PATCH \/users\/{uuid} 400 {2}server/,
    (world, recording) =>
      Effect.map(world.server("POST", "/users", {}), (user) => inPlaceOfNames(recording, { user: readId(user) }))
  ],
  [
    /^PATCH \/(?:team|project)-permission-definitions\/duplicate_test 400/,
    Effect.fnUntraced(function* (world, recording) {
      const scope = recording.url.includes("/team-") ? "team" : "project"
      yield* world.define(scope, "duplicate_test")
      yield* world.define(scope, "update_test")
    })
  ],
  [/^PATCH \/project-permission-definitions\/p1/, withDefinition("project", "p1")],
  [/^PATCH \/team-permission-definitions\/p1/, withDefinition("team", "p1")],
  [/^POST \/(?:team|project)-permission-definitions 201/, nothing],
  [/^POST \/project-permission-definitions 400 PERMISSION_ID/, withDefinition("team", "custom_project_permission")],
  [/^POST \/team-permission-definitions 400 PERMISSION_ID/, withDefinition("project", "custom_project_permission")],
  [
    /^POST \/team-permissions\/.* 404/,
    Effect.fnUntraced(function* (world, recording) {
      if (recording.key.includes("WRONG_PERMISSION_SCOPE")) yield* world.define("project", "p1")
      return inPlaceOfNames(recording, { team: yield* world.team(world.user), user: world.user.id })
    })
  ],
  [
    /^POST \/project-permissions\/.* 404/,
    (world, recording) => Effect.succeed(inPlaceOfNames(recording, { user: world.user.id }))
  ],
  [/^POST \/team-memberships\/.* 201/, notInTeam],
  [
    /^POST \/team-memberships\/.* 404/,
    (world, recording) => Effect.map(world.team(), (id) => inPlaceOfNames(recording, { team: id }))
  ],
  [/^POST \/team-memberships\/.* 409/, withNamed],
  [
    /^(?:PATCH|POST|GET) .* 409 USER_EMAIL_ALREADY_EXISTS/,
    (world, recording) => withTakenAddress(!recording.key.includes("send-sign-in-code"))(world, recording)
  ],
  [/^POST \/auth\/cli\/poll 200/, withCliLogin(false)],
  [/^POST \/auth\/cli\/poll 201/, withCliLogin(true)],
  [/^POST \/auth\/cli\/complete 200/, withCliLogin(false)],
  [/^POST \/auth\/cli\/complete 400 {2}client/, withCliLogin(false)],
  [
    /^POST \/auth\/cli 400 {2}client/,
    (world, { request }) =>
      Effect.succeed({ replacements: { [textAt(request.body, "anon_refresh_token")]: world.user.refreshToken } })
  ],
  [
    /^POST \/auth\/mfa\/sign-in (?:200|400)/,
    Effect.fnUntraced(function* (world, recording) {
      yield* world.enableTotp(world.user)
      const { body } = recording.request
      const isRight = recording.response.status === 200
      return {
        replacements: {
          [readCode(body)]: yield* world.attemptCode(world.user),
          ...(isRight && { [textAt(body, "totp")]: yield* world.totp })
        }
      }
    })
  ],
  [
    /^POST \/auth\/otp\/sign-in 400 MULTI/,
    withCode((world) => Effect.andThen(world.enableTotp(world.user), world.magicLink(world.user)))
  ],
  [
    /^POST \/auth\/otp\/sign-in 400 VERIFICATION_CODE_MAX/,
    Effect.fnUntraced(function* (world, recording) {
      const code = yield* world.magicLink(world.user)
      const wrong = `ABC123${code.slice(6)}`
      for (let count = 0; count < 20; count++) yield* world.tries("POST", "/auth/otp/sign-in", { code: wrong })
      return { replacements: { [readCode(recording.request.body)]: code } }
    })
  ],
  [/^POST \/auth\/otp\/sign-in(?:\/check-code)? (?:200|409)/, withCode((world) => world.magicLink(world.user))],
  [/^POST \/auth\/passkey\/(?:register|sign-in) 200/, withPasskey],
  [
    /^POST \/auth\/passkey\/sign-in 400/,
    withCode((world) => Effect.map(world.client("POST", "/auth/passkey/initiate-passkey-authentication", {}), readCode))
  ],
  [
    /^POST \/auth\/passkey\/register 400/,
    withCode((world) =>
      Effect.map(world.as(world.user)("POST", "/auth/passkey/initiate-passkey-registration", {}), readCode)
    )
  ],
  [/^POST \/auth\/password\/reset(?:\/check-code)? /, withCode((world) => world.resetCode(world.user))],
  [
    /^POST \/auth\/password\/set (?:200|400 password)/,
    (world) => Effect.map(world.person({ password: undefined }), asPerson)
  ],
  [
    /^POST \/auth\/password\/update 400 USER_DOES/,
    (world) => Effect.map(world.person({ password: undefined }), asPerson)
  ],
  [
    /^POST \/auth\/password\/sign-in (?:200|400 MULTI)/,
    Effect.fnUntraced(function* (world, { key, request }) {
      if (key.includes("MULTI")) yield* world.enableTotp(world.user)
      return {
        replacements: {
          [textAt(request.body, "email")]: world.user.email,
          [textAt(request.body, "password")]: password
        }
      }
    })
  ],
  [
    /^POST \/auth\/password\/update 200/,
    (_, { request }) => Effect.succeed({ replacements: { [textAt(request.body, "old_password")]: password } })
  ],
  [
    /^POST \/auth\/password\/send-reset-code 200/,
    (_, __) => Effect.succeed({ replacements: { "http://stack-test.localhost": "http://localhost:3000" } })
  ],
  [
    /^POST \/contact-channels 400/,
    (world, recording) => Effect.succeed({ replacements: { [findEmail(recording)]: world.user.email } })
  ],
  [
    /^POST \/contact-channels\/send-verification-code (?:200|409)/,
    Effect.fnUntraced(function* (world, recording) {
      const isVerified = recording.response.status === 409
      const person = yield* world.person({ primary_email_verified: isVerified })
      return { ...asPerson(person), replacements: { [findEmail(recording)]: person.email } }
    })
  ],
  [
    /^POST \/contact-channels\/(?:me|{uuid})\/{uuid}\/send-verification-code 409/,
    Effect.fnUntraced(function* (world, recording) {
      const channel = yield* world.channel(world.user)
      return { replacements: { ...inPlaceOfNames(recording, { user: world.user.id, channel }).replacements } }
    })
  ],
  [
    /^POST \/contact-channels\/verify(?:\/check-code)? (?:200|409)/,
    withCode((world) => world.verificationCode(world.user))
  ],
  [
    /^POST \/auth\/oauth\/token 200 {2}none/,
    ({ project, user }, { request }) => {
      const sent = String(request.body)
      const form = new URLSearchParams(sent)
      form.set("refresh_token", user.refreshToken)
      form.set("client_id", project.projectId)
      form.set("client_secret", project.publishableClientKey)
      return Effect.succeed({ replacements: { [sent]: form.toString() } })
    }
  ],
  [/^POST \/auth\/oauth\/token (?:200 {2}client|400|401 PUBLISHABLE)/, withAuthorizationCode],
  [
    /^POST \/auth\/sessions\/current\/refresh 401/,
    (world) => Effect.succeed(asPerson({ token: world.user.token, refreshToken: "0".repeat(45) }))
  ],
  [
    /^DELETE \/auth\/sessions\/{uuid} 200 {2}client/,
    Effect.fnUntraced(function* (world, recording) {
      const session = yield* world.ownSession(world.user)
      const later = yield* world.server("POST", "/auth/sessions", { user_id: world.user.id })
      return {
        ...asPerson(readTokens(later)),
        ...inPlaceOfNames(recording, { session, user: world.user.id })
      }
    })
  ],
  [
    /^DELETE \/team-permissions\/.*team_member/,
    Effect.fnUntraced(function* (world, recording) {
      const id = yield* world.team()
      yield* world.join(id, world.user)
      return inPlaceOfNames(recording, { team: id, user: world.user.id })
    })
  ],
  [/^GET \/internal\/(?:metrics)|^GET \/users 200 {2}admin/, withoutUsers],
  [/^GET \/internal\/emails 200/, (world) => Effect.asVoid(world.magicLink(world.user))],
  [
    /^GET \/users\/{uuid} 200 {2}admin/,
    (world, recording) =>
      Effect.map(
        world.person({ oauth_providers: [{ id: "github", account_id: "1", email: "ann@example.org" }] }),
        ({ id }) => inPlaceOfNames(recording, { user: id })
      )
  ],
  [
    /^PATCH \/user-api-keys\/{uuid} 200 {2}server/,
    Effect.fnUntraced(function* (world, recording) {
      const { id } = yield* world.apiKey({ user_id: world.user.id, expires_at_millis: 10_000_000_000_000 })
      return inPlaceOfNames(recording, { userKey: id, user: world.user.id })
    })
  ],
  [
    /^PATCH \/users\/{uuid} 400 SCHEMA_ERROR admin/,
    (world, recording) => Effect.succeed(inPlaceOfNames(recording, { user: world.user.id }))
  ],
  [/^(?:GET|POST) \/connected-accounts\/.* 20[01]/, withConnectedAccount],
  [/no-connected-token-account/, withProviderAccounts],
  [
    /^GET \/oauth-providers 200|^(?:POST \/oauth-providers|PATCH \/oauth-providers\/me\/{uuid}) 400 {2}/,
    withProviderAccounts
  ],
  [
    /^POST \/oauth-providers 400 OAUTH_PROVIDER_ACCOUNT_ID/,
    Effect.fnUntraced(function* (world, recording) {
      yield* world.providerAccount(yield* world.person(), "github", {
        account_id: textAt(recording.request.body, "account_id")
      })
      return inPlaceOfNames(recording, { user: world.user.id })
    })
  ],
  [
    /^POST \/(?:auth\/oauth\/)?connected-accounts\/.*(?:REQUIRED_SCOPE|github\/access-token 400)/,
    Effect.fnUntraced(function* (world) {
      return asPerson(
        yield* world.person({
          oauth_providers: ["github", "spotify"].map((id) => ({ id, account_id: "1", email: null }))
        })
      )
    })
  ],
  [/^POST \/data-vault\//, withStore],
  [/^(?:POST|PATCH|DELETE) \/internal\/email-templates.* (?:200|404)/, withMailServerAndTemplate],
  [/^POST \/emails\/send-email (?:200|400 USER_ID)/, withMailServer],
  [/^PATCH \/emails\/outbox\/{uuid} 200/, withMail({ scheduled_at_millis: 10_000_000_000_000 })],
  [/^PATCH \/emails\/outbox\/{uuid} 400/, withMail()],
  [/^GET \/emails\/outbox\/{uuid} 200/, withUnsentMail],
  [/^GET \/emails\/outbox 200/, withMail()],
  [/^POST \/emails\/capacity-boost 409/, (world) => Effect.asVoid(world.server("POST", "/emails/capacity-boost", {}))],
  [
    /^POST \/internal\/send-test-email 200/,
    (_, { request }) =>
      Effect.succeed({ replacements: { [textAt(request.body, "email_config", "host")]: mailServer.host } })
  ],
  [/ \/internal\/email-drafts.* (?:200|400)/, withDraft],
  [/^PATCH \/internal\/email-themes|^POST \/emails\/render-email/, withSources],
  [
    /^GET \/auth\/oauth\/callback\/spotify 30/,
    Effect.fnUntraced(function* (world, recording) {
      const { cookie, url } = yield* world.callback("spotify", recording.response.status === 303)
      return { replacements: { [recording.url]: url }, headers: { cookie } }
    })
  ],
  [
    /^POST \/team-invitations\/accept(?:\/check-code)? (?:200|409)/,
    withCode((world) => Effect.flatMap(world.team(), (id) => Effect.map(world.invite(id), ({ code }) => code)))
  ],
  [/^POST \/(user)-api-keys\/check 200/, withKey("user")],
  [/^POST \/(team)-api-keys\/check 200/, withKey("team")],
  [/^POST \/user-api-keys\/check 400/, withKey("team")],
  [/^POST \/team-api-keys\/check 400/, withKey("user")],
  [/^POST \/user-api-keys\/check 401 API_KEY_EXPIRED/, withKey("user", "expired")],
  [/^POST \/user-api-keys\/check 401 API_KEY_REVOKED/, withKey("user", "revoked")],
  [/^POST \/team-api-keys\/check 401/, withKey("team", "revoked")]
]

/** The project asks for its publishable key. */
const withKeyWanted =
  (setup: Setup): Setup =>
  (world, recording) =>
    Effect.andThen(
      world.admin("PATCH", "/internal/config/override/project", {
        config_override_string: JSON.stringify({ "project.requirePublishableClientKey": true })
      }),
      setup(world, recording)
    )

/** What is there before a recorded request. */
export const findSetup = (recording: Recording): Setup => {
  const found = setups.find(([pattern]) => pattern.test(recording.key))?.[1]
  const setup = found ?? (recording.response.status < 300 ? withNamed : nothing)
  return recording.key.includes("PUBLISHABLE_CLIENT_KEY_REQUIRED") ? withKeyWanted(setup) : setup
}

/** How the project was configured, as far as the answer depends on it. */
export const makeConfig = (recording: Recording): Readonly<Record<string, unknown>> => {
  const { key } = recording
  const config = makeCommonConfig(recording)
  if (key.startsWith("DELETE /users/me 200")) return { ...config, client_user_deletion_enabled: true }
  if (key.startsWith("POST /teams 403")) return { ...config, client_team_creation_enabled: false }
  if (/^(?:GET|POST) \/user-api-keys 400 {2}client/.test(key)) return { ...config, allow_user_api_keys: false }
  if (key.includes("/callback/apple/native 400 ")) {
    const apps = key.includes("APPLE_BUNDLE_ID") ? {} : { apple_bundle_ids: ["com.example.notes"] }
    return {
      ...config,
      oauth_providers: key.includes("NOT_FOUND") ? [] : [{ id: "apple", type: "shared", ...apps }]
    }
  }
  const standard = (id: string) => ({ id, type: "standard", client_id: "id", client_secret: "secret" })
  if (/connected-accounts|oauth-providers|oauth\/token|callback|^GET \/users\/{uuid} 200/.test(key)) {
    return { ...config, oauth_providers: [standard("github"), standard("spotify")] }
  }
  if (key.includes("/auth/oauth/authorize/")) {
    return { ...config, oauth_providers: ["github", "spotify"].map((id) => ({ id, type: "shared" })) }
  }
  return config
}

/** Requests that are answered otherwise, and why. */
export const different: ReadonlyArray<readonly [key: RegExp, reason: string]> = [
  [/^POST \/check-version 200/, "every version of a client is new enough for an emulator"],
  [
    /^GET \/emails\/outbox 200/,
    "mails are rendered before it is answered that they are on their way, so that none is seen being rendered"
  ],
  [
    /ITEM_QUANTITY_INSUFFICIENT_AMOUNT/,
    "plans, which limit who may be in the team of a project, belong to the hosted service"
  ]
]
