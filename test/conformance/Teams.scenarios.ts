/** Teams, their members, invitations and permissions (docs/protocol/resources.md#teams). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import type * as PermissionDefinitions from "../../src/api/PermissionDefinitions.ts"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Permissions from "../../src/client/Permissions.ts"
import * as TeamInvitations from "../../src/client/TeamInvitations.ts"
import * as Teams from "../../src/client/Teams.ts"
import { PermissionId, TeamId, TeamInvitationId, UserId } from "../../src/domain/Ids.ts"
import * as PermissionDefinitionsWire from "../../src/wire/generated/PermissionDefinitions.ts"
import * as PermissionsWire from "../../src/wire/generated/Permissions.ts"
import * as MembersWire from "../../src/wire/generated/TeamMembers.ts"
import * as Wire from "../../src/wire/generated/Teams.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import {
  byGeneration,
  readAccessToken,
  call,
  type Device,
  failure,
  makeDevice,
  makeProject,
  password,
  type Project,
  refusal,
  scenario,
  signUp
} from "./Scenario.ts"

const noTeam = TeamId.make(unknownId)
const noUser = UserId.make(unknownId)
const noCode = "0".repeat(45)

const withTeams = makeProject({ clientTeamCreationEnabled: true })

const findId = (device: Device) => Effect.map(device(CurrentUser.getOrFail), (user) => user.id)

/** A team of Ann, and Bob, who is a plain member of it. */
const team = Effect.gen(function* () {
  const project = yield* withTeams
  const { device: ann } = yield* signUp(project)
  const { device: bob } = yield* signUp(project, "bob")
  const { id: teamId } = yield* ann(Teams.create({ displayName: "Acme" }))
  const [annId, bobId] = [yield* findId(ann), yield* findId(bob)]
  yield* call(project, "server", MembersWire.addTeamMember, { params: { teamId, userId: bobId }, payload: {} })
  return { project, ann, bob, annId, bobId, teamId }
})

const userIds = (profiles: ReadonlyArray<{ readonly userId: UserId }>) => profiles.map(({ userId }) => userId)

const invite = Effect.fnUntraced(function* (device: Device, teamId: TeamId) {
  const { newAddress, nextMail } = yield* Backend
  const email = newAddress("guest")
  const { id } = yield* device(TeamInvitations.send({ teamId, email }))
  const mail = yield* nextMail(email, "You have been invited")
  assert.ok(mail.code !== undefined, "no code in the mail")
  return { id, email, code: mail.code, link: mail.link }
})

/** The endpoints for definitions of permissions, by their scope. */
const definitions = {
  team: {
    create: PermissionDefinitionsWire.createTeamPermissionDefinition,
    list: PermissionDefinitionsWire.listTeamPermissionDefinitions,
    update: PermissionDefinitionsWire.updateTeamPermissionDefinition,
    remove: PermissionDefinitionsWire.deleteTeamPermissionDefinition
  },
  project: {
    create: PermissionDefinitionsWire.createProjectPermissionDefinition,
    list: PermissionDefinitionsWire.listProjectPermissionDefinitions,
    update: PermissionDefinitionsWire.updateProjectPermissionDefinition,
    remove: PermissionDefinitionsWire.deleteProjectPermissionDefinition
  }
}

const define = (project: Project, id: string, contained: ReadonlyArray<string>, scope: "team" | "project") =>
  call(project, "admin", definitions[scope].create, {
    payload: {
      id: PermissionId.make(id),
      containedPermissionIds: contained.map((one) => PermissionId.make(one))
    }
  })

const names = (teams: ReadonlyArray<Teams.Team>) => teams.map(({ displayName }) => displayName)

