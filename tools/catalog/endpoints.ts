/** Finds endpoints of the contract, as the service would route to them. */
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { AdminApi, ClientApi, ServerApi } from "../../src/api/Api.ts"
import { type AccessLevel, accessLevels } from "../../src/domain/AccessLevel.ts"

/** An endpoint of one level, with its full path. */
export interface Entry {
  readonly level: AccessLevel
  readonly group: string
  readonly endpoint: HttpApiEndpoint.Top
}

const listEntries = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  level: AccessLevel,
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      entries.push({ level, group: group.identifier, endpoint: endpoint as unknown as HttpApiEndpoint.Top })
    }
  })
  return entries
}

/** Every endpoint that may be called at each level. */
export const entries: Readonly<Record<AccessLevel, ReadonlyArray<Entry>>> = {
  client: listEntries("client", ClientApi),
  server: listEntries("server", ServerApi),
  admin: listEntries("admin", AdminApi)
}

/** Every endpoint once: shared ones at client level, variants at the lowest level that has them. */
export const allEntries: ReadonlyArray<Entry> = accessLevels
  .flatMap((level) => entries[level])
  .filter(
    (entry, index, all) =>
      all.findIndex(
        (other) => other.group === entry.group && other.endpoint.identifier === entry.endpoint.identifier
      ) === index
  )

/** The values of a path's parameters, or undefined when the path is another. */
const matchPath = (template: string, path: string): Record<string, string> | undefined => {
  const expected = template.split("/")
  const actual = path.split("/")
  if (expected.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of expected.entries()) {
    const value = decodeURIComponent(actual[index]!)
    if (segment.startsWith(":")) params[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return params
}

/**
 * The endpoint that answers a request: literal segments win over parameters. A level that has no such endpoint gets the
 * one of a higher level, which then answers with a refusal.
 */
export const match = (method: string, path: string, level: AccessLevel | undefined) => {
  const order = level === undefined ? accessLevels : [level, ...accessLevels.filter((other) => other !== level)]
  for (const candidate of order) {
    const entry = entries[candidate]
      .flatMap(({ endpoint }) => {
        const params = endpoint.method === method ? matchPath(endpoint.path, path) : undefined
        return params === undefined ? [] : [{ endpoint, params }]
      })
      .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
    if (entry[0] !== undefined) return entry[0]
  }
  return undefined
}

/** The schemas of an endpoint's body. */
export const listPayloads = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<Schema.Top> =>
  [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Array<Schema.Top>)

/** The schemas of an endpoint's successes. */
export const listSuccesses = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<Schema.Top> => [...endpoint.success]

/** The schemas of an endpoint's errors, those of its access level included. */
export const listErrors = (endpoint: Pick<HttpApiEndpoint.Top, "error" | "middlewares">): ReadonlyArray<Schema.Top> => [
  ...endpoint.error,
  ...[...endpoint.middlewares].flatMap((middleware) => [
    ...(middleware as unknown as HttpApiMiddleware.AnyService).error
  ])
]

const status = SchemaAST.resolveAt<number>("httpApiStatus")

/** The HTTP status that an answer of this schema has. */
export const readStatus = (schema: Schema.Top): number => status(schema.ast) ?? 200
