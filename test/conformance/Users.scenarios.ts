/** Users as servers see and change them (docs/protocol/resources.md#users). */
import assert from "node:assert/strict"
import * as Redacted from "effect/Redacted"
import type * as Api from "../../src/api/Users.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import { TeamId, UserId } from "../../src/domain/Ids.ts"
import * as Wire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import { readAccessToken, call, failure, makeProject, refusal, scenario, signUp } from "./Scenario.ts"

const nobody = UserId.make(unknownId)

export const scenarios = [
  scenario("a server creates, reads, changes and deletes a user", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject()
    const primaryEmail = newAddress("ann")
    const created = yield* call(project, "server", Wire.createUser, {
      payload: {
        displayName: "Ann",
        primaryEmail,
        primaryEmailVerified: true,
        serverMetadata: { plan: "pro" },
        clientReadOnlyMetadata: { seats: 3 }
      }
    })
    assert.equal(created.primaryEmailVerified, true)
    assert.equal(created.primaryEmailAuthEnabled, false)
    assert.equal(created.hasPassword, false)
    const params = { userId: created.id }
    assert.deepEqual(yield* call(project, "server", Wire.getUser, { params }), created)
    const changed = yield* call(project, "server", Wire.updateUser, {
      params,
      payload: { displayName: null, serverMetadata: null }
    })
    assert.deepEqual(
      { ...changed, lastActiveAt: created.lastActiveAt },
      {
        ...created,
        displayName: null,
        serverMetadata: null
      }
    )
    yield* call(project, "server", Wire.deleteUser, { params })
    yield* failure(call(project, "server", Wire.getUser, { params }), "UserNotFound")
    yield* failure(call(project, "server", Wire.deleteUser, { params }), "UserNotFound")
    yield* failure(call(project, "server", Wire.updateUser, { params, payload: {} }), "UserNotFound")
  }),
  scenario("an address is used for signing in by one user only", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const taken = { primaryEmail: email, primaryEmailAuthEnabled: true }
    const error = yield* failure(
      call(project, "server", Wire.createUser, { payload: taken }),
      "UserWithEmailAlreadyExists"
    )
    assert.equal(error.details.email, email)
    const other = yield* call(project, "server", Wire.createUser, { payload: { primaryEmail: newAddress("bob") } })
    yield* failure(
      call(project, "server", Wire.updateUser, { params: { userId: other.id }, payload: taken }),
      "UserWithEmailAlreadyExists"
    )
    const credentials = { accessToken: yield* readAccessToken(device) }
    const { email: third } = yield* signUp(project, "eve")
    yield* failure(
      call(
        project,
        "server",
        Wire.serverUpdateMe,
        { payload: { primaryEmail: third, primaryEmailAuthEnabled: true } },
        credentials
      ),
      "UserWithEmailAlreadyExists"
    )
  }),
  scenario("a server sees the current user in full, and may change all of it", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    const credentials = { accessToken: yield* readAccessToken(device) }
    const me = yield* call(project, "server", Wire.serverGetMe, {}, credentials)
    assert.equal(me.id, id)
    assert.equal(me.serverMetadata, null)
    const changed = yield* call(
      project,
      "server",
      Wire.serverUpdateMe,
      { payload: { clientReadOnlyMetadata: { a: 1 }, serverMetadata: { b: 2 } } },
      credentials
    )
    assert.deepEqual(changed.serverMetadata, { b: 2 })
    const seen = yield* device(CurrentUser.getOrFail)
    assert.deepEqual(seen.clientReadOnlyMetadata, { a: 1 })
    assert.ok(!("serverMetadata" in seen), "clients do not see what is the server's")
    yield* failure(call(project, "server", Wire.serverGetMe, {}), "CannotGetOwnUserWithoutUser")
    yield* failure(call(project, "server", Wire.serverUpdateMe, { payload: {} }), "CannotGetOwnUserWithoutUser")
  }),
  scenario("users are listed page by page, and found by name and address", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const ids: Array<string> = []
    for (const displayName of ["Ann", "Bob", "Cleo"]) {
      ids.push((yield* call(project, "server", Wire.createUser, { payload: { displayName } })).id)
      yield* elapse("1 second")
    }
    const list = (query: typeof Api.ListUsers.Type) => call(project, "server", Wire.listUsers, { query })
    const listIds = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) =>
      items.map((user) => user.id)
    const all = yield* list({})
    assert.deepEqual(listIds(all), ids)
    assert.equal(all.nextCursor, null)
    const first = yield* list({ limit: 2 })
    assert.deepEqual(listIds(first), ids.slice(0, 2))
    assert.equal(first.nextCursor, ids[2])
    const rest = yield* list({ limit: 2, cursor: first.nextCursor ?? "" })
    assert.deepEqual(listIds(rest), ids.slice(2))
    assert.equal(rest.nextCursor, null)
    assert.deepEqual(listIds(yield* list({ desc: true })), ids.toReversed())
    assert.deepEqual(listIds(yield* list({ query: "bo" })), [ids[1]])
  }),
  scenario("what cannot be stored is refused", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const { id } = yield* device(CurrentUser.getOrFail)
    yield* failure(
      call(project, "server", Wire.updateUser, {
        params: { userId: id },
        payload: { selectedTeamId: TeamId.make(nobody) }
      }),
      "TeamMembershipNotFound"
    )
    yield* refusal(call(project, "server", Wire.createUser, { payload: { primaryEmailAuthEnabled: true } }), 400)
    const off = yield* makeProject({ credentialEnabled: false })
    const withPassword = { primaryEmail: "ann@example.org", password: Redacted.make("a fine password") }
    yield* failure(call(off, "server", Wire.createUser, { payload: withPassword }), "PasswordAuthenticationNotEnabled")
    yield* failure(call(off, "server", Wire.createUser, { payload: { otpAuthEnabled: true } }), "MagicLinkNotEnabled")
    yield* refusal(
      call(project, "server", Wire.updateUser, {
        params: { userId: id },
        payload: { passwordHash: Redacted.make("no hash") }
      }),
      400
    )
    yield* failure(call(project, "server", Wire.getUser, { params: { userId: nobody } }), "UserNotFound")
  }),
  scenario("a name has 256 characters at most, in the current service", function* () {
    const { generation } = yield* Backend
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const rename = (displayName: string) => device(CurrentUser.update({ displayName }))
    yield* rename("a".repeat(256))
    if (generation !== "current") yield* rename("a".repeat(257))
    else yield* failure(rename("a".repeat(257)), "SchemaError")
  })
]
