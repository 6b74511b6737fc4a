/** Access to the webhook service (docs/protocol/resources.md#webhooks). */
import * as Effect from "effect/Effect"
import type * as Api from "../api/Webhooks.ts"
import * as Wire from "../wire/generated/Webhooks.ts"
import { asAdmin } from "./AsAdmin.ts"

/** A token for the API of the webhook service, which manages endpoints. */
export const createToken = asAdmin.write("admin/Webhooks.createToken", [Wire.createWebhookToken], { changes: [] })(
  Effect.map(asAdmin.call(Wire.createWebhookToken, { payload: {} }), ({ token }) => token)
)

/** Whether the endpoint has accepted the webhook, else why not. */
export type TestOutcome = typeof Api.TestWebhookOutcome.Type

/**
 * Sends a webhook of the type `stack.test` to one endpoint of the webhook service. If the endpoint cannot be reached or
 * does not accept it, the result is `success: false`, not a failure. Requires the current service; in 2025-06 it fails
 * with `NotSupportedByService`.
 */
export const sendTest = asAdmin.write("admin/Webhooks.sendTest", Wire.sendTestWebhook, {
  input: (endpointId: string) => ({ payload: { endpointId } }),
  changes: []
})
