/**
 * The emulator in the test's process, with apps of a project: without sockets, and with the test's clock.
 *
 * @example
 * ```ts
 * it.effect("greets", () =>
 *   Effect.gen(function* () {
 *     const ann = yield* EmulatedApp.signUp({ displayName: "Ann", permissions: ["orders:read"] })
 *     // call your server with ann.headers
 *   }).pipe(Effect.provide(Backend.layer().pipe(Layer.provideMerge(EmulatedApp.layer()))))
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AdminApp from "../admin/AdminApp.ts"
import * as PermissionDefinitions from "../admin/PermissionDefinitions.ts"
import type { Team } from "../api/schema/Team.ts"
import type { ServerUser } from "../api/schema/User.ts"
import type { Mail } from "../emulator/mail/Mailbox.ts"
import * as Emulator from "../emulator/node.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import * as Http from "../http/Http.ts"
import * as Permissions from "../server/Permissions.ts"
import type { ServerApp } from "../server/ServerApp.ts"
import * as Sessions from "../server/Sessions.ts"
import * as Teams from "../server/Teams.ts"
import * as Users from "../server/Users.ts"

/** The services of {@link layer}; requests of `Http` also go to the emulator. */
export type EmulatedApp = Emulator.Emulator | Emulator.WithProject | ClientApp | ServerApp | AdminApp.AdminApp

/** Options of the emulator and its apps. */
export interface Options extends Emulator.Options {
  /**
   * Wraps the transport between the apps and the emulator, to count, delay or fail requests. Copies of the emulator
   * ({@link layerFork}) do without it.
   *
   * @example
   * ```ts
   * EmulatedApp.layer({ http: (send) => (request) => Effect.delay(send(request), "1 second") })
   * ```
   */
  readonly http?: ((send: Http.Execute) => Http.Execute) | undefined
}

/** An emulator with a project, cheap password hashes, and a client, server and admin app of the project. */
export function layer(options?: Emulator.InMemory & Pick<Options, "http">): Layer.Layer<EmulatedApp>
/** An emulator with a project and apps, which fails if the file of `data` cannot be used. */
export function layer<O extends Options>(options: O): Layer.Layer<EmulatedApp, Emulator.StartError<O>>
export function layer({ http, ...options }: Options = {}): Layer.Layer<EmulatedApp, Emulator.StartError> {
  const emulator = Emulator.layer({ passwordCost: "insecure-fast", ...options, project: options.project ?? {} })
  return Layer.provideMerge(layerApps(http), emulator)
}

const apps = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, project } = yield* Emulator.WithProject
    return Layer.orDie(AdminApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }))
  })
)

const layerApps = (wrap: Options["http"] = (send) => send) => {
  const direct = Layer.unwrap(Effect.map(Emulator.Emulator, ({ fetch }) => Http.layerHandler(fetch)))
  return Layer.provideMerge(apps, Layer.provide(Layer.effect(Http.Http, Effect.map(Http.Http, wrap)), direct))
}

/**
 * Apps over a copy of the emulator in the context, which has to have a project: for one test of several that begin with
 * the same state.
 *
 * @example
 * ```ts
 * layer(EmulatedApp.layer({ seedData }))((it) => {
 *   it.effect("has a service of its own", () => Effect.provide(test, EmulatedApp.layerFork))
 * })
 * ```
 */
export const layerFork: Layer.Layer<EmulatedApp, never, Emulator.Emulator> = Layer.fresh(
  Layer.provideMerge(layerApps(), Emulator.layerForkWithProject)
)

/** A user to create; everything is optional. */
export interface NewTestUser extends Users.NewUser {
  /** Permissions in the project; missing ones are defined. */
  readonly permissions?: ReadonlyArray<string> | undefined
  /** Teams that are created for the user, with further permissions in them. */
  readonly teams?: ReadonlyArray<{ readonly displayName: string; readonly permissions?: ReadonlyArray<string> }>
}

/** A user, signed in with fresh tokens. */
export interface TestUser {
  readonly user: ServerUser
  readonly teams: ReadonlyArray<Team>
  readonly accessToken: string
  readonly refreshToken: string
  /** Headers for requests to your server. */
  readonly headers: { readonly "x-stack-auth": string }
}

/** Creates a user with a session. Failures are defects, so that they fail the test. */
export const signUp = (user: NewTestUser = {}): Effect.Effect<TestUser, never, ServerApp | AdminApp.AdminApp> =>
  Effect.orDie(make(user))

const make = Effect.fnUntraced(function* ({ permissions = [], teams = [], ...user }: NewTestUser) {
  const { id } = yield* Users.create(user)
  for (const permissionId of permissions) {
    yield* define("project", permissionId)
    yield* Permissions.grant({ userId: id, permissionId })
  }
  const created: Array<Team> = []
  for (const { displayName, permissions: teamPermissions = [] } of teams) {
    const team = yield* Teams.create({ displayName, creatorUserId: id })
    created.push(team)
    for (const permissionId of teamPermissions) {
      yield* define("team", permissionId)
      yield* Permissions.grant({ userId: id, teamId: team.id, permissionId })
    }
  }
  const tokens = yield* Sessions.create({ userId: id })
  const accessToken = Redacted.value(tokens.accessToken)
  const refreshToken = Redacted.value(tokens.refreshToken)
  const signedUp: TestUser = {
    user: yield* Users.get(id),
    teams: created,
    accessToken,
    refreshToken,
    headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
  }
  return signedUp
})

const define = (scope: "project" | "team", id: string) =>
  PermissionDefinitions.create({ scope, id }).pipe(Effect.catchTag("PermissionIdAlreadyExists", () => Effect.void))

/** Takes the next mail to an address; waits until one is sent. */
export const mailTo = (address: string): Effect.Effect<Mail, never, Emulator.Emulator> =>
  Effect.flatMap(Emulator.Emulator, ({ mailbox }) => mailbox.take({ to: address }))

const takeFromMail =
  (part: "code" | "link") =>
  (address: string): Effect.Effect<string, never, Emulator.Emulator> =>
    Effect.flatMap(mailTo(address), ({ [part]: found, subject }) =>
      found === undefined
        ? Effect.die(new Error(`The mail "${subject}" to ${address} has no ${part}.`))
        : Effect.succeed(found)
    )

/** The code in the next mail to an address. */
export const codeTo = takeFromMail("code")

/** The link in the next mail to an address. */
export const linkTo = takeFromMail("link")
