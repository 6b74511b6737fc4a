/**
 * Logins of agents that a user approves in a browser (docs/protocol/sign-in.md#agents): a secret token for polling, and
 * a short code for users.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { WireStruct } from "../../api/schema/WireStruct.ts"
import { AgentAuthInvalidClaimCode } from "../../domain/errors/AgentLogin.ts"
import { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { sha256 } from "../crypto/Hashing.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"

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

export class AgentLogins extends Context.Service<
  AgentLogins,
  {
    readonly start: (options: {
      readonly projectId: ProjectId
      readonly lifetimeMillis: number
      readonly agent: Agent
      /** The session of the guest as whom the agent works. */
      readonly anonymousSessionId: string
    }) => Effect.Effect<{ readonly pollToken: string; readonly claimCode: string; readonly expiresAt: number }>
    /** After the approval one poll gets the token, even of concurrent ones. */
    readonly poll: (projectId: ProjectId, pollToken: string) => Effect.Effect<AgentLoginStatus, InvalidPollingCodeError>
    /** Fails unless the login is known, not answered and not expired. */
    readonly find: (projectId: ProjectId, claimCode: string) => Effect.Effect<PendingLogin, AgentAuthInvalidClaimCode>
    /** Closes a login for further answers; succeeds for one of concurrent callers. */
    readonly answer: (
      login: PendingLogin,
      answer: "approved" | "denied"
    ) => Effect.Effect<void, AgentAuthInvalidClaimCode>
    /** Lets the agent of an approved login fetch its session. */
    readonly handOver: (login: PendingLogin, refreshToken: string) => Effect.Effect<void>
  }
>()("gatefold/emulator/accounts/AgentLogins") {}

interface PollRow {
  readonly guest_session_id: string
  readonly refresh_token: string | null
  readonly expires_at: number
  readonly denied_at: number | null
  readonly used_at: number | null
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const randomness = yield* Randomness

  /** Every call removes sessions that were not fetched before the expiry. */
  const wipeExpired = (now: number) =>
    Database.run(sql`UPDATE agent_logins SET refresh_token = NULL
      WHERE expires_at <= ${now} AND refresh_token IS NOT NULL`)

  const makeClaimCode = (): string => {
    const code = Array.from(randomness.bytes(8), (byte) => alphabet[byte & 31]).join("")
    return `${code.slice(0, 4)}-${code.slice(4)}`
  }

  return AgentLogins.of({
    start: Effect.fnUntraced(function* ({ agent, anonymousSessionId, lifetimeMillis, projectId }) {
      const now = yield* Clock.currentTimeMillis
      yield* wipeExpired(now)
      const pollToken = randomness.token()
      const claimCode = makeClaimCode()
      const expiresAt = now + Math.floor(lifetimeMillis)
      yield* Database.insert(sql, "agent_logins", {
        ...toRow({ ...agent, claimHash: sha256(normalizeCode(claimCode)), anonymousSessionId, expiresAt }),
        poll_hash: sha256(pollToken),
        project_id: projectId,
        created_at: now
      })
      return { pollToken, claimCode, expiresAt }
    }),

    poll: Effect.fnUntraced(function* (projectId, pollToken) {
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
    }),

    find: Effect.fnUntraced(function* (projectId, claimCode) {
      const row = yield* Database.first(sql`SELECT * FROM agent_logins
        WHERE claim_hash = ${sha256(normalizeCode(claimCode))} AND project_id = ${projectId}
          AND approved_at IS NULL AND denied_at IS NULL AND expires_at > ${yield* Clock.currentTimeMillis}`)
      return row === undefined ? yield* new AgentAuthInvalidClaimCode() : toPendingLogin(row)
    }),

    answer: Effect.fnUntraced(function* ({ claimHash }, answer) {
      const now = yield* Clock.currentTimeMillis
      const column = answer === "approved" ? sql`approved_at` : sql`denied_at`
      const isFirst = yield* Database.exists(sql`UPDATE agent_logins SET ${column} = ${now}
        WHERE claim_hash = ${claimHash} AND approved_at IS NULL AND denied_at IS NULL RETURNING *`)
      if (!isFirst) return yield* new AgentAuthInvalidClaimCode()
    }),

    handOver: ({ claimHash }, refreshToken) =>
      Database.run(sql`UPDATE agent_logins SET refresh_token = ${refreshToken} WHERE claim_hash = ${claimHash}`)
  })
})

/** Keeps codes and tokens as hashes, and the session only until the agent fetches it or the login ends. */
export const layer = Layer.effect(AgentLogins, make)
