/**
 * Fixtures for Vitest: each test has its own service, in the test's process.
 *
 * @example
 * ```ts
 * import { expect, test } from "gatefold/testing/vitest"
 *
 * test("renames the user", async ({ app, user }) => {
 *   await app.currentUser.update({ displayName: "Ann" })
 *   expect((await app.currentUser.get())?.primaryEmail).toBe(user.email)
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, type TestAPI, test as base } from "vitest"
import type { EffectAdminApp } from "../promise/AdminApp.ts"
import type { EffectClientApp } from "../promise/ClientApp.ts"
import { Session } from "../session/Session.ts"
import * as TestEmulator from "./TestEmulator.ts"
import type { NewUser, TestUser } from "./TestUsers.ts"

export { expect }

/** The fixtures that a test may use. */
export interface Fixtures {
  /** The options of the file's emulator: `test.override("emulatorOptions", { seedData })`. */
  readonly emulatorOptions: TestEmulator.Options
  /** The emulator of the file, which its tests have copies of. What `beforeAll` does with it is in each copy. */
  readonly fileEmulator: TestEmulator.TestEmulator
  /** The emulator of the test: a copy of `fileEmulator`, which ends with the test. */
  readonly emulator: TestEmulator.TestEmulator
  /** A client app; nobody is signed in, unless the test asks for `user`. */
  readonly app: EffectClientApp
  /** All that servers and admins of the project may do. */
  readonly admin: EffectAdminApp
  /** Creates a user through the API, and signs them in on `app`, or on another app. */
  readonly signIn: (user?: NewUser, app?: EffectClientApp) => Promise<TestUser>
  /** A new user, signed in on `app`. */
  readonly user: TestUser
  readonly mailbox: TestEmulator.Mails
  readonly clock: TestEmulator.TestClock
  readonly faults: TestEmulator.TestFaults
}

const signInOn = (app: EffectClientApp, { accessToken, refreshToken }: TestUser) =>
  app.run(
    Effect.flatMap(Session, ({ signIn }) =>
      signIn(Effect.succeed({ accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }))
    )
  )

/** `test` of Vitest with {@link Fixtures}. Tests can run side by side, also within a file. */
export const test: TestAPI<Fixtures> = base.extend<Fixtures>({
  emulatorOptions: [{}, { scope: "file" }],
  fileEmulator: [
    async ({ emulatorOptions }, use) => {
      await using emulator = await TestEmulator.start(emulatorOptions)
      await use(emulator)
    },
    { scope: "file" }
  ],
  emulator: async ({ fileEmulator }, use) => {
    await using emulator = await fileEmulator.fork()
    await use(emulator)
  },
  app: async ({ emulator }, use) => use(emulator.newApp()),
  admin: async ({ emulator }, use) => use(emulator.admin),
  signIn: async ({ app, emulator }, use) =>
    use(async (given, on = app) => {
      const user = await emulator.signUp(given)
      await signInOn(on, user)
      return user
    }),
  user: async ({ signIn }, use) => use(await signIn()),
  mailbox: async ({ emulator }, use) => use(emulator.mailbox),
  clock: async ({ emulator }, use) => use(emulator.clock),
  faults: async ({ emulator }, use) => use(emulator.faults)
})
