/** The pages of all users, one after the other. */
import * as Effect from "effect/Effect"
import { InvalidServerResponse, invalidRequest, TransportError } from "../../domain/TransportError.ts"
import * as Wire from "../../wire/generated/Users.ts"
import { type Filter, list } from "../Users.ts"

/** The default size of a page. */
export const defaultPageSize = 100

/** Which users, and how many at a time. */
export interface StreamOptions extends Filter {
  readonly pageSize?: number | undefined
}

/**
 * Reads the page that a cursor names, undefined for the first one. Fails when the service names a page for the second
 * time.
 */
export const pagesOf = (options: StreamOptions = {}) => {
  const read = readable(options)
  const seen = new Set<string>()
  return (cursor: string | undefined) => {
    if (read === undefined) return Effect.fail(invalidRequest("server/Users.stream", "input: it cannot be read"))
    const { pageSize: limit = defaultPageSize, ...filter } = read
    return Effect.flatMap(list({ ...filter, limit, cursor }), (page) => {
      if (page.nextCursor === null) return Effect.succeed(page)
      return seen.size === seen.add(page.nextCursor).size ? Effect.fail(repeatedCursor()) : Effect.succeed(page)
    })
  }
}

/** The members of the options. Callers without types may pass null, or objects that throw when they are read. */
const readable = <A extends object>(input: A): A | undefined => {
  try {
    return { ...input }
  } catch {
    return undefined
  }
}

const repeatedCursor = () =>
  new TransportError({
    reason: new InvalidServerResponse({ status: 200, detail: "the cursor of the next page was that of a page before" }),
    method: Wire.listUsers.method,
    path: Wire.listUsers.path,
    attempts: 1,
    elapsedMillis: 0,
    outcomeUnknown: false
  })
