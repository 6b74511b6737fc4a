/** Accounts of users at providers, as far as nobody goes to a provider (docs/protocol/oauth.md#provider-accounts). */
import assert from "node:assert/strict"
import * as Redacted from "effect/Redacted"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as OwnAccounts from "../../src/client/ProviderAccounts.ts"
import { ProviderAccountId, ProviderId, UserId } from "../../src/domain/Ids.ts"
import * as ConnectedAccounts from "../../src/server/ConnectedAccounts.ts"
import * as ProviderAccounts from "../../src/server/ProviderAccounts.ts"
import * as Users from "../../src/server/Users.ts"
import * as Wire from "../../src/wire/generated/ProviderAccounts.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { readAccessToken, call, failure, makeProject, scenario, signUp } from "./Scenario.ts"

const github = ProviderId.make("github")
const google = ProviderId.make("google")
const noAccount = ProviderAccountId.make(unknownId)
const noUser = UserId.make(unknownId)

const withProviders = makeProject({
  oauthProviders: [github, google].map((id) => ({
    id,
    type: "standard" as const,
    clientId: "client",
    clientSecret: Redacted.make("secret")
  }))
})

const current = { generations: ["current"] } as const

export const scenarios = [
  scenario("a server adds accounts, reads, changes and removes them", current, function* () {
    const server = yield* makeServer(yield* withProviders)
    const { id: userId } = yield* server(Users.create())
    const { id: otherId } = yield* server(Users.create())
    assert.deepEqual(yield* server(ProviderAccounts.list(userId)), [])
    const given = {
      userId,
      provider: github,
      accountId: "1",
      email: "ann@example.org",
      allowSignIn: true,
      allowConnectedAccounts: false
    }
    const account = yield* server(ProviderAccounts.create(given))
    const { id } = account
    assert.deepEqual(account, { ...given, id, type: "github" })
    const { email: _, ...withoutEmail } = given
    const other = yield* server(ProviderAccounts.create({ ...withoutEmail, userId: otherId, accountId: "2" }))
    assert.equal(other.email ?? null, null)
    assert.deepEqual(yield* server(ProviderAccounts.list(userId)), [account])
    assert.deepEqual(yield* server(ProviderAccounts.listAll), [account, other])
    assert.deepEqual(yield* server(ProviderAccounts.get({ userId, id })), account)
    assert.deepEqual((yield* server(Users.get(userId))).oauthProviders, [
      { id: github, accountId: "1", email: "ann@example.org" }
    ])
    const changes = { accountId: "3", email: "bob@example.org", allowSignIn: false, allowConnectedAccounts: true }
    const changed = yield* server(ProviderAccounts.update({ userId, id, ...changes }))
    assert.deepEqual(changed, { ...account, ...changes })
    assert.deepEqual(yield* server(ProviderAccounts.update({ userId, id })), changed)
    yield* server(ProviderAccounts.delete({ userId, id }))
    assert.deepEqual(yield* server(ProviderAccounts.listAll), [other])
  }),
  scenario("a user signs in with one account of a provider, and an account signs one user in", current, function* () {
    const project = yield* withProviders
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const { id: otherId } = yield* server(Users.create())
    const connected = { allowSignIn: false, allowConnectedAccounts: true }
    const signingIn = { ...connected, allowSignIn: true }
    const add = (userId: UserId, accountId: string, allowed: typeof connected) =>
      server(ProviderAccounts.create({ userId, provider: github, accountId, ...allowed }))

    const first = yield* add(userId, "1", signingIn)
    yield* failure(add(userId, "2", signingIn), "UserSignsInWithAnotherAccount")
    const { id } = yield* add(userId, "2", connected)
    yield* failure(add(userId, "2", connected), "ProviderAccountAlreadyExists")
    yield* failure(add(otherId, "1", signingIn), "OAuthProviderAccountIdAlreadyUsedForSignIn")
    const theirs = yield* add(otherId, "1", connected)

    yield* failure(device(OwnAccounts.update({ id, allowSignIn: true })), "UserSignsInWithAnotherAccount")
    const turnOn = ProviderAccounts.update({ userId, id, allowSignIn: true })
    yield* failure(server(turnOn), "UserSignsInWithAnotherAccount")
    yield* failure(
      server(ProviderAccounts.update({ userId, id, accountId: first.accountId })),
      "ProviderAccountAlreadyExists"
    )
    yield* failure(
      server(ProviderAccounts.update({ userId: otherId, id: theirs.id, allowSignIn: true })),
      "OAuthProviderAccountIdAlreadyUsedForSignIn"
    )
    // One after the other it can be done.
    yield* device(OwnAccounts.update({ id: first.id, allowSignIn: false }))
    assert.equal((yield* device(OwnAccounts.update({ id, allowSignIn: true }))).allowSignIn, true)
    yield* server(ProviderAccounts.update({ userId: otherId, id: theirs.id, allowSignIn: true }))
    yield* device(OwnAccounts.update({ id, allowSignIn: false }))
    // Clients cannot name the account's id, and without it the service minds any account that signs anybody in.
    yield* failure(device(OwnAccounts.update({ id, allowSignIn: true })), "OAuthProviderAccountIdAlreadyUsedForSignIn")
    yield* failure(
      device(OwnAccounts.update({ id: first.id, allowSignIn: true })),
      "OAuthProviderAccountIdAlreadyUsedForSignIn"
    )
    // At another provider the same id is another account.
    yield* server(ProviderAccounts.create({ userId: otherId, provider: google, accountId: "2", ...signingIn }))
  }),
  scenario("an account of an unknown user, provider or id is none", current, function* () {
    const project = yield* withProviders
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    const { id: userId } = yield* server(Users.create())
    const account = { userId, provider: github, accountId: "1", allowSignIn: true, allowConnectedAccounts: true }
    yield* failure(server(ProviderAccounts.create({ ...account, userId: noUser })), "UserNotFound")
    yield* failure(
      server(ProviderAccounts.create({ ...account, provider: "apple" })),
      "OAuthProviderNotFoundOrNotEnabled"
    )
    yield* failure(server(ProviderAccounts.list(noUser)), "UserNotFound")
    yield* failure(server(ConnectedAccounts.list(noUser)), "UserNotFound")
    const ref = { userId, id: noAccount }
    yield* failure(server(ProviderAccounts.get(ref)), "ProviderAccountNotFound")
    yield* failure(server(ProviderAccounts.update({ ...ref, allowSignIn: true })), "ProviderAccountNotFound")
    yield* failure(server(ProviderAccounts.delete(ref)), "ProviderAccountNotFound")
    // That of somebody else is none of one's own.
    const { id } = yield* server(ProviderAccounts.create(account))
    yield* failure(device(OwnAccounts.get(id)), "ProviderAccountNotFound")
    yield* failure(device(OwnAccounts.update({ id, allowSignIn: false })), "ProviderAccountNotFound")
    yield* failure(device(OwnAccounts.delete(id)), "ProviderAccountNotFound")
  }),
  scenario(
    "clients see and change the accounts of their own user only, without the ids at the provider",
    current,
    function* () {
      const project = yield* withProviders
      const server = yield* makeServer(project)
      const { device } = yield* signUp(project)
      const { id: userId } = yield* device(CurrentUser.getOrFail)
      const { id: otherId } = yield* server(Users.create())
      const account = { provider: github, accountId: "1", allowSignIn: true, allowConnectedAccounts: true }
      const { accountId: _, ...own } = yield* server(ProviderAccounts.create({ ...account, userId }))
      assert.deepEqual(yield* device(OwnAccounts.list), [own])
      assert.deepEqual(yield* device(OwnAccounts.get(own.id)), own)

      const { id } = yield* server(ProviderAccounts.create({ ...account, userId: otherId, accountId: "2" }))
      const credentials = { accessToken: yield* readAccessToken(device) }
      const input = { params: { userId: otherId, providerAccountId: id } }
      yield* failure(
        call(project, "client", Wire.listProviderAccounts, { query: { userId: otherId } }, credentials),
        "ProviderAccountOfAnotherUser"
      )
      yield* failure(
        call(project, "client", Wire.getProviderAccount, input, credentials),
        "ProviderAccountOfAnotherUser"
      )
      yield* failure(
        call(project, "client", Wire.updateProviderAccount, { ...input, payload: { allowSignIn: false } }, credentials),
        "ProviderAccountOfAnotherUser"
      )
      yield* failure(
        call(project, "client", Wire.deleteProviderAccount, input, credentials),
        "ProviderAccountOfAnotherUser"
      )
      assert.equal((yield* server(ProviderAccounts.get({ userId: otherId, id }))).allowSignIn, true)
      yield* failure(
        call(project, "client", Wire.listProviderAccounts, { query: { userId: "me" } }),
        "CannotGetOwnUserWithoutUser"
      )
      yield* failure(
        call(project, "server", Wire.serverListProviderAccounts, { query: { userId: "me" } }),
        "CannotGetOwnUserWithoutUser"
      )
      yield* failure(
        call(project, "server", Wire.createProviderAccount, { payload: { ...account, userId: "me" } }),
        "CannotGetOwnUserWithoutUser"
      )
    }
  ),
  scenario("the service of 2025-06 has no such accounts", { generations: ["2025-06"] }, function* () {
    const project = yield* withProviders
    const server = yield* makeServer(project)
    const { device } = yield* signUp(project)
    // An emulator that is both has them.
    if ((yield* Backend).generation !== "2025-06") {
      return assert.deepEqual(yield* server(ProviderAccounts.listAll), [])
    }
    const { id: userId } = yield* device(CurrentUser.getOrFail)
    const ref = { userId, id: noAccount }
    const account = { provider: github, accountId: "1", allowSignIn: true, allowConnectedAccounts: true }
    yield* failure(device(OwnAccounts.list), "NotSupportedByService")
    yield* failure(device(OwnAccounts.get(noAccount)), "NotSupportedByService")
    yield* failure(device(OwnAccounts.update({ id: noAccount })), "NotSupportedByService")
    yield* failure(device(OwnAccounts.delete(noAccount)), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.list(userId)), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.listAll), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.get(ref)), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.create({ ...account, userId })), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.update(ref)), "NotSupportedByService")
    yield* failure(server(ProviderAccounts.delete(ref)), "NotSupportedByService")
  })
]
