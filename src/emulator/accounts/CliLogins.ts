/**
 * Logins of terminals that a browser confirms (docs/protocol/sign-in.md#command-line-login, after RFC 8628): one code
 * for polling, another one for confirming.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { badRequest, type TextAnswer } from "../errors/TextAnswer.ts"
import * as Database from "../storage/Database.ts"

export type CliLoginStatus =
  | { readonly status: "waiting" | "expired" | "used" }
  | { readonly status: "success"; readonly refreshToken: string }

/** The default lifetime, two hours. */
export const defaultLifetimeMillis = 7_200_000

export class CliLogins extends Context.Service<
  CliLogins,
  {
    readonly start: (
      projectId: ProjectId,
      lifetimeMillis: number,
      /** The refresh token of the guest as whom the terminal works. */
      anonymousToken: string | null
    ) => Effect.Effect<{ readonly pollingCode: string; readonly loginCode: string; readonly expiresAt: number }>
    /** After the confirmation one poll gets the token, even of concurrent ones. */
    readonly poll: (projectId: ProjectId, pollingCode: string) => Effect.Effect<CliLoginStatus, InvalidPollingCodeError>
    /** The token of the guest to take over. Fails unless the login is known, waiting and not expired. */
    readonly anonymousToken: (projectId: ProjectId, loginCode: string) => Effect.Effect<string | null, TextAnswer>
    /** Removes that token; true for one of concurrent callers. */
    readonly takeAnonymous: (projectId: ProjectId, loginCode: string) => Effect.Effect<boolean>
    /** Confirms a login. Fails unless it is known, waiting and not expired. */
    readonly complete: (
      projectId: ProjectId,
      loginCode: string,
      refreshToken: string
    ) => Effect.Effect<void, TextAnswer>
  }
>()("gatefold/emulator/accounts/CliLogins") {}

interface Row {
  readonly refresh_token: string | null
  readonly guest_token: string | null
  readonly expires_at: number
  readonly used_at: number | null
}

const unknownLogin = badRequest("Invalid login code or the code has expired")

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  /** Every call removes tokens that were not fetched before the expiry. */
  const wipeExpired = (now: number) =>
    Database.run(sql`UPDATE cli_logins SET refresh_token = NULL, guest_token = NULL
      WHERE expires_at <= ${now} AND (refresh_token IS NOT NULL OR guest_token IS NOT NULL)`)

  /** The login that a browser may answer. */
  const isWaiting = (projectId: ProjectId, loginCode: string, now: number) =>
    sql.and([
      sql`login_hash = ${sha256(loginCode)}`,
      sql`project_id = ${projectId}`,
      sql`completed_at IS NULL`,
      sql`expires_at > ${now}`
    ])

  return CliLogins.of({
    start: Effect.fnUntraced(function* (projectId, lifetimeMillis, anonymousToken) {
      const now = yield* Clock.currentTimeMillis
      yield* wipeExpired(now)
      const pollingCode = randomness.token()
      const loginCode = randomness.token()
      const expiresAt = now + Math.max(0, Math.floor(lifetimeMillis))
      yield* Database.insert(sql, "cli_logins", {
        polling_hash: sha256(pollingCode),
        login_hash: sha256(loginCode),
        project_id: projectId,
        guest_token: anonymousToken,
        created_at: now,
        expires_at: expiresAt
      })
      return { pollingCode, loginCode, expiresAt }
    }),

    poll: Effect.fnUntraced(function* (projectId, pollingCode) {
      const now = yield* Clock.currentTimeMillis
      yield* wipeExpired(now)
      const hash = sha256(pollingCode)
      const row = yield* Database.first(sql<Row>`SELECT refresh_token, expires_at, used_at FROM cli_logins
        WHERE polling_hash = ${hash} AND project_id = ${projectId}`)
      if (row === undefined) return yield* new InvalidPollingCodeError()
      if (row.expires_at <= now) return { status: "expired" }
      if (row.used_at !== null) return { status: "used" }
      if (row.refresh_token === null) return { status: "waiting" }
      const isFirst = yield* Database.exists(sql`UPDATE cli_logins SET used_at = ${now}, refresh_token = NULL
        WHERE polling_hash = ${hash} AND used_at IS NULL RETURNING *`)
      return isFirst ? { status: "success", refreshToken: row.refresh_token } : { status: "used" }
    }),

    anonymousToken: Effect.fnUntraced(function* (projectId, loginCode) {
      const waiting = isWaiting(projectId, loginCode, yield* Clock.currentTimeMillis)
      const row = yield* Database.first(sql<Row>`SELECT guest_token FROM cli_logins WHERE ${waiting}`)
      return row === undefined ? yield* unknownLogin : row.guest_token
    }),

    takeAnonymous: Effect.fnUntraced(function* (projectId, loginCode) {
      const waiting = isWaiting(projectId, loginCode, yield* Clock.currentTimeMillis)
      return yield* Database.exists(sql`UPDATE cli_logins SET guest_token = NULL
        WHERE ${waiting} AND guest_token IS NOT NULL RETURNING *`)
    }),

    complete: Effect.fnUntraced(function* (projectId, loginCode, refreshToken) {
      const now = yield* Clock.currentTimeMillis
      yield* wipeExpired(now)
      const isCompleted = yield* Database.exists(sql`UPDATE cli_logins
        SET refresh_token = ${refreshToken}, guest_token = NULL, completed_at = ${now}
        WHERE ${isWaiting(projectId, loginCode, now)} RETURNING *`)
      if (!isCompleted) return yield* unknownLogin
    })
  })
})

/** Keeps codes as hashes, and tokens only until the terminal fetches them or the login ends. */
export const layer = Layer.effect(CliLogins, make)
