/**
 * Access to the webhook service (docs/protocol/resources.md#webhooks).
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Webhooks.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** A token for the API of the webhook service, which manages endpoints. */
export const createToken = asAdmin.write(
  "admin/Webhooks.createToken",
  [Api.createWebhookToken],
  { changes: [] },
  Effect.map(asAdmin.call(Api.createWebhookToken, { payload: {} }), ({ token }) => token)
)
