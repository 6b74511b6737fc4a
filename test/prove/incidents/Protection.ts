/**
 * What the app can be run without, so that a check of this run is seen to fail:
 *
 *     npm run prove -- incidents --only service-down --without "circuit breaker"   # refusals take seconds
 *     npm run prove -- incidents --only service-down --without fleet               # a new process has no public keys
 *     npm run prove -- incidents --only deploy --without drain                     # requests in progress are lost
 */
export const protections = ["circuit breaker", "fleet", "drain"] as const

export type Protection = (typeof protections)[number]
