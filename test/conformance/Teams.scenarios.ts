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
  accessTokenOf,
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

const idOf = (device: Device) => Effect.map(device(CurrentUser.getOrFail), (user) => user.id)

/** A team of Ann, and Bob, who is a plain member of it. */
const team = Effect.gen(function* () {
  const project = yield* withTeams
  const { device: ann } = yield* signUp(project)
  const { device: bob } = yield* signUp(project, "bob")
  const { id: teamId } = yield* ann(Teams.create({ displayName: "Acme" }))
  const [annId, bobId] = [yield* idOf(ann), yield* idOf(bob)]
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

const define = (project: Project, id: string, contained: ReadonlyArray<string>, scope: "team" | "project") =>
  call(
    project,
    "admin",
    scope === "team"
      ? PermissionDefinitionsWire.createTeamPermissionDefinition
      : PermissionDefinitionsWire.createProjectPermissionDefinition,
    {
      payload: {
        id: PermissionId.make(id),
        containedPermissionIds: contained.map((one) => PermissionId.make(one))
      }
    }
  )

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
  scenario("a user reads and searches the own teams in pages", { generations: ["current"] }, function* () {
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
  scenario("clients create teams where the project lets them", function* () {
    const { device } = yield* signUp(yield* makeProject())
    const refused = yield* failure(device(Teams.create({ displayName: "Acme" })), "ClientTeamCreationNotEnabled")
    assert.equal(refused.message, "Client team creation is disabled for this project")
    assert.deepEqual(yield* device(Teams.list), [])
    const nobody = yield* makeDevice(yield* withTeams)
    yield* failure(nobody(Teams.create({ displayName: "Acme" })), "UserAuthenticationRequired")
    yield* failure(nobody(Teams.list), "UserAuthenticationRequired")
  }),
  scenario("who is not a member sees nothing of a team", function* () {
    const { project, teamId } = yield* team
    const { device: eve } = yield* signUp(project, "eve")
    const userId = yield* idOf(eve)
    const error = yield* failure(eve(Teams.get(teamId)), "TeamMembershipNotFound")
    assert.deepEqual(error.details, { teamId, userId })
    yield* failure(eve(Teams.get(noTeam)), "TeamMembershipNotFound")
    yield* failure(eve(Teams.update({ teamId, displayName: "Mine" })), "TeamMembershipNotFound")
    yield* failure(eve(Teams.delete(teamId)), "TeamMembershipNotFound")
    yield* failure(eve(Teams.leave(teamId)), "TeamMembershipNotFound")
  }),
  scenario("members do what their permissions say", function* () {
    const { ann, annId, bob, bobId, teamId } = yield* team
    const error = yield* failure(bob(Teams.update({ teamId, displayName: "Bob's" })), "TeamPermissionRequired")
    assert.deepEqual(error.details, { teamId, userId: bobId, permissionId: "$update_team" })
    yield* failure(bob(Teams.delete(teamId)), "TeamPermissionRequired")
    yield* failure(bob(Teams.removeMember({ teamId, userId: annId })), "TeamPermissionRequired")
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
    const { ann, annId, bob, bobId, project, teamId } = yield* team
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
    assert.deepEqual(userIds(yield* ann(Teams.listMembers({ teamId }))), [annId, bobId])
    assert.deepEqual(userIds(yield* ann(Teams.listMembers({ teamId, userId: bobId }))), [bobId])
    assert.deepEqual(userIds(yield* bob(Teams.listMembers({ teamId, userId: bobId }))), [bobId])
    yield* call(project, "server", PermissionsWire.revokeTeamPermission, {
      params: { teamId, userId: bobId, permissionId: PermissionId.make("team_member") }
    })
    yield* failure(bob(Teams.listMembers({ teamId, userId: annId })), "TeamPermissionRequired")
    assert.deepEqual(userIds(yield* bob(Teams.listMembers({ teamId, userId: bobId }))), [bobId])
    const full = yield* call(project, "server", MembersWire.serverListTeamMemberProfiles, { query: { teamId } })
    assert.equal(full[1]?.user.displayName, "Bob")
    const params = { teamId, userId: bobId }
    const one = yield* call(project, "server", MembersWire.serverGetTeamMemberProfile, { params })
    assert.equal(one.displayName, "Bobby")
    yield* call(project, "server", MembersWire.serverUpdateTeamMemberProfile, {
      params,
      payload: { displayName: "Robert" }
    })
    assert.equal((yield* ann(Teams.getMemberProfile({ teamId, userId: bobId }))).displayName, "Robert")
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
  scenario("servers see and change all teams", function* () {
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
    const changed = yield* call(project, "server", Wire.serverUpdateTeam, {
      params: { teamId },
      payload: { clientReadOnlyMetadata: { seats: 3 } }
    })
    assert.deepEqual(changed.clientReadOnlyMetadata, { seats: 3 })
    const missing = { params: { teamId: noTeam } }
    yield* failure(call(project, "server", Wire.serverGetTeam, missing), "TeamNotFound")
    yield* failure(call(project, "server", Wire.serverUpdateTeam, { ...missing, payload: {} }), "TeamNotFound")
    yield* failure(
      call(project, "server", Wire.serverCreateTeam, { payload: { displayName: "x", creatorUserId: noUser } }),
      "UserNotFound"
    )
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
  scenario("invitations are for members, trusted URLs and codes that exist", function* () {
    const { newAddress } = yield* Backend
    const { ann, project, teamId } = yield* team
    const { device: eve } = yield* signUp(project, "eve")
    const email = newAddress("guest")
    yield* failure(eve(TeamInvitations.send({ teamId, email })), "TeamMembershipNotFound")
    yield* failure(eve(TeamInvitations.list(teamId)), "TeamMembershipNotFound")
    yield* failure(
      eve(TeamInvitations.revoke({ teamId, id: TeamInvitationId.make(unknownId) })),
      "TeamMembershipNotFound"
    )
    yield* failure(
      ann(TeamInvitations.send({ teamId, email, callbackUrl: "https://untrusted.example.net/" })),
      "RedirectUrlNotWhitelisted"
    )
    yield* failure(eve(TeamInvitations.check({ code: noCode })), "VerificationCodeNotFound")
    yield* failure(eve(TeamInvitations.details({ code: noCode })), "VerificationCodeNotFound")
    const nobody = yield* makeDevice(project)
    yield* failure(nobody(TeamInvitations.accept({ code: noCode })), "UserAuthenticationRequired")
  }),
  scenario("permissions of a team are held, contained, granted and revoked", function* () {
    const { ann, annId, bob, bobId, project, teamId } = yield* team
    const ids = (device: Device, recursive: boolean) =>
      Effect.map(device(Permissions.list({ teamId, recursive })), (list) => list.map((one) => String(one.id)))
    assert.deepEqual(yield* ids(ann, false), ["team_admin"])
    assert.deepEqual(yield* ids(bob, false), ["team_member"])
    assert.ok((yield* ids(ann, true)).includes("$update_team"))
    assert.equal(yield* bob(Permissions.has({ teamId, permissionId: "$update_team" })), false)
    const params = { teamId, userId: bobId, permissionId: PermissionId.make("$update_team") }
    const granted = yield* call(project, "server", PermissionsWire.grantTeamPermission, { params, payload: {} })
    assert.deepEqual(granted, { id: "$update_team", teamId, userId: bobId })
    yield* call(project, "server", PermissionsWire.grantTeamPermission, { params, payload: {} })
    assert.equal(yield* bob(Permissions.has({ teamId, permissionId: "$update_team" })), true)
    yield* bob(Teams.update({ teamId, displayName: "Bob's" }))
    yield* call(project, "server", PermissionsWire.revokeTeamPermission, { params })
    yield* failure(call(project, "server", PermissionsWire.revokeTeamPermission, { params }), "TeamPermissionNotFound")
    yield* failure(bob(Teams.update({ teamId, displayName: "Bob's" })), "TeamPermissionRequired")
    const grant = (permissionId: string, userId: UserId) =>
      call(project, "server", PermissionsWire.grantTeamPermission, {
        params: { teamId, userId, permissionId: PermissionId.make(permissionId) },
        payload: {}
      })
    yield* failure(grant("unheard_of", annId), "PermissionNotFound")
    yield* define(project, "read_reports", [], "project")
    yield* failure(grant("read_reports", annId), "PermissionScopeMismatch")
    const credentials = { accessToken: yield* accessTokenOf(bob) }
    yield* refusal(
      call(project, "client", PermissionsWire.listTeamPermissions, { query: { teamId, userId: annId } }, credentials),
      403
    )
  }),
  scenario("permissions of a project are granted and revoked", function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const userId = yield* idOf(device)
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
    yield* failure(
      call(project, "server", PermissionsWire.grantProjectPermission, {
        params: { userId, permissionId: PermissionId.make("team_admin") },
        payload: {}
      }),
      "PermissionScopeMismatch"
    )
    yield* failure(
      call(project, "server", PermissionsWire.grantProjectPermission, {
        params: { ...params, userId: noUser },
        payload: {}
      }),
      "UserNotFound"
    )
  }),
  scenario("admins define permissions of both scopes", function* () {
    const project = yield* makeProject()
    const definitions = PermissionDefinitionsWire
    const before = yield* call(project, "admin", definitions.listTeamPermissionDefinitions, { query: {} })
    assert.ok(["$update_team", "team_admin", "team_member"].every((id) => before.items.some((one) => one.id === id)))
    const ofProject = yield* call(project, "admin", definitions.listProjectPermissionDefinitions, { query: {} })
    assert.deepEqual(ofProject.items, [])
    for (const scope of ["team", "project"] as const) {
      const [list, update, remove] =
        scope === "team"
          ? ([
              definitions.listTeamPermissionDefinitions,
              definitions.updateTeamPermissionDefinition,
              definitions.deleteTeamPermissionDefinition
            ] as const)
          : ([
              definitions.listProjectPermissionDefinitions,
              definitions.updateProjectPermissionDefinition,
              definitions.deleteProjectPermissionDefinition
            ] as const)
      yield* define(project, `${scope}_reader`, [], scope)
      const writer = yield* define(project, `${scope}_writer`, [`${scope}_reader`], scope)
      assert.deepEqual(writer, { id: `${scope}_writer`, containedPermissionIds: [`${scope}_reader`] })
      yield* failure(define(project, `${scope}_reader`, [], scope), "PermissionIdAlreadyExists")
      yield* failure(define(project, `${scope}_other`, ["unheard_of"], scope), "ContainedPermissionNotFound")
      const params = { permissionId: writer.id }
      const change = (payload: PermissionDefinitions.UpdatePermissionDefinition) =>
        call(project, "admin", update, { params, payload })
      if (scope === "project") {
        yield* failure(change({ id: PermissionId.make("project_reader") }), "PermissionIdAlreadyExists")
        const containedPermissionIds = [PermissionId.make("unheard_of")]
        yield* failure(change({ containedPermissionIds }), "ContainedPermissionNotFound")
      }
      const changed = yield* call(project, "admin", update, {
        params,
        payload: { id: PermissionId.make(`${scope}_author`), description: "Writes" }
      })
      assert.equal(changed.description, "Writes")
      assert.deepEqual(changed.containedPermissionIds, [], "a change replaces the definition")
      yield* failure(call(project, "admin", update, { params, payload: {} }), "PermissionNotFound")
      yield* call(project, "admin", remove, { params: { permissionId: changed.id } })
      yield* failure(call(project, "admin", remove, { params: { permissionId: changed.id } }), "PermissionNotFound")
      const { items } = yield* call(project, "admin", list, { query: {} })
      assert.ok(items.every((one) => one.id !== changed.id))
    }
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
