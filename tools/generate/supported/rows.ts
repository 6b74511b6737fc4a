/** The rows of the tables: what the contract, the operations and the emulator say, and what was observed. */
import { isKnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import * as Errors from "../../../src/domain/errors/index.ts"
import { routes } from "../../../src/emulator/handlers/Routes.ts"
import { type Called, dataOf, type OperationData } from "../../../src/operation/Operation.ts"
import * as Payments from "../../../src/payments/promise.ts"
import * as ServerPayments from "../../../src/payments/promiseServer.ts"
import { createAdminApp } from "../../../src/promise/AdminApp.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import { createServerApp } from "../../../src/promise/ServerApp.ts"
import { allEntries, entries, type Level, levels } from "../../catalog/endpoints.ts"
import { operations } from "../../catalog/operations.ts"
import { byService, type ByService, codesOf, isIn, type Observed, successes } from "./observe.ts"

/** One endpoint of the contract. */
export interface EndpointRow {
  readonly method: string
  readonly path: string
  /** Who may call it; `public` is anybody, without a key. */
  readonly levels: ReadonlyArray<Level | "public">
  /** The operations that call it, such as `Password.signIn`, or null. */
  readonly operation: string | null
  /** The same as methods of an app of promises, such as `app.password.signIn`, or null. */
  readonly promise: string | null
  /** Whether the emulator answers it. */
  readonly emulator: boolean
  /** Whether a conformance scenario gets a success from it, in each generation of the service. */
  readonly tested: ByService
}

/** One known error of the domain. */
export interface ErrorRow {
  readonly code: string
  /** Whether an endpoint of the contract lists it. */
  readonly declared: boolean
  /** Whether a conformance scenario meets it, in each generation of the service. */
  readonly provoked: ByService
}

/** What is supported. */
export interface Supported {
  readonly endpoints: ReadonlyArray<EndpointRow>
  readonly errors: ReadonlyArray<ErrorRow>
}

export interface Group {
  readonly title: string
  readonly rows: ReadonlyArray<EndpointRow>
}

/** The identifier of the endpoint that answers an operation of this level; a variant may stand for it there. */
const identifierOf = (level: Level, { method, path }: Called): string | undefined => {
  const found = [...entries[level], ...allEntries].find(
    ({ endpoint }) => endpoint.method === method && endpoint.path === `/api/v1${path}`
  )
  return found?.endpoint.identifier
}

const isCalledBy = (identifier: string, { endpoints, level }: OperationData): boolean =>
  level !== undefined &&
  endpoints.some((endpoint) => identifierOf(level === "user" ? "client" : level, endpoint) === identifier)

const options = { projectId: "internal", publishableClientKey: "pck_none" }

/** An app of promises of each kind, and the name that the page gives it. */
const promiseApps = (): ReadonlyArray<readonly [name: string, app: object]> => {
  const client = createClientApp(options)
  const server = createServerApp({ ...options, secretServerKey: "ssk_none" })
  return [
    ["app", client],
    ["createPayments(app)", { "": Payments.createPayments(client) }],
    ["createPayments(serverApp)", { "": ServerPayments.createPayments(server) }],
    ["serverApp", server],
    // what concerns the user of a request is offered by the request
    ["serverApp.forRequest(request)", { currentUser: server.forRequest({ refreshToken: "none" }).currentUser }],
    ["adminApp", createAdminApp({ ...options, superSecretAdminKey: "sak_none" })]
  ]
}

// Areas that load with their first call have their operations from then on.
await createClientApp({ projectId: "" }).teams.list.result()

/** The methods of the apps of promises, by their operations. The lowest app that has an operation stands for all. */
export const promiseMethods = (): ReadonlyMap<string, string> => {
  const methods = new Map<string, string>()
  for (const [app, areas] of promiseApps()) {
    for (const [area, members] of Object.entries(areas) as ReadonlyArray<readonly [string, unknown]>) {
      if (typeof members !== "object" || members === null) continue
      for (const [method, value] of Object.entries(members) as ReadonlyArray<readonly [string, unknown]>) {
        const operation = dataOf(value)?.name
        if (operation !== undefined && !methods.has(operation))
          methods.set(operation, [app, area, method].filter((name) => name !== "").join("."))
      }
    }
  }
  return methods
}

const joined = (names: ReadonlyArray<string>): string | null => (names.length === 0 ? null : names.join(", "))

const titleOf = (group: string) =>
  group.charAt(0).toUpperCase() + group.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export const endpointGroups = (observed: Observed): ReadonlyArray<Group> => {
  const tested = byService(observed, successes)
  const answered = new Set(routes.map(({ endpoint }) => endpoint.identifier))
  const offered = promiseMethods()
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
          : levels.filter((level) => entries[level].some((entry) => entry.endpoint.identifier === identifier)),
      operation: joined(callers),
      promise: joined(methods),
      emulator: answered.has(identifier),
      tested: isIn(tested, identifier)
    }
    // variants by level belong beside the shared endpoints of their area
    const title = titleOf(
      group.replace(/^(client|server|admin)(?=[A-Z])/, "").replace(/^[A-Z]/, (c) => c.toLowerCase())
    )
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, rows]) => ({ title, rows }))
}

/** A middleware class knows its errors, but its general type does not say so. */
type AnyMiddleware = { readonly error: Iterable<unknown> }

const declaredCodes = (): ReadonlySet<string> =>
  new Set(
    allEntries
      .flatMap(({ endpoint }) => [
        ...endpoint.error,
        ...[...endpoint.middlewares].flatMap((middleware) => [...(middleware as unknown as AnyMiddleware).error])
      ])
      .filter(isKnownErrorSchema)
      .map((schema) => schema.class.code)
  )

export const errorRows = (observed: Observed): ReadonlyArray<ErrorRow> => {
  const declared = declaredCodes()
  const provoked = byService(observed, codesOf)
  const codes = Object.values(Errors).flatMap((value: unknown) =>
    typeof value === "function" && "code" in value && typeof value.code === "string" ? [value.code] : []
  )
  return [...new Set(codes)]
    .sort()
    .map((code) => ({ code, declared: declared.has(code), provoked: isIn(provoked, code) }))
}
