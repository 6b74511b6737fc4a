/** The pages of all users, and of all teams, one after the other. */
import * as Effect from "effect/Effect"
import { invalidRequest, type TransportError } from "../domain/errors/TransportError.ts"
import type { Page } from "../domain/Page.ts"
import type { EndpointRef } from "../operation/OperationData.ts"
import * as TeamsWire from "../wire/generated/Teams.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import { refuseRepeats, type ReadPage } from "./Pages.ts"
import * as Teams from "./Teams.ts"
import * as Users from "./Users.ts"

/** The number of users or teams that one request reads by default. */
export const defaultPageSize = 100

interface PageSize {
  readonly pageSize?: number | undefined
}

export interface UserOptions extends Users.Filter {
  /** How many users a request reads, 1 to 1,000. Default: 100. */
  readonly pageSize?: number | undefined
}

export interface TeamOptions extends Teams.Filter {
  /** How many teams a request reads, 1 to 200. Default: 100. */
  readonly pageSize?: number | undefined
}

export const pageUsers = (options: UserOptions = {}) =>
  makePages("server/Users.stream", UsersWire.listUsers, options, Users.page)

/** Pages of teams. Only the current service has them. */
export const pageTeams = (options: TeamOptions = {}) =>
  makePages("server/Teams.stream", TeamsWire.serverListTeams, options, Teams.page)

type PageOf<Options> = Omit<Options, "pageSize"> & { readonly limit: number; readonly cursor: string | undefined }

const makePages = <Options extends PageSize, A, E, R>(
  name: string,
  endpoint: EndpointRef,
  options: Options,
  readPage: (page: PageOf<Options>) => Effect.Effect<Page<A>, E, R>
): ReadPage<A, E | TransportError, R> => {
  const copy = copyOptions(options)
  if (copy === undefined) return () => Effect.fail(invalidRequest(name, "input: it cannot be read"))
  const { pageSize: limit = defaultPageSize, ...filter } = copy
  return refuseRepeats(endpoint, (cursor) => readPage({ ...filter, limit, cursor }))
}

/** A copy of the options; undefined if reading them throws, as it can for callers without types. */
const copyOptions = <Options extends object>(options: Options): Options | undefined => {
  try {
    return { ...options }
  } catch {
    return undefined
  }
}
