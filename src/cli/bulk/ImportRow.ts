/** Imports one user, and never creates a second one, even if requests fail. */
import * as Effect from "effect/Effect"
import { isTransportError } from "../../domain/errors/TransportError.ts"
import type { UserId } from "../../domain/Ids.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { retryTransient } from "../target/Calls.ts"
import * as AllUsers from "./AllUsers.ts"
import type { Row } from "./Columns.ts"
import type { Outcome } from "./ProgressFile.ts"

/** How an import treats existing users, and what it knows about its earlier runs. */
export interface ImportOptions {
  readonly existing: "fail" | "skip" | "update"
  /** The time of the newest sign-up before the import, by the service's clock. Null if there were no users. */
  readonly lastSignUpBefore: Date | null
  readonly directory: AllUsers.Directory
  readonly notCreated: (row: Row) => Effect.Effect<void, CommandError>
}

/** Reads and changes that are the same when they are sent twice. */
const repeatable = Effect.provideService(RetryPolicy.Repeatable, true)

const advice = "Nothing was changed: check them with gatefold users list."

/** The user whom an interrupted request for a row has created, if it has. */
const findCreated = Effect.fnUntraced(function* (
  { create, email }: Row,
  { directory, lastSignUpBefore }: ImportOptions
) {
  if (email === undefined) {
    return yield* refused(
      "the user may have been created, and has no email to look for: check gatefold users list, then pass --restart"
    )
  }
  const users = yield* repeatable(directory.search(email))
  const created = users.filter(
    ({ primaryEmailAuthEnabled, signedUpAt }) =>
      primaryEmailAuthEnabled === create.primaryEmailAuthEnabled &&
      (lastSignUpBefore === null || signedUpAt > lastSignUpBefore)
  )
  return yield* AllUsers.requireAtMostOne(created, email, advice)
})

/** The id of the user who has an address: who signs in with it, or else the only one. */
const findExisting = Effect.fnUntraced(function* (email: string, { directory }: ImportOptions) {
  const users = yield* directory.find(email)
  return (users.find(AllUsers.signsIn) ?? (yield* AllUsers.requireAtMostOne(users, email, advice)))?.id
}, repeatable)

/** The user who signs in with an address that the service has refused to another one. */
const findHolder = Effect.fnUntraced(function* (email: string, { directory }: ImportOptions) {
  const known = (yield* directory.find(email)).find(AllUsers.signsIn)
  return known ?? (yield* directory.search(email)).find(AllUsers.signsIn)
}, repeatable)

const handleExisting = Effect.fnUntraced(function* (row: Row, userId: UserId | undefined, { existing }: ImportOptions) {
  if (existing === "skip") return { outcome: "skipped", userId } satisfies Outcome
  if (existing === "fail" || userId === undefined) {
    return yield* refused(`the address belongs to ${userId === undefined ? "another user" : `user ${userId}`} already`)
  }
  yield* repeatable(Users.update({ ...row.update, userId }))
  return { outcome: "updated", userId } satisfies Outcome
})

interface RowState {
  /** Whether a request for the user may have been carried out, so that it is looked up first. */
  isUnsettled: boolean
  created?: ServerUser | undefined
}

/** Tries once to import a user, and notes what it learns in the state of the row. */
const attempt = Effect.fnUntraced(function* (row: Row, options: ImportOptions, state: RowState) {
  const { create, email } = row
  if (state.isUnsettled) state.created ??= yield* findCreated(row, options)
  if (state.created === undefined && email !== undefined && create.primaryEmailAuthEnabled === false) {
    // Addresses are unique only among users who sign in with them.
    const userId = yield* findExisting(email, options)
    if (userId !== undefined) {
      yield* options.notCreated(row)
      return yield* handleExisting(row, userId, options)
    }
  }
  if (state.created === undefined) {
    const created = yield* Users.create(create).pipe(
      Effect.tapError((error) => {
        if (!isTransportError(error) || !error.outcomeUnknown) return options.notCreated(row)
        state.isUnsettled = true
        return Effect.void
      }),
      Effect.catchTag("UserWithEmailAlreadyExists", () => Effect.undefined)
    )
    // The service refuses an address only if another user signs in with it.
    if (created === undefined) {
      const holder = email === undefined ? undefined : yield* findHolder(email, options)
      return yield* handleExisting(row, holder?.id, options)
    }
    state.created = created
  }
  // The service turns a second factor on only for users who are there.
  const { id: userId } = state.created
  if (row.later !== undefined) yield* repeatable(Users.update({ ...row.later, userId }))
  return { outcome: "created", userId } satisfies Outcome
})

export const importRow = (row: Row, options: ImportOptions, isUnsettled: boolean) =>
  Effect.suspend(() => {
    const state: RowState = { isUnsettled }
    return retryTransient(attempt(row, options, state))
  })
