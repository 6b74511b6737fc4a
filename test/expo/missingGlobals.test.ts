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
import type * as Gatefold from "../../src/index.ts"
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
    readonly app: {
      readonly Gatefold: typeof Gatefold
      readonly Expo: typeof Expo
    }
  }
}

describe("an app with the globals of React Native", () => {
  it("signs up, in, by provider and by link, without any global of a browser", async () => {
    const emulator = await service.emulator
    const phone = makePhone()
    phone.visit = visitProvider({ ...emulator, fetch: service.fetch }, { identity: { email: "pia@example.org" } })
    const start = () => {
      const world = boot(withoutStreams(service.fetch))
      for (const name of [
        "crypto",
        "window",
        "document",
        "location",
        "history",
        "localStorage",
        "BroadcastChannel",
        "Blob",
        "ReadableStream",
        "structuredClone",
        "process"
      ]) {
        expect(name in world, name).toBe(false)
      }
      // The default, which sends by the fetch of the context.
      const { http: _, ...options } = makeOptions(phone, { ...emulator, fetch: service.fetch })
      return { app: world.app.Expo.createExpoApp(options), world }
    }

    const { app, world } = start()
    const credentials = { email: "ann@example.org", password }
    expect(await app.password.signUp(credentials)).toBe("signed-up")
    expect(await app.currentUser.setDisplayName("Ann Ångström 🔑")).toMatchObject({ displayName: "Ann Ångström 🔑" })
    const { secret, uri } = await app.mfa.createSecret({ issuer: "Notes" })
    expect(world.app.Gatefold.Mfa).toBeDefined()
    expect(String(uri)).not.toContain("otpauth")
    expect(await app.mfa.enable.result({ secret, totp: "000000" })).toMatchObject({
      error: { _tag: "InvalidTotpCode" }
    })
    expect(await app.password.signIn.result({ ...credentials, password: "wrong" })).toMatchObject({
      error: { _tag: "EmailPasswordMismatch" }
    })

    // The next start finds the session.
    const { app: second } = start()
    expect((await second.currentUser.get())?.displayName).toBe("Ann Ångström 🔑")
    await second.sessions.signOut()
    expect(await second.currentUser.get()).toBeNull()
    expect([...phone.secureStore.values]).toStrictEqual([])

    expect(await second.signInWithProvider({ provider: "github" })).toBe("signed-up")
    await second.sessions.signOut()
    await second.magicLink.send({ email: "pia@example.org" })
    const { link } = await Effect.runPromise(emulator.mailbox.takeWithin({ to: "pia@example.org" }, "5 seconds"))
    expect(await second.openLink({ url: link! })).toMatchObject({ page: "magicLinkCallback" })
    expect((await second.currentUser.get())?.primaryEmail).toBe("pia@example.org")
    await second.dispose()
    await app.dispose()
  })

  it("reads large answers, and refuses those that are too large", async () => {
    const { app: modules } = boot(
      withoutStreams(async () => new Response("x".repeat(20_000_000), { headers: { "x-stack-actual-status": "200" } }))
    )
    const { http: _, ...options } = makeOptions(makePhone(), { ...(await service.emulator), fetch: service.fetch })
    const app = modules.Expo.createExpoApp(options)
    expect(await app.project.get.result()).toMatchObject({
      error: { _tag: "TransportError", reason: { _tag: "ResponseTooLarge" } }
    })
    await app.dispose()
  })
})
