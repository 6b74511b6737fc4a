/** The pages of all teams, one after the other. */
import * as Effect from "effect/Effect"
import { invalidRequest } from "../../domain/TransportError.ts"
import * as Wire from "../../wire/generated/Teams.ts"
import { type Filter, page } from "../Teams.ts"
import { onceEach, readable } from "./Pages.ts"

/** The default size of a page. */
export const defaultPageSize = 100

/** Options for which teams to read, and how many at a time. */
export interface StreamOptions extends Filter {
  /** How many teams a request reads, 1 to 200. Default: 100. */
  readonly pageSize?: number | undefined
}

/** Reads the pages of teams by their cursors. */
export const pagesOf = (options: StreamOptions = {}) => {
  const read = readable(options)
  return onceEach(Wire.serverListTeams, (cursor) => {
    if (read === undefined) return Effect.fail(invalidRequest("server/Teams.stream", "input: it cannot be read"))
    const { pageSize: limit = defaultPageSize, ...filter } = read
    return page({ ...filter, limit, cursor })
  })
}
