/** Every operation of the package, with its data. */
import * as admin from "../../src/admin/index.ts"
import * as client from "../../src/index.ts"
import { readData, type OperationData } from "../../src/operation/OperationData.ts"
import * as AdminPayments from "../../src/payments/AdminPayments.ts"
import * as Payments from "../../src/payments/Payments.ts"
import * as ServerPayments from "../../src/payments/ServerPayments.ts"
import * as server from "../../src/server/index.ts"

/** An operation and where it is exported. */
export interface Exported {
  readonly entry: "client" | "server" | "admin"
  /** `Area.operation`, and with its entry when that is not the client's: `server/Users.list`. */
  readonly exportedAs: string
  readonly data: OperationData
  readonly value: unknown
}

/** The areas of each entry point, and those that are entry points themselves. */
const areas = {
  client: { ...client, Payments },
  server: { ...server, Payments: ServerPayments },
  admin: { ...admin, Payments: AdminPayments }
}

/** All of them. */
export const operations: ReadonlyArray<Exported> = Object.entries(areas).flatMap(([entry, modules]) =>
  Object.entries(modules).flatMap(([area, module]: [string, unknown]) =>
    typeof module !== "object" || module === null
      ? []
      : Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
          const data = readData(value)
          const exportedAs = `${entry === "client" ? "" : `${entry}/`}${area}.${name}`
          return data === undefined ? [] : [{ entry: entry as Exported["entry"], exportedAs, data, value }]
        })
  )
)

/** The data of one. */
export const findOperation = (name: string): OperationData => {
  const operation = operations.find(({ exportedAs }) => exportedAs === name)
  if (operation === undefined) throw new Error(`No operation ${name}`)
  return operation.data
}

/** The reads that are stale after an operation. */
export const listStaleReads = (name: string): ReadonlyArray<string> => {
  const { changes } = findOperation(name)
  return operations
    .filter(({ data }) => data.shows.some((resource) => changes.includes(resource)))
    .map(({ exportedAs }) => exportedAs)
}

/** The token endpoint: the session calls it, unless an operation has nothing else to send. */
const refresh = "POST /auth/oauth/token"

/** Whether a request belongs to the session, and not to the operation. */
export const isOfSession = (name: string, route: string): boolean =>
  findOperation(name).level === "user" && route === refresh

/** The endpoints that an operation calls by itself, by method and path. */
export const calledBy = (name: string): ReadonlySet<string> => {
  const { endpoints } = findOperation(name)
  const called = endpoints.map(({ method, path }) => `${method} ${path}`)
  return new Set(called.filter((route) => !isOfSession(name, route)))
}
