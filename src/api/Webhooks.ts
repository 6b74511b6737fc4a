/** Access to the webhook service (docs/protocol/resources.md#webhooks). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus } from "./Envelope.ts"
import { Empty } from "./Input.ts"
import { ForeignSecret } from "./schema/Secrets.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

/** A token for the webhook service's own API. */
export class WebhookToken extends WireClass<WebhookToken>()({ token: ForeignSecret }) {}

/** Returns a token for the project's webhooks. */
export const createWebhookToken = Endpoint.admin.post("createWebhookToken", "/webhooks/svix-token", {
  summary: "Get a token for the webhook service",
  payload: Empty,
  success: withCreatedStatus(WebhookToken)
})

/** Whether the endpoint has accepted the webhook, else why not. */
export const TestWebhookOutcome = Schema.Union([
  WireStruct({ success: Schema.Literal(true) }),
  WireStruct({ success: Schema.Literal(false), errorMessage: Schema.String })
])

/** Sends a webhook of the type `stack.test` to one endpoint; a refusal is an answer, not an error. */
export const sendTestWebhook = Endpoint.admin.post("sendTestWebhook", "/internal/send-test-webhook", {
  summary: "Send a test webhook",
  only: "current",
  payload: WireStruct({ endpointId: Schema.String }),
  success: TestWebhookOutcome
})

/** Webhooks, for admins. */
export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(createWebhookToken, sendTestWebhook)
  .prefix(Endpoint.root) {}
