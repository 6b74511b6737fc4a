/** Access to the webhook service (docs/protocol/resources.md#webhooks). */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Webhooks.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { handle } from "./Route.ts"

const tokenBytes = 24

export const routes = [
  /** A token of the right form. No webhook service accepts it, because the emulator has none. */
  handle(Api.createWebhookToken, function* () {
    const random = Base64Url.encode((yield* Randomness).bytes(tokenBytes))
    return { token: Redacted.make(`appsk_${random}`) }
  }),

  handle(Api.sendTestWebhook, function* ({ payload, project }) {
    return yield* Webhooks.use(({ test }) => test(project.id, payload.endpointId)).pipe(
      Effect.as({ success: true as const }),
      Effect.catch(({ problem }) => Effect.succeed({ success: false as const, errorMessage: problem }))
    )
  })
]
