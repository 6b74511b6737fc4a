/** A device as the steps of a chapter use it: the same through effects and through promises. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as Password from "../../client/Password.ts"
import * as Project from "../../client/Project.ts"
import * as Sessions from "../../client/Sessions.ts"
import { createClientApp } from "../../promise/index.ts"
import { type AppOfProject, appUrl, layerDevice } from "./Setup.ts"
import { Stage } from "./Stage.ts"
import { Unexpected } from "./Step.ts"

/** An error of either API: all have a tag. */
export type TaggedError = Error & { readonly _tag: string }

type Ask<A> = Effect.Effect<A, TaggedError>

interface EmailAndPassword {
  readonly email: string
  readonly password: string
}

export interface Device {
  readonly signUp: (credentials: EmailAndPassword) => Ask<unknown>
  readonly signIn: (credentials: EmailAndPassword) => Ask<unknown>
  readonly signOut: Ask<unknown>
  /** Fails when nobody is signed in. */
  readonly user: Ask<CurrentUser.CurrentUser>
  readonly userOrNull: Ask<CurrentUser.CurrentUser | null>
  readonly update: (input: CurrentUser.UpdateInput) => Ask<unknown>
  readonly tokens: Ask<Effect.Success<ReturnType<typeof Sessions.currentTokens>>>
  readonly project: Ask<Effect.Success<typeof Project.get>>
  readonly sessions: Ask<ReadonlyArray<Sessions.UserSession>>
  readonly revoke: (id: Sessions.UserSession["id"]) => Ask<unknown>
  readonly sendResetCode: (input: { readonly email: string }) => Ask<unknown>
  readonly checkResetCode: (input: { readonly code: string }) => Ask<unknown>
  readonly resetPassword: (input: { readonly code: string; readonly password: string }) => Ask<unknown>
}

/** One of the two APIs, and who uses it on the tour. */
export interface Api {
  /** The prefix of the names of its steps. */
  readonly title: string
  readonly email: string
  readonly newDevice: (app: AppOfProject) => Effect.Effect<Device, TaggedError, Stage | Scope.Scope>
}

export const effects: Api = {
  title: "",
  email: "ann@example.org",
  newDevice: (app) =>
    Effect.map(Layer.build(layerDevice(app)), (services): Device => {
      const provide = Effect.provideContext(services)
      return {
        signUp: (credentials) => provide(Password.signUp(credentials)),
        signIn: (credentials) => provide(Password.signIn(credentials)),
        signOut: provide(Sessions.signOut),
        user: provide(CurrentUser.getOrFail),
        userOrNull: provide(CurrentUser.get),
        update: (input) => provide(CurrentUser.update(input)),
        tokens: provide(Sessions.currentTokens()),
        project: provide(Project.get),
        sessions: provide(Sessions.list),
        revoke: (id) => provide(Sessions.revoke(id)),
        sendResetCode: (input) => provide(Password.sendResetCode(input)),
        checkResetCode: (input) => provide(Password.checkResetCode(input)),
        resetPassword: (input) => provide(Password.reset(input))
      }
    })
}

const isTaggedError = (error: unknown): error is TaggedError =>
  error instanceof Error && "_tag" in error && typeof error._tag === "string"

const ask = <A>(call: () => Promise<A>): Ask<A> =>
  Effect.tryPromise({
    try: call,
    catch: (error) => (isTaggedError(error) ? error : new Unexpected({ problem: `rejected with ${String(error)}` }))
  })

/** The tour by promises, as apps without Effect use them. */
export const promises: Api = {
  title: "Promises: ",
  email: "zoe@example.org",
  newDevice: Effect.fnUntraced(function* ({ projectId, publishableClientKey }) {
    const { apiUrl } = yield* Stage
    const app = yield* Effect.acquireRelease(
      Effect.sync(() => createClientApp({ projectId, publishableClientKey, apiUrl, appUrl })),
      (created) => Effect.promise(() => created.dispose())
    )
    return {
      signUp: (credentials) => ask(() => app.password.signUp(credentials)),
      // Returns its error; the others reject with theirs.
      signIn: (credentials) =>
        Effect.flatMap(
          ask(() => app.password.signIn.result(credentials)),
          (result) => (result.ok ? Effect.void : Effect.fail(result.error))
        ),
      signOut: ask(() => app.sessions.signOut()),
      user: ask(() => app.currentUser.get({ or: "throw" })),
      userOrNull: ask(() => app.currentUser.get()),
      update: (input) => ask(() => app.currentUser.update(input)),
      tokens: ask(() => app.sessions.currentTokens()),
      project: ask(() => app.project.get()),
      sessions: ask(() => app.sessions.list()),
      revoke: (id) => ask(() => app.sessions.revoke(id)),
      sendResetCode: (input) => ask(() => app.password.sendResetCode(input)),
      checkResetCode: (input) => ask(() => app.password.checkResetCode(input)),
      resetPassword: (input) => ask(() => app.password.reset(input))
    } satisfies Device
  })
}
