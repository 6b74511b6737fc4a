/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { Empty } from "../../api/Input.ts"
import type { WebhookToken } from "../../api/Webhooks.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { empty } from "./Input.ts"
import { decodePollingCode } from "./schema/Secrets.ts"
import { otherGeneration } from "./TextErrors.ts"

export const decodeWebhookToken = R.struct((o): WebhookToken => ({ token: decodePollingCode(o.token, "token") }))

/** Get a token for the webhook service. */
export const createWebhookToken: Endpoint<{ readonly payload: typeof Empty.Type }, WebhookToken, never, "admin"> = {
  name: "createWebhookToken",
  method: "POST",
  path: "/webhooks/svix-token",
  level: "admin",
  levelErrors: commonErrors,
  payload: empty,
  success: decodeWebhookToken
}

const decodeTestWebhookOutcome1 = R.struct((o) => ({ success: R.literal(o.success, "success", true) }))

const decodeTestWebhookOutcome2 = R.struct((o) => ({
  success: R.literal(o.success, "success", false),
  errorMessage: R.string(o.error_message, "error_message")
}))

export const decodeTestWebhookOutcome = R.either<
  { readonly success: true } | { readonly success: false; readonly errorMessage: string }
>(decodeTestWebhookOutcome1, decodeTestWebhookOutcome2)

const sendTestWebhookPayload = R.struct((o) => ({ endpoint_id: R.string(o.endpointId, "endpointId") }))

/** Send a test webhook. */
export const sendTestWebhook: Endpoint<
  { readonly payload: { readonly endpointId: string } },
  { readonly success: true } | { readonly success: false; readonly errorMessage: string },
  NotSupportedByService,
  "admin"
> = {
  name: "sendTestWebhook",
  method: "POST",
  path: "/internal/send-test-webhook",
  level: "admin",
  levelErrors: commonErrors,
  payload: sendTestWebhookPayload,
  success: decodeTestWebhookOutcome,
  textErrors: [otherGeneration]
}
