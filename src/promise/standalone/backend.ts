/**
 * Authentication of requests, by sessions and by API keys, and webhooks, for servers that use promises: Hono, Express,
 * Workers, Bun, Deno, and anything else with a `Request` or headers.
 */
export type { ApiKey } from "../../api/schema/ApiKey.ts"
export {
  type Adapter,
  type AdapterAuth,
  type AdapterAuthOptions,
  type AdapterGuards,
  createAdapterAuth,
  type GuardOptions
} from "../../backend/request/AdapterAuth.ts"
export {
  type ApiKeyAuth,
  type ApiKeyAuthOptions,
  createApiKeyAuth,
  type KeyHolder,
  type KeyRefused
} from "../../backend/request/ApiKeyAuth.ts"
export { type AuthError, isAuthError } from "../../backend/AuthErrors.ts"
export { fromNode } from "../../backend/request/NodeRequest.ts"
export { refusal } from "../../backend/AuthResponse.ts"
export {
  createPromiseRequestAuth as createRequestAuth,
  type PromiseRequestAuth as RequestAuth,
  type RequestAuthOptions
} from "../../backend/request/RequestAuth.ts"
export type {
  AuthFailure,
  PromiseAuthResult as AuthResult,
  PromiseAuthSession as AuthSession
} from "../../backend/request/AuthResult.ts"
export type { ApiKeyOptions } from "../../backend/verify/ApiKeyChecks.ts"
export {
  createWebhooks,
  type WebhookHandler,
  type WebhookReceiver,
  type WebhookReceiverOptions
} from "../../backend/webhooks/WebhookReceiver.ts"
export { type Message as WebhookMessage, WebhookRejected } from "../../backend/webhooks/Webhooks.ts"
