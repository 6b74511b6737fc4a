/** The rows of the tables: what the contract, the operations and the emulator say, and what was observed. */
import { isKnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import { type AccessLevel, accessLevels } from "../../../src/domain/AccessLevel.ts"
import * as Errors from "../../../src/domain/errors/index.ts"
import { routes } from "../../../src/emulator/handlers/Routes.ts"
import type { EndpointRef, OperationData } from "../../../src/operation/OperationData.ts"
import { allEntries, entries, listErrors } from "../../catalog/endpoints.ts"
import { operations } from "../../catalog/operations.ts"
import { listPromiseMethods } from "../../catalog/promiseMethods.ts"
import {
  byGeneration,
  type ByGeneration,
  collectCodes,
  findGenerations,
  type Observed,
  listSuccesses
} from "./observe.ts"

/** One endpoint of the contract. */
export interface EndpointRow {
  readonly method: string
  readonly path: string
  /** The callers that may use it; `public` means anyone, without a key. */
  readonly levels: ReadonlyArray<AccessLevel | "public">
  /** The operations that call it, such as `Password.signIn`, or null. */
  readonly operation: string | null
  /** The same as methods of a promise app, such as `app.password.signIn`, or null. */
  readonly promise: string | null
  /** Whether the emulator answers it. */
  readonly emulator: boolean
  /** Whether a conformance scenario gets a success from it, in each generation of the service. */
  readonly tested: ByGeneration
}

/** One known error of the domain. */
export interface ErrorRow {
  readonly code: string
  /** Whether an endpoint of the contract lists it. */
  readonly declared: boolean
  /** Whether a conformance scenario meets it, in each generation of the service. */
  readonly provoked: ByGeneration
}

/** The rows of both tables. */
export interface Supported {
  readonly endpoints: ReadonlyArray<EndpointRow>
  readonly errors: ReadonlyArray<ErrorRow>
}

export interface Group {
  readonly title: string
  readonly rows: ReadonlyArray<EndpointRow>
}

/** The identifier of the endpoint that answers an operation of this level, which may be a variant. */
const findIdentifier = (level: AccessLevel, { method, path }: EndpointRef): string | undefined => {
  const found = [...entries[level], ...allEntries].find(
    ({ endpoint }) => endpoint.method === method && endpoint.path === `/api/v1${path}`
  )
  return found?.endpoint.identifier
}

const isCalledBy = (identifier: string, { endpoints, level }: OperationData): boolean =>
  level !== undefined &&
  endpoints.some((endpoint) => findIdentifier(level === "user" ? "client" : level, endpoint) === identifier)

const joinNames = (names: ReadonlyArray<string>): string | null => (names.length === 0 ? null : names.join(", "))

const formatTitle = (group: string) =>
  group.charAt(0).toUpperCase() + group.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export const groupEndpoints = (observed: Observed): ReadonlyArray<Group> => {
  const tested = byGeneration(observed, listSuccesses)
  const answered = new Set(routes.map(({ endpoint }) => endpoint.identifier))
  const offered = listPromiseMethods()
  const groups = new Map<string, Array<EndpointRow>>()
  for (const { endpoint, group } of allEntries) {
    const { identifier, method, path } = endpoint
    const callers = operations.flatMap(({ data }) => (isCalledBy(identifier, data) ? [data.name] : [])).toSorted()
    const methods = callers.map((name) => offered.get(name)).filter((name) => name !== undefined)
    const row: EndpointRow = {
      method,
      path,
      levels:
        endpoint.middlewares.size === 0
          ? ["public"]
          : accessLevels.filter((level) => entries[level].some((entry) => entry.endpoint.identifier === identifier)),
      operation: joinNames(callers),
      promise: joinNames(methods),
      emulator: answered.has(identifier),
      tested: findGenerations(tested, identifier)
    }
    // Variants by level belong beside the shared endpoints of their area.
    const title = formatTitle(
      group.replace(/^(client|server|admin)(?=[A-Z])/, "").replace(/^[A-Z]/, (c) => c.toLowerCase())
    )
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, rows]) => ({ title, rows }))
}

const declaredCodes = (): ReadonlySet<string> =>
  new Set(
    allEntries
      .flatMap(({ endpoint }) => listErrors(endpoint))
      .filter(isKnownErrorSchema)
      .map((schema) => schema.class.code)
  )

export const listErrorRows = (observed: Observed): ReadonlyArray<ErrorRow> => {
  const declared = declaredCodes()
  const provoked = byGeneration(observed, collectCodes)
  const codes = Object.values(Errors).flatMap((value: unknown) =>
    typeof value === "function" && "code" in value && typeof value.code === "string" ? [value.code] : []
  )
  return [...new Set(codes)]
    .sort()
    .map((code) => ({ code, declared: declared.has(code), provoked: findGenerations(provoked, code) }))
}
