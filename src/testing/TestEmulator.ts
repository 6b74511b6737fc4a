/**
 * The emulator for tests that are written with promises, under any test runner. `gatefold/testing/vitest` and
 * `gatefold/testing/playwright` have fixtures of it.
 *
 * @example
 * ```ts
 * const emulator = await TestEmulator.start()
 * test("a user signs in", async () => {
 *   await using service = await emulator.fork()
 *   const ann = await service.signUp({ displayName: "Ann" })
 *   const app = service.newApp()
 *   await app.password.signIn({ email: ann.email, password: ann.password })
 * })
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { createRequestAuth, type RequestAuth, type RequestAuthOptions } from "../backend/request/RequestAuth.ts"
import type { MailFilter, Mail } from "../emulator/mail/Mailbox.ts"
import * as Emulator from "../emulator/node.ts"
import type { ProjectOptions } from "../emulator/projects/FirstProjects.ts"
import { commonProviders, methods, toProject } from "../emulator/seeds/Development.ts"
import * as Serve from "../emulator/Serve.ts"
import * as Http from "../http/Http.ts"
import { createAdminApp, type EffectAdminApp } from "../promise/AdminApp.ts"
import { createClientApp, type CreateClientAppOptions, type EffectClientApp } from "../promise/ClientApp.ts"
import { type Promised, toPromiseMembers } from "./internal/Promised.ts"
import * as TestUsers from "./TestUsers.ts"

/** Options of the emulator. Without `project` it has that of `npx gatefold start`, with the same id and keys. */
export type Options = Emulator.Options

/** Options of an emulator that listens, without `port` on a free one. */
export type ServeOptions = Serve.Options

/** Mails, as promises. */
export interface Mails extends Pick<Promised<Emulator.Instance["mailbox"]>, "list" | "latest" | "clear"> {
  /** Takes the first matching mail; waits until there is one, 5 seconds by default. Rejects with `NoMail`. */
  readonly take: (filter?: MailFilter, limit?: Duration.Input) => Promise<Mail>
  /** Takes the next email to an address, and returns the code in it. */
  readonly codeTo: (address: string) => Promise<string>
  /** Takes the next email to an address, and returns the link in it. */
  readonly linkTo: (address: string) => Promise<string>
}

/** The emulator's clock, as promises. */
export interface TestClock extends Pick<Promised<Emulator.Instance["clock"]>, "advance" | "reset"> {
  /** The time of the emulator. */
  readonly now: () => Date
}

/** The rules for faults, as promises. */
export type TestFaults = Promised<Emulator.Instance["faults"]>

/** An emulator with a project. */
export interface TestEmulator extends AsyncDisposable {
  /** The URL of the service for clients. */
  readonly apiUrl: string
  /** The id and the keys of the project. */
  readonly project: Emulator.ProjectCredentials
  /** Answers a request without a network: `Http.layerHandler(emulator.fetch)` takes your own app to it. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A device on which nobody is signed in; it ends with the emulator. */
  readonly newApp: (options?: Partial<CreateClientAppOptions>) => EffectClientApp
  /**
   * For your own server under test: its requests go to the emulator, and its time is the emulator's, so `clock.advance`
   * reaches what it verifies. Goes into the option `http` of `createRequestAuth` and `createServerApp`.
   */
  readonly http: Layer.Layer<never>
  /**
   * Authentication for your own server, over {@link http}: access tokens expire when `clock.advance` says so. It ends
   * with the emulator.
   */
  readonly requestAuth: (options?: Partial<RequestAuthOptions>) => RequestAuth
  /** All that servers and admins of the project may do. */
  readonly admin: EffectAdminApp
  /** Creates a user through the API, with a session. */
  readonly signUp: (user?: TestUsers.NewUser) => Promise<TestUsers.TestUser>
  readonly mailbox: Mails
  readonly clock: TestClock
  readonly faults: TestFaults
  /** The simulated Google, GitHub and others; `script` says how they answer. */
  readonly identityProvider: Promised<Pick<Emulator.Instance["identityProvider"], "script">>
  /** The requests that have been answered. */
  readonly journal: Promised<Emulator.Instance["journal"]>
  readonly webhooks: Promised<Emulator.Instance["webhooks"]>
  /** All else, as Effect. */
  readonly running: Emulator.Instance<Emulator.ProjectCredentials>
  /** Returns the emulator to its first state: that of its options, or of the copied emulator. Disposes of its apps. */
  readonly reset: () => Promise<void>
  /**
   * Starts another emulator in this process with a copy of the state, such as one for each test. Dispose of it as well.
   */
  readonly fork: () => Promise<TestEmulator>
  readonly dispose: () => Promise<void>
}

