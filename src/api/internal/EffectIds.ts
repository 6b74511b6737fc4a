/**
 * Names by which Effect's HTTP API recognizes its own values. Effect exports no constants for them, so a new version
 * may change them: the contract's tests, which serve and call endpoints through `HttpApiBuilder` and `HttpApiClient`,
 * would notice.
 *
 * The contract makes such values by itself because `HttpApiEndpoint` and `HttpApiMiddleware` bring their servers and
 * clients into every bundle.
 */

/** Marks an endpoint: `HttpApiEndpoint.isHttpApiEndpoint`. */
export const httpApiEndpoint = "~effect/http-api/HttpApiEndpoint"

/** Marks the class of a middleware. */
export const httpApiMiddleware = "~effect/http-api/HttpApiMiddleware"

/** The annotation of a schema that `HttpApiSchema.asText`, `asJson` and others leave: how its values are written. */
export const httpApiEncoding = "~httpApiEncoding"
