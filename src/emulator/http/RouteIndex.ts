/**
 * Finds the route of a request by the endpoints of the contract.
 *
 * If clients and servers have different shapes, there are two endpoints with one method and path, chosen by the
 * caller's level.
 */
import * as Arrays from "effect/Array"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { AdminAccess, ClientAccess, ServerAccess } from "../../api/Access.ts"
import type { AccessLevel } from "../../domain/AccessLevel.ts"

/** The part of an endpoint that is used. */
export type AnyEndpoint = HttpApiEndpoint.ConstraintRequest &
  Pick<HttpApiEndpoint.Top, "method" | "path" | "query" | "payload" | "middlewares" | "annotations">

/** Levels from the lowest to the highest. */
const ranks: Record<AccessLevel, number> = { client: 1, server: 2, admin: 3 }

const accesses: ReadonlyArray<readonly [middleware: object, level: AccessLevel]> = [
  [ClientAccess, "client"],
  [ServerAccess, "server"],
  [AdminAccess, "admin"]
]

/** Whether an endpoint is for servers and admins only. */
export const isPrivileged = (endpoint: AnyEndpoint): boolean => rankEndpoint(endpoint) >= ranks.server

/** The rank of an endpoint's level; 0 for an endpoint that anybody may call. */
const rankEndpoint = (endpoint: AnyEndpoint): number => {
  const access = accesses.find(([middleware]) => [...endpoint.middlewares].some((used) => Object.is(used, middleware)))
  return access === undefined ? 0 : ranks[access[1]]
}

interface Indexed {
  readonly endpoint: AnyEndpoint
}

const compareRank = (left: Indexed, right: Indexed): number =>
  rankEndpoint(left.endpoint) - rankEndpoint(right.endpoint)

interface Pattern<Route> {
  readonly segments: ReadonlyArray<string>
  /** The routes of each method, that of the lowest level first. */
  readonly methods: ReadonlyMap<string, ReadonlyArray<Route>>
}

export type Match<Route> =
  | { readonly _tag: "NotFound" }
  | { readonly _tag: "MethodNotAllowed" }
  | {
      readonly _tag: "Found"
      readonly params: Readonly<Record<string, string>>
      /** The route for a caller of a level, or for one without. */
      readonly findRoute: (level: AccessLevel | undefined) => Route
    }

export type Lookup<Route> = (method: string, path: string) => Match<Route>

const isParam = (segment: string): boolean => segment.startsWith(":")

/** Shorter paths come first. Fixed segments come before parameters, so that `me` is not read as an id. */
const compareSpecificity = (left: Pattern<unknown>, right: Pattern<unknown>): number => {
  if (left.segments.length !== right.segments.length) return left.segments.length - right.segments.length
  for (let i = 0; i < left.segments.length; i++) {
    const difference = Number(isParam(left.segments[i]!)) - Number(isParam(right.segments[i]!))
    if (difference !== 0) return difference
  }
  return 0
}

const matchParams = (
  pattern: Pattern<unknown>,
  segments: ReadonlyArray<string>
): Readonly<Record<string, string>> | undefined => {
  const params: Record<string, string> = {}
  for (let i = 0; i < segments.length; i++) {
    const expected = pattern.segments[i]!
    const segment = segments[i]!
    if (!isParam(expected)) {
      if (expected !== segment) return undefined
      continue
    }
    try {
      params[expected.slice(1)] = decodeURIComponent(segment)
    } catch {
      return undefined
    }
  }
  return params
}

/** The route of the highest level that the caller has; else the one of the lowest level, which refuses. */
const choose = <Route extends Indexed>(candidates: ReadonlyArray<Route>, level: AccessLevel | undefined): Route => {
  const rank = level === undefined ? 0 : ranks[level]
  return candidates.findLast(({ endpoint }) => rankEndpoint(endpoint) <= rank) ?? candidates[0]!
}

/** Indexes routes; of several with the same method, path and level the last one counts. */
export const index = <Route extends Indexed>(routes: Iterable<Route>): Lookup<Route> => {
  const patterns = Object.entries(Arrays.groupBy(routes, ({ endpoint }) => endpoint.path)).map(
    ([path, ofPath]): Pattern<Route> => ({
      segments: path.split("/").slice(1),
      methods: new Map(Object.entries(Arrays.groupBy(ofPath.toSorted(compareRank), ({ endpoint }) => endpoint.method)))
    })
  )
  const byLength = Arrays.groupBy(patterns.toSorted(compareSpecificity), ({ segments }) => String(segments.length))
  return (method, path) => {
    const segments = path.split("/").slice(1)
    for (const pattern of byLength[segments.length] ?? []) {
      const params = matchParams(pattern, segments)
      if (params === undefined) continue
      const candidates = pattern.methods.get(method)
      // A fixed path wins with every method: `GET /user-api-keys/check` does not read a key named `check`.
      if (candidates === undefined) return { _tag: "MethodNotAllowed" }
      return { _tag: "Found", params, findRoute: (level) => choose(candidates, level) }
    }
    return { _tag: "NotFound" }
  }
}
