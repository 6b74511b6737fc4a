/** The operations of servers on users, their sessions and their keys. */
import assert from "node:assert/strict"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as ClientCurrentUser from "../../src/client/CurrentUser.ts"
import * as ClientSessions from "../../src/client/Sessions.ts"
import { ApiKeyId, TeamId, UserId } from "../../src/domain/Ids.ts"
import * as ApiKeys from "../../src/server/ApiKeys.ts"
import * as CurrentUser from "../../src/server/CurrentUser.ts"
import * as Sessions from "../../src/server/Sessions.ts"
import * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/UsersWithStream.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  failure,
  makeDevice,
  makeProject,
  password,
  refusal,
  scenario,
  signIn,
  signInWith,
  signUp
} from "./Scenario.ts"

const nobody = UserId.make(unknownId)

export const scenarios = [
  scenario("a server creates, finds, changes and deletes users", function* () {
    const { newAddress } = yield* Backend
    const server = yield* makeServer(yield* makeProject())
    const primaryEmail = newAddress("ann")
    const created = yield* server(
      Users.create({ displayName: "Ann", primaryEmail, primaryEmailVerified: true, serverMetadata: { plan: "pro" } })
    )
    assert.equal(created.primaryEmailVerified, true)
    assert.deepEqual(yield* server(Users.get(created.id)), created)
    assert.deepEqual(yield* server(Users.find(created.id)), created)
    const changed = yield* server(
      Users.update({ userId: created.id, displayName: "Ann B.", clientReadOnlyMetadata: { seats: 3 } })
    )
    assert.equal(changed.displayName, "Ann B.")
    assert.deepEqual(changed.serverMetadata, { plan: "pro" })
    assert.deepEqual(changed.clientReadOnlyMetadata, { seats: 3 })
    const bare = yield* server(Users.create())
    assert.equal(bare.displayName, null)
    yield* server(Users.delete(created.id))
    yield* failure(server(Users.get(created.id)), "UserNotFound")
    yield* failure(server(Users.update({ userId: created.id, displayName: "x" })), "UserNotFound")
    yield* failure(server(Users.delete(created.id)), "UserNotFound")
    assert.equal(yield* server(Users.find(created.id)), null)
  }),
  scenario("a server changes how a user signs in", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject({ magicLinkEnabled: true })
    const server = yield* makeServer(project)
    const primaryEmail = newAddress("ann")
    const { id: userId } = yield* server(
      Users.create({ primaryEmail, primaryEmailAuthEnabled: true, password: "first password" })
    )
    const device = yield* signIn(project, primaryEmail, "first password")
    yield* server(Users.setPassword({ userId, password }))
    yield* failure(signIn(project, primaryEmail, "first password"), "EmailPasswordMismatch")
    yield* signIn(project, primaryEmail)
    const sessions = yield* server(Sessions.list(userId))
    assert.equal(sessions.length, 1, "the session of the old password is over")
    yield* device(ClientCurrentUser.get)
    const withCode = yield* server(Users.update({ userId, otpAuthEnabled: true }))
    assert.equal(withCode.otpAuthEnabled, true)
    const without = yield* server(Users.update({ userId, otpAuthEnabled: false, passkeyAuthEnabled: false }))
    assert.equal(without.otpAuthEnabled, false)
    const secret = Redacted.make(Buffer.from("12345678901234567890").toString("base64"))
    const second = yield* server(Users.update({ userId, totpSecretBase64: secret }))
    assert.equal(second.isMultiFactorRequired, true)
    yield* failure(signIn(project, primaryEmail), "MultiFactorAuthenticationRequired")
    assert.equal((yield* server(Users.update({ userId, totpSecretBase64: null }))).isMultiFactorRequired, false)
    assert.equal((yield* server(Users.setPassword({ userId, password: null }))).hasPassword, false)
    yield* failure(signIn(project, primaryEmail), "EmailPasswordMismatch")
  }),
  scenario("a server cannot give one address to two users, nor select a foreign team", function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { email } = yield* signUp(project)
    const taken = { primaryEmail: email, primaryEmailAuthEnabled: true }
    yield* failure(server(Users.create(taken)), "UserWithEmailAlreadyExists")
    const { id: userId } = yield* server(Users.create())
    yield* failure(server(Users.update({ userId, ...taken })), "UserWithEmailAlreadyExists")
    const selectedTeamId = TeamId.make(unknownId)
    yield* failure(server(Users.update({ userId, selectedTeamId })), "TeamMembershipNotFound")
  }),
  scenario("users come in pages, in both orders, filtered, and as a stream", function* () {
    const { elapse } = yield* Backend
    const server = yield* makeServer(yield* makeProject())
    const ids: Array<UserId> = []
    for (const displayName of ["Ann", "Bob", "Cleo", "Dora", "Annika"]) {
      ids.push((yield* server(Users.create({ displayName }))).id)
      yield* elapse("1 second")
    }
    const first = yield* server(Users.page({ limit: 2, orderBy: "signedUpAt" }))
    assert.deepEqual(
      first.items.map(({ id }) => id),
      ids.slice(0, 2)
    )
    assert.ok(first.nextCursor !== null)
    const second = yield* server(Users.page({ limit: 2, cursor: first.nextCursor }))
    assert.deepEqual(
      second.items.map(({ id }) => id),
      ids.slice(2, 4)
    )
    const all = yield* server(Stream.runCollect(Users.stream({ pageSize: 2 })))
    assert.deepEqual(
      all.map(({ id }) => id),
      ids
    )
    const newest = yield* server(Stream.runCollect(Users.stream({ pageSize: 3, desc: true })))
    assert.deepEqual(
      newest.map(({ id }) => id),
      ids.toReversed()
    )
    const found = yield* server(Users.list({ query: "ANN" }))
    assert.deepEqual(
      found.map(({ displayName }) => displayName),
      ["Ann", "Annika"]
    )
    const team = yield* server(Teams.create({ displayName: "Crew", creatorUserId: ids[3]! }))
    const members = yield* server(Users.list({ teamId: team.id }))
    assert.deepEqual(
      members.map(({ id }) => id),
      [ids[3]]
    )
  }),
  scenario(
    "users are listed by activity, and without those at some domains",
    { generations: ["current"] },
    function* () {
      const { elapse } = yield* Backend
      const project = yield* makeProject()
      const server = yield* makeServer(project)
      const first = yield* signUp(project)
      yield* elapse("1 second")
      const second = yield* server(Users.create({ primaryEmail: "someone@excluded.example" }))
      yield* elapse("1 second")
      const third = yield* server(Users.create())
      yield* elapse("1 minute")
      const active = (yield* first.device(ClientCurrentUser.getOrFail)).id
      yield* signIn(project, first.email)
      const byActivity = yield* server(Users.list({ orderBy: "lastActiveAt", desc: true, includeRestricted: true }))
      assert.deepEqual(
        byActivity.map(({ id }) => id),
        [active, third.id, second.id]
      )
      const paged = yield* server(Stream.runCollect(Users.stream({ orderBy: "lastActiveAt", pageSize: 1 })))
      assert.deepEqual(
        paged.map(({ id }) => id),
        [second.id, third.id, active]
      )
      const rest = yield* server(Users.list({ excludedEmailDomains: ["@Excluded.example"] }))
      assert.deepEqual(
        rest.map(({ id }) => id),
        [active, third.id]
      )
    }
  ),
  scenario("a server opens, lists and ends sessions of a user", function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { id: userId } = yield* server(Users.create({ displayName: "Ann" }))
    const device = yield* makeDevice(project)
    yield* signInWith(device, yield* server(Sessions.create({ userId })))
    assert.equal((yield* device(ClientCurrentUser.getOrFail)).id, userId)
    const [session, ...others] = yield* server(Sessions.list(userId))
    assert.ok(session !== undefined)
    assert.deepEqual(others, [])
    assert.equal(session.isImpersonation, false)
    yield* server(Sessions.create({ userId, expiresInMillis: 60_000, isImpersonation: true }))
    assert.equal((yield* server(Sessions.list(userId))).length, 1, "an impersonation is not the server's to see")
    yield* server(Sessions.revoke({ userId, sessionId: session.id }))
    assert.deepEqual(yield* server(Sessions.list(userId)), [])
    yield* refusal(server(Sessions.revoke({ userId, sessionId: session.id })), 404)
    yield* failure(server(Sessions.create({ userId: nobody })), "UserIdDoesNotExist")
  }),
  scenario("a server sees the user of a session, and changes what only servers may", function* () {
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const user = yield* device(server(CurrentUser.getOrFail))
    assert.equal(user.serverMetadata, null)
    const changed = yield* device(server(CurrentUser.update({ serverMetadata: { vip: true } })))
    assert.deepEqual(changed.serverMetadata, { vip: true })
    const taken = (yield* signUp(project, "bob")).email
    yield* failure(
      device(server(CurrentUser.update({ primaryEmail: taken, primaryEmailAuthEnabled: true }))),
      "UserWithEmailAlreadyExists"
    )
    yield* device(server(CurrentUser.delete))
    yield* failure(server(Users.get(user.id)), "UserNotFound")
    assert.equal(yield* device(server(CurrentUser.get)), null)
    yield* failure(device(server(CurrentUser.getOrFail)), "UserAuthenticationRequired")
    const stranger = yield* makeDevice(project)
    assert.equal(yield* stranger(server(CurrentUser.get)), null)
    yield* failure(stranger(server(CurrentUser.update({ displayName: "x" }))), "UserAuthenticationRequired")
    assert.equal(yield* stranger(ClientSessions.currentTokens()), null)
  }),
  scenario("a server manages and checks API keys of users and teams", function* () {
    const project = yield* makeProject({ allowUserApiKeys: true, allowTeamApiKeys: true })
    const server = yield* makeServer(project)
    const { id: userId } = yield* server(Users.create({ displayName: "Ann" }))
    const { id: teamId } = yield* server(Teams.create({ displayName: "Crew" }))
    const key = yield* server(ApiKeys.createForUser({ userId, description: "CI", expiresAt: null }))
    const teamKey = yield* server(ApiKeys.createForTeam({ teamId, description: "Bot", expiresAt: null }))
    assert.equal((yield* server(ApiKeys.listOfUser(userId)))[0]?.id, key.id)
    assert.equal((yield* server(ApiKeys.listOfTeam(teamId)))[0]?.id, teamKey.id)
    assert.equal((yield* server(ApiKeys.get(key))).description, "CI")
    assert.equal((yield* server(ApiKeys.get(teamKey))).description, "Bot")
    assert.equal((yield* server(ApiKeys.update({ ...key, description: "CD" }))).description, "CD")
    assert.equal((yield* server(ApiKeys.update({ ...teamKey, description: "Robot" }))).description, "Robot")
    assert.equal((yield* server(ApiKeys.checkOfUser(key.value)))?.userId, userId)
    assert.equal((yield* server(ApiKeys.verifyOfTeam(teamKey.value))).teamId, teamId)
    assert.equal((yield* server(Users.findByApiKey(key.value)))?.id, userId)
    assert.equal((yield* server(Teams.findByApiKey(teamKey.value)))?.id, teamId)
    yield* failure(server(ApiKeys.verifyOfUser(teamKey.value)), "WrongApiKeyType")
    yield* failure(server(ApiKeys.verifyOfTeam(key.value)), "WrongApiKeyType")
    assert.equal(yield* server(ApiKeys.checkOfTeam(key.value)), null)
    yield* server(ApiKeys.revoke(key))
    yield* server(ApiKeys.revoke(teamKey))
    yield* failure(server(ApiKeys.verifyOfUser(key.value)), "ApiKeyRevoked")
    assert.equal(yield* server(Users.findByApiKey(key.value)), null)
    assert.equal(yield* server(Teams.findByApiKey(teamKey.value)), null)
    yield* failure(server(ApiKeys.verifyOfUser("sk_unknown")), "ApiKeyNotFound")
    yield* failure(server(ApiKeys.get({ id: ApiKeyId.make(unknownId) })), "ApiKeyNotFound")
  }),
  scenario("a server learns that a key has expired", function* () {
    const { elapse } = yield* Backend
    const server = yield* makeServer(yield* makeProject({ allowUserApiKeys: true }))
    const { id: userId, signedUpAt } = yield* server(Users.create())
    const expiresAt = new Date(signedUpAt.getTime() + 60_000)
    const key = yield* server(ApiKeys.createForUser({ userId, description: "short", expiresAt }))
    assert.equal((yield* server(ApiKeys.checkOfUser(key.value)))?.id, key.id)
    yield* elapse("2 minutes")
    yield* failure(server(ApiKeys.verifyOfUser(key.value)), "ApiKeyExpired")
    assert.equal(yield* server(ApiKeys.checkOfUser(key.value)), null)
  })
]