/** How long tests wait for a mail. */
const mailLimit: Duration.Input = "5 seconds"

const makeMails = ({ clear, latest, list, takeWithin }: Emulator.Instance["mailbox"]): Mails => {
  const take: Mails["take"] = (filter = {}, limit = mailLimit) => Effect.runPromise(takeWithin(filter, limit))
  const takePart = (part: "code" | "link") => async (address: string) => {
    const { [part]: value, subject } = await take({ to: address })
    if (value === undefined) throw new Error(`The mail "${subject}" to ${address} has no ${part}.`)
    return value
  }
  return { ...toPromiseMembers({ clear, latest, list }), take, codeTo: takePart("code"), linkTo: takePart("link") }
}

const makeClock = ({ advance, currentTimeMillisUnsafe, reset }: Emulator.Instance["clock"]): TestClock => ({
  ...toPromiseMembers({ advance, reset }),
  now: () => new Date(currentTimeMillisUnsafe())
})

const make = (
  running: Emulator.Instance<Emulator.ProjectCredentials>,
  startUsers: TestUsers.TestUsers,
  close: () => Promise<void>
): TestEmulator => {
  const { baseUrl: apiUrl, fetch, fork, identityProvider, journal, project, webhooks } = running
  const toEmulator = Http.layerHandler(fetch)
  const http = Layer.merge(toEmulator, Layer.succeed(Clock.Clock, running.clock))
  const appUrl = "http://localhost:3000"
  const { projectId, publishableClientKey } = project
  const admin = createAdminApp({ ...project, apiUrl, appUrl, http: toEmulator })
  const apps: Array<{ readonly dispose: () => Promise<void> }> = []
  let users = startUsers.copy()
  const endApps = () => Promise.all(apps.splice(0).map((app) => app.dispose()))
  const dispose = async () => {
    await Promise.all([endApps(), admin.dispose()])
    await close()
  }
  return {
    apiUrl,
    project,
    fetch: (request) => fetch(request),
    newApp: (options = {}) => {
      const app = createClientApp({ projectId, publishableClientKey, apiUrl, appUrl, http: toEmulator, ...options })
      apps.push(app)
      return app
    },
    http,
    requestAuth: (options = {}) => {
      const auth = createRequestAuth({ projectId, publishableClientKey, apiUrl, http, ...options })
      apps.push(auth)
      return auth
    },
    admin,
    signUp: (user) => users.signUp(admin, user),
    mailbox: makeMails(running.mailbox),
    clock: makeClock(running.clock),
    faults: toPromiseMembers(running.faults),
    identityProvider: toPromiseMembers({ script: identityProvider.script }),
    journal: toPromiseMembers(journal),
    webhooks: toPromiseMembers(webhooks),
    running,
    reset: async () => {
      await endApps()
      await Effect.runPromise(running.reset)
      users = startUsers.copy()
    },
    fork: () => open(fork, users.copy()),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}

/** Opens an emulator in its own scope. If that fails, closes the scope. */
const open = async <E>(
  running: Effect.Effect<Emulator.Instance<Emulator.ProjectCredentials>, E, Scope.Scope>,
  users = TestUsers.make()
): Promise<TestEmulator> => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    return make(await Effect.runPromise(Scope.provide(running, scope)), users, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** The project of `gatefold start`, so that an app's env file fits. */
const development: ProjectOptions = toProject({ methods, providers: commonProviders, randomKeys: false })

const withDefaults = <O extends Options | ServeOptions>({ project = development, ...options }: O) => ({
  passwordCost: "insecure-fast" as const,
  ...options,
  project
})

/** Starts one in this process, without sockets. Rejects if a file or a seed of the options cannot be used. */
export const start = (options: Options = {}): Promise<TestEmulator> =>
  open(Effect.map(Layer.build(Emulator.layer(withDefaults(options))), Context.get(Emulator.WithProject)))

/** Starts one that listens on this machine, for browsers and other programs. Rejects also with `ServeError`. */
export const serve = (options: ServeOptions = {}): Promise<TestEmulator> =>
  open(Serve.serve(withDefaults({ port: 0, ...options })))
