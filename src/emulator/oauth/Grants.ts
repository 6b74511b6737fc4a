/** Tokens of providers for users' accounts (docs/protocol/oauth.md#connected-accounts). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { SqlClient } from "effect/sql/SqlClient"
import * as Database from "../storage/Database.ts"
import { Randomness } from "../storage/Randomness.ts"
import type { Grant, Provider } from "./Provider.ts"
import { covers } from "./Scopes.ts"

/** The remaining lifetime that a token must have to be answered without a refresh. */
export const MARGIN_MILLIS = 300_000

/** A requested token. */
export interface Wanted {
  readonly userId: string
  readonly providerId: string
  readonly scope: string
  readonly provider: Provider
}

/** The grants of all users. */
export class Grants extends Context.Service<
  Grants,
  {
    readonly store: (userId: string, providerId: string, grant: Grant) => Effect.Effect<void>
    /** An access token with all scopes that is valid for five more minutes, refreshed if necessary. */
    readonly accessToken: (wanted: Wanted) => Effect.Effect<string | undefined>
  }
>()("gatefold/emulator/oauth/Grants") {}

interface Row {
  readonly id: string
  readonly scope: string
  readonly access_token: string
  readonly expires_at: number | null
  readonly refresh_token: string | null
}

/** Grants in the database. */
export const layer: Layer.Layer<Grants, never, SqlClient | Randomness> = Layer.effect(
  Grants,
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const randomness = yield* Randomness
    // one refresh at a time: a provider that rotates refresh tokens accepts each of them once
    const refreshing = yield* Semaphore.make(1)

    const columnsOf = (grant: Grant, now: number) => ({
      scope: grant.scope,
      access_token: grant.accessToken,
      expires_at: grant.expiresInMillis === undefined ? null : now + grant.expiresInMillis
    })

    const store: Grants["Service"]["store"] = Effect.fnUntraced(function* (userId, providerId, grant) {
      const now = yield* Clock.currentTimeMillis
      // providers often send a refresh token with the first consent only, so an existing one is kept
      yield* Database.run(sql`DELETE FROM oauth_grants WHERE user_id = ${userId} AND provider_id = ${providerId}
        AND scope = ${grant.scope} AND (refresh_token IS NULL OR ${grant.refreshToken !== undefined})`)
      yield* Database.run(
        sql`INSERT INTO oauth_grants ${sql.insert({
          id: randomness.uuid(),
          user_id: userId,
          provider_id: providerId,
          ...columnsOf(grant, now),
          refresh_token: grant.refreshToken ?? null,
          created_at: now
        })}`
      )
    })

    const refresh = (row: Row, refreshToken: string, provider: Provider) =>
      provider.refresh(refreshToken, row.scope).pipe(
        Effect.flatMap(
          Effect.fnUntraced(function* (grant) {
            const columns = columnsOf(grant, yield* Clock.currentTimeMillis)
            const refresh_token = grant.refreshToken ?? refreshToken
            yield* Database.run(sql`UPDATE oauth_grants SET ${sql.update({ ...columns, refresh_token })}
              WHERE id = ${row.id}`)
            return grant
          })
        ),
        Effect.catch((failure) =>
          // an invalid token is removed; with an unavailable provider it is kept
          failure.reason === "InvalidGrant"
            ? Effect.as(Database.run(sql`UPDATE oauth_grants SET refresh_token = NULL WHERE id = ${row.id}`), undefined)
            : Effect.undefined
        )
      )

    const covering = Effect.fnUntraced(function* ({ providerId, scope, userId }: Wanted) {
      const rows = yield* Database.all(sql<Row>`SELECT id, scope, access_token, expires_at, refresh_token
        FROM oauth_grants WHERE user_id = ${userId} AND provider_id = ${providerId}
        ORDER BY created_at DESC, rowid DESC`)
      const enough = (yield* Clock.currentTimeMillis) + MARGIN_MILLIS
      const usable = rows.filter((row) => covers(row.scope, scope))
      return { usable, fresh: usable.find((row) => row.expires_at === null || row.expires_at > enough) }
    })

    const renewed = Effect.fnUntraced(function* (wanted: Wanted) {
      // looked up again, because another caller may have refreshed it
      const { fresh, usable } = yield* covering(wanted)
      if (fresh !== undefined) return fresh.access_token
      for (const row of usable) {
        if (row.refresh_token === null) continue
        const grant = yield* refresh(row, row.refresh_token, wanted.provider)
        if (grant !== undefined && covers(grant.scope, wanted.scope)) return grant.accessToken
      }
      return undefined
    })

    const accessToken: Grants["Service"]["accessToken"] = Effect.fnUntraced(function* (wanted) {
      const { fresh } = yield* covering(wanted)
      return fresh === undefined ? yield* refreshing.withPermits(1)(renewed(wanted)) : fresh.access_token
    })

    return { store, accessToken }
  })
)
