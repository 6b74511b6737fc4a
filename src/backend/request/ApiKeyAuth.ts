/**
 * Checks the API keys of requests on servers without Effect (docs/guides/api-keys.md). With Effect, `ApiKeyMiddleware`
 * of `gatefold/backend/middleware` does the same.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ApiKey } from "../../api/schema/ApiKey.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import * as ServerApp from "../../server/ServerApp.ts"
import type { Unauthorized, Unavailable } from "../AuthErrors.ts"
import { refusal, statuses } from "../AuthResponse.ts"
import * as ApiKeyChecks from "../verify/ApiKeyChecks.ts"
import * as AuthRuntime from "./internal/AuthRuntime.ts"

/** How API keys are checked, with the secret server key. */
export interface ApiKeyAuthOptions
  extends ServerApp.ServerAppOptions, ApiKeyChecks.ApiKeyOptions, AuthRuntime.AuthRuntimeOptions {}

/** A request with a working key. */
export interface KeyHolder {
  readonly valid: true
  /** The key, with its owner: `userId`, or `teamId` for a key of a team. */
  readonly apiKey: ApiKey
}

/** A request without a working key; `status` is that of the response. */
export interface KeyRefused {
  readonly valid: false
  readonly error: Unauthorized | Unavailable
  readonly status: 401 | 503
}

/** Checks the API keys of requests. Make one for the whole server. */
export interface ApiKeyAuth extends AsyncDisposable {
  /** Checks the key in the header `x-api-key`. Never rejects for a wrong key: the result says what is wrong. */
  readonly authenticate: (request: RequestLike) => Promise<KeyHolder | KeyRefused>
  /** A handler for requests with a working key. Others are answered with 401, or with 503 if it cannot be checked. */
  readonly protect: (
    handler: (request: Request, apiKey: ApiKey) => Promise<Response> | Response
  ) => (request: Request) => Promise<Response>
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/**
 * Makes an `ApiKeyAuth`. A wrong option makes requests reject with `InvalidOption`.
 *
 * @example
 * ```ts
 * const keys = createApiKeyAuth({ projectId, publishableClientKey, secretServerKey })
 *
 * export default { fetch: keys.protect((request, apiKey) => new Response(`Report for a key of a ${apiKey.type}`)) }
 * ```
 */
export const createApiKeyAuth = (options: ApiKeyAuthOptions): ApiKeyAuth => {
  const runtime = AuthRuntime.make(Layer.provide(ApiKeyChecks.layer(options), ServerApp.layer(options)), options)
  const authenticate: ApiKeyAuth["authenticate"] = ({ headers }) =>
    runtime.runPromise(
      ApiKeyChecks.ApiKeyChecks.use(({ check }) => check(Redacted.make(headers.get("x-api-key") ?? ""))).pipe(
        Effect.match({
          onFailure: (error): KeyRefused => ({ valid: false, error, status: statuses[error._tag] }),
          onSuccess: (apiKey): KeyHolder => ({ valid: true, apiKey })
        })
      )
    )
  return {
    authenticate,
    protect: (handler) => async (request) => {
      const checked = await authenticate(request)
      return checked.valid ? handler(request, checked.apiKey) : refusal(checked)
    },
    dispose: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}
