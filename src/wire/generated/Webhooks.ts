/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import type { Empty } from "../../api/Input.ts"
import type { WebhookToken } from "../../api/Webhooks.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { empty } from "./Input.ts"
import { decodePollingCode } from "./schema/Secrets.ts"
import * as R from "../runtime.ts"

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
