/**
 * An app goes from a published SDK of the vendor to Gatefold and back, in one process that takes itself for a browser:
 * `swap.ts <version> <protocol>` writes who is signed in after each step.
 */
import { createRequire } from "node:module"
import * as path from "node:path"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Http from "../../../src/http/Http.ts"
import * as CookieJar from "../../../src/platform/request/CookieJar.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import * as CookieTokenStore from "../../../src/token/internal/CookieTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { makeBrowser } from "../../token/vendor.ts"
import { install } from "./Sdk.ts"

const [, , version = "", protocol] = process.argv
const sdk = await install(version)

const origin = `${protocol}//app.example.com`
const browser = makeBrowser()
const site = browser.open(origin)

const runtime = ManagedRuntime.make(Emulator.layer({ passwordCost: "insecure-fast", project: {} }))
const { baseUrl, fetch, project } = await runtime.runPromise(Emulator.Emulator)
const { projectId, publishableClientKey, secretServerKey } = project!

/* ----------------------------------------------------------------- the page */

const nothing = () => {}
const target = { addEventListener: nothing, removeEventListener: nothing }
const storage = () => {
  const kept = new Map<string, string>()
  const { delete: removeItem, get, set: setItem } = kept
  return {
    getItem: (key: string) => get.call(kept, key) ?? null,
    setItem: setItem.bind(kept),
    removeItem: removeItem.bind(kept)
  }
}
const document = { ...target, createElement: () => ({ style: {} }), visibilityState: "visible", querySelector: nothing }
Object.defineProperty(document, "cookie", { get: site.header, set: site.write })
const page = {
  document,
  location: new URL(`${origin}/`),
  localStorage: storage(),
  sessionStorage: storage(),
  history: { pushState: nothing, replaceState: nothing },
  screen: { width: 1, height: 1 }
}
Object.assign(globalThis, page, {
  window: { ...target, ...page, innerWidth: 1, innerHeight: 1 },
  fetch: (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    return request.url.startsWith(baseUrl) ? fetch(request) : Promise.resolve(new Response(null, { status: 404 }))
  }
})

/* -------------------------------------------------------------- both clients */

const vendor = createRequire(path.join(sdk.folder, "package.json"))(sdk.forNode)
const shared = { projectId, publishableClientKey }
const ofVendor = () =>
  new vendor.StackClientApp({ ...shared, baseUrl, tokenStore: "cookie", redirectMethod: "none", devTool: false })
const vendorServer = () => new vendor.StackServerApp({ ...shared, secretServerKey, baseUrl, tokenStore: "memory" })
const ours = (tokenStore: Parameters<typeof createClientApp>[0]["tokenStore"]) =>
  createClientApp({ ...shared, apiUrl: baseUrl, http: Http.layerHandler(fetch), tokenStore })
const onPage = () =>
  ours(
    Layer.effect(
      TokenStore,
      CookieTokenStore.make(CookieJar.makeBrowser(page as unknown as CookieJar.Page), { projectId })
    )
  )
const request = () => ({ headers: new Headers({ cookie: site.header() }) })

/** Writes who is signed in, as everybody sees it. */
const tell = async (step: string) => {
  // The vendor's client writes when it has told its own listeners, and looks for changes ten times a second.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const seen = {
    "Gatefold's server": (await ours(request()).currentUser.get())?.primaryEmail,
    "vendor's server": (await vendorServer().getUser({ tokenStore: request() }))?.primaryEmail,
    "Gatefold's page": (await onPage().currentUser.get())?.primaryEmail,
    "vendor's page": (await ofVendor().getUser())?.primaryEmail,
    "Gatefold's page again": (await onPage().currentUser.get())?.primaryEmail
  }
  console.log(JSON.stringify({ step, seen }))
}

const ann = { email: "ann@example.org", password: "correct horse battery" }
const bob = { email: "bob@example.org", password: "correct horse battery" }
const verificationCallbackUrl = "http://localhost:3000/verify"
const signedUp = await ofVendor().signUpWithCredential({ ...ann, noRedirect: true, verificationCallbackUrl })
if (signedUp.status !== "ok") throw new Error("sign-up failed", { cause: signedUp.error })
await tell("the vendor's client signs ann up")
await onPage().sessions.signOut()
await tell("Gatefold signs out")
await onPage().password.signUp({ ...bob, verificationCallbackUrl })
await tell("Gatefold signs bob up")
const signedIn = await ofVendor().signInWithCredential({ ...ann, noRedirect: true })
if (signedIn.status !== "ok") throw new Error("sign-in failed", { cause: signedIn.error })
await tell("the vendor's client signs ann in")
await onPage().password.signIn(bob)
await tell("Gatefold signs bob in")
console.log(JSON.stringify({ names: browser.names().map((name) => name.replace(projectId, "P")) }))
// Clients of the vendor have no end.
process.exit(0)
