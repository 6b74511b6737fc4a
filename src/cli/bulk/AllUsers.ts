/** All users, also restricted ones, in both generations of the service. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { pageUsers, type UserOptions } from "../../server/AllPages.ts"
import type { ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import { refused } from "../CommandError.ts"
import { isId } from "../input/Flags.ts"

/**
 * Makes a reader of pages. The service of 2025-06 lists restricted users anyway, and refuses requests for them. A
 * reader tries that only once.
 */
const makePageReader = () => {
  let refusesRestricted = false
  return Effect.fnUntraced(function* (options: UserOptions, cursor: string | undefined) {
    const { includeAnonymous: _, ...formerOptions } = options
    const readFormer = Effect.suspend(() => pageUsers(formerOptions)(cursor))
    if (refusesRestricted) return yield* readFormer
    return yield* Effect.catchReason(
      pageUsers({ ...options, includeRestricted: true })(cursor),
      "RequestRefused",
      "SchemaError",
      () => Effect.tap(readFormer, () => Effect.sync(() => (refusesRestricted = true)))
    )
  })
}

type PageReader = ReturnType<typeof makePageReader>

export const fetchPage = (options: UserOptions, cursor: string | undefined) => makePageReader()(options, cursor)

/** The pages from a cursor on, one in memory at a time. */
export const streamPages = (options: UserOptions, from?: string) => streamFrom(makePageReader(), options, from)

const streamFrom = (readPage: PageReader, options: UserOptions, from?: string) =>
  Stream.paginate(from, (cursor) =>
    Effect.map(
      readPage(options, cursor),
      ({ items, nextCursor }) => [[items], Option.fromNullishOr(nextCursor)] as const
    )
  )

export const stream = (options: UserOptions) => Stream.flattenIterable(streamPages(options))

/** Whether an address is that of a user: the service stores addresses in small letters. */
export const hasEmail =
  (email: string) =>
  ({ primaryEmail }: ServerUser): boolean =>
    primaryEmail?.toLowerCase() === email.toLowerCase()

/** The users with this primary address: it can be that of several who do not sign in with it. */
const findByEmail = (readPage: PageReader, email: string) =>
  streamFrom(readPage, { query: email, includeAnonymous: true }).pipe(
    Stream.flattenIterable,
    Stream.filter(hasEmail(email)),
    Stream.runCollect
  )

/** A user as far as an import knows it. */
export type FoundUser = Pick<ServerUser, "id" | "displayName" | "primaryEmailAuthEnabled">

/** Whether a user signs in with the primary address, which no other user can do. */
export const signsIn = ({ primaryEmailAuthEnabled }: FoundUser): boolean => primaryEmailAuthEnabled

/**
 * The users of an import. The service searches all its users for each address. So a miss first reads the next page of
 * everybody, and no search is needed after the last page: an import sends at most two requests for each page.
 */
export const makeDirectory = () => {
  const readPage = makePageReader()
  const usersByEmail = new Map<string, Array<FoundUser>>()
  let next: Option.Option<string | undefined> = Option.some(undefined)
  const mutex = Semaphore.makeUnsafe(1)
  const readNext = Effect.fnUntraced(function* (cursor: string | undefined) {
    const { items, nextCursor } = yield* readPage({ includeAnonymous: true }, cursor)
    next = Option.fromNullishOr(nextCursor)
    for (const { displayName, id, primaryEmail, primaryEmailAuthEnabled } of items) {
      if (primaryEmail === null) continue
      const key = primaryEmail.toLowerCase()
      const users = usersByEmail.get(key) ?? []
      users.push({ displayName, id, primaryEmailAuthEnabled })
      usersByEmail.set(key, users)
    }
  })
  return {
    /** The user who signs in with an address, or else all users who have it. */
    find: Effect.fnUntraced(function* (email: string) {
      const findKnown = () => usersByEmail.get(email.toLowerCase()) ?? []
      const readMore = Effect.suspend(() =>
        findKnown().some(signsIn) || Option.isNone(next) ? Effect.void : readNext(next.value)
      )
      yield* mutex.withPermit(readMore)
      const user = findKnown().find(signsIn)
      if (user !== undefined) return [user]
      return Option.isNone(next) ? findKnown() : yield* findByEmail(readPage, email)
    }),
    /** All users who have an address, as the service knows them now. */
    search: (email: string) => findByEmail(readPage, email)
  }
}

export type Directory = ReturnType<typeof makeDirectory>

export const requireAtMostOne = <User extends FoundUser>(
  [user, ...others]: ReadonlyArray<User>,
  email: string,
  advice: string
) => {
  if (user === undefined || others.length === 0) return Effect.succeed(user)
  const labels = [user, ...others].map(({ displayName, id }) => `${id} (${displayName ?? "no name"})`).join(", ")
  return Effect.fail(refused(`Several users have the email ${email}: ${labels}. ${advice}`))
}

const notFound = "UserNotFound"

/** The user whom an id or an address names. Fails if there is none, or several. */
export const find = Effect.fnUntraced(function* (idOrEmail: string) {
  if (isId(idOrEmail)) {
    const user = yield* Users.find(idOrEmail.toLowerCase())
    return (
      user ?? (yield* refused(`No user has the ID ${idOrEmail}. Run gatefold users list to see all IDs.`, notFound))
    )
  }
  if (!idOrEmail.includes("@")) {
    return yield* refused(
      `${JSON.stringify(idOrEmail)} is not a user ID or an email. Run gatefold users list to see both.`
    )
  }
  const users = yield* findByEmail(makePageReader(), idOrEmail)
  return (
    (yield* requireAtMostOne(users, idOrEmail, "Pass the ID of one of them.")) ??
    (yield* refused(`No user has the email ${idOrEmail}.`, notFound))
  )
})

export const formatName = ({ displayName, id, primaryEmail }: ServerUser): string => {
  const name = primaryEmail ?? displayName
  return name === null ? id : `${name} (${id})`
}
