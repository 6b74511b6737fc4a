/** Key sets of the current project (docs/protocol/resources.md#key-sets). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/InternalApiKeys.ts"
import type { InternalApiKey } from "../../api/schema/InternalApiKey.ts"
import { ApiKeyNotFound } from "../../domain/errors/ApiKeys.ts"
import { Caller } from "../access/Caller.ts"
import * as ProjectKeys from "../projects/ProjectKeys.ts"
import type { KeySetRow } from "../projects/ProjectKeys.ts"
import { handle } from "./Route.ts"

const toCommonFields = (row: KeySetRow) => ({
  id: row.id,
  description: row.description,
  createdAt: new Date(row.created_at),
  expiresAt: new Date(row.expires_at),
  ...(row.revoked_at !== null && { manuallyRevokedAt: new Date(row.revoked_at) })
})

const toInternalApiKey = (row: KeySetRow): InternalApiKey => ({
  ...toCommonFields(row),
  ...(row.publishable_last_four !== null && { publishableClientKey: { lastFour: row.publishable_last_four } }),
  ...(row.secret_last_four !== null && { secretServerKey: { lastFour: row.secret_last_four } }),
  ...(row.admin_last_four !== null && { superSecretAdminKey: { lastFour: row.admin_last_four } })
})

const findKey = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* Caller
  return (yield* ProjectKeys.find(project.id, id)) ?? (yield* new ApiKeyNotFound())
})

export const routes = [
  handle(Api.createInternalApiKey, function* ({ payload, project }) {
    const keys = {
      publishableClientKey: payload.hasPublishableClientKey ? yield* ProjectKeys.generate("client") : undefined,
      secretServerKey: payload.hasSecretServerKey ? yield* ProjectKeys.generate("server") : undefined,
      superSecretAdminKey: payload.hasSuperSecretAdminKey ? yield* ProjectKeys.generate("admin") : undefined
    }
    const row = yield* ProjectKeys.create({
      projectId: project.id,
      description: payload.description,
      expiresAt: payload.expiresAt.getTime(),
      keys
    })
    const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
    return {
      ...toCommonFields(row),
      ...(publishableClientKey !== undefined && {
        publishableClientKey: Redacted.make(publishableClientKey)
      }),
      ...(secretServerKey !== undefined && { secretServerKey: Redacted.make(secretServerKey) }),
      ...(superSecretAdminKey !== undefined && {
        superSecretAdminKey: Redacted.make(superSecretAdminKey)
      })
    }
  }),

  handle(Api.listInternalApiKeys, function* ({ project }) {
    return (yield* ProjectKeys.list(project.id)).map(toInternalApiKey)
  }),

  handle(Api.getInternalApiKey, ({ params }) => Effect.map(findKey(params.internalApiKeyId), toInternalApiKey)),

  handle(Api.updateInternalApiKey, function* ({ params, payload }) {
    const row = yield* findKey(params.internalApiKeyId)
    yield* ProjectKeys.update(row, payload)
    return toInternalApiKey(yield* findKey(row.id))
  })
]
