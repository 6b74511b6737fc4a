/**
 * The state of a provider, independent of React: an app, the cache of its reads, and the signed-in user. Making one has
 * no effects, so that a render may make one and discard it. It can be started again after its end, like effects of
 * React.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { ClientAppError, ClientServices } from "../app/ClientLayer.ts"
import * as AsyncCache from "../cache/AsyncCache.ts"
import { liveClock } from "../concurrency/Timer.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { isTransportError } from "../domain/errors/TransportError.ts"
import type { PageName } from "../domain/url/HandlerUrls.ts"
import { version } from "../domain/Version.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { mayHaveChanged } from "../operation/MayHaveChanged.ts"
import { Notifier } from "../platform/Notifier.ts"
import { MfaPrompt } from "../platform/page/MfaPrompt.ts"
import * as OwnerWatch from "../session/OwnerWatch.ts"
import { type Tokens, TokenStore } from "../token/TokenStore.ts"
import { type DehydratedState, revive, type Runner } from "./Hydration.ts"
import * as ActionLink from "./internal/ActionLink.ts"

/** The state of a provider (see the module). */
export interface AuthClient {
  /** A read for components. Its key may contain input, and is not exposed. */
  readonly view: <A, E>(read: AsyncCache.Read<A, E, ClientServices>) => AsyncCache.View<A, E | ClientAppError>
  /** Runs an effect over the app. Unless it fails with a known outcome, reads of these resources are then refreshed. */
  readonly fork: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    changes?: ReadonlyArray<string>
  ) => Fiber.Fiber<A, E | ClientAppError>
  /** The result of a synchronous effect over the app; `otherwise` while the app does not exist yet. */
  readonly runSync: <A, B>(effect: Effect.Effect<A, never, ClientServices>, otherwise: B) => A | B
  /** Calls a function when there is an app, until the returned function is called. */
  readonly onApp: (listener: () => void) => () => void
  readonly invalidate: (changed: ReadonlyArray<string>) => void
  /** Reports to the app's `Notifier`. */
  readonly notify: (error: unknown) => void
  /** Keeps the client running until the returned function is called. */
  readonly retain: () => () => void
  /** Asks the server that renders to redirect instead; absent where no server listens. */
  readonly redirectOnServer?: ((to: PageName) => void) | undefined
}

export interface AuthClientOptions {
  /** Builds the app within a scope, or uses an existing one. */
  readonly services: (scope: Scope.Scope) => Effect.Effect<Context.Context<ClientServices>, ClientAppError>
  /** State that the server has read for this page. */
  readonly initial?: DehydratedState | undefined
  /** Subscribes to resources that were changed elsewhere; returns a function that unsubscribes. */
  readonly onStale?: Runner["onStale"]
  readonly redirectOnServer?: AuthClient["redirectOnServer"]
}

/** The error of a cause: the typed one, else the defect, else `Interrupted`. */
export const toError = (cause: Cause.Cause<unknown>): unknown =>
  Cause.hasInterruptsOnly(cause) ? new Interrupted() : Cause.squash(cause)

/**
 * Components show their own field for the second factor. The app's services are merged over this default, so only a
 * prompt that the app itself provides is used.
 */
const noPrompt = Context.make(MfaPrompt, undefined)

interface BuiltApp {
  readonly scope: Scope.Closeable
  readonly services: Effect.Effect<Context.Context<ClientServices>, ClientAppError>
}

/**
 * An app that is built with the first use, and ends when nobody retains it. It can be built again. `onStart` runs as
 * soon as there are services, before the first effect over them.
 */
const makeApp = (
  buildServices: AuthClientOptions["services"],
  onStart: (services: Context.Context<ClientServices>, scope: Scope.Scope) => Effect.Effect<void>,
  onEnd: () => void
) => {
  let built: BuiltApp | undefined
  let current: Context.Context<ClientServices> | undefined
  let retained = 0
  const listeners = new Set<() => void>()
  /** Work under way, which ends with the app. */
  const fibers = new Set<Fiber.Fiber<unknown, unknown>>()

  const run = <A, E>(effect: Effect.Effect<A, E>): Fiber.Fiber<A, E> => {
    const fiber = Effect.runFork(effect)
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }

  const start = Effect.fnUntraced(function* (scope: Scope.Scope) {
    const services = (current = Context.merge(noPrompt, yield* buildServices(scope)))
    listeners.forEach((notify) => notify())
    yield* onStart(services, scope)
    return services
  })

  const build = (): BuiltApp => {
    const scope = Scope.makeUnsafe()
    return { scope, services: Fiber.join(run(start(scope))) }
  }

  const endIfUnused = () =>
    void Promise.resolve().then(() => {
      if (retained > 0 || built === undefined) return
      const { scope } = built
      built = current = undefined
      onEnd()
      fibers.forEach((fiber) => fiber.interruptUnsafe())
      Effect.runFork(Scope.close(scope, Exit.void))
    })

  const fork = <A, E>(effect: Effect.Effect<A, E, ClientServices>): Fiber.Fiber<A, E | ClientAppError> => {
    const { services } = (built ??= build())
    return run(Effect.flatMap(services, (context) => Effect.provideContext(effect, context)))
  }

  const runSync: AuthClient["runSync"] = (effect, otherwise) =>
    current === undefined ? otherwise : Effect.runSync(Effect.provideContext(effect, current))

  const onApp: AuthClient["onApp"] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const retain = () => {
    retained++
    // The app notices if the session of the restored state has ended, so it is built before anyone uses it.
    built ??= build()
    return () => {
      retained--
      endIfUnused()
    }
  }

  return { run, fork, runSync, onApp, retain, endIfUnused }
}

