/**
 * The core and the adapter in a context with the globals of React Native: no WebCrypto, no window, no document, no
 * cookies, no Blob, and a `fetch` without streams.
 */
import { createContext, runInContext } from "node:vm"
import * as Effect from "effect/Effect"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Emulator from "../../src/emulator/index.ts"
import type * as Expo from "../../src/expo/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { makePhone, makeOptions, visitProvider } from "./phone.ts"
import { globalsOfReactNative, withoutStreams } from "./reactNative.ts"

const service = Emulator.toFetchHandler({
  passwordCost: "insecure-fast",
  project: { config: { magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] } }
})
afterAll(() => service.dispose())

/** What an app on a phone imports. */
const entry = `
  export * as Gatefold from "gatefold"
  export * as Expo from "gatefold/expo"
  export * as React from "gatefold/react"
`

let bundle: string
beforeAll(async () => {
  // On one thread: tests with a virtual clock run beside this one, and wait for the threads of WebCrypto.
  vi.stubEnv("GOMAXPROCS", "1")
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "app",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["gatefold-source", "react-native", "import", "default"],
    define: { "process.env.NODE_ENV": '"production"' }
  })
  bundle = outputFiles[0]!.text
  vi.unstubAllEnvs()
})

const boot = (fetch: typeof globalThis.fetch) => {
  const context = createContext(globalsOfReactNative(fetch))
  runInContext(`${bundle};globalThis.app = app`, context)
  return runInContext("globalThis", context) as typeof globalThis & {
    readonly app: { readonly Expo: typeof Expo }
  }
}

/** Starts the app on a phone; it sends by the fetch of its context, which is the default. */
const start = async (
  phone: ReturnType<typeof makePhone>,
  fetch: Parameters<typeof withoutStreams>[0] = service.fetch
) => {
  const { http: _, ...options } = makeOptions(phone, { ...(await service.emulator), fetch: service.fetch })
  return boot(withoutStreams(fetch)).app.Expo.createExpoApp(options)
}

describe("an app with the globals of React Native", () => {
  it("has no global of a browser or of Node", () => {
    const world = boot(withoutStreams(service.fetch))
    const ofPages = ["window", "document", "location", "history", "localStorage", "BroadcastChannel"]
    const ofNodeToo = ["crypto", "Blob", "ReadableStream", "structuredClone", "process"]
    expect([...ofPages, ...ofNodeToo].filter((name) => name in world)).toStrictEqual([])
  })

  it("signs up, and finds the session at the next start until the user signs out", async () => {
    const phone = makePhone()
    const first = await start(phone)
    expect(await first.password.signUp({ email: "ann@example.org", password })).toBe("signed-up")
    await first.currentUser.setDisplayName("Ann Ångström 🔑")
    await first.dispose()
    const second = await start(phone)
    expect(await second.currentUser.get()).toMatchObject({ displayName: "Ann Ångström 🔑" })
    await second.sessions.signOut()
    expect(await second.currentUser.get()).toBeNull()
    expect([...phone.secureStore.values]).toStrictEqual([])
    await second.dispose()
  })

  it("says which password or code is wrong", async () => {
    const app = await start(makePhone())
    const credentials = { email: "bob@example.org", password }
    await app.password.signUp(credentials)
    const { secret, uri } = await app.mfa.createSecret({ issuer: "Notes" })
    expect(String(uri)).not.toContain("otpauth")
    expect([
      await app.mfa.enable.result({ secret, totp: "000000" }),
      await app.password.signIn.result({ ...credentials, password: "wrong" })
    ]).toMatchObject([{ error: { _tag: "InvalidTotpCode" } }, { error: { _tag: "EmailPasswordMismatch" } }])
    await app.dispose()
  })

  it("signs in by a provider, and by a link to the same account", async () => {
    const emulator = await service.emulator
    const email = "pia@example.org"
    const phone = makePhone()
    phone.visit = visitProvider({ ...emulator, fetch: service.fetch }, { identity: { email } })
    const app = await start(phone)
    expect(await app.signInWithProvider({ provider: "github" })).toBe("signed-up")
    await app.sessions.signOut()
    await app.magicLink.send({ email })
    const { link } = await Effect.runPromise(emulator.mailbox.takeWithin({ to: email }, "5 seconds"))
    expect(await app.openLink({ url: link! })).toMatchObject({ page: "magicLinkCallback" })
    expect(await app.currentUser.get()).toMatchObject({ primaryEmail: email })
    await app.dispose()
  })

  it("reads large answers, and refuses those that are too large", async () => {
    const large = new Response("x".repeat(20_000_000), { headers: { "x-stack-actual-status": "200" } })
    const app = await start(makePhone(), async () => large)
    expect(await app.project.get.result()).toMatchObject({
      error: { _tag: "TransportError", reason: { _tag: "ResponseTooLarge" } }
    })
    await app.dispose()
  })
})
