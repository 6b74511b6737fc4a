/** The outbox (docs/protocol/resources.md#mails). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Outbox.ts"
import { badRequest, notFound } from "../errors/TextAnswer.ts"
import * as Outbox from "../mail/Outbox.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const maxLimit = 100

const requireFound = <A>(email: A | undefined) =>
  email === undefined ? Effect.fail(notFound("Email not found")) : Effect.succeed(email)

export const routes = [
  handle(LenientEndpoints.listOutboxEmails, function* ({ query, project }) {
    const limit = Number(query.limit ?? maxLimit)
    if (!(Number.isInteger(limit) && limit >= 1)) return yield* badRequest("Invalid limit")
    if (limit > maxLimit) return yield* badRequest(`Limit cannot exceed ${maxLimit}`)
    return yield* Outbox.list(project.id, { ...query, limit })
  }),

  handle(Api.getOutboxEmail, function* ({ params, project }) {
    return yield* requireFound(yield* Outbox.find(project.id, params.outboxEmailId))
  }),

  handle(Api.updateOutboxEmail, function* ({ params, payload, project }) {
    return yield* requireFound(yield* Outbox.update(project, params.outboxEmailId, payload))
  })
]
