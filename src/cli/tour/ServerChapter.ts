/** The calls of a server with its secret key: any user, any team, and the session of each request. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as OwnUser from "../../client/CurrentUser.ts"
import * as Password from "../../client/Password.ts"
import * as OwnSessions from "../../client/Sessions.ts"
import { createServerApp } from "../../promise/ServerApp.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as ServerApp from "../../server/ServerApp.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as Teams from "../../server/Teams.ts"
import * as Users from "../../server/UsersWithStream.ts"
import { Session } from "../../session/Session.ts"
import { type AppOfProject, appUrl, layerDevice, type KeysOfProject, password } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import * as Step from "./Step.ts"

const crowd = 25
const pageSize = 10

const pages = Effect.gen(function* () {
  const { countRequests } = yield* Stage
  yield* Effect.forEach(Array.from({ length: crowd }), (_, n) => Users.create({ displayName: `Robot ${n}` }), {
    concurrency: 5
  })
  const before = yield* countRequests("GET", "/api/v1/users")
  const count = yield* Users.stream({ query: "Robot", pageSize }).pipe(Stream.runCount)
  const requests = (yield* countRequests("GET", "/api/v1/users")) - before
  yield* Step.expect(count === crowd, `${count} users instead of ${crowd}`)
  yield* Step.expect(requests === Math.ceil(crowd / pageSize), `${requests} pages`)
  return `${count} users in ${requests} pages of up to ${pageSize}, one page in memory at a time`
})

const tryImpersonation = Effect.fnUntraced(function* (app: AppOfProject) {
  const user = yield* Users.create({ displayName: "Gus" })
  const impersonate = Sessions.create({ userId: user.id, expiresInMillis: 600_000, isImpersonation: true })
  const name = yield* Effect.gen(function* () {
    const session = yield* Session
    yield* session.signIn(impersonate)
    return (yield* OwnUser.getOrFail).displayName
  }).pipe(Effect.provide(layerDevice(app)))
  yield* Step.expect(name === user.displayName, `signed in as ${name}`)
  return `signed in as ${name} for ten minutes, without a password`
})

const teams = Effect.gen(function* () {
  const { id: userId } = yield* Users.create({ displayName: "Lea" })
  const team = yield* Teams.createForUser({ userId, displayName: "Lab", serverMetadata: { tier: 2 } })
  const max = yield* Users.create({ displayName: "Max" })
  const may = { teamId: team.id, userId: max.id, permissionId: "$update_team" }
  yield* Teams.addMember(may)
  const before = yield* Permissions.has(may)
  yield* Permissions.grant(may)
  const after = yield* Permissions.has(may)
  yield* Step.expect(!before && after, `${before} before, ${after} after`)
  const members = yield* Teams.listMembers(team.id)
  return `${members.map(({ user }) => user.displayName).join(" and ")}; the second one may update it only once granted`
})

const apiKeys = Effect.gen(function* () {
  const { id: userId } = yield* Users.create({ displayName: "Ned" })
  const key = yield* ApiKeys.createForUser({ userId, description: "CI", expiresAt: null })
  const holder = yield* Users.findByApiKey(key.value)
  yield* ApiKeys.revoke(key)
  const checked = yield* ApiKeys.checkOfUser(key.value)
  const reason = yield* Effect.flip(ApiKeys.verifyOfUser(key.value))
  yield* Step.expect(holder?.id === userId && checked === null, "the key belongs to another user, or still works")
  return `found ${holder?.displayName} by it; revoked: ${checked}, because ${reason._tag}`
})

/** The user signs in on a page, which sends the tokens along to the app's own server. */
const request = Effect.fnUntraced(function* (keys: KeysOfProject) {
  const { apiUrl } = yield* Stage
  const tokens = yield* Effect.gen(function* () {
    yield* Password.signUp({ email: "rea@example.org", password })
    return yield* OwnSessions.currentTokens()
  }).pipe(Effect.provide(layerDevice(keys)))
  const answer = yield* Effect.tryPromise(async () => {
    await using app = createServerApp({ ...keys, apiUrl, appUrl })
    const header = JSON.stringify({
      accessToken: tokens === null ? undefined : Redacted.value(tokens.accessToken),
      refreshToken: tokens?.refreshToken && Redacted.value(tokens.refreshToken)
    })
    const user = app.forRequest(new Request(appUrl, { headers: { "x-stack-auth": header } }))
    const stranger = app.forRequest(new Request(appUrl))
    return [await user.currentUser.get(), await stranger.currentUser.get()] as const
  })
  yield* Step.expect(answer[0]?.primaryEmail === "rea@example.org", "the wrong user")
  return `one request is of ${answer[0]?.primaryEmail}, the next of nobody (${answer[1]})`
})

export const runServerChapter = Effect.fnUntraced(
  function* (keys: KeysOfProject) {
    yield* Step.observe("Create users on the server, read all", pages)
    yield* Step.observe("Act as a user", tryImpersonation(keys))
    yield* Step.observe("Make a team for a user, grant permissions", teams)
    yield* Step.observe("Check an API key", apiKeys)
    yield* Step.observe("Tell who sent a request", request(keys))
  },
  (chapter, keys) => Effect.provide(chapter, layerServer(keys))
)

const layerServer = (keys: KeysOfProject) =>
  Layer.unwrap(Effect.map(Stage, ({ apiUrl }) => ServerApp.layer({ ...keys, apiUrl, appUrl })))
