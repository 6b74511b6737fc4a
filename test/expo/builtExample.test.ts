/**
 * `docs/examples/expo`, from the packed package and with the real packages of Expo: its types, its bundles for phones
 * and the web, its page in Chromium, and the JavaScript of Expo's modules in an engine like that of a phone.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { createContext, runInContext } from "node:vm"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Emulator } from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import type * as Expo from "../../src/expo/index.ts"
import { launch } from "../browser/Chromium.ts"
import { findings } from "../browser/demo/Axe.ts"
import { install, type InstalledExample, serve } from "../support/InstalledExample.ts"
import { waitMillis } from "../support/patience.ts"
import { bundle, makeNative, type Platform } from "./nativeModules.ts"
import { makePhone, visitProvider } from "./phone.ts"
import { globalsOfReactNative, withoutStreams } from "./reactNative.ts"

const scope = Scope.makeUnsafe()
let emulator: Emulator["Service"]
let app: InstalledExample

beforeAll(async () => {
  const service = Serve.layer({
    port: 0,
    passwordCost: "insecure-fast",
    project: {
      config: { allowLocalhost: true, magicLinkEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] }
    }
  })
  emulator = Context.get(await Effect.runPromise(Layer.buildWithScope(service, scope)), Emulator)
  app = await install("expo")
})

afterAll(async () => {
  app?.remove()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const variables = () => ({
  EXPO_PUBLIC_STACK_API_URL: emulator.baseUrl,
  EXPO_PUBLIC_STACK_PROJECT_ID: emulator.project!.projectId,
  EXPO_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: emulator.project!.publishableClientKey!
})

const email = "ann@example.org"
const password = "correct horse battery staple"

it("agrees with the types of Expo and React Native", async () => {
  expect(await app.checkTypes()).toBe("")
})

describe("bundled by Metro", () => {
  let output: string

  beforeAll(async () => {
    // Without questions, and without asking Expo's servers for anything.
    const quiet = { CI: "1", EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1" }
    await app.build({ ...variables(), ...quiet }, "expo", "export", "--platform", "all", "--clear")
    output = path.join(app.folder, "dist")
  })

  const listFiles = (platform: string) =>
    fs.globSync(`_expo/static/js/${platform}/*`, { cwd: output }).map((file) => path.join(output, file))

  it.each(["android", "ios"])("is compiled by Hermes for %s", (platform) => {
    const [file, ...others] = listFiles(platform)
    expect(others).toStrictEqual([])
    const code = fs.readFileSync(file!)
    // The first bytes of Hermes' bytecode.
    expect(code.readBigUInt64LE()).toBe(0x1f1903c103bc1fc6n)
    // What the app sends, and the scheme by which providers come back.
    for (const text of ["/auth/password/sign-in", "stack-auth-mobile-oauth-url"]) {
      expect(code.includes(text) || code.includes(Buffer.from(text, "utf16le")), text).toBe(true)
    }
  })

  it("has no code of phones on the web", () => {
    const code = listFiles("web").map((file) => fs.readFileSync(file, "utf8"))
    expect(code.join("\n")).toContain("/auth/password/sign-in")
    expect(code.join("\n")).not.toContain("stack-auth-mobile-oauth-url")
  })

  it("signs people up and in on the web", async () => {
    await using web = await serve(output)
    const browser = await launch()
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      page.setDefaultTimeout(waitMillis)
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
      const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

      await page.goto(web.url)
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      await look(page)
      await fill("Email", email)
      await fill("Password", "a wrong password")
      await press("Sign in")
      await page.getByRole("alert").getByText(/Wrong/).waitFor()
      await look(page)

      await press("Create an account")
      await page.getByRole("heading", { name: "Create your account" }).waitFor()
      await fill("Email", email)
      await fill("Password", password)
      await press("Create account")
      await page.getByRole("heading", { name: `Hello ${email}` }).waitFor()
      await page.getByText("not verified yet").waitFor()
      await look(page)

      await fill("Name", "Ann")
      await press("Save name")
      await page.getByRole("heading", { name: "Hello Ann" }).waitFor()

      // The link of the email opens a page of the same app.
      const { link } = await Effect.runPromise(emulator.mailbox.takeWithin({ to: email }, "1 minute"))
      await page.goto(link!)
      await page.getByText(/verified/).waitFor()
      await page.goto(web.url)
      await page.getByText(`${email}, verified`).waitFor()

      await press("Sign out")
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
    } finally {
      await browser.close()
    }
  })
})

/** Looks at the colors of a page by day and by night. */
const look = async (page: Page): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(
      (await findings(page)).filter(({ rule }) => rule === "color-contrast"),
      colorScheme
    ).toStrictEqual([])
  }
}

describe.each<Platform>(["ios", "android"])("over the modules of Expo for %s", (platform) => {
  let code: string

  beforeAll(async () => {
    const define = Object.fromEntries(
      Object.entries(variables()).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
    )
    code = await bundle(app.folder, "auth/app.ts", {
      ...define,
      "process.env.EXPO_OS": JSON.stringify(platform),
      // Links of emails lead to a website.
      "process.env.EXPO_PUBLIC_APP_URL": JSON.stringify("http://localhost:3000")
    })
  })

  it("signs up, starts again, and signs in by provider and by link", async () => {
    const phone = makePhone()
    const email = `pia@${platform}.example.org`
    phone.visit = visitProvider({ ...emulator, fetch }, { identity: { email } })
    const native = makeNative(phone, platform)
    const start = () => {
      const context = createContext({ ...globalsOfReactNative(withoutStreams(fetch)), phone: native })
      runInContext(`${code};globalThis.notes = notes`, context)
      return (runInContext("notes", context) as { readonly app: Expo.ExpoApp }).app
    }

    const first = start()
    const credentials = { email: `bob@${platform}.example.org`, password }
    expect(await first.password.signUp(credentials)).toBe("signed-up")
    expect(await first.currentUser.setDisplayName("Bob Ångström 🔑")).toMatchObject({ displayName: "Bob Ångström 🔑" })
    expect(phone.secureStore.values.size).toBeGreaterThan(0)
    await first.dispose()

    const second = start()
    expect((await second.currentUser.get())?.displayName).toBe("Bob Ångström 🔑")
    await second.sessions.signOut()
    expect([...phone.secureStore.values]).toStrictEqual([])

    expect(await second.signInWithProvider({ provider: "github" })).toBe("signed-up")
    await second.sessions.signOut()
    expect(await second.signInWithApple.result()).toMatchObject({ ok: false, error: { _tag: "SignInCancelled" } })

    await second.magicLink.send({ email })
    const mail = { to: email, text: "magic-link-callback" }
    const { link } = await Effect.runPromise(emulator.mailbox.takeWithin(mail, "1 minute"))
    expect(await second.openLink({ url: link! })).toMatchObject({ page: "magicLinkCallback" })
    // The app's own scheme, as `expo-linking` makes it from the manifest.
    expect(await second.openLink({ url: "notes://handler/magic-link-callback?code=wrong" }).catch(String)).toContain(
      "VerificationCode"
    )
    expect((await second.currentUser.get())?.primaryEmail).toBe(email)
    await second.dispose()
  })
})
