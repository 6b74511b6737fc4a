/** The configuration of a project as a document. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Configuration from "../../src/admin/Configuration.ts"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as AdminProject from "../../src/admin/Project.ts"
import * as Project from "../../src/client/Project.ts"
import type { Json } from "../../src/domain/text/Json.ts"
import * as Users from "../../src/server/Users.ts"
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { failure, isKnownErrorAnswer, makeDevice, makeProject, refusal, scenario, send, signUp } from "./Scenario.ts"

/** The value at a path of a document. */
const at = (document: Json, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        (typeof value === "object" && value !== null ? Object.entries(value) : []).find(([key]) => key === name)?.[1],
      document
    )

export const scenarios = [
  scenario(
    "settings of the configuration are changed by their paths, and taken back",
    { generations: ["current"] },
    function* () {
      const project = yield* makeProject({ magicLinkEnabled: true })
      const admin = yield* makeAdmin(project)
      const device = yield* makeDevice(project)
      const read = (path: string) =>
        Effect.map(admin(Configuration.get), (document) => at(Redacted.value(document), path))
      assert.equal(yield* read("auth.allowSignUp"), true)
      assert.equal(yield* read("auth.otp.allowSignIn"), true)
      yield* admin(Configuration.update({ changes: { "auth.allowSignUp": false } }))
      assert.equal(yield* read("auth.allowSignUp"), false)
      assert.equal(yield* read("auth.otp.allowSignIn"), true)
      assert.equal((yield* device(Project.get)).config.signUpEnabled, false)
      yield* admin(Configuration.update({ changes: { "auth.allowSignUp": null } }))
      assert.equal((yield* device(Project.get)).config.signUpEnabled, true)
      yield* admin(Configuration.replace({ level: "environment", values: { "auth.allowSignUp": false } }))
      assert.deepEqual([yield* read("auth.allowSignUp"), yield* read("auth.otp.allowSignIn")], [false, false])
    }
  ),
  scenario("stores of the data vault are added, renamed and removed", { generations: ["current"] }, function* () {
    const admin = yield* makeAdmin(yield* makeProject())
    const change = (changes: { readonly [path: string]: Json }) => admin(Configuration.update({ changes }))
    const stores = Effect.map(admin(Configuration.get), (document) => at(Redacted.value(document), "dataVault.stores"))
    assert.deepEqual(yield* stores, {})
    yield* change({ "dataVault.stores.secrets": { displayName: "Secrets" }, "dataVault.stores.constructor": {} })
    yield* change({ "dataVault.stores.secrets.displayName": "Tokens" })
    assert.deepEqual(yield* stores, {
      secrets: { displayName: "Tokens" },
      constructor: { displayName: "Unnamed Vault" }
    })
    yield* change({ "dataVault.stores.secrets": null })
    assert.deepEqual(yield* stores, { constructor: { displayName: "Unnamed Vault" } })
  }),
  scenario("an app needs a key only where its project says so", { generations: ["current"] }, function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const set = (isRequired: boolean) =>
      admin(Configuration.update({ level: "project", changes: { "project.requirePublishableClientKey": isRequired } }))
    const headers = { "x-stack-project-id": project.projectId, "x-stack-access-type": "client" }
    const read = send("GET", "/api/v1/projects/current", headers)
    assert.equal((yield* read).status, 200, "a new project wants none")
    yield* set(true)
    isKnownErrorAnswer(yield* read, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", 401)
    yield* set(false)
    assert.equal((yield* read).status, 200)
  }),
  scenario(
    "unknown settings, wrong values and settings of another level are refused",
    { generations: ["current"] },
    function* () {
      const admin = yield* makeAdmin(yield* makeProject())
      const before = yield* admin(Configuration.get)
      for (const changes of [
        { "auth.allowEverything": true },
        { "auth.allowSignUp": "yes" },
        { "dataVault.stores.a b": {} },
        { "project.requirePublishableClientKey": false }
      ]) {
        yield* refusal(admin(Configuration.update({ changes })), 400)
      }
      yield* refusal(admin(Configuration.update({ level: "project", changes: { "auth.allowSignUp": false } })), 400)
      assert.deepEqual(Redacted.value(yield* admin(Configuration.get)), Redacted.value(before))
    }
  ),
  scenario("domains, sign-up rules and roles of the document take effect", { generations: ["current"] }, function* () {
    const project = yield* makeProject()
    const admin = yield* makeAdmin(project)
    const server = yield* makeServer(project)
    const condition = 'email.startsWith("unwanted")'
    yield* admin(
      Configuration.update({
        changes: {
          "domains.trustedDomains.shop": { baseUrl: "https://shop.example.org", handlerPath: "/auth" },
          "auth.signUpRules.unwanted": { enabled: true, priority: 0, condition, action: { type: "reject" } },
          "auth.signUpRules.invalid": { enabled: true, priority: 0, condition: "no (", action: { type: "reject" } },
          "auth.signUpRules.watched": {
            enabled: true,
            priority: 1,
            condition: 'email.startsWith("watched")',
            action: { type: "restrict" }
          }
        }
      })
    )
    const { config } = yield* admin(AdminProject.get)
    assert.ok(config.domains.some(({ domain }) => domain === "https://shop.example.org"))
    yield* failure(signUp(project, "unwanted"), "SignUpRejected")
    yield* signUp(project, "welcome")
    const { email } = yield* signUp(project, "watched")
    const [user] = yield* server(Users.list({ query: email, includeRestricted: true }))
    assert.equal(user?.restrictedByAdmin, true)

    yield* admin(Configuration.update({ level: "branch", changes: { "rbac.permissions.editor": { scope: "team" } } }))
    const definitions = yield* admin(PermissionDefinitions.list("team"))
    assert.ok(definitions.some(({ id }) => id === "editor"))
  }),
  scenario(
    "a pushed configuration is below the environment, and remembers its source",
    { generations: ["current"] },
    function* () {
      const admin = yield* makeAdmin(yield* makeProject())
      const read = Effect.map(admin(Configuration.get), (document) =>
        at(Redacted.value(document), "teams.allowClientTeamCreation")
      )
      const values = { "teams.allowClientTeamCreation": true }
      const source = {
        type: "pushed-from-github",
        owner: "acme",
        repo: "shop",
        branch: "main",
        commitHash: "0a1b2c3",
        configFilePath: "stack.config.ts"
      } as const
      yield* admin(Configuration.push({ values, source }))
      assert.equal(yield* read, true)
      assert.deepEqual(yield* admin(Configuration.getSource), source)
      assert.deepEqual(Redacted.value(yield* admin(Configuration.getOverrides("branch"))), values)
      yield* admin(Configuration.update({ changes: { "teams.allowClientTeamCreation": false } }))
      assert.equal(yield* read, false)
      yield* admin(Configuration.reset({ keys: ["teams.allowClientTeamCreation", "not.there"] }))
      assert.equal(yield* read, true)
      yield* admin(Configuration.unlinkSource)
      assert.deepEqual(yield* admin(Configuration.getSource), { type: "unlinked" })
      assert.equal(yield* read, true)
      yield* admin(Configuration.push({ values: {} }))
      assert.deepEqual(yield* admin(Configuration.getSource), { type: "pushed-from-unknown" })
      assert.equal(yield* read, false)
    }
  ),
  scenario("only the current service has the configuration as a document", function* () {
    const { generation } = yield* Backend
    const admin = yield* makeAdmin(yield* makeProject())
    const update = admin(Configuration.update({ changes: {} }))
    if (generation === "2025-06") {
      yield* failure(admin(Configuration.get), "NotSupportedByService")
      yield* failure(update, "NotSupportedByService")
    } else {
      const before = Redacted.value(yield* admin(Configuration.get))
      yield* update
      assert.deepEqual(Redacted.value(yield* admin(Configuration.get)), before)
    }
  })
]
