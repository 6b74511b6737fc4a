/** The pages of all users, one after the other. */
import * as Effect from "effect/Effect"
import { invalidRequest } from "../../domain/TransportError.ts"
import * as Wire from "../../wire/generated/Users.ts"
import { type Filter, list } from "../Users.ts"
import { onceEach, readable } from "./Pages.ts"

/** The default size of a page. */
export const defaultPageSize = 100

/** Options for which users to read, and how many at a time. */
export interface StreamOptions extends Filter {
  /** How many users a request reads, 1 to 1,000. Default: 100. */
  readonly pageSize?: number | undefined
}

/** Reads pages of the user list by their cursors. */
export const pagesOf = (options: StreamOptions = {}) => {
  const read = readable(options)
  return onceEach(Wire.listUsers, (cursor) => {
    if (read === undefined) return Effect.fail(invalidRequest("server/Users.stream", "input: it cannot be read"))
    const { pageSize: limit = defaultPageSize, ...filter } = read
    return list({ ...filter, limit, cursor })
  })
}
