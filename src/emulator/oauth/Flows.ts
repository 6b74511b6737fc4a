/** Pending sign-ins at a provider (docs/protocol/oauth.md#callback-of-the-service). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Schema from "effect/Schema"
import type { ProjectId, ProviderId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import { traceProject } from "../background/Trace.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export const lifetimeMillis = 600_000

const FlowRequest = Schema.Struct({
  /** The URL to return to, without a fragment. */
  redirectUri: Schema.String,
  /** The app's state, returned with the code. */
  state: Schema.String,
  codeChallenge: Schema.String,
  errorRedirectUrl: Schema.NullOr(Schema.String),
  afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
  /** The user to add the account to; null signs in. */
  linkTo: Schema.NullOr(Schema.String),
  /** The guest, if this becomes a sign-up; absent in flows of earlier versions. */
  anonymousUserId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Whether only the browser that started the flow may finish it; false if a program requested the URL. */
  isBound: Schema.optionalKey(Schema.Boolean),
  scope: Schema.String,
  /** The service's own PKCE verifier and nonce with the provider. */
  codeVerifier: Schema.String,
  nonce: Schema.String
})
export interface FlowRequest extends Schema.Struct.Type<(typeof FlowRequest)["fields"]> {}

const parseRequest = Columns.makeParser(FlowRequest)

export interface Flow {
  readonly projectId: ProjectId
  readonly providerId: ProviderId
  readonly request: FlowRequest
  readonly isExpired: boolean
}

/** How long to store an expired flow, so that its app gets the timeout error. */
const rememberedMillis = dayMillis

interface Row {
  readonly project_id: ProjectId
  readonly provider_id: ProviderId
  readonly request: string
  readonly expires_at: number
}

const makeSecret = Randomness.useSync(({ bytes }) => Base64Url.encode(bytes(32)))

/** Stores a flow, and returns its state. */
export const start = Effect.fnUntraced(function* (
  projectId: ProjectId,
  providerId: ProviderId,
  options: Omit<FlowRequest, "codeVerifier" | "nonce">
) {
  // The pages of a sign-in carry no project in their headers.
  yield* traceProject(projectId)
  const now = yield* Clock.currentTimeMillis
  const innerState = (yield* Randomness).token()
  const request: FlowRequest = { ...options, codeVerifier: yield* makeSecret, nonce: yield* makeSecret }
  yield* Database.run(sql`DELETE FROM oauth_flows WHERE expires_at < ${now - rememberedMillis}`)
  yield* Database.insert("oauth_flows", {
    state_hash: sha256(innerState),
    project_id: projectId,
    provider_id: providerId,
    request: JSON.stringify(request),
    expires_at: now + lifetimeMillis
  })
  return { innerState, request }
})

/**
 * Removes a flow and returns it, to one of concurrent callers. Without the cookie only a flow that is not bound to a
 * browser is found.
 */
export const take = Effect.fnUntraced(function* (innerState: string, hasCookie: boolean) {
  const row = yield* Database.first(sql<Row>`DELETE FROM oauth_flows
    WHERE state_hash = ${sha256(innerState)} AND (${hasCookie} OR json_extract(request, '$.isBound') = 0)
    RETURNING project_id, provider_id, request, expires_at`)
  if (row === undefined) return undefined
  yield* traceProject(row.project_id)
  const flow: Flow = {
    projectId: row.project_id,
    providerId: row.provider_id,
    request: parseRequest(row.request),
    isExpired: row.expires_at <= (yield* Clock.currentTimeMillis)
  }
  return flow
})
