/**
 * Access to the webhook service (docs/protocol/resources.md#webhooks).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ForeignSecret } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { created } from "./Envelope.ts"
import { Empty } from "./Input.ts"

/** A token for the webhook service's own API. */
export class WebhookToken extends Schema.Opaque<WebhookToken>()(WireStruct({ token: ForeignSecret })) {}

/** Answers a token for the project's webhooks. */
export const createWebhookToken = Endpoint.post("createWebhookToken", "/webhooks/svix-token", {
  payload: Empty,
  success: created(WebhookToken)
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Get a token for the webhook service")

/** Webhooks, for admins. */
export class WebhooksGroup extends HttpApiGroup.make("webhooks").add(createWebhookToken).prefix(Endpoint.root) {}