export const scenarios = [
  scenario("a team is created with its creator, read, changed and deleted", function* () {
    const project = yield* withTeams
    const { device } = yield* signUp(project)
    assert.deepEqual(yield* device(Teams.list), [])
    const created = yield* device(Teams.create({ displayName: "Acme", clientMetadata: { a: 1 } }))
    assert.equal(created.displayName, "Acme")
    assert.equal((yield* device(CurrentUser.getOrFail)).selectedTeam?.id, created.id)
    assert.deepEqual(yield* device(Teams.list), [created])
    assert.deepEqual(yield* device(Teams.get(created.id)), created)
    const changed = yield* device(Teams.update({ teamId: created.id, displayName: "Acme & Sons" }))
    assert.equal(changed.displayName, "Acme & Sons")
    assert.deepEqual(changed.clientMetadata, { a: 1 })
    const stored = yield* call(project, "server", Wire.serverGetTeam, { params: { teamId: created.id } })
    assert.equal(stored.displayName, "Acme & Sons")
    yield* device(Teams.delete(created.id))
    assert.deepEqual(yield* device(Teams.list), [])
    assert.equal((yield* device(CurrentUser.getOrFail)).selectedTeamId, null)
    yield* failure(call(project, "server", Wire.serverGetTeam, { params: { teamId: created.id } }), "TeamNotFound")
  }),
  scenario("users search their teams page by page", { generations: ["current"] }, function* () {
    const { elapse } = yield* Backend
    const { device } = yield* signUp(yield* withTeams)
    for (const displayName of ["Choir", "Chess", "Rowing"]) {
      yield* device(Teams.create({ displayName }))
      yield* elapse("1 second")
    }
    const first = yield* device(Teams.page({ limit: 1, query: "CH", desc: true }))
    assert.deepEqual(names(first.items), ["Chess"])
    assert.ok(first.nextCursor !== null)
    const second = yield* device(Teams.page({ limit: 1, query: "CH", desc: true, cursor: first.nextCursor }))
    assert.deepEqual([names(second.items), second.nextCursor], [["Choir"], null])
  }),
  scenario("clients create no teams unless the project lets them", function* () {
    const { device } = yield* signUp(yield* makeProject())
    const refused = yield* failure(device(Teams.create({ displayName: "Acme" })), "ClientTeamCreationNotEnabled")
    assert.equal(refused.message, "Client team creation is disabled for this project")
    assert.deepEqual(yield* device(Teams.list), [])
  }),
  scenario("signed-out visitors neither create nor list teams", function* () {
    const nobody = yield* makeDevice(yield* withTeams)
    yield* failure(nobody(Teams.create({ displayName: "Acme" })), "UserAuthenticationRequired")
    yield* failure(nobody(Teams.list), "UserAuthenticationRequired")
  }),
  scenario("users who are not members can neither see nor change a team", function* () {
    const { project, teamId } = yield* team
    const { device: eve } = yield* signUp(project, "eve")
    const userId = yield* findId(eve)
    const error = yield* failure(eve(Teams.get(teamId)), "TeamMembershipNotFound")
    assert.deepEqual(error.details, { teamId, userId })
    yield* failure(eve(Teams.get(noTeam)), "TeamMembershipNotFound")
    yield* failure(eve(Teams.update({ teamId, displayName: "Mine" })), "TeamMembershipNotFound")
    yield* failure(eve(Teams.delete(teamId)), "TeamMembershipNotFound")
    yield* failure(eve(Teams.leave(teamId)), "TeamMembershipNotFound")
  }),
  scenario("members without a permission cannot change a team", function* () {
    const { annId, bob, bobId, teamId } = yield* team
    const error = yield* failure(bob(Teams.update({ teamId, displayName: "Bob's" })), "TeamPermissionRequired")
    assert.deepEqual(error.details, { teamId, userId: bobId, permissionId: "$update_team" })
    yield* failure(bob(Teams.delete(teamId)), "TeamPermissionRequired")
    yield* failure(bob(Teams.removeMember({ teamId, userId: annId })), "TeamPermissionRequired")
  }),
  scenario("removed members no longer see the team", function* () {
    const { ann, bob, bobId, teamId } = yield* team
    yield* ann(Teams.removeMember({ teamId, userId: bobId }))
    yield* failure(bob(Teams.get(teamId)), "TeamMembershipNotFound")
    yield* failure(ann(Teams.removeMember({ teamId, userId: bobId })), "TeamMembershipNotFound")
  }),
  scenario("a team that is left is no longer selected", function* () {
    const { bob, teamId } = yield* team
    assert.equal((yield* bob(CurrentUser.setSelectedTeam(teamId))).selectedTeam?.displayName, "Acme")
    yield* bob(Teams.leave(teamId))
    assert.equal((yield* bob(CurrentUser.getOrFail)).selectedTeamId, null)
    assert.deepEqual(yield* bob(Teams.list), [])
  }),
  scenario("members have a profile in each team, which falls back to their own", function* () {
    const { ann, annId, bob, bobId, teamId } = yield* team
    yield* bob(CurrentUser.setDisplayName("Bob"))
    assert.equal((yield* bob(Teams.getMemberProfile({ teamId }))).displayName, "Bob")
    assert.equal((yield* bob(Teams.updateOwnProfile({ teamId, displayName: "Bobby" }))).displayName, "Bobby")
    assert.equal((yield* bob(CurrentUser.getOrFail)).displayName, "Bob")
    const members = yield* ann(Teams.listMembers(teamId))
    assert.deepEqual(
      members.map(({ displayName, userId }) => [userId, displayName]),
      [
        [annId, null],
        [bobId, "Bobby"]
      ]
    )
  }),
  scenario("members list all members of a team, or one of them", function* () {
    const { ann, annId, bobId, teamId } = yield* team
    assert.deepEqual(userIds(yield* ann(Teams.listMembers({ teamId }))), [annId, bobId])
    assert.deepEqual(userIds(yield* ann(Teams.listMembers({ teamId, userId: bobId }))), [bobId])
  }),
  scenario("members without the permission to read others list only themselves", function* () {
    const { annId, bob, bobId, project, teamId } = yield* team
    yield* call(project, "server", PermissionsWire.revokeTeamPermission, {
      params: { teamId, userId: bobId, permissionId: PermissionId.make("team_member") }
    })
    yield* failure(bob(Teams.listMembers({ teamId, userId: annId })), "TeamPermissionRequired")
    assert.deepEqual(userIds(yield* bob(Teams.listMembers({ teamId, userId: bobId }))), [bobId])
  }),
  scenario("servers read and change the profiles of members", function* () {
    const { ann, bob, bobId, project, teamId } = yield* team
    yield* bob(CurrentUser.setDisplayName("Bob"))
    const full = yield* call(project, "server", MembersWire.serverListTeamMemberProfiles, { query: { teamId } })
    assert.equal(full[1]?.user.displayName, "Bob")
    const params = { teamId, userId: bobId }
    const one = yield* call(project, "server", MembersWire.serverGetTeamMemberProfile, { params })
    assert.equal(one.displayName, "Bob")
    yield* call(project, "server", MembersWire.serverUpdateTeamMemberProfile, {
      params,
      payload: { displayName: "Robert" }
    })
    assert.equal((yield* ann(Teams.getMemberProfile({ teamId, userId: bobId }))).displayName, "Robert")
  }),
  scenario("an unknown user has no profile and cannot be removed from a team", function* () {
    const { ann, project, teamId } = yield* team
    yield* failure(
      call(project, "server", MembersWire.serverGetTeamMemberProfile, { params: { teamId, userId: noUser } }),
      "UserNotFound"
    )
    yield* failure(
      call(project, "server", MembersWire.serverListTeamMemberProfiles, { query: { userId: noUser } }),
      "UserNotFound"
    )
    yield* failure(ann(Teams.getMemberProfile({ teamId, userId: noUser })), "UserNotFound")
    yield* failure(ann(Teams.removeMember({ teamId, userId: noUser })), "UserNotFound")
  }),
  scenario("servers create teams for any user", function* () {
    const { annId, bobId, project, teamId } = yield* team
    const made = yield* call(project, "server", Wire.serverCreateTeam, {
      payload: { displayName: "Made", creatorUserId: bobId, serverMetadata: { plan: "pro" } }
    })
    assert.deepEqual(made.serverMetadata, { plan: "pro" })
    const { items: all } = yield* call(project, "server", Wire.serverListTeams, { query: {} })
    assert.deepEqual(all.map(({ id }) => id).sort(), [made.id, teamId].sort())
    const { items: ofAnn } = yield* call(project, "server", Wire.serverListTeams, { query: { userId: annId } })
    assert.deepEqual(
      ofAnn.map(({ id }) => id),
      [teamId]
    )
    yield* failure(
      call(project, "server", Wire.serverCreateTeam, { payload: { displayName: "x", creatorUserId: noUser } }),
      "UserNotFound"
    )
  }),
  scenario("servers change any team that exists", function* () {
    const { project, teamId } = yield* team
    const changed = yield* call(project, "server", Wire.serverUpdateTeam, {
      params: { teamId },
      payload: { clientReadOnlyMetadata: { seats: 3 } }
    })
    assert.deepEqual(changed.clientReadOnlyMetadata, { seats: 3 })
    const missing = { params: { teamId: noTeam } }
    yield* failure(call(project, "server", Wire.serverGetTeam, missing), "TeamNotFound")
    yield* failure(call(project, "server", Wire.serverUpdateTeam, { ...missing, payload: {} }), "TeamNotFound")
  }),
  scenario("servers add only users who are not members yet, to teams that exist", function* () {
    const { bobId, project, teamId } = yield* team
    const add = (teamId: TeamId, userId: UserId) =>
      call(project, "server", MembersWire.addTeamMember, { params: { teamId, userId }, payload: {} })
    yield* failure(add(teamId, bobId), "TeamMembershipAlreadyExists")
    yield* failure(add(noTeam, bobId), "TeamNotFound")
    yield* failure(add(teamId, noUser), "UserNotFound")
  }),
  scenario("an invitation makes whoever accepts it a member, once", function* () {
    const { ann, project, teamId } = yield* team
    const { code, email, id } = yield* invite(ann, teamId)
    const [pending] = yield* ann(TeamInvitations.list(teamId))
    assert.deepEqual(
      { ...pending, expiresAt: undefined },
      {
        id,
        teamId,
        ...(yield* byGeneration({}, { teamDisplayName: "Acme" })),
        recipientEmail: email,
        expiresAt: undefined
      }
    )
    const { device: guest } = yield* signUp(project, "guest")
    yield* guest(TeamInvitations.check({ code }))
    assert.deepEqual(yield* guest(TeamInvitations.details({ code })), { teamId, teamDisplayName: "Acme" })
    yield* guest(TeamInvitations.accept({ code }))
    assert.equal((yield* guest(Teams.get(teamId))).displayName, "Acme")
    assert.deepEqual(yield* ann(TeamInvitations.list(teamId)), [])
    yield* failure(guest(TeamInvitations.accept({ code })), "VerificationCodeAlreadyUsed")
    yield* failure(guest(TeamInvitations.check({ code })), "VerificationCodeAlreadyUsed")
  }),
  scenario("an invitation can be withdrawn", function* () {
    const { ann, bob, project, teamId } = yield* team
    const { code, id } = yield* invite(ann, teamId)
    yield* failure(bob(TeamInvitations.revoke({ teamId, id })), "TeamPermissionRequired")
    yield* ann(TeamInvitations.revoke({ teamId, id }))
    assert.deepEqual(yield* ann(TeamInvitations.list(teamId)), [])
    const { device: guest } = yield* signUp(project, "guest")
    yield* failure(guest(TeamInvitations.accept({ code })), "VerificationCodeNotFound")
  }),
  scenario("users who are not members cannot see, send or withdraw invitations", function* () {
    const { newAddress } = yield* Backend
    const { project, teamId } = yield* team
    const { device: eve } = yield* signUp(project, "eve")
    yield* failure(eve(TeamInvitations.send({ teamId, email: newAddress("guest") })), "TeamMembershipNotFound")
    yield* failure(eve(TeamInvitations.list(teamId)), "TeamMembershipNotFound")
    yield* failure(
      eve(TeamInvitations.revoke({ teamId, id: TeamInvitationId.make(unknownId) })),
      "TeamMembershipNotFound"
    )
  }),
  scenario("an invitation leads only to trusted URLs", function* () {
    const { newAddress } = yield* Backend
    const { ann, teamId } = yield* team
    const callbackUrl = "https://untrusted.example.net/"
    yield* failure(
      ann(TeamInvitations.send({ teamId, email: newAddress("guest"), callbackUrl })),
      "RedirectUrlNotWhitelisted"
    )
  }),
  scenario("an unknown code of an invitation is refused", function* () {
    const { device } = yield* signUp(yield* withTeams)
    yield* failure(device(TeamInvitations.check({ code: noCode })), "VerificationCodeNotFound")
    yield* failure(device(TeamInvitations.details({ code: noCode })), "VerificationCodeNotFound")
  }),
  scenario("signed-out visitors cannot accept an invitation", function* () {
    const nobody = yield* makeDevice(yield* withTeams)
    yield* failure(nobody(TeamInvitations.accept({ code: noCode })), "UserAuthenticationRequired")
  }),
  scenario("creators of a team are its admins, and others are plain members", function* () {
    const { ann, bob, teamId } = yield* team
    const ids = (device: Device, recursive: boolean) =>
      Effect.map(device(Permissions.list({ teamId, recursive })), (list) => list.map((one) => String(one.id)))
    assert.deepEqual(yield* ids(ann, false), ["team_admin"])
    assert.deepEqual(yield* ids(bob, false), ["team_member"])
    assert.ok((yield* ids(ann, true)).includes("$update_team"))
    assert.equal(yield* bob(Permissions.has({ teamId, permissionId: "$update_team" })), false)
  }),
  scenario("a permission of a team lets its member act until it is revoked", function* () {
    const { bob, bobId, project, teamId } = yield* team
    const params = { teamId, userId: bobId, permissionId: PermissionId.make("$update_team") }
    const granted = yield* call(project, "server", PermissionsWire.grantTeamPermission, { params, payload: {} })
    assert.deepEqual(granted, { id: "$update_team", teamId, userId: bobId })
    yield* call(project, "server", PermissionsWire.grantTeamPermission, { params, payload: {} })
    assert.equal(yield* bob(Permissions.has({ teamId, permissionId: "$update_team" })), true)
    yield* bob(Teams.update({ teamId, displayName: "Bob's" }))
    yield* call(project, "server", PermissionsWire.revokeTeamPermission, { params })
    yield* failure(call(project, "server", PermissionsWire.revokeTeamPermission, { params }), "TeamPermissionNotFound")
    yield* failure(bob(Teams.update({ teamId, displayName: "Bob's" })), "TeamPermissionRequired")
  }),
  scenario("servers grant only permissions of teams to members", function* () {
    const { annId, project, teamId } = yield* team
    const grant = (permissionId: string) =>
      call(project, "server", PermissionsWire.grantTeamPermission, {
        params: { teamId, userId: annId, permissionId: PermissionId.make(permissionId) },
        payload: {}
      })
    yield* failure(grant("unheard_of"), "PermissionNotFound")
    yield* define(project, "read_reports", [], "project")
    yield* failure(grant("read_reports"), "PermissionScopeMismatch")
  }),
  scenario("members cannot list the permissions of other members", function* () {
    const { annId, bob, project, teamId } = yield* team
    const credentials = { accessToken: yield* readAccessToken(bob) }
    yield* refusal(
      call(project, "client", PermissionsWire.listTeamPermissions, { query: { teamId, userId: annId } }, credentials),
      403
    )
  }),
  scenario("permissions of a project are granted and revoked", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const userId = yield* findId(device)
    yield* define(project, "read_reports", [], "project")
    yield* define(project, "reporter", ["read_reports"], "project")
    const params = { userId, permissionId: PermissionId.make("reporter") }
    const grant = call(project, "server", PermissionsWire.grantProjectPermission, { params, payload: {} })
    assert.deepEqual(yield* grant, { id: "reporter", userId })
    assert.equal(yield* device(Permissions.has({ permissionId: "read_reports" })), true)
    assert.equal(yield* device(Permissions.has({ permissionId: "read_reports", recursive: false })), false)
    yield* call(project, "server", PermissionsWire.revokeProjectPermission, { params })
    assert.deepEqual(yield* device(Permissions.list()), [])
    yield* failure(call(project, "server", PermissionsWire.revokeProjectPermission, { params }), "PermissionNotFound")
  }),
  scenario("servers grant only permissions of the project to users who exist", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    yield* define(project, "reporter", [], "project")
    const grant = (userId: UserId, permissionId: string) =>
      call(project, "server", PermissionsWire.grantProjectPermission, {
        params: { userId, permissionId: PermissionId.make(permissionId) },
        payload: {}
      })
    yield* failure(grant(yield* findId(device), "team_admin"), "PermissionScopeMismatch")
    yield* failure(grant(noUser, "reporter"), "UserNotFound")
  }),
  scenario("a new project has permissions of teams, and none of its own", function* () {
    const project = yield* makeProject()
    const ofTeams = yield* call(project, "admin", definitions.team.list, { query: {} })
    assert.ok(["$update_team", "team_admin", "team_member"].every((id) => ofTeams.items.some((one) => one.id === id)))
    const ofProject = yield* call(project, "admin", definitions.project.list, { query: {} })
    assert.deepEqual(ofProject.items, [])
  }),
  ...(["team", "project"] as const).flatMap((scope) => [
    scenario(`admins define permissions of a ${scope} once, of those that exist`, function* () {
      const project = yield* makeProject()
      yield* define(project, "reader", [], scope)
      const writer = yield* define(project, "writer", ["reader"], scope)
      assert.deepEqual(writer, { id: "writer", containedPermissionIds: ["reader"] })
      yield* failure(define(project, "reader", [], scope), "PermissionIdAlreadyExists")
      yield* failure(define(project, "other", ["unheard_of"], scope), "ContainedPermissionNotFound")
    }),
    scenario(`a change replaces the definition of a permission of a ${scope}`, function* () {
      const project = yield* makeProject()
      yield* define(project, "reader", [], scope)
      const { id: permissionId } = yield* define(project, "writer", ["reader"], scope)
      const changed = yield* call(project, "admin", definitions[scope].update, {
        params: { permissionId },
        payload: { id: PermissionId.make("author"), description: "Writes" }
      })
      assert.deepEqual(changed, { id: "author", description: "Writes", containedPermissionIds: [] })
      yield* failure(
        call(project, "admin", definitions[scope].update, { params: { permissionId }, payload: {} }),
        "PermissionNotFound"
      )
    }),
    scenario(`admins delete the definition of a permission of a ${scope}`, function* () {
      const project = yield* makeProject()
      const { id: permissionId } = yield* define(project, "reader", [], scope)
      const remove = call(project, "admin", definitions[scope].remove, { params: { permissionId } })
      yield* remove
      yield* failure(remove, "PermissionNotFound")
      const { items } = yield* call(project, "admin", definitions[scope].list, { query: {} })
      assert.ok(items.every(({ id }) => id !== permissionId))
    })
  ]),
  scenario("a change of a project's permission refuses a taken ID and unknown permissions in it", function* () {
    const project = yield* makeProject()
    yield* define(project, "reader", [], "project")
    const { id: permissionId } = yield* define(project, "writer", ["reader"], "project")
    const change = (payload: PermissionDefinitions.UpdatePermissionDefinition) =>
      call(project, "admin", definitions.project.update, { params: { permissionId }, payload })
    yield* failure(change({ id: PermissionId.make("reader") }), "PermissionIdAlreadyExists")
    const containedPermissionIds = [PermissionId.make("unheard_of")]
    yield* failure(change({ containedPermissionIds }), "ContainedPermissionNotFound")
  }),
  scenario(
    "the personal team of a guest who signs up gets a new name",
    { generations: ["current"], options: { anonymousSignUp: true } },
    function* () {
      const { newAddress } = yield* Backend
      const device = yield* makeDevice(yield* makeProject({ createTeamOnSignUp: true }))
      yield* device(Anonymous.signUp)
      const personal = Effect.map(device(CurrentUser.getIncludingAnonymous), (user) => user?.selectedTeam ?? undefined)
      const before = yield* personal
      assert.equal(before?.displayName, "Personal Team")
      yield* device(Password.signUp({ email: newAddress("ann"), password }))
      const after = yield* personal
      assert.equal(after?.id, before.id)
      assert.notEqual(after.displayName, before.displayName)
    }
  )
]
