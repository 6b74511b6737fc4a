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
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { failure, makeProject, refusal, scenario, signIn, signUp } from "./Scenario.ts"

const noTeam = TeamId.make(unknownId)
const noUser = UserId.make(unknownId)

/** A server, with Ann, who has made a team, and Bob, who has nothing to do with it. */
const crew = Effect.gen(function* () {
  const project = yield* makeProject()
  const server = yield* makeServer(project)
  const { id: annId } = yield* server(Users.create({ displayName: "Ann" }))
  const { id: bobId } = yield* server(Users.create({ displayName: "Bob" }))
  const { id: teamId } = yield* server(Teams.create({ displayName: "Crew", creatorUserId: annId }))
  return { project, server, annId, bobId, teamId }
})

/** The crew, and the permissions "manage", which contains "write", in teams and "support" in the project. */
const crewWithPermissions = Effect.gen(function* () {
  const all = yield* crew
  const admin = yield* makeAdmin(all.project)
  yield* admin(PermissionDefinitions.create({ scope: "team", id: "write" }))
  yield* admin(PermissionDefinitions.create({ scope: "team", id: "manage", containedPermissionIds: ["write"] }))
  yield* admin(PermissionDefinitions.create({ scope: "project", id: "support" }))
  return all
})

/** A server, with a user who has an address. */
const addressed = Effect.gen(function* () {
  const { newAddress } = yield* Backend
  const project = yield* makeProject()
  const server = yield* makeServer(project)
  const primaryEmail = newAddress("ann")
  const { id: userId } = yield* server(Users.create({ primaryEmail }))
  return { project, server, primaryEmail, userId }
})

const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

