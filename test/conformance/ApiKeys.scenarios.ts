/** API keys of users and teams (docs/protocol/resources.md#api-keys). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ApiKeys from "../../src/client/ApiKeys.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Teams from "../../src/client/Teams.ts"
import { ApiKeyId } from "../../src/domain/Ids.ts"
import * as Wire from "../../src/wire/generated/ApiKeys.ts"
import * as MembersWire from "../../src/wire/generated/TeamMembers.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import { call, failure, makeDevice, makeProject, scenario, signUp } from "./Scenario.ts"

const withKeys = makeProject({ allowUserApiKeys: true, allowTeamApiKeys: true, clientTeamCreationEnabled: true })
const noKey = ApiKeyId.make(unknownId)
const unknown = Redacted.make("sk_unknown")

export const scenarios = [
  scenario("a user's key is shown once, checked by servers, renamed and revoked", function* () {
    const project = yield* withKeys
    const { device } = yield* signUp(project)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const created = yield* device(ApiKeys.create({ description: "CI", expiresAt: null }))
    const value = Redacted.value(created.value)
    assert.match(value, /^sk_/)
    assert.equal(created.userId, userId)
    assert.equal(created.expiresAt, undefined)
    const [listed] = yield* device(ApiKeys.list)
    assert.equal(listed?.value.lastFour, value.slice(-4))
    assert.deepEqual(yield* device(ApiKeys.get({ id: created.id })), listed)
    const check = call(project, "server", Wire.checkUserApiKey, { payload: { apiKey: created.value } })
    assert.equal((yield* check).userId, userId)
    assert.equal((yield* device(ApiKeys.update({ id: created.id, description: "CD" }))).description, "CD")
    const revoked = yield* device(ApiKeys.revoke({ id: created.id }))
    assert.ok(revoked.manuallyRevokedAt instanceof Date)
    yield* failure(check, "ApiKeyRevoked")
    const shared = yield* device(ApiKeys.create({ description: "open", expiresAt: null, isPublic: true }))
    assert.match(Redacted.value(shared.value), /^pk_/)
    assert.equal(shared.isPublic, true)
  }),
  scenario("a team's keys are managed by who may, and are not a user's", function* () {
    const project = yield* withKeys
    const { device: ann } = yield* signUp(project)
    const { device: bob } = yield* signUp(project, "bob")
    const { id: teamId } = yield* ann(Teams.create({ displayName: "Acme" }))
    const { id: bobId } = yield* bob(CurrentUser.getOrFail)
    yield* call(project, "server", MembersWire.addTeamMember, { params: { teamId, userId: bobId }, payload: {} })
    const created = yield* ann(ApiKeys.createForTeam({ teamId, description: "CI", expiresAt: null }))
    assert.equal(created.teamId, teamId)
    assert.equal((yield* ann(ApiKeys.listOfTeam(teamId))).length, 1)
    assert.equal((yield* ann(ApiKeys.get({ id: created.id, teamId }))).description, "CI")
    assert.equal((yield* ann(ApiKeys.update({ id: created.id, teamId, description: "CD" }))).description, "CD")
    const payload = { apiKey: created.value }
    const checked = yield* call(project, "server", Wire.checkTeamApiKey, { payload })
    assert.equal(checked.teamId, teamId)
    const wrong = yield* failure(call(project, "server", Wire.checkUserApiKey, { payload }), "WrongApiKeyType")
    assert.deepEqual(wrong.details, { expectedType: "user", actualType: "team" })
    yield* failure(bob(ApiKeys.listOfTeam(teamId)), "ApiKeyNotFound")
    yield* failure(bob(ApiKeys.get({ id: created.id, teamId })), "ApiKeyNotFound")
    yield* failure(bob(ApiKeys.revoke({ id: created.id, teamId })), "ApiKeyNotFound")
    yield* ann(ApiKeys.revoke({ id: created.id, teamId }))
    yield* failure(call(project, "server", Wire.checkTeamApiKey, { payload }), "ApiKeyRevoked")
  }),
  scenario("keys that do not exist are not found, and need somebody signed in and the project's consent", function* () {
    const project = yield* withKeys
    const { device } = yield* signUp(project)
    yield* failure(device(ApiKeys.get({ id: noKey })), "ApiKeyNotFound")
    yield* failure(device(ApiKeys.revoke({ id: noKey })), "ApiKeyNotFound")
    yield* failure(call(project, "server", Wire.checkUserApiKey, { payload: { apiKey: unknown } }), "ApiKeyNotFound")
    yield* failure(call(project, "server", Wire.checkTeamApiKey, { payload: { apiKey: unknown } }), "ApiKeyNotFound")
    yield* failure((yield* makeDevice(project))(ApiKeys.list), "UserAuthenticationRequired")
    const { device: elsewhere } = yield* signUp(yield* makeProject())
    const refused = yield* failure(elsewhere(ApiKeys.list), "UserApiKeysNotEnabled")
    assert.equal(refused.message, "User API keys are not enabled for this project.")
    const create = ApiKeys.create({ description: "CI", expiresAt: null })
    yield* failure(elsewhere(create), "UserApiKeysNotEnabled")
    const without = yield* makeProject({ allowUserApiKeys: true })
    yield* failure(
      call(without, "server", Wire.checkTeamApiKey, { payload: { apiKey: unknown } }),
      "TeamApiKeysNotEnabled"
    )
  }),
  scenario("a key ends when it was meant to", function* () {
    const { elapse } = yield* Backend
    const project = yield* withKeys
    const { device } = yield* signUp(project)
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const created = yield* device(ApiKeys.create({ description: "CI", expiresAt: new Date(now + 60_000) }))
    const check = call(project, "server", Wire.checkUserApiKey, { payload: { apiKey: created.value } })
    yield* check
    yield* elapse("61 seconds")
    yield* failure(check, "ApiKeyExpired")
  }),
  scenario("a key whose expiry is 0 never expires", function* () {
    const project = yield* withKeys
    const { device } = yield* signUp(project)
    const created = yield* device(ApiKeys.create({ description: "CI", expiresAt: new Date(0) }))
    assert.equal(created.expiresAt, undefined)
    yield* call(project, "server", Wire.checkUserApiKey, { payload: { apiKey: created.value } })
  })
]
