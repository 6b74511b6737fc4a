/**
 * The methods of the promise apps are the operations of their modules: no fewer, and nothing else that a module
 * exports. What else modules export is written down here once, and both types and run time are compared with it.
 */
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import * as admin from "../../src/admin/index.ts"
import * as client from "../../src/index.ts"
import { readData } from "../../src/operation/OperationData.ts"
import { createAdminApp, createOwnerApp } from "../../src/promise/AdminApp.ts"
import * as CurrentUser from "../../src/promise/CurrentUser.ts"
import { createClientApp } from "../../src/promise/index.ts"
import * as RequestUser from "../../src/promise/RequestUser.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import * as server from "../../src/server/index.ts"

/** What is no area of any app. */
type Own = "run" | "dispose" | "onStale" | "onUserChange" | "forRequest" | symbol

/** The module of an area: they differ in capital letters only. */
type ModuleOf<Modules, Area> = {
  readonly [Name in keyof Modules]: Lowercase<Name & string> extends Lowercase<Area & string> ? Modules[Name] : never
}[keyof Modules]

/** What the modules of an app's areas export and the app has no method for. */
type Others<Modules, App> = {
  readonly [Area in Exclude<keyof App, Own>]: Exclude<keyof ModuleOf<Modules, Area>, keyof App[Area]>
}[Exclude<keyof App, Own>]

const options = { projectId: "internal", publishableClientKey: "pck_none" }
const clientApp = createClientApp(options)
const serverApp = createServerApp({ ...options, secretServerKey: "ssk_none" })
const adminApp = createAdminApp({ ...options, superSecretAdminKey: "sak_none" })
const ownerApp = createOwnerApp({ owner: clientApp, projectId: "internal" })
const requestApp = { currentUser: serverApp.forRequest({ refreshToken: "none" }).currentUser }

const { CurrentUser: _user, ...servers } = server
// One method reads the user in every way, where effects have an operation for each.
const clients = { ...client, CurrentUser }
const { OwnedProjects: _, ...admins } = admin
const all = { ...servers, ...admins }

const ofClient = [
  "AgentLoginEnded",
  "CliLoginTimeout",
  "InvalidCrossDomainRequest",
  "NoPrimaryEmail",
  "SessionNotTransferable",
  "maxLength"
] as const
const ofServer = [
  "DataVaultSecretMismatch",
  "DataVaultValueUnreadable",
  "NoPrimaryEmail",
  "defaultLifetimeMillis",
  "defaultPageSize"
] as const
const ofAdmin = [
  "DataVaultSecretMismatch",
  "DataVaultValueUnreadable",
  "NoPrimaryEmail",
  "defaultPageSize",
  "findings"
] as const

expectTypeOf<Others<typeof clients, typeof clientApp>>().toEqualTypeOf<(typeof ofClient)[number]>()
expectTypeOf<Others<{ readonly CurrentUser: typeof RequestUser }, typeof requestApp>>().toEqualTypeOf<never>()
expectTypeOf<Others<typeof servers, typeof serverApp>>().toEqualTypeOf<(typeof ofServer)[number]>()
expectTypeOf<Others<typeof all, typeof adminApp>>().toEqualTypeOf<(typeof ofAdmin)[number]>()
expectTypeOf<Others<typeof all, typeof ownerApp>>().toEqualTypeOf<(typeof ofAdmin)[number]>()

/** The names that the areas of an app share with modules, in small letters. */
const listAreas = (app: object): ReadonlyMap<string, Readonly<Record<string, unknown>>> =>
  new Map(
    Object.entries(app).flatMap(([area, members]: [string, unknown]) =>
      typeof members === "object" && members !== null
        ? [[area.toLowerCase(), members as Readonly<Record<string, unknown>>] as const]
        : []
    )
  )

/** The names of operations. */
const operationsIn = (module: object): ReadonlyArray<string> =>
  Object.entries(module).flatMap(([name, value]: [string, unknown]) => (readData(value) === undefined ? [] : [name]))

describe("promise apps", () => {
  // An aborted call loads the methods that load with a call, and sends nothing.
  beforeAll(async () => {
    await expect(clientApp.teams.list({ signal: AbortSignal.abort("loaded") })).rejects.toBe("loaded")
  })

  it.each([
    ["client", clientApp, clients, ofClient],
    ["request", requestApp, { CurrentUser: RequestUser }, []],
    ["server", serverApp, servers, ofServer],
    ["admin", adminApp, all, ofAdmin],
    ["owner", ownerApp, all, ofAdmin]
  ])("have the operations as methods, and nothing else: %s", (_, app, modules, others) => {
    const left = new Set<string>()
    const areas = listAreas(app)
    for (const [name, module] of Object.entries(modules)) {
      const area = areas.get(name.toLowerCase())
      const operations = typeof module === "object" ? operationsIn(module) : []
      if (area === undefined) {
        expect(operations, `${name} has an area`).toStrictEqual([])
        continue
      }
      for (const operation of operations) {
        expect(area[operation], `${name}.${operation}`).toBeTypeOf("function")
        // What admins list of sessions stands in the place of what servers list.
        expect(readData(area[operation]), `${name}.${operation}`).toBe(readData((module as typeof area)[operation]))
      }
      for (const exported of Object.keys(module)) if (!(exported in area)) left.add(exported)
      const extra = Object.keys(area).filter((method) => !operations.includes(method))
      // Streams; and admins do with sessions and mails what servers do.
      const isAdmin = app === adminApp || app === ownerApp
      const known = {
        teams: app === clientApp ? [] : ["stream"],
        users: ["stream"],
        emails: isAdmin ? ["boostCapacity", "getDeliveryInfo", "send", "sendSignInInvitation"] : [],
        sessions: isAdmin ? ["create", "revoke"] : []
      }
      expect(extra.toSorted(), name).toStrictEqual(known[name.toLowerCase() as keyof typeof known] ?? [])
    }
    expect([...left].toSorted()).toStrictEqual(others.toSorted())
  })
})
