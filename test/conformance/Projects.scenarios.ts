/**
 * Projects, as clients see them, as their owners make them and as admins change them
 * (docs/protocol/resources.md#projects).
 */
import assert from "node:assert/strict"
import * as AdminOwnedProjects from "../../src/admin/OwnedProjects.ts"
import * as OwnedProjects from "../../src/client/OwnedProjects.ts"
import * as Project from "../../src/client/Project.ts"
import * as Teams from "../../src/client/Teams.ts"
import { ProjectId, TeamId } from "../../src/domain/Ids.ts"
import * as Wire from "../../src/wire/generated/Projects.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import {
  byGeneration,
  ownerTeam,
  readAccessToken,
  call,
  callAsOwner,
  callAsUser,
  failure,
  headersFor,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  owner,
  scenario,
  send,
  signUp
} from "./Scenario.ts"

const clientDefaults = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  enabledOAuthProviders: []
}

export const scenarios = [
  scenario("clients see what their project allows", function* () {
    const project = yield* makeProject({ clientUserDeletionEnabled: true })
    const device = yield* makeDevice(project)
    const seen = yield* device(Project.get)
    assert.equal(seen.id, project.projectId)
    assert.equal(seen.displayName, "Scenario")
    const domains = yield* byGeneration({}, { domains: [] })
    assert.deepEqual(seen.config, { ...clientDefaults, ...domains, clientUserDeletionEnabled: true })
    assert.deepEqual(yield* call(project, "server", Wire.getProject, {}), seen, "the shape is the same at every level")
    assert.deepEqual(yield* call(project, "admin", Wire.getProject, {}), seen)
  }),
  scenario("clients see changes of their project", function* () {
    const project = yield* makeProject()
    const device = yield* makeDevice(project)
    yield* call(project, "admin", Wire.adminUpdateProject, {
      payload: { displayName: "Renamed", config: { magicLinkEnabled: true } }
    })
    const seen = yield* device(Project.get)
    assert.equal(seen.displayName, "Renamed")
    assert.equal(seen.config.magicLinkEnabled, true)
  }),
  scenario("a wrong key sees nothing", function* () {
    const project = yield* makeProject()
    const other = yield* makeProject()
    const device = yield* makeDevice({ ...project, publishableClientKey: other.publishableClientKey })
    const error = yield* failure(device(Project.get), "InvalidPublishableClientKey")
    assert.deepEqual(error.details, { projectId: project.projectId })
  }),
  scenario("a new project has defaults, and its owner is who made it", function* () {
    const ann = yield* owner
    const bob = yield* owner
    const { generation } = yield* Backend
    const ownerTeamId = yield* ownerTeam(ann)
    const created = yield* callAsUser(ann, Wire.createProject, { payload: { displayName: "Mine", ownerTeamId } })
    assert.equal(created.displayName, "Mine")
    if (generation === "current") assert.equal(created.ownerTeamId, ownerTeamId)
    else assert.equal(created.userCount, 0)
    assert.equal(created.isProductionMode, false)
    const { emailTheme, ...config } = created.config
    assert.equal(emailTheme === undefined, generation === "2025-06")
    assert.deepEqual(config, {
      ...clientDefaults,
      allowLocalhost: true,
      createTeamOnSignUp: false,
      domains: [],
      oauthProviders: [],
      emailConfig: { type: "shared" },
      teamCreatorDefaultPermissions: [{ id: "team_admin" }],
      teamMemberDefaultPermissions: [{ id: "team_member" }],
      userDefaultPermissions: [],
      oauthAccountMergeStrategy: "link_method"
    })
    assert.deepEqual(
      (yield* callAsUser(ann, Wire.listOwnedProjects, {})).map((project) => project.id),
      [created.id]
    )
    assert.deepEqual(yield* callAsUser(bob, Wire.listOwnedProjects, {}), [])
  }),
  scenario("projects are made by users of the internal project", function* () {
    const { internal } = yield* Backend
    const nobody = yield* makeDevice(internal)
    const noTeam = yield* byGeneration(undefined, TeamId.make(unknownId))
    yield* failure(
      callAsUser(nobody, Wire.createProject, { payload: { displayName: "Nobody's", ownerTeamId: noTeam } }),
      "UserAuthenticationRequired"
    )
    yield* failure(callAsUser(nobody, Wire.listOwnedProjects, {}), "UserAuthenticationRequired")
    const { device } = yield* signUp(yield* makeProject())
    yield* failure(
      callAsUser(device, Wire.createProject, { payload: { displayName: "Elsewhere", ownerTeamId: noTeam } }),
      "ExpectedInternalProject"
    )
    yield* failure(callAsUser(device, Wire.listOwnedProjects, {}), "ExpectedInternalProject")
  }),
  scenario(
    "projects are made for teams, of which their makers are members",
    { generations: ["current"] },
    function* () {
      const ann = yield* owner
      const { id: ownerTeamId } = yield* (yield* owner)(Teams.create({ displayName: "Strangers" }))
      const payload = { displayName: "Theirs", ownerTeamId }
      const error = yield* failure(callAsUser(ann, Wire.createProject, { payload }), "TeamMembershipNotFound")
      assert.equal(error.details.teamId, ownerTeamId)
    }
  ),
  scenario("a project changes hands from one team of its owner to another", { generations: ["current"] }, function* () {
    const ann = yield* owner
    const bob = yield* owner
    const ownerTeamId = (yield* ann(Teams.create({ displayName: "Founders" }))).id
    const buyers = (yield* ann(Teams.create({ displayName: "Buyers" }))).id
    const strangers = (yield* bob(Teams.create({ displayName: "Strangers" }))).id
    const payload = { displayName: "Shop", ownerTeamId }
    const { id: projectId } = yield* callAsUser(ann, Wire.createProject, { payload })

    const taken = bob(OwnedProjects.transfer({ projectId, ownerTeamId: strangers }))
    assert.equal((yield* failure(taken, "TeamMembershipNotFound")).details.teamId, ownerTeamId)
    const foisted = ann(OwnedProjects.transfer({ projectId, ownerTeamId: strangers }))
    assert.equal((yield* failure(foisted, "TeamMembershipNotFound")).details.teamId, strangers)
    const unknown = ProjectId.make(unknownId)
    yield* failure(ann(OwnedProjects.transfer({ projectId: unknown, ownerTeamId: buyers })), "ProjectNotFound")

    yield* ann(OwnedProjects.transfer({ projectId, ownerTeamId: buyers }))
    const [project] = yield* ann(OwnedProjects.list)
    assert.deepEqual([project?.id, project?.ownerTeamId], [projectId, buyers])
    yield* ann(AdminOwnedProjects.transfer({ projectId, ownerTeamId }))
    assert.equal((yield* ann(OwnedProjects.list))[0]?.ownerTeamId, ownerTeamId)
    yield* ann(Teams.leave(ownerTeamId))
    assert.deepEqual(yield* ann(OwnedProjects.list), [])
  }),
  scenario("projects are given away by users of the internal project", { generations: ["current"] }, function* () {
    const { internal } = yield* Backend
    const ownerTeamId = TeamId.make(unknownId)
    const input = { projectId: ProjectId.make("internal"), ownerTeamId }
    const nobody = yield* makeDevice(internal)
    yield* failure(nobody(OwnedProjects.transfer(input)), "UserAuthenticationRequired")
    const payload = { projectId: input.projectId, newTeamId: ownerTeamId }
    yield* failure(callAsUser(nobody, Wire.transferProject, { payload }), "SchemaError")
    const { device } = yield* signUp(yield* makeProject())
    yield* failure(device(OwnedProjects.transfer(input)), "SchemaError")
  }),
  scenario("only a team gives a project away", function* () {
    const { generation } = yield* Backend
    const ann = yield* owner
    const project = yield* makeProject({}, ann)
    const input = {
      projectId: ProjectId.make(project.projectId),
      ownerTeamId: TeamId.make(unknownId)
    }
    const tags = {
      "2025-06": "NotSupportedByService",
      current: "TeamMembershipNotFound",
      both: "ProjectWithoutTeam"
    } as const
    yield* failure(ann(OwnedProjects.transfer(input)), tags[generation ?? "both"])
  }),
  scenario("admins read and change the whole configuration", function* () {
    const project = yield* makeProject({ allowLocalhost: false })
    const before = yield* call(project, "admin", Wire.adminGetProject, {})
    assert.equal(before.config.allowLocalhost, false)
    const domains = [{ domain: "https://demo.example.org", handlerPath: "/handler" }]
    const changed = yield* call(project, "admin", Wire.adminUpdateProject, {
      payload: { description: "For scenarios", isProductionMode: true, config: { domains, allowLocalhost: false } }
    })
    assert.equal(changed.description, "For scenarios")
    assert.equal(changed.isProductionMode, true)
    assert.deepEqual(changed.config.domains, domains)
    assert.equal(changed.config.allowLocalhost, false)
    assert.deepEqual(yield* call(project, "admin", Wire.adminGetProject, {}), changed)
    const again = yield* call(project, "admin", Wire.adminUpdateProject, {
      payload: { description: null, config: { domains: [] } }
    })
    assert.equal(again.description, "")
    assert.deepEqual(again.config.domains, [])
    assert.equal(again.config.allowLocalhost, yield* byGeneration(true, false), "a change that does not name it")
  }),
  scenario("the number of users is counted", { generations: ["2025-06"] }, function* () {
    const project = yield* makeProject()
    yield* signUp(project)
    yield* signUp(project, "bob")
    assert.equal((yield* call(project, "admin", Wire.adminGetProject, {})).userCount, 2)
  }),
  scenario("an impossible configuration is refused", function* () {
    const project = yield* makeProject()
    const response = yield* send(
      "PATCH",
      "/api/v1/internal/projects/current",
      { ...headersFor(project, "admin"), "content-type": "application/json" },
      JSON.stringify({ config: { domains: [{ domain: "demo", handler_path: "handler" }] } })
    )
    isKnownErrorAnswer(response, "SCHEMA_ERROR", 400)
    assert.deepEqual((yield* call(project, "admin", Wire.adminGetProject, {})).config.domains, [])
  }),
  scenario("a deleted project is gone with its keys and users", function* () {
    const ann = yield* owner
    const project = yield* makeProject({}, ann)
    const { device } = yield* signUp(project)
    yield* call(project, "admin", Wire.adminDeleteProject, {})
    const gone = "CurrentProjectNotFound"
    yield* failure(device(Project.get), yield* byGeneration("InvalidPublishableClientKey", gone))
    yield* failure(
      call(project, "server", UsersWire.listUsers, { query: {} }),
      yield* byGeneration("InvalidSecretServerKey", gone)
    )
    yield* failure(
      call(project, "admin", Wire.adminGetProject, {}),
      yield* byGeneration("InvalidSuperSecretAdminKey", gone)
    )
    assert.deepEqual(yield* callAsUser(ann, Wire.listOwnedProjects, {}), [])
    yield* failure(
      callAsOwner(project, yield* readAccessToken(ann), Wire.adminGetProject, {}),
      yield* byGeneration("AdminAccessTokenIsNotAdmin", gone)
    )
  }),
  scenario("owners act as admins of their projects, others do not", function* () {
    const { elapse } = yield* Backend
    const ann = yield* owner
    const project = yield* makeProject({}, ann)
    const token = yield* readAccessToken(ann)
    assert.equal((yield* callAsOwner(project, token, Wire.adminGetProject, {})).id, project.projectId)
    yield* callAsOwner(project, token, UsersWire.listUsers, { query: {} })
    yield* failure(
      callAsOwner(project, yield* readAccessToken(yield* owner), Wire.adminGetProject, {}),
      "AdminAccessTokenIsNotAdmin"
    )
    const { device } = yield* signUp(project)
    yield* failure(
      callAsOwner(project, yield* readAccessToken(device), Wire.adminGetProject, {}),
      "AdminAccessTokenIsNotAdmin"
    )
    yield* elapse("1 day")
    const error = yield* failure(callAsOwner(project, token, Wire.adminGetProject, {}), "AdminAccessTokenExpired")
    assert.ok(error.details.expiredAt instanceof Date)
  })
]
