/** The operations of servers on teams, permissions, addresses and provider accounts. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as ClientContactChannels from "../../src/client/ContactChannels.ts"
import * as ClientTeamInvitations from "../../src/client/TeamInvitations.ts"
import * as ClientTeams from "../../src/client/Teams.ts"
import { ContactChannelId, ProviderId, TeamId, TeamInvitationId, UserId } from "../../src/domain/Ids.ts"
import * as ConnectedAccounts from "../../src/server/ConnectedAccounts.ts"
import * as ContactChannels from "../../src/server/ContactChannels.ts"
import * as Permissions from "../../src/server/Permissions.ts"
import * as TeamInvitations from "../../src/server/TeamInvitations.ts"
import * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { adminOf, serverOf } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { failure, makeProject, refusal, scenario, signIn, signUp } from "./Scenario.ts"

const noTeam = TeamId.make(unknownId)
const noUser = UserId.make(unknownId)

/** A server, with Ann, who has made a team, and Bob, who has nothing to do with it. */
const crew = Effect.gen(function* () {
  const project = yield* makeProject()
  const server = yield* serverOf(project)
  const { id: annId } = yield* server(Users.create({ displayName: "Ann" }))
  const { id: bobId } = yield* server(Users.create({ displayName: "Bob" }))
  const { id: teamId } = yield* server(Teams.create({ displayName: "Crew", creatorUserId: annId }))
  return { project, server, annId, bobId, teamId }
})

const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

