/** Key sets of a project (docs/protocol/resources.md#key-sets). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Project from "../../src/client/Project.ts"
import { InternalApiKeyId } from "../../src/domain/Ids.ts"
import * as Wire from "../../src/wire/generated/InternalApiKeys.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import { call, failure, makeDevice, makeProject, type Project as Keys, scenario } from "./Scenario.ts"

const yes = {
  hasPublishableClientKey: true,
  hasSecretServerKey: true,
  hasSuperSecretAdminKey: true
}

/** A day when the keys that exist already still hold. */
const findExpiry = (project: Keys, millis: number) =>
  Effect.map(
    call(project, "admin", Wire.listInternalApiKeys, {}),
    ([first]) => new Date(first!.createdAt.getTime() + millis)
  )

export const scenarios = [
  scenario("keys are shown once, then by their last four characters", function* () {
    const project = yield* makeProject()
    const expiresAt = yield* findExpiry(project, 86_400_000)
    const created = yield* call(project, "admin", Wire.createInternalApiKey, {
      payload: { description: "web", expiresAt, ...yes, hasSuperSecretAdminKey: false }
    })
    const key = Redacted.value(created.publishableClientKey!)
    assert.match(key, /^pck_/)
    assert.match(Redacted.value(created.secretServerKey!), /^ssk_/)
    assert.equal(created.superSecretAdminKey, undefined)
    const read = yield* call(project, "admin", Wire.getInternalApiKey, { params: { internalApiKeyId: created.id } })
    assert.equal(read.description, "web")
    assert.equal(read.expiresAt.getTime(), expiresAt.getTime())
    assert.equal(read.publishableClientKey?.lastFour, key.slice(-4))
    assert.equal(read.superSecretAdminKey, undefined)
    const all = yield* call(project, "admin", Wire.listInternalApiKeys, {})
    assert.deepEqual(
      all.map((set) => set.description),
      ["web", "scenario"],
      "the newest comes first"
    )
    const device = yield* makeDevice({ ...project, publishableClientKey: created.publishableClientKey! })
    assert.equal((yield* device(Project.get)).id, project.projectId)
  }),
  scenario("a revoked key set is refused at every level, for ever", function* () {
    const project = yield* makeProject()
    const expiresAt = yield* findExpiry(project, 86_400_000)
    const created = yield* call(project, "admin", Wire.createInternalApiKey, {
      payload: { description: "web", expiresAt, ...yes }
    })
    const keys = {
      client: created.publishableClientKey!,
      server: created.secretServerKey!,
      admin: created.superSecretAdminKey!
    }
    const revoked = { projectId: project.projectId, publishableClientKey: keys.client, keys }
    yield* call(revoked, "client", ProjectsWire.getProject, {})
    yield* call(revoked, "server", UsersWire.listUsers, { query: {} })
    yield* call(revoked, "admin", ProjectsWire.adminGetProject, {})
    const params = { internalApiKeyId: created.id }
    const answer = yield* call(project, "admin", Wire.updateInternalApiKey, { params, payload: { revoked: true } })
    assert.ok(answer.manuallyRevokedAt instanceof Date)
    yield* failure(call(revoked, "client", ProjectsWire.getProject, {}), "InvalidPublishableClientKey")
    yield* failure(call(revoked, "server", UsersWire.listUsers, { query: {} }), "InvalidSecretServerKey")
    yield* failure(call(revoked, "admin", ProjectsWire.adminGetProject, {}), "InvalidSuperSecretAdminKey")
    const renamed = yield* call(project, "admin", Wire.updateInternalApiKey, {
      params,
      payload: { description: "gone" }
    })
    assert.equal(renamed.description, "gone")
    assert.equal(renamed.manuallyRevokedAt?.getTime(), answer.manuallyRevokedAt.getTime())
  }),
  scenario("a key set that is not there is not found", function* () {
    const project = yield* makeProject()
    const params = { internalApiKeyId: InternalApiKeyId.make(unknownId) }
    yield* failure(call(project, "admin", Wire.getInternalApiKey, { params }), "ApiKeyNotFound")
    yield* failure(
      call(project, "admin", Wire.updateInternalApiKey, { params, payload: { revoked: true } }),
      "ApiKeyNotFound"
    )
    const [foreign] = yield* call(yield* makeProject(), "admin", Wire.listInternalApiKeys, {})
    yield* failure(
      call(project, "admin", Wire.getInternalApiKey, { params: { internalApiKeyId: foreign!.id } }),
      "ApiKeyNotFound"
    )
  }),
  scenario("a key set ends when it was meant to", function* () {
    const { elapse } = yield* Backend
    const project = yield* makeProject()
    const expiresAt = yield* findExpiry(project, 3_600_000)
    const created = yield* call(project, "admin", Wire.createInternalApiKey, {
      payload: { description: "short", expiresAt, ...yes }
    })
    const device = yield* makeDevice({ ...project, publishableClientKey: created.publishableClientKey! })
    yield* device(Project.get)
    yield* elapse("61 minutes")
    yield* failure(device(Project.get), "InvalidPublishableClientKey")
  })
]
