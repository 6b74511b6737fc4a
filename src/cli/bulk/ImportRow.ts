/** Imports one user, and never creates a second one, even if requests fail. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isTransportError, type TransportError } from "../../domain/errors/TransportError.ts"
import type { UserId } from "../../domain/Ids.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import type { Row } from "../bulk/Columns.ts"
import type { Outcome } from "../bulk/ProgressFile.ts"
import { type CommandError, refused } from "../CommandError.ts"
import * as AllUsers from "./AllUsers.ts"

/** How an import treats existing users, and what it knows about its earlier runs. */
export interface ImportOptions {
  /** How to handle existing users. */
  readonly existing: "fail" | "skip" | "update"
  /** When its first request was sent. */
  readonly startedAt: Date
  /** Finds the user who signs in with an address, or else all users who have it. */
  readonly findUsers: ReturnType<typeof AllUsers.makeDirectory>
  /** Called when a row has certainly created no user. */
  readonly notCreated: (row: Row) => Effect.Effect<void, CommandError>
}

/** A user who signed up this long before `startedAt` may still come from this import: clocks differ. */
const toleranceMillis = 10 * 60_000

const isSince = (startedAt: Date, { signedUpAt }: ServerUser): boolean =>
  signedUpAt.getTime() > startedAt.getTime() - toleranceMillis

const isTransient = ({ outcomeUnknown, reason }: TransportError): boolean =>
  outcomeUnknown || reason._tag === "RateLimited" || (reason._tag === "UnexpectedStatus" && reason.status >= 500)

/** Repeats an operation that failed for now, up to five times. The client has retried each request before that. */
export const retryPatiently = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, {
    schedule: Schedule.exponential("500 millis"),
    times: 5,
    while: (error): boolean => isTransportError(error) && isTransient(error)
  })

/** Reads and changes that are the same when they are sent twice. */
const repeatable = Effect.provideService(RetryPolicy.Repeatable, true)

const advice = "Nothing was changed: check them with gatefold users list."

/** The user whom an interrupted request for a row has created, if it has. */
const findCreated = Effect.fnUntraced(function* ({ create, email }: Row, { startedAt }: ImportOptions) {
  if (email === undefined) {
    return yield* refused(
      "the user may have been created, and has no email to look for: check gatefold users list, then pass --restart"
    )
  }
  const users = yield* repeatable(AllUsers.findByEmail(email))
  const recent = users.filter(
    (user) => user.primaryEmailAuthEnabled === create.primaryEmailAuthEnabled && isSince(startedAt, user)
  )
  return yield* AllUsers.requireAtMostOne(recent, email, advice)
})

const signsIn = ({ primaryEmailAuthEnabled }: AllUsers.FoundUser): boolean => primaryEmailAuthEnabled

/** The id of the user who has an address: who signs in with it, or else the only one. */
const findExisting = Effect.fnUntraced(function* (email: string, { findUsers }: ImportOptions) {
  const users = yield* findUsers(email)
  return (users.find(signsIn) ?? (yield* AllUsers.requireAtMostOne(users, email, advice)))?.id
}, repeatable)

const handleExisting = Effect.fnUntraced(function* (row: Row, userId: UserId | undefined, { existing }: ImportOptions) {
  if (existing === "skip") return { outcome: "skipped", userId } satisfies Outcome
  if (existing === "fail" || userId === undefined) {
    return yield* refused(`the address belongs to ${userId === undefined ? "another user" : `user ${userId}`} already`)
  }
  yield* repeatable(Users.update({ ...row.update, userId }))
  return { outcome: "updated", userId } satisfies Outcome
})

/** The user of a row, as far as it is known. */
interface RowState {
  /** Whether a request for the user may have been carried out, so that it is looked up first. */
  isUnsettled: boolean
  /** The user whom this import has created. */
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
      const users = email === undefined ? [] : yield* repeatable(options.findUsers(email))
      return yield* handleExisting(row, users.find(signsIn)?.id, options)
    }
    state.created = created
  }
  // The service turns a second factor on only for users who are there.
  const { id: userId } = state.created
  if (row.later !== undefined) yield* repeatable(Users.update({ ...row.later, userId }))
  return { outcome: "created", userId } satisfies Outcome
})

/** Imports a user. */
export const importRow = (row: Row, options: ImportOptions, isUnsettled: boolean) =>
  Effect.suspend(() => {
    const state: RowState = { isUnsettled }
    return retryPatiently(attempt(row, options, state))
  })
