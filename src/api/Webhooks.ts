/** Access to the webhook service (docs/protocol/resources.md#webhooks). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created } from "./Envelope.ts"
import { Empty } from "./Input.ts"
import { ForeignSecret } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** A token for the webhook service's own API. */
export class WebhookToken extends Schema.Opaque<WebhookToken>()(WireStruct({ token: ForeignSecret })) {}

/** Returns a token for the project's webhooks. */
export const createWebhookToken = Endpoint.post("createWebhookToken", "/webhooks/svix-token", {
  payload: Empty,
  success: created(WebhookToken)
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Get a token for the webhook service")

/** Whether the endpoint has accepted the webhook, else why not. */
export const TestWebhookOutcome = Schema.Union([
  WireStruct({ success: Schema.Literal(true) }),
  WireStruct({ success: Schema.Literal(false), errorMessage: Schema.String })
])

/** Sends a webhook of the type `stack.test` to one endpoint; a refusal is an answer, not an error. */
export const sendTestWebhook = Endpoint.post("sendTestWebhook", "/internal/send-test-webhook", {
  payload: WireStruct({ endpointId: Schema.String }),
  success: TestWebhookOutcome,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Send a test webhook")
  .annotate(Endpoint.OnlyIn, "current")

/** Webhooks, for admins. */
export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(createWebhookToken, sendTestWebhook)
  .prefix(Endpoint.root) {}
