/**
 * Fixtures for Playwright: each worker has its own service, and each test begins with that service's initial state. The
 * browser's requests to the service go to the worker's, so one app and one build are enough for all workers.
 *
 * @example
 * ```ts
 * import { expect, test } from "gatefold/testing/playwright"
 *
 * test("greets the user", async ({ page, user }) => {
 *   await page.goto("/")
 *   await expect(page.getByRole("heading")).toHaveText(`Hello ${user.email}`)
 * })
 * ```
 */
import {
  type BrowserContext,
  expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as base,
  type TestType
} from "@playwright/test"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Development from "../../emulator/seeds/Development.ts"
import type { EffectAdminApp } from "../../promise/AdminApp.ts"
import type { EffectClientApp } from "../../promise/ClientApp.ts"
import * as TestEmulator from "../TestEmulator.ts"
import type { NewUser, TestUser } from "../TestUsers.ts"
import * as EmulatorRoute from "./EmulatorRoute.ts"
import { makeCookies } from "./SessionState.ts"

export { expect }

/** Options that a configuration may set under `use`, and that all tests of a worker share. */
export interface WorkerFixtures {
  /** The options of the worker's emulator, such as `{ seedData }`. */
  readonly emulatorOptions: TestEmulator.ServeOptions
  /** Where the app takes the service to be, without a path. Default: `http://127.0.0.1:8102`. */
  readonly apiUrl: string
  /** The emulator of the worker. What `beforeAll` does with it is gone when a test begins; use a seed for that. */
  readonly workerEmulator: TestEmulator.TestEmulator
}

/** The fixtures that a test may use. */
export interface TestFixtures {
  /** The emulator, with its state of the start. */
  readonly emulator: TestEmulator.TestEmulator
  /** A client app in the test's process, on which nobody is signed in. */
  readonly app: EffectClientApp
  /** All that servers and admins of the project may do. */
  readonly admin: EffectAdminApp
  /**
   * Creates a user through the API, and signs them in on `page`, or in another context of the browser: that has the
   * cookies which the app would have written at `baseURL`. Pages that are open have to be loaded again.
   */
  readonly signIn: (user?: NewUser, context?: BrowserContext) => Promise<TestUser>
  /** A new user, signed in on `page`. */
  readonly user: TestUser
  readonly mailbox: TestEmulator.Mails
  readonly clock: TestEmulator.TestClock
  readonly faults: TestEmulator.TestFaults
}

const requireBaseUrl = (baseURL: string | undefined): string => {
  if (baseURL !== undefined) return baseURL
  throw new Error(
    "Nobody can be signed in at an unknown address. Set use.baseURL in playwright.config.ts to your app's."
  )
}

/** `test` of Playwright with {@link TestFixtures}, and with a `context` and a `page` that reach the emulator. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<TestFixtures, WorkerFixtures>({
  emulatorOptions: [{}, { scope: "worker", option: true }],
  apiUrl: [Development.credentials.apiUrl, { scope: "worker", option: true }],
  workerEmulator: [
    async ({ apiUrl, emulatorOptions }, use) => {
      await using emulator = await TestEmulator.serve({ publicUrl: apiUrl, ...emulatorOptions })
      await use(emulator)
    },
    { scope: "worker" }
  ],
  emulator: async ({ workerEmulator }, use) => {
    await workerEmulator.reset()
    await use(workerEmulator)
  },
  context: async ({ context, emulator }, use) => {
    await EmulatorRoute.install(context, emulator)
    await use(context)
  },
  app: async ({ emulator }, use) => use(emulator.newApp()),
  admin: async ({ emulator }, use) => use(emulator.admin),
  signIn: async ({ baseURL, context, emulator }, use) =>
    use(async (given, within = context) => {
      const user = await emulator.signUp(given)
      if (within !== context) await EmulatorRoute.install(within, emulator)
      // The browser's time, not that of the emulator.
      const now = Effect.runSync(Clock.currentTimeMillis)
      await within.addCookies(makeCookies(emulator.project.projectId, user, requireBaseUrl(baseURL), now))
      return user
    }),
  user: async ({ signIn }, use) => use(await signIn()),
  mailbox: async ({ emulator }, use) => use(emulator.mailbox),
  clock: async ({ emulator }, use) => use(emulator.clock),
  faults: async ({ emulator }, use) => use(emulator.faults)
})
