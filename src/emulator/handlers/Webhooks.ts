/** Access to the webhook service (docs/protocol/resources.md#webhooks). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Webhooks.ts"
import { Randomness } from "../storage/Randomness.ts"
import { handle } from "../http/Route.ts"

const TOKEN_BYTES = 24

/** Of the form of the webhook service's tokens; there is no such service here that it would open. */
const createWebhookToken = handle(
  Api.createWebhookToken,
  Effect.fnUntraced(function* () {
    const random = Buffer.from((yield* Randomness).bytes(TOKEN_BYTES)).toString("base64url")
    return { token: Redacted.make(`appsk_${random}`) }
  })
)

/** The routes of `api/Webhooks`. */
export const routes = [createWebhookToken]
