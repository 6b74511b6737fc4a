/** Sessions: listing, ending and refreshing them (docs/protocol/resources.md#sessions). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { SessionId, UserId } from "../../src/domain/Ids.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import * as OAuthWire from "../../src/wire/generated/OAuth.ts"
import * as Wire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import * as Recording from "./Recording.ts"
import {
  readAccessToken,
  call,
  type Device,
  dropAccessToken,
  failure,
  makeDevice,
  makeProject,
  password,
  type Project,
  refusal,
  scenario,
  signIn,
  signInWith,
  signUp,
  readTokens
} from "./Scenario.ts"

/** The refresh token of a device. */
const readRefreshToken = (device: Device) =>
  Effect.map(readTokens(device), (tokens) => {
    assert.ok(tokens?.refreshToken !== undefined, "nobody is signed in")
    return tokens.refreshToken
  })

/** Exchanges a refresh token for an access token as a client does. */
const refresh = (project: Project, refreshToken: Redacted.Redacted) =>
  call(project, "client", OAuthWire.token, {
    payload: {
      grantType: "refresh_token",
      refreshToken,
      clientId: project.projectId,
      clientSecret: project.publishableClientKey
    }
  })

const isRefresh = ["POST", "/auth/oauth/token"] as const

export const scenarios = [
  scenario("every sign-in is a session of its own", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { device: first, email } = yield* signUp(project)
    yield* elapse("1 second")
    const second = yield* signIn(project, email)
    const user = yield* first(CurrentUser.getOrFail)
    const sessions = yield* first(Sessions.list)
    assert.deepEqual(
      sessions.map((session) => session.isCurrentSession === true),
      [false, true],
      "the newest comes first"
    )
    assert.ok(sessions.every((session) => session.userId === user.id && !session.isImpersonation))
    assert.ok(sessions.every((session) => session.lastUsedAt !== undefined))
    const seen = yield* second(Sessions.list)
    assert.deepEqual(
      seen.map((session) => session.id),
      sessions.map((session) => session.id)
    )
    assert.equal(seen.find((session) => session.isCurrentSession)?.id, sessions[0]?.id)
  }),
  scenario("another session can be ended, once; its access token lives on for a while", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const other = yield* signIn(project, email)
    const found = (yield* device(Sessions.list)).find((session) => session.isCurrentSession !== true)
    assert.ok(found !== undefined)
    yield* device(Sessions.revoke(found.id))
    assert.equal((yield* device(Sessions.list)).length, 1)
    yield* refusal(device(Sessions.revoke(found.id)), 404)
    assert.equal((yield* other(CurrentUser.getOrFail)).primaryEmail, email)
    yield* dropAccessToken(other)
    assert.equal(yield* other(CurrentUser.get), null)
    assert.equal(yield* readTokens(other), undefined, "the other device is signed out")
  }),
  scenario("the current session is not revoked but signed out of", function* () {
    const { device } = yield* signUp(yield* makeProject())
    const [current] = yield* device(Sessions.list)
    yield* failure(device(Sessions.revoke(current!.id)), "CannotDeleteCurrentSession")
    assert.equal((yield* device(Sessions.list)).length, 1)
  }),
  scenario("sessions of others can be neither seen nor ended", function* () {
    const project = yield* makeProject()
    const { device: ann } = yield* signUp(project)
    const { device: bob } = yield* signUp(project, "bob")
    const [session] = yield* bob(Sessions.list)
    yield* refusal(ann(Sessions.revoke(session!.id)), 404)
    yield* refusal(ann(Sessions.revoke(SessionId.make(unknownId))), 404)
    const { id } = yield* bob(CurrentUser.getOrFail)
    const credentials = { accessToken: yield* readAccessToken(ann) }
    yield* refusal(call(project, "client", Wire.listSessions, { query: { userId: id } }, credentials), 403)
    assert.equal((yield* bob(Sessions.list)).length, 1)
  }),
  scenario("sessions need somebody signed in", function* () {
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    yield* failure(device(Sessions.list), "UserAuthenticationRequired")
    yield* failure(device(Sessions.revoke(SessionId.make(unknownId))), "UserAuthenticationRequired")
    assert.equal(yield* device(Sessions.currentTokens()), null)
    yield* device(Sessions.signOut)
    yield* failure(
      call(project, "client", Wire.listSessions, { query: { userId: "me" } }),
      "CannotGetOwnUserWithoutUser"
    )
  }),
  scenario("current tokens are given out as they are", function* () {
    const { device } = yield* signUp(yield* makeProject())
    const stored = yield* readTokens(device)
    const tokens = yield* device(Sessions.currentTokens())
    assert.ok(tokens !== null && stored?.accessToken !== undefined && stored.refreshToken !== undefined)
    assert.equal(Redacted.value(tokens.accessToken), Redacted.value(stored.accessToken))
    assert.equal(Redacted.value(tokens.refreshToken!), Redacted.value(stored.refreshToken))
    assert.ok((yield* device(Sessions.currentTokens({ minimumLifetimeMillis: 59_999 }))) !== null)
    yield* failure(device(Sessions.currentTokens({ minimumLifetimeMillis: 60_000 })), "LifetimeUnavailable")
    yield* failure(device(Sessions.currentTokens({ minimumLifetimeMillis: Number.NaN })), "LifetimeUnavailable")
  }),
  scenario("sign-out ends the session here and at the service", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const other = yield* signIn(project, email)
    const refreshToken = yield* readRefreshToken(device)
    const accessToken = yield* readAccessToken(device)
    yield* device(Sessions.signOut)
    assert.equal(yield* readTokens(device), undefined)
    assert.equal(yield* device(CurrentUser.get), null)
    yield* failure(refresh(project, refreshToken), "RefreshTokenNotFoundOrExpired")
    yield* failure(
      call(project, "client", Wire.deleteCurrentSession, {}, { accessToken }),
      "RefreshTokenNotFoundOrExpired"
    )
    assert.equal((yield* other(Sessions.list)).length, 1)
    yield* device(Sessions.signOut)
  }),
  scenario("signing out needs an access token at the service", function* () {
    const project = yield* makeProject()
    const error = yield* failure(call(project, "client", Wire.deleteCurrentSession, {}), "AccessTokenExpired")
    assert.ok(error.details.expiredAt instanceof Date)
  }),
  scenario("a server makes sessions for users, and admins see which are impersonations", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    const made = yield* call(project, "server", Wire.createSession, {
      payload: { userId: id, isImpersonation: true }
    })
    const operator = yield* makeDevice(project)
    yield* signInWith(operator, made)
    assert.equal((yield* operator(CurrentUser.getOrFail)).id, id)
    assert.equal((yield* device(Sessions.list)).length, 1, "users do not see it")
    const all = yield* call(project, "admin", Wire.listSessions, { query: { userId: id } })
    assert.deepEqual(all.map((session) => session.isImpersonation).sort(), [false, true])
    const stranger = yield* failure(
      call(project, "server", Wire.createSession, { payload: { userId: UserId.make(unknownId) } }),
      "UserIdDoesNotExist"
    )
    assert.deepEqual(stranger.details, { userId: unknownId })
    yield* failure(
      call(project, "server", Wire.createSession, { payload: { userId: "me" } }),
      "CannotGetOwnUserWithoutUser"
    )
  }),
  scenario("a session made by a server ends when it was meant to", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    const { refreshToken } = yield* call(project, "server", Wire.createSession, {
      payload: { userId: id, expiresInMillis: 3_600_000 }
    })
    yield* elapse("59 minutes")
    yield* refresh(project, refreshToken)
    yield* elapse("2 minutes")
    yield* failure(refresh(project, refreshToken), "RefreshTokenNotFoundOrExpired")
  }),
  scenario("a missing access token is fetched once, however many calls wait for it", function* () {
    const { recording } = yield* Backend
    const { device, email } = yield* signUp(yield* makeProject())
    const refreshToken = yield* readRefreshToken(device)
    yield* dropAccessToken(device)
    const [users, sent] = yield* Recording.during(
      recording,
      Effect.all(
        Array.from({ length: 50 }, () => device(CurrentUser.getOrFail)),
        { concurrency: "unbounded" }
      )
    )
    assert.ok(users.every((user) => user.primaryEmail === email))
    assert.equal(Recording.count(sent, ...isRefresh), 1)
    assert.equal(Recording.count(sent, "GET", "/users/me"), 50)
    const kept = yield* readRefreshToken(device)
    assert.equal(Redacted.value(kept), Redacted.value(refreshToken), "refresh tokens are not rotated")
  }),
  scenario("an access token that the service cannot read is replaced and the call repeated", function* () {
    const { recording } = yield* Backend
    const { device, email } = yield* signUp(yield* makeProject())
    const refreshToken = yield* readRefreshToken(device)
    const valid = Redacted.value(yield* readAccessToken(device))
    // The signature of nobody; what the client reads of it says that it is good for long.
    const forged = `${valid.slice(0, valid.lastIndexOf("."))}.${"A".repeat(86)}`
    yield* device(
      Effect.flatMap(TokenStore, (store) => store.set({ refreshToken, accessToken: Redacted.make(forged) }))
    )
    const [user, sent] = yield* Recording.during(recording, device(CurrentUser.setDisplayName("Ann")))
    assert.equal(user.primaryEmail, email)
    assert.deepEqual(
      sent.map(({ knownError, method, path }) => `${method} ${path} ${knownError ?? "ok"}`),
      [
        "PATCH /api/v1/users/me UNPARSABLE_ACCESS_TOKEN",
        "POST /api/v1/auth/oauth/token ok",
        "PATCH /api/v1/users/me ok"
      ]
    )
  }),
  scenario("an access token that is about to expire is replaced before it is used", function* () {
    const { elapse, recording } = yield* Backend
    const { device } = yield* signUp(yield* makeProject())
    const lifetime = readClaims(yield* readAccessToken(device))
    yield* elapse((lifetime.exp - lifetime.iat) * 1000 - 20_000 - 1000)
    const [, before] = yield* Recording.during(recording, device(CurrentUser.getOrFail))
    assert.equal(Recording.count(before, ...isRefresh), 0)
    yield* elapse(2000)
    const [, after] = yield* Recording.during(recording, device(CurrentUser.getOrFail))
    assert.equal(Recording.count(after, ...isRefresh), 1)
    assert.ok(after.every((exchange) => exchange.knownError === undefined))
  }),
  scenario("an expired access token is refused, with the time of its end", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const accessToken = yield* readAccessToken(device)
    const { exp, iat } = readClaims(accessToken)
    yield* elapse((exp - iat) * 1000 + 1000)
    const error = yield* failure(call(project, "client", UsersWire.getMe, {}, { accessToken }), "AccessTokenExpired")
    assert.equal(error.details.expiredAt?.getTime(), exp * 1000)
  }),
  scenario("an access token is good for its project only", function* () {
    const project = yield* makeProject()
    const other = yield* makeProject()
    const { device } = yield* signUp(other)
    const accessToken = yield* readAccessToken(device)
    const error = yield* failure(
      call(project, "client", UsersWire.getMe, {}, { accessToken }),
      "InvalidProjectForAccessToken"
    )
    assert.deepEqual(error.details, {
      expectedProjectId: project.projectId,
      actualProjectId: other.projectId
    })
  }),
  scenario("the token endpoint refuses foreign keys and foreign tokens", function* () {
    const project = yield* makeProject()
    const other = yield* makeProject()
    const { device } = yield* signUp(project)
    const refreshToken = yield* readRefreshToken(device)
    yield* failure(refresh(other, refreshToken), "RefreshTokenNotFoundOrExpired")
    const error = yield* failure(
      refresh({ ...project, publishableClientKey: other.publishableClientKey }, refreshToken),
      "InvalidOAuthClientIdOrSecret"
    )
    assert.equal(error.details.clientId, null)
    yield* refresh(project, refreshToken)
  }),
  scenario("an access token can be renewed by header as well", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const refreshToken = yield* readRefreshToken(device)
    const accessToken = yield* readAccessToken(device)
    const renewed = yield* call(project, "client", Wire.refreshCurrentSession, {}, { accessToken, refreshToken })
    const user = yield* call(project, "client", UsersWire.getMe, {}, renewed)
    assert.equal(user.primaryEmail, email)
    yield* failure(
      call(project, "client", Wire.refreshCurrentSession, {}, { accessToken, refreshToken: Redacted.make("nothing") }),
      "RefreshTokenNotFoundOrExpired"
    )
  }),
  scenario("a server that sets a password ends all sessions", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    yield* call(project, "server", UsersWire.updateUser, {
      params: { userId: id },
      payload: { password: Redacted.make("set by a server") }
    })
    yield* dropAccessToken(device)
    assert.equal(yield* device(CurrentUser.get), null)
    yield* failure(device(Password.signIn({ email, password })), "EmailPasswordMismatch")
    yield* device(Password.signIn({ email, password: "set by a server" }))
  })
]

/** What an access token says about its lifetime, in seconds. */
function readClaims(accessToken: Redacted.Redacted): { readonly iat: number; readonly exp: number } {
  const [, payload = ""] = Redacted.value(accessToken).split(".")
  return JSON.parse(Buffer.from(payload, "base64url").toString())
}