/** Makes a client, without building, reading or subscribing. */
export const make = ({ initial, onStale, redirectOnServer, services }: AuthClientOptions): AuthClient => {
  let hasOtherOwner: Effect.Effect<boolean> = Effect.succeed(false)

  /** Drops the entries of the former user if another one is signed in, after `beforeChange`. */
  const checkOwner = (beforeChange: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.flatMap(
      Effect.suspend(() => hasOtherOwner),
      (isAnother) => (isAnother ? Effect.andThen(beforeChange, Effect.sync(cache.changeOwner)) : Effect.void)
    )

  // A read may start during a render, so subscribers are notified later.
  const checkLater = checkOwner(Effect.yieldNow)

  const onStart = Effect.fnUntraced(function* (context: Context.Context<ClientServices>, scope: Scope.Scope) {
    const store = Context.get(context, TokenStore)
    const owner = yield* store.get
    hasOtherOwner = OwnerWatch.make(store, owner)
    yield* Scope.provide(
      store.changes(() => void app.run(checkOwner(Effect.void))),
      scope
    )
    if (!matchesSession(initial?.session, owner)) {
      yield* Effect.yieldNow
      cache.changeOwner()
    }
  })
  const app = makeApp(services, onStart, () => cache.clear())

  const fork: AuthClient["fork"] = (effect, changes = []) => {
    const fiber = app.fork(effect)
    if (changes.length > 0) {
      fiber.addObserver((exit) => {
        if (mayHaveChanged(exit)) cache.invalidate(changes)
      })
    }
    return fiber
  }

  let reported: unknown
  const notify = (error: unknown) => {
    // Reported once, because many components may have met the same defect.
    if (error === reported) return
    reported = error
    fork(Effect.flatMap(Notifier, (notifier) => notifier(error)))
  }

  const cache = AsyncCache.make<ClientServices, ClientAppError>({
    clock: liveClock,
    // The owner is checked before and after a read, so that a result of a former user is dropped.
    fork: ({ effect, isOwnerless }) =>
      fork(isOwnerless === true ? effect : Effect.andThen(checkLater, Effect.ensuring(effect, checkLater))),
    // After a failed connection the former value still counts.
    keepsValue: (cause) => {
      const error = toError(cause)
      const keeps = isTransportError(error)
      if (keeps) notify(error)
      return keeps
    },
    onEmpty: app.endIfUnused
  })
  // A page that was rendered before a release, or by a server that is still to be released, has values of another form.
  const restored = initial?.version === version ? initial.reads : []
  for (const { key, shows, value } of restored) cache.restore(key, shows, revive(value))

  return {
    ...cache,
    fork,
    runSync: app.runSync,
    onApp: app.onApp,
    notify,
    redirectOnServer,
    retain: () => {
      const release = app.retain()
      if (ActionLink.isHere()) fork(ActionLink.discard)
      const stop = onStale?.(cache.invalidate)
      return () => {
        stop?.()
        release()
      }
    }
  }
}

/** Whether the session of the server render is still the current one, as far as it can be told. */
const matchesSession = (session: string | null | undefined, tokens: Tokens | undefined): boolean => {
  if (session === undefined) return true
  if (session === null || tokens === undefined) return session === null && tokens === undefined
  const id = AccessTokenClaims.of(tokens.accessToken)?.sessionId
  return id === undefined || id === session
}

/** Rejects with the effect's own error, or `Interrupted`. */
export const runIn = <A, E>(
  client: AuthClient,
  effect: Effect.Effect<A, E, ClientServices>,
  changes?: ReadonlyArray<string>
): Promise<A> =>
  new Promise((resolve, reject) =>
    client
      .fork(effect, changes)
      .addObserver((exit) => (Exit.isSuccess(exit) ? resolve(exit.value) : reject(toError(exit.cause))))
  )

/** Runs an effect in the background; a failure is reported to the `Notifier`. */
export const performIn = (client: AuthClient, effect: Effect.Effect<unknown, unknown, ClientServices>): void =>
  void client.fork(effect).addObserver((exit) => {
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) client.notify(toError(exit.cause))
  })
