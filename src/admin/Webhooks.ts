/**
 * Access to the webhook service (docs/protocol/resources.md#webhooks).
 */
import * as Effect from "effect/Effect"
import * as Wire from "../wire/generated/Webhooks.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** A token for the API of the webhook service, which manages endpoints. */
export const createToken = asAdmin.write(
  "admin/Webhooks.createToken",
  [Wire.createWebhookToken],
  { changes: [] },
  Effect.map(asAdmin.call(Wire.createWebhookToken, { payload: {} }), ({ token }) => token)
)