export const scenarios = [
  scenario("a server creates teams with all their metadata, and selects one for its user", function* () {
    const { annId, server, teamId } = yield* crew
    const team = yield* server(
      Teams.create({
        displayName: "Office",
        clientMetadata: { a: 1 },
        clientReadOnlyMetadata: { b: 2 },
        serverMetadata: { c: 3 }
      })
    )
    assert.deepEqual(
      [team.clientMetadata, team.clientReadOnlyMetadata, team.serverMetadata],
      [{ a: 1 }, { b: 2 }, { c: 3 }]
    )
    assert.deepEqual(yield* server(Teams.get(team.id)), team)
    assert.deepEqual(yield* server(Teams.listMembers(team.id)), [])
    assert.deepEqual(ids(yield* server(Teams.list())), [teamId, team.id])
    assert.deepEqual(ids(yield* server(Teams.list({ userId: annId }))), [teamId])
    const changed = yield* server(Teams.update({ teamId: team.id, serverMetadata: null }))
    assert.equal(changed.serverMetadata, null)
    assert.deepEqual(changed.clientMetadata, { a: 1 })
    const own = yield* server(Teams.createForUser({ userId: annId, displayName: "Ann's" }))
    assert.equal((yield* server(Users.get(annId))).selectedTeamId, own.id)
    yield* server(Teams.delete(own.id))
    assert.equal((yield* server(Users.get(annId))).selectedTeamId, null)
    assert.equal(yield* server(Teams.find(own.id)), null)
    yield* failure(server(Teams.get(own.id)), "TeamNotFound")
    yield* failure(server(Teams.update({ teamId: own.id, displayName: "x" })), "TeamNotFound")
    yield* failure(server(Teams.delete(own.id)), "TeamNotFound")
    yield* failure(server(Teams.create({ displayName: "x", creatorUserId: noUser })), "UserNotFound")
  }),
  scenario("a server reads teams page by page", { generations: ["current"] }, function* () {
    const { server, teamId } = yield* crew
    const team = yield* server(Teams.create({ displayName: "Office" }))
    const first = yield* server(Teams.page({ limit: 1 }))
    assert.deepEqual(ids(first.items), [teamId])
    assert.ok(first.nextCursor !== null)
    const second = yield* server(Teams.page({ limit: 1, cursor: first.nextCursor }))
    assert.deepEqual([ids(second.items), second.nextCursor], [[team.id], null])
  }),
  scenario("a server decides who belongs to a team, and how members appear in it", function* () {
    const { annId, bobId, server, teamId } = yield* crew
    yield* server(Teams.addMember({ teamId, userId: bobId }))
    yield* failure(server(Teams.addMember({ teamId, userId: bobId })), "TeamMembershipAlreadyExists")
    yield* failure(server(Teams.addMember({ teamId, userId: noUser })), "UserNotFound")
    yield* failure(server(Teams.addMember({ teamId: noTeam, userId: bobId })), "TeamNotFound")
    const members = yield* server(Teams.listMembers(teamId))
    assert.deepEqual(
      members.map(({ user }) => user.id),
      [annId, bobId]
    )
    const profile = yield* server(Teams.updateMemberProfile({ teamId, userId: bobId, displayName: "Bobby" }))
    assert.equal(profile.displayName, "Bobby")
    assert.equal(profile.user.displayName, "Bob")
    assert.deepEqual(yield* server(Teams.getMemberProfile({ teamId, userId: bobId })), profile)
    const [listed, ...others] = yield* server(Teams.listProfilesOfUser(bobId))
    assert.deepEqual(others, [])
    // In lists of the service of 2025-06 this is the time of the membership, for members who were never active.
    const { lastActiveAt } = profile.user
    assert.deepEqual({ ...listed, user: { ...listed?.user, lastActiveAt } }, profile)
    yield* server(Teams.removeMember({ teamId, userId: bobId }))
    yield* failure(server(Teams.removeMember({ teamId, userId: bobId })), "TeamMembershipNotFound")
    yield* failure(server(Teams.getMemberProfile({ teamId, userId: bobId })), "TeamMembershipNotFound")
    yield* failure(
      server(Teams.updateMemberProfile({ teamId, userId: bobId, displayName: "x" })),
      "TeamMembershipNotFound"
    )
  }),
  scenario("a server invites people, without a page to be on", function* () {
    const { newAddress, nextMail } = yield* Backend
    const { project, server, teamId } = yield* crew
    const email = newAddress("eve")
    const { id } = yield* server(TeamInvitations.send({ teamId, email }))
    const [pending] = yield* server(TeamInvitations.list(teamId))
    assert.equal(pending?.id, id)
    assert.equal(pending.recipientEmail, email)
    const { code, link } = yield* nextMail(email, "invited")
    assert.ok(code !== undefined && link?.startsWith("http://localhost:3000/handler/team-invitation"))
    const { device } = yield* signUp(project, "eve")
    yield* device(ClientTeamInvitations.accept({ code }))
    assert.deepEqual(ids(yield* device(ClientTeams.list)), [teamId])
    const other = yield* server(TeamInvitations.send({ teamId, email: newAddress("mallory") }))
    yield* server(TeamInvitations.revoke({ teamId, id: other.id }))
    assert.deepEqual(yield* server(TeamInvitations.list(teamId)), [])
    yield* failure(server(TeamInvitations.list(noTeam)), "TeamNotFound")
    yield* failure(
      server(TeamInvitations.send({ teamId, email, callbackUrl: "https://evil.example/" })),
      "RedirectUrlNotWhitelisted"
    )
    const unknown = TeamInvitationId.make(unknownId)
    const error = yield* Effect.flip(server(TeamInvitations.revoke({ teamId, id: unknown })))
    assert.ok(error._tag === "VerificationCodeNotFound" || error._tag === "TransportError", error._tag)
  }),
  scenario("a server grants and revokes permissions in teams and in the project", function* () {
    const { annId, bobId, project, server, teamId } = yield* crew
    const admin = yield* adminOf(project)
    yield* admin(PermissionDefinitions.create({ scope: "team", id: "write" }))
    yield* admin(PermissionDefinitions.create({ scope: "team", id: "manage", containedPermissionIds: ["write"] }))
    yield* admin(PermissionDefinitions.create({ scope: "project", id: "support" }))
    const inTeam = { userId: annId, teamId }
    assert.equal((yield* server(Permissions.grant({ ...inTeam, permissionId: "manage" }))).id, "manage")
    yield* server(Permissions.grant({ ...inTeam, permissionId: "manage" }))
    assert.equal(yield* server(Permissions.has({ ...inTeam, permissionId: "write" })), true)
    const direct = { ...inTeam, recursive: false }
    assert.equal(yield* server(Permissions.get({ ...direct, permissionId: "write" })), null)
    assert.ok(ids(yield* server(Permissions.list(direct))).includes("manage"))
    yield* server(Permissions.revoke({ ...inTeam, permissionId: "manage" }))
    assert.equal(yield* server(Permissions.has({ ...inTeam, permissionId: "manage" })), false)
    yield* failure(server(Permissions.revoke({ ...inTeam, permissionId: "manage" })), "TeamPermissionNotFound")
    yield* failure(server(Permissions.grant({ ...inTeam, permissionId: "nothing" })), "PermissionNotFound")
    yield* failure(server(Permissions.grant({ ...inTeam, permissionId: "support" })), "PermissionScopeMismatch")
    yield* failure(
      server(Permissions.grant({ userId: bobId, teamId, permissionId: "write" })),
      "TeamMembershipNotFound"
    )
    yield* failure(server(Permissions.grant({ userId: noUser, teamId, permissionId: "write" })), "UserNotFound")
    const anywhere = { userId: bobId, permissionId: "support" }
    assert.equal((yield* server(Permissions.grant(anywhere))).id, "support")
    assert.equal(yield* server(Permissions.has(anywhere)), true)
    assert.deepEqual(ids(yield* server(Permissions.list({ userId: bobId }))), ["support"])
    yield* server(Permissions.revoke(anywhere))
    assert.equal(yield* server(Permissions.get(anywhere)), null)
    yield* failure(server(Permissions.revoke(anywhere)), "PermissionNotFound")
    yield* failure(server(Permissions.grant({ userId: bobId, permissionId: "write" })), "PermissionScopeMismatch")
  }),
  scenario("a server manages the addresses of any user, and has them verified", function* () {
    const { newAddress, nextMail } = yield* Backend
    const project = yield* makeProject()
    const server = yield* serverOf(project)
    const primaryEmail = newAddress("ann")
    const { id: userId } = yield* server(Users.create({ primaryEmail }))
    yield* server(ContactChannels.sendPrimaryVerification({ userId }))
    const { code } = yield* nextMail(primaryEmail, "Verify your email")
    assert.ok(code !== undefined)
    const { device, email: taken } = yield* signUp(project, "bob")
    yield* device(ClientContactChannels.verify({ code }))
    const [primary] = yield* server(ContactChannels.list(userId))
    assert.ok(primary?.isVerified === true)
    assert.deepEqual(yield* server(ContactChannels.get({ userId, id: primary.id })), primary)
    yield* failure(server(ContactChannels.sendVerification({ userId, id: primary.id })), "EmailAlreadyVerified")
    const value = newAddress("second")
    const second = yield* server(ContactChannels.create({ userId, value, usedForAuth: false, isVerified: true }))
    assert.equal(second.isVerified, true)
    const moved = yield* server(ContactChannels.update({ userId, id: second.id, value: newAddress("third") }))
    assert.equal(moved.isVerified, false)
    yield* failure(
      server(ContactChannels.sendVerification({ userId, id: second.id, callbackUrl: "https://evil.example/" })),
      "RedirectUrlNotWhitelisted"
    )
    yield* server(ContactChannels.update({ userId, id: second.id, isPrimary: true, isVerified: true }))
    assert.equal((yield* server(Users.get(userId))).primaryEmail, moved.value)
    yield* failure(
      server(ContactChannels.create({ userId, value: taken, usedForAuth: true })),
      "ContactChannelAlreadyUsedForAuthBySomeoneElse"
    )
    yield* server(ContactChannels.delete({ userId, id: second.id }))
    assert.deepEqual(ids(yield* server(ContactChannels.list(userId))), [primary.id])
    yield* refusal(server(ContactChannels.get({ userId, id: ContactChannelId.make(unknownId) })), 404)
    const { id: mute } = yield* server(Users.create())
    yield* failure(server(ContactChannels.sendPrimaryVerification({ userId: mute })), "NoPrimaryEmail")
  }),
  scenario("a server gets no token of a provider that a user has not connected", function* () {
    const project = yield* makeProject({
      oauthProviders: [
        { id: ProviderId.make("github"), type: "shared" },
        { id: ProviderId.make("google"), type: "standard", clientId: "id", clientSecret: Redacted.make("secret") }
      ]
    })
    const server = yield* serverOf(project)
    const { id: userId } = yield* server(Users.create())
    assert.deepEqual(yield* server(ConnectedAccounts.list(userId)), [])
    assert.equal(yield* server(ConnectedAccounts.getAccessToken({ userId, provider: "google" })), null)
    yield* failure(
      server(ConnectedAccounts.getAccessToken({ userId, provider: "github" })),
      "OAuthAccessTokenNotAvailableWithSharedOAuthKeys"
    )
    yield* failure(
      server(ConnectedAccounts.getAccessToken({ userId, provider: "apple" })),
      "OAuthProviderNotFoundOrNotEnabled"
    )
    yield* failure(server(ConnectedAccounts.getAccessToken({ userId, provider: "../x" })), "InvalidOption")
    const google = { provider: "google", accountId: "4711" }
    assert.equal(yield* server(ConnectedAccounts.getAccessToken({ userId, ...google })), null)
    yield* failure(server(ConnectedAccounts.list(noUser)), "UserNotFound")
  }),
  scenario(
    "an address that a server has changed still signs in until its channel is deleted, and in 2025-06 no longer",
    function* () {
      const { newAddress, generation } = yield* Backend
      const project = yield* makeProject()
      const server = yield* serverOf(project)
      const { email } = yield* signUp(project)
      const [user] = yield* server(Users.list({ query: email }))
      assert.ok(user !== undefined)
      const userId = user.id
      const primaryEmail = newAddress("new")
      const changed = yield* server(Users.update({ userId, primaryEmail }))
      assert.deepEqual([changed.primaryEmail, changed.primaryEmailVerified], [primaryEmail, false])
      yield* signIn(project, primaryEmail)
      if (generation !== "2025-06") {
        yield* signIn(project, email)
        yield* failure(server(Users.update({ userId, primaryEmail: email })), "UserWithEmailAlreadyExists")
        const former = (yield* server(ContactChannels.list(userId))).find(({ value }) => value === email)
        assert.ok(former !== undefined && !former.isPrimary && former.usedForAuth)
        yield* server(ContactChannels.delete({ userId, id: former.id }))
      }
      yield* failure(signIn(project, email), "EmailPasswordMismatch")
      assert.equal((yield* server(Users.update({ userId, primaryEmail: null }))).primaryEmail, null)
      const channels = yield* server(ContactChannels.list(userId))
      assert.equal(channels.length, generation === "2025-06" ? 0 : 1, "null only demotes in the current service")
    }
  ),
  scenario("a channel that gets another address leaves no way in by the former one", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject()
    const server = yield* serverOf(project)
    const { email } = yield* signUp(project)
    const [user] = yield* server(Users.list({ query: email }))
    assert.ok(user !== undefined)
    const [channel] = yield* server(ContactChannels.list(user.id))
    assert.ok(channel !== undefined)
    const value = newAddress("new")
    yield* server(ContactChannels.update({ userId: user.id, id: channel.id, value }))
    yield* signIn(project, value)
    yield* failure(signIn(project, email), "EmailPasswordMismatch")
  })
]
