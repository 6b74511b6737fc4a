/** Pending sign-ins at a provider (docs/protocol/oauth.md#callback-of-the-service). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId, ProviderId } from "../../domain/Ids.ts"
import { dayMillis } from "../../domain/Time.ts"
import { traceProject } from "../background/Trace.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Columns from "../storage/Columns.ts"
import * as Database from "../storage/Database.ts"

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

export class Flows extends Context.Service<
  Flows,
  {
    /** Stores a flow, and returns its state. */
    readonly start: (
      projectId: ProjectId,
      providerId: ProviderId,
      request: Omit<FlowRequest, "codeVerifier" | "nonce">
    ) => Effect.Effect<{ readonly innerState: string; readonly request: FlowRequest }>
    /**
     * Removes a flow and returns it, to one of concurrent callers. Without the cookie only a flow that is not bound to
     * a browser is found.
     */
    readonly take: (innerState: string, hasCookie: boolean) => Effect.Effect<Flow | undefined>
  }
>()("gatefold/emulator/oauth/Flows") {}

/** How long to store an expired flow, so that its app gets the timeout error. */
const rememberedMillis = dayMillis

interface Row {
  readonly project_id: ProjectId
  readonly provider_id: ProviderId
  readonly request: string
  readonly expires_at: number
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness
  const makeSecret = () => Base64Url.encode(randomness.bytes(32))

  return Flows.of({
    start: Effect.fnUntraced(function* (projectId, providerId, options) {
      // The pages of a sign-in carry no project in their headers.
      yield* traceProject(projectId)
      const now = yield* Clock.currentTimeMillis
      const innerState = randomness.token()
      const request = { ...options, codeVerifier: makeSecret(), nonce: makeSecret() }
      yield* Database.run(sql`DELETE FROM oauth_flows WHERE expires_at < ${now - rememberedMillis}`)
      yield* Database.insert(sql, "oauth_flows", {
        state_hash: sha256(innerState),
        project_id: projectId,
        provider_id: providerId,
        request: JSON.stringify(request),
        expires_at: now + lifetimeMillis
      })
      return { innerState, request }
    }),

    take: Effect.fnUntraced(function* (innerState, hasCookie) {
      const row = yield* Database.first(sql<Row>`DELETE FROM oauth_flows
        WHERE state_hash = ${sha256(innerState)} AND (${hasCookie} OR json_extract(request, '$.isBound') = 0)
        RETURNING project_id, provider_id, request, expires_at`)
      if (row !== undefined) yield* traceProject(row.project_id)
      return (
        row && {
          projectId: row.project_id,
          providerId: row.provider_id,
          request: parseRequest(row.request),
          isExpired: row.expires_at <= (yield* Clock.currentTimeMillis)
        }
      )
    })
  })
})

/** Stores flows in the database, with their state as a hash. */
export const layer = Layer.effect(Flows, make)
