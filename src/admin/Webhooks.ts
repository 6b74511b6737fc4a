/**
 * Access to the webhook service (docs/protocol/resources.md#webhooks).
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Webhooks.ts"
import { span } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** A token for the webhook service's own API, with which endpoints are managed there. */
export const createToken = Effect.map(call(Api.createWebhookToken, { payload: {} }), ({ token }) => token).pipe(
  span("admin/Webhooks.createToken")
)