export const scenarios = [
  scenario("a server creates teams with metadata of each kind, and changes each by itself", function* () {
    const { server } = yield* crew
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
    const changed = yield* server(Teams.update({ teamId: team.id, serverMetadata: null }))
    assert.equal(changed.serverMetadata, null)
    assert.deepEqual(changed.clientMetadata, { a: 1 })
  }),
  scenario("a team that a server creates has no members", function* () {
    const { annId, server, teamId } = yield* crew
    const team = yield* server(Teams.create({ displayName: "Office" }))
    assert.deepEqual(yield* server(Teams.listMembers(team.id)), [])
    assert.deepEqual(ids(yield* server(Teams.list())), [teamId, team.id])
    assert.deepEqual(ids(yield* server(Teams.list({ userId: annId }))), [teamId])
  }),
  scenario("a team that a server creates for a user is selected until it is deleted", function* () {
    const { annId, server } = yield* crew
    const own = yield* server(Teams.createForUser({ userId: annId, displayName: "Ann's" }))
    assert.equal((yield* server(Users.get(annId))).selectedTeamId, own.id)
    yield* server(Teams.delete(own.id))
    assert.equal((yield* server(Users.get(annId))).selectedTeamId, null)
  }),
  scenario("a server neither finds nor changes a deleted team", function* () {
    const { server, teamId } = yield* crew
    yield* server(Teams.delete(teamId))
    assert.equal(yield* server(Teams.find(teamId)), null)
    yield* failure(server(Teams.get(teamId)), "TeamNotFound")
    yield* failure(server(Teams.update({ teamId, displayName: "x" })), "TeamNotFound")
    yield* failure(server(Teams.delete(teamId)), "TeamNotFound")
  }),
  scenario("a server creates no team for an unknown user", function* () {
    const { server } = yield* crew
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
  scenario("a server adds members to a team", function* () {
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
  }),
  scenario("a server changes how a member appears in a team", function* () {
    const { bobId, server, teamId } = yield* crew
    yield* server(Teams.addMember({ teamId, userId: bobId }))
    const profile = yield* server(Teams.updateMemberProfile({ teamId, userId: bobId, displayName: "Bobby" }))
    assert.equal(profile.displayName, "Bobby")
    assert.equal(profile.user.displayName, "Bob")
    assert.deepEqual(yield* server(Teams.getMemberProfile({ teamId, userId: bobId })), profile)
    const [listed, ...others] = yield* server(Teams.listProfilesOfUser(bobId))
    assert.deepEqual(others, [])
    // In lists of the service of 2025-06 this is the time of the membership, for members who were never active.
    const { lastActiveAt } = profile.user
    assert.deepEqual({ ...listed, user: { ...listed?.user, lastActiveAt } }, profile)
  }),
  scenario("a member whom a server has removed has no profile", function* () {
    const { bobId, server, teamId } = yield* crew
    yield* server(Teams.addMember({ teamId, userId: bobId }))
    yield* server(Teams.removeMember({ teamId, userId: bobId }))
    yield* failure(server(Teams.removeMember({ teamId, userId: bobId })), "TeamMembershipNotFound")
    yield* failure(server(Teams.getMemberProfile({ teamId, userId: bobId })), "TeamMembershipNotFound")
    yield* failure(
      server(Teams.updateMemberProfile({ teamId, userId: bobId, displayName: "x" })),
      "TeamMembershipNotFound"
    )
  }),
  scenario("a server invites people without being on a page", function* () {
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
  }),
  scenario("an invitation of a server leads only to trusted URLs", function* () {
    const { newAddress } = yield* Backend
    const { server, teamId } = yield* crew
    const callbackUrl = "https://evil.example/"
    yield* failure(
      server(TeamInvitations.send({ teamId, email: newAddress("eve"), callbackUrl })),
      "RedirectUrlNotWhitelisted"
    )
  }),
  scenario("a server lists no invitations of an unknown team", function* () {
    const { server } = yield* crew
    yield* failure(server(TeamInvitations.list(noTeam)), "TeamNotFound")
  }),
  scenario("a server withdraws an invitation that exists", function* () {
    const { newAddress } = yield* Backend
    const { server, teamId } = yield* crew
    const { id } = yield* server(TeamInvitations.send({ teamId, email: newAddress("mallory") }))
    yield* server(TeamInvitations.revoke({ teamId, id }))
    assert.deepEqual(yield* server(TeamInvitations.list(teamId)), [])
    const unknown = TeamInvitationId.make(unknownId)
    const error = yield* Effect.flip(server(TeamInvitations.revoke({ teamId, id: unknown })))
    assert.ok(error._tag === "VerificationCodeNotFound" || error._tag === "TransportError", error._tag)
  }),
  scenario("a server grants and revokes permissions in a team", function* () {
    const { annId, server, teamId } = yield* crewWithPermissions
    const inTeam = { userId: annId, teamId }
    assert.equal((yield* server(Permissions.grant({ ...inTeam, permissionId: "manage" }))).id, "manage")
    yield* server(Permissions.grant({ ...inTeam, permissionId: "manage" }))
    assert.equal(yield* server(Permissions.has({ ...inTeam, permissionId: "write" })), true)
    yield* server(Permissions.revoke({ ...inTeam, permissionId: "manage" }))
    assert.equal(yield* server(Permissions.has({ ...inTeam, permissionId: "manage" })), false)
    yield* failure(server(Permissions.revoke({ ...inTeam, permissionId: "manage" })), "TeamPermissionNotFound")
  }),
  scenario("a permission that another contains is not granted directly", function* () {
    const { annId, server, teamId } = yield* crewWithPermissions
    yield* server(Permissions.grant({ userId: annId, teamId, permissionId: "manage" }))
    const direct = { userId: annId, teamId, recursive: false }
    assert.equal(yield* server(Permissions.get({ ...direct, permissionId: "write" })), null)
    assert.ok(ids(yield* server(Permissions.list(direct))).includes("manage"))
  }),
  scenario("a server grants only permissions of teams to members", function* () {
    const { annId, bobId, server, teamId } = yield* crewWithPermissions
    const inTeam = { userId: annId, teamId }
    yield* failure(server(Permissions.grant({ ...inTeam, permissionId: "nothing" })), "PermissionNotFound")
    yield* failure(server(Permissions.grant({ ...inTeam, permissionId: "support" })), "PermissionScopeMismatch")
    yield* failure(
      server(Permissions.grant({ userId: bobId, teamId, permissionId: "write" })),
      "TeamMembershipNotFound"
    )
    yield* failure(server(Permissions.grant({ userId: noUser, teamId, permissionId: "write" })), "UserNotFound")
  }),
  scenario("a server grants and revokes permissions in the project", function* () {
    const { bobId, server } = yield* crewWithPermissions
    const anywhere = { userId: bobId, permissionId: "support" }
    assert.equal((yield* server(Permissions.grant(anywhere))).id, "support")
    assert.equal(yield* server(Permissions.has(anywhere)), true)
    assert.deepEqual(ids(yield* server(Permissions.list({ userId: bobId }))), ["support"])
    yield* server(Permissions.revoke(anywhere))
    assert.equal(yield* server(Permissions.get(anywhere)), null)
    yield* failure(server(Permissions.revoke(anywhere)), "PermissionNotFound")
    yield* failure(server(Permissions.grant({ userId: bobId, permissionId: "write" })), "PermissionScopeMismatch")
  }),
  scenario("a server sends a mail that verifies the address of a user", function* () {
    const { primaryEmail, project, server, userId } = yield* addressed
    const { nextMail } = yield* Backend
    yield* server(ContactChannels.sendPrimaryVerification({ userId }))
    const { code } = yield* nextMail(primaryEmail, "Verify your email")
    assert.ok(code !== undefined)
    const { device } = yield* signUp(project, "bob")
    yield* device(ClientContactChannels.verify({ code }))
    const [primary] = yield* server(ContactChannels.list(userId))
    assert.ok(primary?.isVerified === true)
    assert.deepEqual(yield* server(ContactChannels.get({ userId, id: primary.id })), primary)
    yield* failure(server(ContactChannels.sendVerification({ userId, id: primary.id })), "EmailAlreadyVerified")
  }),
  scenario("a verification that a server sends leads only to trusted URLs", function* () {
    const { server, userId } = yield* addressed
    const [primary] = yield* server(ContactChannels.list(userId))
    assert.ok(primary !== undefined)
    const callbackUrl = "https://evil.example/"
    yield* failure(
      server(ContactChannels.sendVerification({ userId, id: primary.id, callbackUrl })),
      "RedirectUrlNotWhitelisted"
    )
  }),
  scenario("a server sends no verification to a user without an address", function* () {
    const server = yield* makeServer(yield* makeProject())
    const { id: userId } = yield* server(Users.create())
    yield* failure(server(ContactChannels.sendPrimaryVerification({ userId })), "NoPrimaryEmail")
  }),
  scenario("a server adds, changes, promotes and deletes addresses of any user", function* () {
    const { newAddress } = yield* Backend
    const { primaryEmail, server, userId } = yield* addressed
    const value = newAddress("second")
    const second = yield* server(ContactChannels.create({ userId, value, usedForAuth: false, isVerified: true }))
    assert.equal(second.isVerified, true)
    const moved = yield* server(ContactChannels.update({ userId, id: second.id, value: newAddress("third") }))
    assert.equal(moved.isVerified, false)
    yield* server(ContactChannels.update({ userId, id: second.id, isPrimary: true, isVerified: true }))
    assert.equal((yield* server(Users.get(userId))).primaryEmail, moved.value)
    yield* server(ContactChannels.delete({ userId, id: second.id }))
    const left = yield* server(ContactChannels.list(userId))
    assert.deepEqual(
      left.map(({ value }) => value),
      [primaryEmail]
    )
    yield* refusal(server(ContactChannels.get({ userId, id: ContactChannelId.make(unknownId) })), 404)
  }),
  scenario("two users cannot sign in with the same address", function* () {
    const { project, server, userId } = yield* addressed
    const { email: value } = yield* signUp(project, "bob")
    yield* failure(
      server(ContactChannels.create({ userId, value, usedForAuth: true })),
      "ContactChannelAlreadyUsedForAuthBySomeoneElse"
    )
  }),
  scenario("a server gets no token of a provider that a user has not connected", function* () {
    const project = yield* makeProject({
      oauthProviders: [
        { id: ProviderId.make("github"), type: "shared" },
        { id: ProviderId.make("google"), type: "standard", clientId: "id", clientSecret: Redacted.make("secret") }
      ]
    })
    const server = yield* makeServer(project)
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
      const server = yield* makeServer(project)
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
    const server = yield* makeServer(project)
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
