/** All users, also restricted ones, in both generations of the service. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { refused } from "../CommandError.ts"
import type { ServerUser } from "../../server/Users.ts"
import { UserId } from "../../domain/Ids.ts"
import { pagesOf, type StreamOptions } from "../../server/internal/UserPages.ts"
import * as Users from "../../server/Users.ts"

/** Reads pages; the service of 2025-06 lists restricted users anyway, and refuses to be asked for them. */
const everybodyIn = (options: StreamOptions) => {
  const current = pagesOf({ ...options, includeRestricted: true })
  const { includeAnonymous: _, ...rest } = options
  const former = pagesOf(rest)
  return (cursor: string | undefined) =>
    current(cursor).pipe(Effect.catchReason("RequestRefused", "SchemaError", () => former(cursor)))
}

/** One page. */
export const page = (options: StreamOptions, cursor: string | undefined) => everybodyIn(options)(cursor)

/** The pages from a cursor on, one in memory at a time. */
export const pages = (options: StreamOptions, from?: string) => {
  const read = everybodyIn(options)
  return Stream.paginate(from, (cursor) =>
    Effect.map(read(cursor), ({ items, nextCursor }) => [[items], Option.fromNullishOr(nextCursor)] as const)
  )
}

/** All users, one after the other. */
export const stream = (options: StreamOptions) => Stream.flattenIterable(pages(options))

/** Whether an address is that of a user: the service stores addresses in small letters. */
export const hasEmail =
  (email: string) =>
  ({ primaryEmail }: ServerUser): boolean =>
    primaryEmail?.toLowerCase() === email.toLowerCase()

/** The users with this primary address: it can be that of several who do not sign in with it. */
export const withEmail = (email: string) =>
  Effect.map(Stream.runCollect(stream({ query: email, includeAnonymous: true })), (users) =>
    users.filter(hasEmail(email))
  )

/** The tag of the service's error. */
const notFound = "UserNotFound"

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Whether a text is the id of a user, as far as its form tells. */
export const isId = (text: string): boolean => uuid.test(text)

/** The user whom an id or an address names. Fails if there is none, or several. */
export const find = Effect.fnUntraced(function* (idOrEmail: string) {
  if (isId(idOrEmail)) {
    const user = yield* Users.find(UserId.unchecked(idOrEmail.toLowerCase()))
    return (
      user ?? (yield* refused(`No user has the ID ${idOrEmail}. Run gatefold users list to see all IDs.`, notFound))
    )
  }
  if (!idOrEmail.includes("@")) {
    return yield* refused(`${JSON.stringify(idOrEmail)} is neither the id of a user nor an e-mail address.`)
  }
  const [user, ...others] = yield* withEmail(idOrEmail)
  if (user === undefined) return yield* refused(`No user has the email ${idOrEmail}.`, notFound)
  if (others.length === 0) return user
  const all = [user, ...others].map(({ displayName, id }) => `${id} (${displayName ?? "no name"})`).join(", ")
  return yield* refused(`Several users have the e-mail address ${idOrEmail}: ${all}. Say which one by its id.`)
})

/** How a user is called in messages. */
export const nameOf = ({ displayName, id, primaryEmail }: ServerUser): string => {
  const name = primaryEmail ?? displayName
  return name === null ? id : `${name} (${id})`
}
