/** Imports one user, and never creates a second one, even if requests fail. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { TransportError } from "../../domain/TransportError.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import { type CommandError, refused } from "../CommandError.ts"
import type { Row } from "./Columns.ts"
import * as Everybody from "./Everybody.ts"
import type { Outcome } from "./Journal.ts"

/** How an import goes about it. */
export interface Manner {
  /** How to handle existing users. */
  readonly existing: "fail" | "skip" | "update"
  /** When its first request was sent. */
  readonly startedAt: Date
  /** Finds the id of the user who has an address. */
  readonly idOf: ReturnType<typeof Everybody.directory>
  /** Called when a row has certainly created no user. */
  readonly notCreated: (row: Row) => Effect.Effect<void, CommandError>
}

/** Clocks of two machines differ by less. */
const toleranceMillis = 10 * 60_000

const isSince = (startedAt: Date, { signedUpAt }: ServerUser): boolean =>
  signedUpAt.getTime() > startedAt.getTime() - toleranceMillis

const tries = 5
const wait = (left: number) => `${500 * 2 ** (tries - left)} millis` as const

const mayPass = ({ reason }: TransportError): boolean =>
  reason._tag === "RateLimited" || (reason._tag === "UnexpectedStatus" && reason.status >= 500)

/** Reads and changes that are the same when they are sent twice; the client's own retries come before. */
export const patiently = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provideService(RetryPolicy.Repeatable, true),
    Effect.retry({
      schedule: Schedule.exponential("500 millis"),
      times: tries,
      while: (error): boolean => isTransportError(error) && mayPass(error)
    })
  )

const isTransportError = (error: { readonly _tag: string }): error is TransportError => error._tag === "TransportError"

const lookUp = (email: string) => patiently(Effect.map(Everybody.withEmail(email), ([user]) => user))

/** The service turns a second factor on only for users who are there. */
const complete = Effect.fnUntraced(function* (row: Row, user: ServerUser) {
  if (row.later !== undefined) yield* patiently(Users.update({ ...row.later, userId: user.id }))
  return { outcome: "created", userId: user.id } satisfies Outcome
})

const taken = Effect.fnUntraced(function* (row: Row, userId: UserId | undefined, { existing }: Manner) {
  if (existing === "skip") return { outcome: "skipped", userId } satisfies Outcome
  if (existing === "fail" || userId === undefined) {
    return yield* refused(`the address belongs to ${userId === undefined ? "another user" : `user ${userId}`} already`)
  }
  yield* patiently(Users.update({ ...row.update, userId }))
  return { outcome: "updated", userId } satisfies Outcome
})

interface Standing {
  /** Whether a request for the user may have been carried out, so that it is looked up first. */
  readonly isUnsettled: boolean
}

const attempt = Effect.fnUntraced(function* (row: Row, manner: Manner, { isUnsettled }: Standing) {
  const { create, email } = row
  if (isUnsettled && email === undefined) {
    return yield* refused(
      "the user may have been created, and has no email to look for: check gatefold users list, then pass --restart"
    )
  }
  if (email !== undefined && isUnsettled) {
    const user = yield* lookUp(email)
    if (user !== undefined) {
      return yield* isSince(manner.startedAt, user) ? complete(row, user) : taken(row, user.id, manner)
    }
  } else if (email !== undefined && create.primaryEmailAuthEnabled === false) {
    // the service keeps addresses apart only where users sign in with them
    const userId = yield* patiently(manner.idOf(email))
    if (userId !== undefined) return yield* Effect.andThen(manner.notCreated(row), taken(row, userId, manner))
  }
  return yield* Users.create(create).pipe(
    Effect.tapError((error) =>
      isTransportError(error) && error.outcomeUnknown ? Effect.void : manner.notCreated(row)
    ),
    Effect.flatMap((user) => complete(row, user)),
    Effect.catchTag("UserWithEmailAlreadyExists", () =>
      Effect.flatMap(email === undefined ? Effect.undefined : patiently(manner.idOf(email)), (userId) =>
        taken(row, userId, manner)
      )
    )
  )
})

type Attempt = ReturnType<typeof attempt>

/** Imports a user. */
export const importRow = (
  row: Row,
  manner: Manner,
  standing: Standing,
  left = tries
): Effect.Effect<Outcome, Effect.Error<Attempt>, Effect.Services<Attempt>> =>
  Effect.catchTag(attempt(row, manner, standing), "TransportError", (error) =>
    left > 0 && (error.outcomeUnknown || mayPass(error))
      ? Effect.delay(
          importRow(row, manner, { isUnsettled: standing.isUnsettled || error.outcomeUnknown }, left - 1),
          wait(left)
        )
      : Effect.fail(error)
  )
