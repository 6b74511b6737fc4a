/**
 * The state of a provider, independent of React: an app, the cache of its reads, and the signed-in user. Making one has
 * no effects, so that a render may make one and discard it. It can be started again after its end, like effects of
 * React.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
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
import * as OwnerWatch from "../session/OwnerWatch.ts"
import { type Tokens, TokenStore } from "../token/TokenStore.ts"
import { type DehydratedState, revive, type Runner } from "./Hydration.ts"
import * as ActionLink from "./internal/ActionLink.ts"
import * as AppLifetime from "./internal/AppLifetime.ts"

/** The state of a provider (see the module). */
export interface AuthClient extends Pick<AppLifetime.AppLifetime, "runSync" | "onApp"> {
  /** A read for components. Its key may contain input, and is not exposed. */
  readonly view: <A, E>(read: AsyncCache.Read<A, E, ClientServices>) => AsyncCache.View<A, E | ClientAppError>
  /** Runs an effect over the app. Unless it fails with a known outcome, reads of these resources are then refreshed. */
  readonly fork: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    changes?: ReadonlyArray<string>
  ) => Fiber.Fiber<A, E | ClientAppError>
  readonly invalidate: (changed: ReadonlyArray<string>) => void
  /** Reports to the app's `Notifier`. */
  readonly notify: (error: unknown) => void
  /** Keeps the client running until the returned function is called. */
  readonly retain: () => () => void
  /** Asks the server that renders to redirect instead; absent where no server listens. */
  readonly redirectOnServer?: ((to: PageName) => void) | undefined
}

export interface AuthClientOptions extends Pick<AppLifetime.AppLifetimeOptions, "services"> {
  /** State that the server has read for this page. */
  readonly initial?: DehydratedState | undefined
  /** Subscribes to resources that were changed elsewhere; returns a function that unsubscribes. */
  readonly onStale?: Runner["onStale"]
  readonly redirectOnServer?: AuthClient["redirectOnServer"]
}

/** The error of a cause: the typed one, else the defect, else `Interrupted`. */
export const toError = (cause: Cause.Cause<unknown>): unknown =>
  Cause.hasInterruptsOnly(cause) ? new Interrupted() : Cause.squash(cause)

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
      store.changes(() => void app.fork(checkOwner(Effect.void))),
      scope
    )
    if (!matchesSession(initial?.session, owner)) {
      yield* Effect.yieldNow
      cache.changeOwner()
    }
  })
  const app = AppLifetime.make({ services, onStart, onEnd: () => cache.clear() })

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
  const id = AccessTokenClaims.decodeOnce(tokens.accessToken)?.sessionId
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
