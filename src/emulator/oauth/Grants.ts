/** Tokens of providers for users' accounts (docs/protocol/oauth.md#connected-accounts). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"
import type { Grant, Provider, ProviderFailure } from "./Provider.ts"
import * as Scopes from "./Scopes.ts"

/** The remaining lifetime that a token must have to be answered without a refresh. */
export const marginMillis = 300_000

export interface TokenRequest {
  readonly providerAccountId: string
  readonly scope: string
  readonly provider: Provider
}

/** One refresh at a time: a provider that rotates refresh tokens accepts each of them once. */
export class RefreshTurn extends Context.Service<RefreshTurn, Semaphore.Semaphore>()(
  "gatefold/emulator/oauth/Grants/RefreshTurn"
) {}

export const layer = Layer.effect(RefreshTurn, Semaphore.make(1))

interface Row {
  readonly id: string
  readonly scope: string
  readonly access_token: string
  readonly expires_at: number | null
  readonly refresh_token: string | null
}

const toColumns = (grant: Grant, now: number) => ({
  scope: grant.scope,
  access_token: grant.accessToken,
  expires_at: grant.expiresInMillis === undefined ? null : now + grant.expiresInMillis
})

export const store = Effect.fnUntraced(function* (providerAccountId: string, grant: Grant) {
  const now = yield* Clock.currentTimeMillis
  // Providers often send a refresh token with the first consent only, so an existing one is kept.
  yield* Database.run(sql`DELETE FROM provider_grants WHERE provider_account_id = ${providerAccountId}
    AND scope = ${grant.scope} AND (refresh_token IS NULL OR ${grant.refreshToken !== undefined})`)
  yield* Database.insert("provider_grants", {
    id: (yield* Randomness).uuid(),
    provider_account_id: providerAccountId,
    ...toColumns(grant, now),
    refresh_token: grant.refreshToken ?? null,
    created_at: now
  })
})

const refresh = (row: Row, refreshToken: string, provider: Provider) =>
  provider.refresh(refreshToken, row.scope).pipe(
    Effect.flatMap(
      Effect.fnUntraced(function* (grant) {
        const columns = toColumns(grant, yield* Clock.currentTimeMillis)
        const refresh_token = grant.refreshToken ?? refreshToken
        yield* Database.run(sql`UPDATE provider_grants SET ${sql.update({ ...columns, refresh_token })}
          WHERE id = ${row.id}`)
        return grant
      })
    ),
    // An invalid token is removed; with an unavailable provider it is kept.
    Effect.tapError(({ reason }) =>
      reason === "InvalidGrant"
        ? Database.run(sql`UPDATE provider_grants SET refresh_token = NULL WHERE id = ${row.id}`)
        : Effect.void
    ),
    Effect.result
  )

const findCovering = Effect.fnUntraced(function* ({ providerAccountId, scope }: TokenRequest) {
  const rows = yield* Database.all(sql<Row>`SELECT id, scope, access_token, expires_at, refresh_token
    FROM provider_grants WHERE provider_account_id = ${providerAccountId}
    ORDER BY created_at DESC, rowid DESC`)
  const enough = (yield* Clock.currentTimeMillis) + marginMillis
  const usable = rows.filter((row) => Scopes.covers(row.scope, scope))
  return { usable, fresh: usable.find((row) => row.expires_at === null || row.expires_at > enough) }
})

const renewGrant = Effect.fnUntraced(function* (request: TokenRequest) {
  // Looked up again, because another caller may have refreshed it.
  const { fresh, usable } = yield* findCovering(request)
  if (fresh !== undefined) return fresh.access_token
  let failure: ProviderFailure | undefined
  for (const row of usable) {
    if (row.refresh_token === null) continue
    const grant = yield* refresh(row, row.refresh_token, request.provider)
    if (Result.isFailure(grant)) failure = grant.failure
    else if (Scopes.covers(grant.success.scope, request.scope)) return grant.success.accessToken
  }
  return failure === undefined ? undefined : yield* failure
})

/**
 * An access token with all scopes that is valid for five more minutes, refreshed if necessary; `undefined` if none was
 * ever given. Fails if the provider does not refresh the ones that were.
 */
export const findAccessToken = Effect.fnUntraced(function* (request: TokenRequest) {
  const { fresh } = yield* findCovering(request)
  if (fresh !== undefined) return fresh.access_token
  const refreshTurn = yield* RefreshTurn
  return yield* refreshTurn.withPermits(1)(renewGrant(request))
})
