/**
 * Logins of agents that a user approves in a browser (docs/protocol/sign-in.md#agents): a secret token for polling, and
 * a short code for users.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { WireStruct } from "../../api/schema/WireStruct.ts"
import { AgentAuthInvalidClaimCode } from "../../domain/errors/AgentLogin.ts"
import { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

const PendingLogin = WireStruct(
  {
    name: Schema.String,
    description: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String),
    userHint: Schema.NullOr(Schema.String),
    claimHash: Schema.String,
    anonymousSessionId: Schema.String,
    expiresAt: Schema.Finite
  },
  {
    name: "agent_name",
    description: "agent_description",
    url: "agent_url",
    anonymousSessionId: "guest_session_id"
  }
)
/** A login that the user can answer, with the agent as it describes itself. */
export type PendingLogin = typeof PendingLogin.Type

const toPendingLogin = Schema.decodeUnknownSync(PendingLogin)
const toRow = Schema.encodeSync(PendingLogin)

export type Agent = Omit<PendingLogin, "claimHash" | "anonymousSessionId" | "expiresAt">

export type AgentLoginStatus =
  | { readonly status: "waiting" | "denied" | "expired" | "used" }
  | { readonly status: "success"; readonly refreshToken: string; readonly anonymousSessionId: string }

/** The default lifetime, 15 minutes. */
export const defaultLifetimeMillis = 900_000

/** The lifetime of the sessions of agents, 90 days. */
export const sessionLifetimeMillis = 7_776_000_000

/** The letters and digits of claim codes, without those that look alike: 32, so that each takes five bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** A code without what users may leave out or write otherwise. */
const normalizeCode = (claimCode: string): string => claimCode.replace(/[\s-]/g, "").toUpperCase()

interface PollRow {
  readonly guest_session_id: string
  readonly refresh_token: string | null
  readonly expires_at: number
  readonly denied_at: number | null
  readonly used_at: number | null
}

/** Every call removes sessions that were not fetched before the expiry. */
const wipeExpired = (now: number) =>
  Database.run(sql`UPDATE agent_logins SET refresh_token = NULL
    WHERE expires_at <= ${now} AND refresh_token IS NOT NULL`)

const makeClaimCode = Randomness.useSync(({ bytes }) => {
  const code = Array.from(bytes(8), (byte) => alphabet[byte & 31]).join("")
  return `${code.slice(0, 4)}-${code.slice(4)}`
})

export const start = Effect.fnUntraced(function* (options: {
  readonly projectId: ProjectId
  readonly lifetimeMillis: number
  readonly agent: Agent
  /** The session of the guest as whom the agent works. */
  readonly anonymousSessionId: string
}) {
  const { agent, anonymousSessionId, lifetimeMillis, projectId } = options
  const now = yield* Clock.currentTimeMillis
  yield* wipeExpired(now)
  const pollToken = (yield* Randomness).token()
  const claimCode = yield* makeClaimCode
  const expiresAt = now + Math.floor(lifetimeMillis)
  yield* Database.insert("agent_logins", {
    ...toRow({ ...agent, claimHash: sha256(normalizeCode(claimCode)), anonymousSessionId, expiresAt }),
    poll_hash: sha256(pollToken),
    project_id: projectId,
    created_at: now
  })
  return { pollToken, claimCode, expiresAt }
})

/** After the approval one poll gets the token, even of concurrent ones. */
export const poll = Effect.fnUntraced(function* (
  projectId: ProjectId,
  pollToken: string
): Effect.fn.Return<AgentLoginStatus, InvalidPollingCodeError, SqlClient> {
  const now = yield* Clock.currentTimeMillis
  yield* wipeExpired(now)
  const hash = sha256(pollToken)
  const row = yield* Database.first(sql<PollRow>`SELECT * FROM agent_logins
    WHERE poll_hash = ${hash} AND project_id = ${projectId}`)
  if (row === undefined) return yield* new InvalidPollingCodeError()
  if (row.used_at !== null) return { status: "used" }
  if (row.denied_at !== null) return { status: "denied" }
  if (row.expires_at <= now) return { status: "expired" }
  if (row.refresh_token === null) return { status: "waiting" }
  const isFirst = yield* Database.exists(sql`UPDATE agent_logins SET used_at = ${now}, refresh_token = NULL
    WHERE poll_hash = ${hash} AND used_at IS NULL RETURNING *`)
  if (!isFirst) return { status: "used" }
  return { status: "success", refreshToken: row.refresh_token, anonymousSessionId: row.guest_session_id }
})

/** Fails unless the login is known, not answered and not expired. */
export const find = Effect.fnUntraced(function* (projectId: ProjectId, claimCode: string) {
  const row = yield* Database.first(sql`SELECT * FROM agent_logins
    WHERE claim_hash = ${sha256(normalizeCode(claimCode))} AND project_id = ${projectId}
      AND approved_at IS NULL AND denied_at IS NULL AND expires_at > ${yield* Clock.currentTimeMillis}`)
  return row === undefined ? yield* new AgentAuthInvalidClaimCode() : toPendingLogin(row)
})

/** Closes a login for further answers; succeeds for one of concurrent callers. */
export const answer = Effect.fnUntraced(function* ({ claimHash }: PendingLogin, verdict: "approved" | "denied") {
  const now = yield* Clock.currentTimeMillis
  const column = sql(verdict === "approved" ? "approved_at" : "denied_at")
  const isFirst = yield* Database.exists(sql`UPDATE agent_logins SET ${column} = ${now}
    WHERE claim_hash = ${claimHash} AND approved_at IS NULL AND denied_at IS NULL RETURNING *`)
  if (!isFirst) return yield* new AgentAuthInvalidClaimCode()
})

/** Lets the agent of an approved login fetch its session. */
export const handOver = ({ claimHash }: PendingLogin, refreshToken: string) =>
  Database.run(sql`UPDATE agent_logins SET refresh_token = ${refreshToken} WHERE claim_hash = ${claimHash}`)
