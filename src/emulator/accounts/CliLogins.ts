/**
 * Logins of terminals that a browser confirms (docs/protocol/sign-in.md#command-line-login, after RFC 8628): one code
 * for polling, another one for confirming.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export type CliLoginStatus =
  | { readonly status: "waiting" | "expired" | "used" }
  | { readonly status: "success"; readonly refreshToken: string }

/** The default lifetime, two hours. */
export const defaultLifetimeMillis = 7_200_000

interface Row {
  readonly refresh_token: string | null
  readonly guest_token: string | null
  readonly expires_at: number
  readonly used_at: number | null
}

const unknownLogin = badRequest("Invalid login code or the code has expired")

/** Every call removes tokens that were not fetched before the expiry. */
const wipeExpired = (now: number) =>
  Database.run(sql`UPDATE cli_logins SET refresh_token = NULL, guest_token = NULL
    WHERE expires_at <= ${now} AND (refresh_token IS NOT NULL OR guest_token IS NOT NULL)`)

/** The login that a browser may answer. */
const isWaiting = (projectId: ProjectId, loginCode: string, now: number) =>
  sql`login_hash = ${sha256(loginCode)} AND project_id = ${projectId} AND completed_at IS NULL AND expires_at > ${now}`

export const start = Effect.fnUntraced(function* (
  projectId: ProjectId,
  lifetimeMillis: number,
  /** The refresh token of the guest as whom the terminal works. */
  anonymousToken: string | null
) {
  const now = yield* Clock.currentTimeMillis
  yield* wipeExpired(now)
  const { token } = yield* Randomness
  const pollingCode = token()
  const loginCode = token()
  const expiresAt = now + Math.max(0, Math.floor(lifetimeMillis))
  yield* Database.insert("cli_logins", {
    polling_hash: sha256(pollingCode),
    login_hash: sha256(loginCode),
    project_id: projectId,
    guest_token: anonymousToken,
    created_at: now,
    expires_at: expiresAt
  })
  return { pollingCode, loginCode, expiresAt }
})

/** After the confirmation one poll gets the token, even of concurrent ones. */
export const poll = Effect.fnUntraced(function* (
  projectId: ProjectId,
  pollingCode: string
): Effect.fn.Return<CliLoginStatus, InvalidPollingCodeError, SqlClient> {
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
})

/** The token of the guest to take over. Fails unless the login is known, waiting and not expired. */
export const findAnonymousToken = Effect.fnUntraced(function* (projectId: ProjectId, loginCode: string) {
  const waiting = isWaiting(projectId, loginCode, yield* Clock.currentTimeMillis)
  const row = yield* Database.first(sql<Row>`SELECT guest_token FROM cli_logins WHERE ${waiting}`)
  return row === undefined ? yield* unknownLogin : row.guest_token
})

/** Removes that token; true for one of concurrent callers. */
export const takeAnonymous = Effect.fnUntraced(function* (projectId: ProjectId, loginCode: string) {
  const waiting = isWaiting(projectId, loginCode, yield* Clock.currentTimeMillis)
  return yield* Database.exists(sql`UPDATE cli_logins SET guest_token = NULL
    WHERE ${waiting} AND guest_token IS NOT NULL RETURNING *`)
})

/** Confirms a login. Fails unless it is known, waiting and not expired. */
export const complete = Effect.fnUntraced(function* (projectId: ProjectId, loginCode: string, refreshToken: string) {
  const now = yield* Clock.currentTimeMillis
  yield* wipeExpired(now)
  const isCompleted = yield* Database.exists(sql`UPDATE cli_logins
    SET refresh_token = ${refreshToken}, guest_token = NULL, completed_at = ${now}
    WHERE ${isWaiting(projectId, loginCode, now)} RETURNING *`)
  if (!isCompleted) return yield* unknownLogin
})
