/** The methods of the promise apps, by the operations that they run. */
import { readData } from "../../src/operation/OperationData.ts"
import * as AdminPayments from "../../src/payments/PromiseAdminPayments.ts"
import * as Payments from "../../src/payments/PromisePayments.ts"
import * as ServerPayments from "../../src/payments/PromiseServerPayments.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"

const options = { projectId: "internal", publishableClientKey: "pck_none" }

/** A promise app of each kind, and the name that the page gives it. */
const makePromiseApps = (): ReadonlyArray<readonly [name: string, app: object]> => {
  const client = createClientApp(options)
  const server = createServerApp({ ...options, secretServerKey: "ssk_none" })
  const admin = createAdminApp({ ...options, superSecretAdminKey: "sak_none" })
  return [
    ["app", client],
    ["createPayments(app)", { "": Payments.createPayments(client) }],
    ["createPayments(serverApp)", { "": ServerPayments.createPayments(server) }],
    ["createPayments(adminApp)", { "": AdminPayments.createPayments(admin) }],
    ["serverApp", server],
    // The object of a request has the methods for its user.
    ["serverApp.forRequest(request)", { currentUser: server.forRequest({ refreshToken: "none" }).currentUser }],
    ["adminApp", admin]
  ]
}

// Areas that load with their first call have their operations from then on.
await createClientApp({ projectId: "" }).teams.list.result()

/** The methods of the promise apps, by their operations. Of several apps with an operation, the lowest one counts. */
export const listPromiseMethods = (): ReadonlyMap<string, string> => {
  const methods = new Map<string, string>()
  for (const [app, areas] of makePromiseApps()) {
    for (const [area, members] of Object.entries(areas) as ReadonlyArray<readonly [string, unknown]>) {
      if (typeof members !== "object" || members === null) continue
      for (const [method, value] of Object.entries(members) as ReadonlyArray<readonly [string, unknown]>) {
        const operation = readData(value)?.name
        if (operation !== undefined && !methods.has(operation)) {
          methods.set(operation, [app, area, method].filter((name) => name !== "").join("."))
        }
      }
    }
  }
  return methods
}
