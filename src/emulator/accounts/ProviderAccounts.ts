/** The accounts of users at providers (docs/protocol/oauth.md#provider-accounts). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId, ProviderId, UserId } from "../../domain/Ids.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as Database from "../storage/Database.ts"
import { sql } from "../storage/Database.ts"

export interface ProviderAccountRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly user_id: UserId
  readonly provider_id: ProviderId
  /** The id of the account at the provider. */
  readonly account_id: string
  readonly email: string | null
  readonly allow_sign_in: number
  readonly allow_connected_accounts: number
}

export interface ProviderAccountFields {
  readonly accountId: string
  readonly email: string | null
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
}

export interface NewProviderAccount extends ProviderAccountFields {
  readonly projectId: ProjectId
  readonly userId: UserId
  readonly providerId: ProviderId
}

/**
 * An account cannot be written: its user signs in with another one of the provider, another user signs in with it, or
 * its user has it already.
 */
export class ProviderAccountConflict extends TaggedError("ProviderAccountConflict")<{
  readonly reason: "SecondToSignIn" | "SignsInSomeoneElse" | "DuplicateOfUser"
}> {}

const toColumns = (fields: ProviderAccountFields) => ({
  account_id: fields.accountId,
  email: fields.email,
  allow_sign_in: fields.allowSignIn,
  allow_connected_accounts: fields.allowConnectedAccounts
})

/** The accounts of a user, or of all users; oldest first. */
export const list = (projectId: ProjectId, userId: UserId | undefined) =>
  Database.all(sql<ProviderAccountRow>`SELECT * FROM provider_accounts
    WHERE project_id = ${projectId} AND user_id = coalesce(${userId ?? null}, user_id)
    ORDER BY created_at, rowid`)

export const find = (projectId: ProjectId, userId: UserId, id: string) =>
  Database.first(sql<ProviderAccountRow>`SELECT * FROM provider_accounts
    WHERE project_id = ${projectId} AND user_id = ${userId} AND id = ${id}`)

export const findToSignIn = (projectId: ProjectId, providerId: ProviderId, accountId: string) =>
  Database.first(sql<ProviderAccountRow>`SELECT * FROM provider_accounts
    WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}
    AND allow_sign_in = 1`)

const refuse = Effect.fnUntraced(function* (account: NewProviderAccount, exceptId: string) {
  const rows = yield* list(account.projectId, account.userId)
  const others = rows.filter((row) => row.provider_id === account.providerId && row.id !== exceptId)
  if (account.allowSignIn && others.some((row) => row.allow_sign_in === 1)) {
    return yield* new ProviderAccountConflict({ reason: "SecondToSignIn" })
  }
  const isDuplicate = others.some((row) => row.account_id === account.accountId)
  return yield* new ProviderAccountConflict({ reason: isDuplicate ? "DuplicateOfUser" : "SignsInSomeoneElse" })
})

/** Writes an account. The unique indexes of the table detect conflicts with other accounts. */
const write = Effect.fnUntraced(function* (account: NewProviderAccount, id: string, statement: Database.Query<object>) {
  if (!(yield* Database.runIfUnique(statement))) return yield* refuse(account, id)
}, Database.transaction)

export const create = Effect.fnUntraced(function* (account: NewProviderAccount) {
  const id = (yield* Randomness).uuid()
  const row = {
    id,
    project_id: account.projectId,
    user_id: account.userId,
    provider_id: account.providerId,
    created_at: yield* Clock.currentTimeMillis,
    ...toColumns(account)
  }
  yield* write(account, id, sql`INSERT INTO provider_accounts ${sql.insert(row)}`)
  return id
})

export const update = (
  { id, project_id: projectId, provider_id: providerId, user_id: userId }: ProviderAccountRow,
  fields: ProviderAccountFields
) =>
  write(
    { projectId, userId, providerId, ...fields },
    id,
    sql`UPDATE provider_accounts SET ${sql.update(toColumns(fields))} WHERE id = ${id}`
  )

export const remove = (id: string) => Database.run(sql`DELETE FROM provider_accounts WHERE id = ${id}`)
