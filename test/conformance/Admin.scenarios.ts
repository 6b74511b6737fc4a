/** The operations of admins on their project. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Domains from "../../src/admin/Domains.ts"
import * as EmailConfig from "../../src/admin/EmailConfig.ts"
import * as InternalApiKeys from "../../src/admin/InternalApiKeys.ts"
import * as Metrics from "../../src/admin/Metrics.ts"
import * as OAuthProviders from "../../src/admin/OAuthProviders.ts"
import * as OwnedProjects from "../../src/admin/OwnedProjects.ts"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as ProductionMode from "../../src/admin/ProductionMode.ts"
import * as Project from "../../src/admin/Project.ts"
import * as AdminSessions from "../../src/admin/Sessions.ts"
import * as ClientSessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import { InternalApiKeyId, PermissionId } from "../../src/domain/Ids.ts"
import * as InternalApiKey from "../../src/domain/InternalApiKey.ts"
import * as Sessions from "../../src/server/Sessions.ts"
import * as Users from "../../src/server/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { makeAdmin, makeOwner, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { byGeneration, failure, makeProject, owner, scenario, signUp } from "./Scenario.ts"

const server = {
  host: "127.0.0.1",
  port: 2525,
  username: "user",
  password: Redacted.make("mail secret"),
  senderName: "Scenario",
  senderEmail: "noreply@example.org"
}

const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

export const scenarios = [
  scenario("a change of the project keeps what it does not name", function* () {
    const admin = yield* makeAdmin(yield* makeProject({ allowLocalhost: false, magicLinkEnabled: true }))
    const before = yield* admin(Project.get)
    assert.equal(before.config.allowLocalhost, false)
    const renamed = yield* admin(Project.update({ displayName: "Renamed", description: "What it is" }))
    assert.deepEqual(renamed, { ...before, displayName: "Renamed", description: "What it is" })
    const changed = yield* admin(Project.update({ config: { passkeyEnabled: true } }))
    assert.deepEqual(changed.config, { ...before.config, passkeyEnabled: true })
    assert.equal((yield* admin(Project.update({ config: { allowLocalhost: true } }))).config.allowLocalhost, true)
    assert.equal((yield* admin(Project.update({ isProductionMode: true }))).isProductionMode, true)
  }),
  scenario("domains are trusted one by one, and those that are not fit for production found", function* () {
    const admin = yield* makeAdmin(yield* makeProject({ allowLocalhost: false }))
    yield* admin(Domains.add({ domain: "https://app.example.com" }))
    yield* admin(Domains.add({ domain: "http://shop.example.com", handlerPath: "/auth" }))
    assert.deepEqual(yield* admin(Domains.add({ domain: "https://app.example.com", handlerPath: "/pages" })), [
      { domain: "http://shop.example.com", handlerPath: "/auth" },
      { domain: "https://app.example.com", handlerPath: "/pages" }
    ])
    const found = yield* admin(ProductionMode.check)
    assert.deepEqual(
      found.map(({ domain, problem }) => [problem, domain]),
      [["not-https", "http://shop.example.com"]]
    )
    yield* admin(Domains.remove("http://shop.example.com"))
    assert.deepEqual(yield* admin(ProductionMode.check), [])
    assert.deepEqual(yield* admin(Domains.list), [{ domain: "https://app.example.com", handlerPath: "/pages" }])
    assert.equal((yield* admin(Project.get)).config.allowLocalhost, false)
  }),
  scenario("sign-in providers and the mail server are configured, and keep their secrets", function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    yield* admin(OAuthProviders.enableShared("github"))
    yield* admin(OAuthProviders.enableStandard({ id: "google", clientId: "id", clientSecret: "our secret" }))
    const providers = yield* admin(OAuthProviders.enableShared("spotify"))
    assert.deepEqual(ids(providers), ["github", "google", "spotify"])
    const google = providers.find(({ id }) => id === "google")
    assert.ok(google?.clientSecret !== undefined)
    assert.equal(Redacted.value(google.clientSecret), "our secret")
    assert.deepEqual(ids(yield* admin(OAuthProviders.disable("github"))), ["google", "spotify"])
    assert.deepEqual(ids(yield* admin(OAuthProviders.list)), ["google", "spotify"])
    const own = { clientId: "id", clientSecret: "our secret" }
    yield* admin(OAuthProviders.enableStandard({ ...own, id: "facebook", facebookConfigId: "configuration" }))
    yield* admin(OAuthProviders.enableStandard({ ...own, id: "microsoft", microsoftTenantId: "organization" }))
    const kept = yield* admin(OAuthProviders.list)
    assert.equal(kept.find(({ id }) => id === "facebook")?.facebookConfigId, "configuration")
    assert.equal(kept.find(({ id }) => id === "microsoft")?.microsoftTenantId, "organization")
    yield* failure(admin(OAuthProviders.enableShared("not a provider")), "InvalidOption")
    assert.equal((yield* admin(EmailConfig.get)).type, "shared")
    const standard = yield* admin(EmailConfig.useStandard(server))
    assert.equal(standard.type, "standard")
    assert.equal(standard.host, server.host)
    assert.equal((yield* admin(EmailConfig.useShared)).type, "shared")
  }),
  scenario(
    "a key of Apple takes the place of a client secret, and stays when another provider changes",
    { generations: ["current"] },
    function* () {
      const admin = yield* makeAdmin(yield* makeProject())
      const key = { clientId: "com.example.web", appleTeamId: "TEAM123456", appleKeyId: "KEY1234567" }
      const applePrivateKey = "-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----"
      yield* admin(OAuthProviders.enableStandard({ ...key, id: "apple", applePrivateKey }))
      const apple = (yield* admin(OAuthProviders.enableShared("github"))).find(({ id }) => id === "apple")
      assert.deepEqual([apple?.type, apple?.clientId, apple?.appleTeamId], ["standard", key.clientId, key.appleTeamId])
      assert.ok(apple?.applePrivateKey !== undefined && apple.clientSecret === undefined)
      assert.equal(Redacted.value(apple.applePrivateKey), applePrivateKey)
    }
  ),
  scenario("key sets are shown once, listed, renamed and revoked", function* () {
    const { projectId, ...project } = yield* makeProject()
    const admin = yield* makeAdmin({ projectId, ...project })
    const { createdAt } = yield* admin(Project.get)
    const expiresAt = new Date(createdAt.getTime() + 3_600_000)
    const created = yield* admin(InternalApiKeys.create({ description: "server", expiresAt, hasSecretServerKey: true }))
    assert.ok(created.secretServerKey !== undefined)
    assert.equal(created.publishableClientKey, undefined)
    assert.equal(created.superSecretAdminKey, undefined)
    const [listed] = yield* admin(InternalApiKeys.list)
    assert.equal(listed?.id, created.id)
    assert.deepEqual(listed.secretServerKey, { lastFour: Redacted.value(created.secretServerKey).slice(-4) })
    assert.equal((yield* admin(InternalApiKeys.get(created.id))).description, "server")
    const renamed = yield* admin(InternalApiKeys.update({ id: created.id, description: "other" }))
    assert.equal(renamed.description, "other")
    assert.equal(InternalApiKey.whyInvalid(renamed, createdAt), null)
    const keys = { ...project.keys, server: created.secretServerKey }
    const app = yield* makeServer({ projectId, ...project, keys })
    assert.deepEqual(yield* app(Users.list()), [])
    const revoked = yield* admin(InternalApiKeys.revoke(created.id))
    assert.equal(InternalApiKey.whyInvalid(revoked, createdAt), "manually-revoked")
    yield* failure(app(Users.list()), "InvalidSecretServerKey")
    const unknown = InternalApiKeyId.make(unknownId)
    yield* failure(admin(InternalApiKeys.get(unknown)), "ApiKeyNotFound")
    yield* failure(admin(InternalApiKeys.revoke(unknown)), "ApiKeyNotFound")
  }),
  scenario("permissions are defined, and a change of one keeps what it does not name", function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const define = { scope: "team", id: "write", description: "May write" } as const
    yield* admin(PermissionDefinitions.create({ scope: "team", id: "read" }))
    yield* admin(PermissionDefinitions.create({ ...define, containedPermissionIds: ["read"] }))
    const described = yield* admin(PermissionDefinitions.update({ ...define, description: "May change things" }))
    assert.deepEqual(described.containedPermissionIds, ["read"])
    const emptied = yield* admin(
      PermissionDefinitions.update({ scope: "team", id: "write", containedPermissionIds: [] })
    )
    assert.equal(emptied.description, "May change things")
    assert.deepEqual(emptied.containedPermissionIds, [])
    const renamed = yield* admin(PermissionDefinitions.update({ scope: "team", id: "write", newId: "change" }))
    assert.equal(renamed.id, "change")
    assert.equal(renamed.description, "May change things")
    yield* failure(admin(PermissionDefinitions.create({ scope: "project", id: "change" })), "PermissionIdAlreadyExists")
    yield* failure(
      admin(PermissionDefinitions.create({ scope: "team", id: "x", containedPermissionIds: ["nothing"] })),
      "ContainedPermissionNotFound"
    )
    yield* failure(
      admin(PermissionDefinitions.update({ scope: "team", id: "change", containedPermissionIds: ["nothing"] })),
      "ContainedPermissionNotFound"
    )
    yield* failure(
      admin(PermissionDefinitions.update({ scope: "team", id: "change", newId: "read" })),
      "PermissionIdAlreadyExists"
    )
    // The service would move it to the other scope.
    yield* failure(
      admin(PermissionDefinitions.update({ scope: "project", id: "change", description: "x" })),
      "PermissionNotFound"
    )
    yield* admin(PermissionDefinitions.create({ scope: "project", id: "support" }))
    assert.equal(
      (yield* admin(PermissionDefinitions.update({ scope: "project", id: "support", description: "Helps" })))
        .description,
      "Helps"
    )
    assert.deepEqual(ids(yield* admin(PermissionDefinitions.list("project"))), ["support"])
    yield* admin(PermissionDefinitions.delete({ scope: "team", id: "change" }))
    yield* admin(PermissionDefinitions.delete({ scope: "project", id: "support" }))
    yield* failure(admin(PermissionDefinitions.delete({ scope: "team", id: "change" })), "PermissionNotFound")
    yield* failure(admin(PermissionDefinitions.delete({ scope: "project", id: "support" })), "PermissionNotFound")
    assert.ok(ids(yield* admin(PermissionDefinitions.list("team"))).includes("read"))
  }),
  scenario("an admin may do what servers may, and sees impersonations", function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const { id: userId } = yield* admin(Users.create({ displayName: "Ann" }))
    yield* admin(Sessions.create({ userId, isImpersonation: true }))
    const [session] = yield* admin(AdminSessions.list(userId))
    assert.equal(session?.isImpersonation, true)
  }),
  scenario("an owner manages the own projects without any key", function* () {
    const { http, generation } = yield* Backend
    const device = yield* owner
    const { app, project } = yield* device(OwnedProjects.create({ displayName: "Mine" }))
    // The current service alone wants a team that owns it, which is then made.
    const team = (yield* device(Teams.list)).find(({ id }) => id === project.ownerTeamId)
    assert.equal(team?.displayName, generation === "current" ? "Mine" : undefined)
    assert.deepEqual(
      (yield* device(OwnedProjects.list)).map(({ project }) => project.id),
      [project.id]
    )
    const read = yield* Project.get.pipe(Effect.provide(app), Effect.provide(http))
    assert.equal(read.displayName, "Mine")
    const admin = yield* makeOwner(device, { projectId: project.id })
    yield* admin(Project.update({ displayName: "Still mine" }))
    const { id } = yield* admin(Users.create({ displayName: "Ann" }))
    assert.deepEqual(ids(yield* admin(Users.list())), [id])
    yield* admin(Project.delete)
    yield* failure(admin(Project.get), yield* byGeneration("AdminAccessTokenIsNotAdmin", "CurrentProjectNotFound"))
    yield* device(ClientSessions.signOut)
    yield* failure(admin(Project.get), "AdminAuthenticationRequired")
    const stranger = yield* makeOwner(yield* owner, yield* makeProject())
    yield* failure(stranger(Project.get), "AdminAccessTokenIsNotAdmin")
    const { device: user } = yield* signUp(yield* makeProject())
    yield* failure(user(OwnedProjects.list), "ExpectedInternalProject")
  }),
  scenario("an owner's expired token is replaced before anybody notices", function* () {
    const { elapse } = yield* Backend
    const device = yield* owner
    const project = yield* makeProject({}, device)
    const admin = yield* makeOwner(device, project)
    yield* admin(Project.get)
    yield* elapse("1 hour")
    assert.equal((yield* admin(Project.get)).id, project.projectId)
  }),
  scenario("permissions, default permissions and domains are listed by the upper case of their ids", function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    for (const id of ["t_admin", "ta"]) yield* admin(PermissionDefinitions.create({ scope: "team", id }))
    const listed = ids(yield* admin(PermissionDefinitions.list("team")))
    assert.deepEqual(
      listed.filter((id) => !id.startsWith("$")),
      ["ta", "team_admin", "team_member", "t_admin"]
    )
    const { config } = yield* admin(
      Project.update({
        config: {
          teamCreatorDefaultPermissions: [
            { id: PermissionId.make("t_admin") },
            { id: PermissionId.make("team_admin") }
          ],
          domains: ["b-c", "bd", "a"].map((host) => ({
            domain: `https://${host}.example.org`,
            handlerPath: "/handler"
          }))
        }
      })
    )
    assert.deepEqual(ids(config.teamCreatorDefaultPermissions), ["team_admin", "t_admin"])
    assert.deepEqual(
      config.domains.map(({ domain }) => domain),
      ["https://a.example.org", "https://b-c.example.org", "https://bd.example.org"]
    )
  }),
  scenario("a developer who signs up at the internal project has a team, in the current service", function* () {
    const teams = yield* (yield* owner)(Teams.list)
    assert.equal(teams.length, yield* byGeneration(0, 1))
  }),
  scenario("metrics of 2025-06 leave users out who never had an access token", function* () {
    const { newAddress } = yield* Backend
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const { email } = yield* signUp(project)
    const server = yield* makeServer(project)
    const { primaryEmail } = yield* server(Users.create({ primaryEmail: newAddress("bob") }))
    const { recentlyActive, recentlyRegistered } = yield* admin(Metrics.get)
    const addresses = (users: typeof recentlyActive) => users.map((user) => user.primaryEmail).toSorted()
    assert.deepEqual(addresses(recentlyRegistered), [email, primaryEmail].toSorted())
    assert.deepEqual(addresses(recentlyActive), yield* byGeneration([email], [email, primaryEmail].toSorted()))
  })
]
