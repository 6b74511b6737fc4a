/**
 * The methods of the promise apps are the operations of their modules: no fewer, and nothing else that a module
 * exports. Each area is written down once, so that types and run time can be compared with the same list.
 */
import { expect, it } from "vitest"
import * as admin from "../../src/admin/index.ts"
import * as client from "../../src/index.ts"
import { dataOf } from "../../src/operation/Operation.ts"
import { createAdminApp, createOwnerApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import * as server from "../../src/server/index.ts"

/** What is no area of any app. */
type Own = "run" | "dispose" | "onStale" | "forRequest" | symbol

/** Every method of every area, as its type has them; one too many or too few is a type error. */
type MethodsOf<App> = {
  readonly [Area in Exclude<keyof App, Own>]: { readonly [Name in keyof App[Area]]: 0 }
}

const options = { projectId: "internal", publishableClientKey: "pck_none" }
const clientApp = createClientApp(options)
const serverApp = createServerApp({ ...options, secretServerKey: "ssk_none" })
const adminApp = createAdminApp({ ...options, superSecretAdminKey: "sak_none" })
const ownerApp = createOwnerApp({ owner: clientApp, projectId: "internal" })
const { currentUser } = serverApp.forRequest({ refreshToken: "none" })
const requestApp = { currentUser }

const ofClient: MethodsOf<typeof clientApp> = {
  anonymous: { signUp: 0 },
  apiKeys: { create: 0, createForTeam: 0, get: 0, list: 0, listOfTeam: 0, revoke: 0, update: 0 },
  cliLogin: { confirm: 0, login: 0 },
  connectedAccounts: { getAccessToken: 0, list: 0 },
  contactChannels: {
    checkCode: 0,
    create: 0,
    delete: 0,
    list: 0,
    sendPrimaryVerification: 0,
    sendVerification: 0,
    update: 0,
    verify: 0
  },
  currentUser: { delete: 0, get: 0, setClientMetadata: 0, setDisplayName: 0, setSelectedTeam: 0, update: 0 },
  featureSupport: { check: 0 },
  landingPage: { takeCode: 0 },
  magicLink: { check: 0, send: 0, signIn: 0 },
  mfa: { createSecret: 0, disable: 0, enable: 0, signIn: 0 },
  oauth: { callback: 0, link: 0, pageError: 0, start: 0 },
  ownedProjects: { create: 0, list: 0 },
  passkey: { register: 0, remove: 0, signIn: 0 },
  password: { checkResetCode: 0, reset: 0, sendResetCode: 0, set: 0, signIn: 0, signUp: 0, update: 0 },
  permissions: { get: 0, has: 0, list: 0 },
  project: { get: 0 },
  redirect: { to: 0, toUrl: 0 },
  sessions: { authHeaders: 0, authJson: 0, currentTokens: 0, list: 0, revoke: 0, signOut: 0, signOutTo: 0 },
  teamInvitations: { accept: 0, check: 0, details: 0, list: 0, revoke: 0, send: 0 },
  teams: {
    create: 0,
    delete: 0,
    get: 0,
    getMemberProfile: 0,
    leave: 0,
    list: 0,
    listMembers: 0,
    removeMember: 0,
    update: 0,
    updateOwnProfile: 0
  }
}

const ofRequest: MethodsOf<typeof requestApp> = { currentUser: { delete: 0, get: 0, update: 0 } }

const ofServer: MethodsOf<typeof serverApp> = {
  apiKeys: {
    checkOfTeam: 0,
    checkOfUser: 0,
    createForTeam: 0,
    createForUser: 0,
    get: 0,
    listOfTeam: 0,
    listOfUser: 0,
    revoke: 0,
    update: 0,
    verifyOfTeam: 0,
    verifyOfUser: 0
  },
  connectedAccounts: { getAccessToken: 0, list: 0 },
  contactChannels: {
    create: 0,
    delete: 0,
    get: 0,
    list: 0,
    listAll: 0,
    sendPrimaryVerification: 0,
    sendVerification: 0,
    update: 0
  },
  permissions: { get: 0, grant: 0, has: 0, list: 0, revoke: 0 },
  sessions: { create: 0, list: 0, revoke: 0 },
  teamInvitations: { list: 0, revoke: 0, send: 0 },
  teams: {
    addMember: 0,
    create: 0,
    createForUser: 0,
    delete: 0,
    find: 0,
    findByApiKey: 0,
    get: 0,
    getMemberProfile: 0,
    list: 0,
    listMembers: 0,
    listProfilesOfUser: 0,
    removeMember: 0,
    update: 0,
    updateMemberProfile: 0
  },
  users: { create: 0, delete: 0, find: 0, findByApiKey: 0, get: 0, list: 0, setPassword: 0, stream: 0, update: 0 }
}

const ofAdmin: MethodsOf<typeof adminApp> & MethodsOf<typeof ownerApp> = {
  ...ofServer,
  domains: { add: 0, list: 0, remove: 0 },
  emailConfig: { get: 0, useShared: 0, useStandard: 0 },
  emails: { list: 0, sendTest: 0 },
  emailTemplates: { get: 0, list: 0, reset: 0, update: 0 },
  internalApiKeys: { create: 0, get: 0, list: 0, revoke: 0, update: 0 },
  metrics: { get: 0 },
  oauthProviders: { disable: 0, enableShared: 0, enableStandard: 0, list: 0 },
  permissionDefinitions: { create: 0, delete: 0, list: 0, update: 0 },
  productionMode: { check: 0 },
  project: { delete: 0, get: 0, update: 0 },
  tsxEmailTemplates: { create: 0, delete: 0, list: 0, update: 0 },
  webhooks: { createToken: 0 }
}

type Names = Readonly<Record<string, ReadonlyArray<string>>>

const namesOf = (areas: object, isMethod: (value: unknown) => boolean): Names =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([area, members]: [string, unknown]) => {
      if (typeof members !== "object" || members === null) return []
      const names = Object.entries(members).flatMap(([name, value]) => (isMethod(value) ? [name] : []))
      return names.length === 0 ? [] : [[area.toLowerCase(), names.toSorted()]]
    })
  )

const always = () => true
const isFunction = (value: unknown) => typeof value === "function"
const isOperation = (value: unknown) => dataOf(value) !== undefined

/** The one method that is no operation, but a stream. */
const withStream = (names: Names): Names => ({ ...names, users: [...(names.users ?? []), "stream"].toSorted() })

const { CurrentUser, ...serverAreas } = server
const ofServerModules = withStream(namesOf(serverAreas, isOperation))
// an owner's projects are the client's; what admins list of sessions stands in the place of what servers list
const { OwnedProjects: _, ...adminAreas } = admin
const ofAdminModules = { ...namesOf(adminAreas, isOperation), ...ofServerModules }

it.each([
  ["client", clientApp, ofClient, namesOf(client, isOperation)],
  ["request", requestApp, ofRequest, namesOf({ CurrentUser }, isOperation)],
  ["server", serverApp, ofServer, ofServerModules],
  ["admin", adminApp, ofAdmin, ofAdminModules],
  ["owner", ownerApp, ofAdmin, ofAdminModules]
])("the methods of the %s app are its operations", (_, app, typed, operations) => {
  expect(namesOf(app, always)).toEqual(operations)
  expect(namesOf(app, isFunction), "each can be called").toEqual(operations)
  expect(namesOf(typed, always), "the types say the same").toEqual(operations)
})
