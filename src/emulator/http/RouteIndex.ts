/**
 * Finds the route of a request by the endpoints of the contract.
 *
 * If clients and servers have different shapes, there are two endpoints with one method and path, chosen by the
 * caller's level.
 */
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

interface Pattern<Route> {
  readonly segments: ReadonlyArray<string>
  readonly methods: Map<string, Array<Route>>
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

/** Fixed segments are preferred to parameters, so that `me` in `/users/me` is not read as an id. */
const compareSpecificity = (left: Pattern<unknown>, right: Pattern<unknown>): number => {
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
  const byPath = new Map<string, Pattern<Route>>()
  for (const route of routes) {
    const { endpoint } = route
    let pattern = byPath.get(endpoint.path)
    if (pattern === undefined) {
      byPath.set(endpoint.path, (pattern = { segments: endpoint.path.split("/").slice(1), methods: new Map() }))
    }
    const candidates = pattern.methods.get(endpoint.method) ?? []
    pattern.methods.set(
      endpoint.method,
      [...candidates, route].sort((a, b) => rankEndpoint(a.endpoint) - rankEndpoint(b.endpoint))
    )
  }
  const byLength = new Map<number, Array<Pattern<Route>>>()
  for (const pattern of byPath.values()) {
    const patterns = byLength.get(pattern.segments.length)
    if (patterns === undefined) byLength.set(pattern.segments.length, [pattern])
    else patterns.push(pattern)
  }
  for (const patterns of byLength.values()) patterns.sort(compareSpecificity)
  return (method, path) => {
    const segments = path.split("/").slice(1)
    for (const pattern of byLength.get(segments.length) ?? []) {
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
