/**
 * What a provider owns: an app, the cache of what its hooks read, and whoever
 * is signed in. It knows nothing of React. Making one starts nothing, so that
 * a render may make one and throw it away; it also comes back to life after
 * its end, as effects of React do.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { isTagged } from "effect/Predicate"
import * as Scope from "effect/Scope"
import * as AsyncCache from "../cache/AsyncCache.ts"
import { Interrupted } from "../operation/Interrupted.ts"
import { Notifier } from "../platform/Notifier.ts"
import { liveClock } from "../platform/Timer.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { continues } from "../session/Session.ts"
import { type Tokens, TokenStore } from "../token/TokenStore.ts"
import { type DehydratedState, revive, type Runner } from "./Dehydrated.ts"
import type { AppError, ClientServices, Read } from "./Operation.ts"

/** See the module. */
export interface AuthClient {
  /** A read as components see it. Its key may hold input, and so is not shown. */
  readonly view: <A, E>(read: Read<A, E>) => AsyncCache.View<A, E | AppError>
  /** Runs an effect over the app; once it has succeeded, these resources have changed. */
  readonly fork: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    changes?: ReadonlyArray<string>
  ) => Fiber.Fiber<A, E | AppError>
  /** What an effect answers at once over the app; `otherwise` as long as there is none. */
  readonly look: <A, B>(effect: Effect.Effect<A, never, ClientServices>, otherwise: B) => A | B
  /** Tells when there is an app, until the returned function is called. */
  readonly onApp: (listener: () => void) => () => void
  readonly invalidate: (changed: ReadonlyArray<string>) => void
  /** Tells the app's `Notifier`. */
  readonly notify: (error: unknown) => void
  /** Keeps everything alive until the returned function is called. */
  readonly retain: () => () => void
}

/** What a client is made of. */
export interface AuthClientOptions {
  /** Builds the app within a scope, or borrows one that exists. */
  readonly services: (scope: Scope.Scope) => Effect.Effect<Context.Context<ClientServices>, AppError>
  /** What the server has read for this page. */
  readonly initial?: DehydratedState | undefined
  /** Tells of resources that were changed elsewhere; answers how to stop. */
  readonly onStale?: Runner["onStale"]
}

/** The typed error of a failure, else its defect, else `Interrupted`. */
export const errorOf = (cause: Cause.Cause<unknown>): unknown =>
  Cause.hasInterruptsOnly(cause) ? new Interrupted() : Cause.squash(cause)

/** Whether nobody else is signed in than before. */
export const isSameOwner = (before: Tokens | undefined, now: Tokens | undefined): boolean =>
  before === undefined || now === undefined ? before === now : continues(before, now)

interface Life {
  readonly scope: Scope.Closeable
  readonly services: Effect.Effect<Context.Context<ClientServices>, AppError>
}

/** Makes a client. Nothing is built, read or listened to yet. */
export const make = ({ initial, onStale, services: build }: AuthClientOptions): AuthClient => {
  let life: Life | undefined
  let retained = 0
  let owner: Tokens | undefined
  let app: Context.Context<ClientServices> | undefined
  const waiting = new Set<() => void>()
  /** What is under way, and ends with the life that it began in. */
  const fibers = new Set<Fiber.Fiber<unknown, unknown>>()

  const run = <A, E>(effect: Effect.Effect<A, E>): Fiber.Fiber<A, E> => {
    const fiber = Effect.runFork(effect)
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }

  /** Notices when somebody else is signed in than before; all who look forget the former user then. */
  const checkOwner = (store: TokenStore["Service"], first: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.flatMap(store.get, (now) => {
      const isSame = isSameOwner(owner, now)
      owner = now
      return isSame ? Effect.void : Effect.andThen(first, Effect.sync(cache.changeOwner))
    })

  // A read may begin in the middle of a render, which is no time to tell anybody.
  const checkLater = Effect.flatMap(TokenStore, (store) => checkOwner(store, Effect.yieldNow))

  const begin = (): Life => {
    const scope = Scope.makeUnsafe()
    const boot = Effect.gen(function* () {
      const services = (app = yield* build(scope))
      waiting.forEach((tell) => tell())
      const store = Context.get(services, TokenStore)
      owner = yield* store.get
      yield* store.changes(() => void run(checkOwner(store, Effect.void)))
      if (!isSessionOf(initial?.session, owner)) {
        yield* Effect.yieldNow
        cache.changeOwner()
      }
      return services
    })
    const booted = Deferred.makeUnsafe<Context.Context<ClientServices>, AppError>()
    run(Effect.provideService(boot, Scope.Scope, scope)).addObserver((exit) => Deferred.doneUnsafe(booted, exit))
    return { scope, services: Deferred.await(booted) }
  }

  const live = (): Life => (life ??= begin())

  const endIfUnused = () =>
    void Promise.resolve().then(() => {
      if (retained > 0 || life === undefined) return
      const { scope } = life
      life = undefined
      cache.clear()
      fibers.forEach((fiber) => fiber.interruptUnsafe())
      Effect.runFork(Scope.close(scope, Exit.void))
    })

  const fork: AuthClient["fork"] = (effect, changes = []) => {
    const fiber = run(Effect.flatMap(live().services, (services) => Effect.provideContext(effect, services)))
    fiber.addObserver((exit) => (exit._tag === "Success" ? cache.invalidate(changes) : undefined))
    return fiber
  }

  let told: unknown
  const notify = (error: unknown) => {
    // Many components may have met the same one.
    if (error !== told) fork(Effect.flatMap(Notifier, (notify) => notify((told = error))))
  }

  const cache = AsyncCache.make<ClientServices, AppError>({
    clock: liveClock,
    // What was read while somebody else came is not put in the place of what they have.
    read: ({ effect, shared }) =>
      fork(shared === true ? effect : Effect.andThen(checkLater, Effect.ensuring(effect, checkLater))),
    // A connection that fails makes nothing untrue that was read before.
    keepsValue: (cause) => {
      const error = errorOf(cause)
      const keeps = isTagged(error, "TransportError")
      if (keeps) notify(error)
      return keeps
    },
    onEmpty: endIfUnused
  })
  for (const { key, shows, value } of initial?.reads ?? []) cache.restore(key, shows, revive(value))

  return {
    ...cache,
    fork,
    look: (effect, otherwise) => (app === undefined ? otherwise : Effect.runSync(Effect.provideContext(effect, app))),
    onApp: (listener) => {
      waiting.add(listener)
      return () => void waiting.delete(listener)
    },
    notify,
    retain: () => {
      retained++
      // Whoever left since the server rendered must not stay on the page.
      live()
      const stop = onStale?.(cache.invalidate)
      return () => {
        retained--
        stop?.()
        endIfUnused()
      }
    }
  }
}

/** Whether the session that a server has rendered for is still the one here, as far as can be told. */
const isSessionOf = (session: string | null | undefined, tokens: Tokens | undefined): boolean => {
  if (session === undefined) return true
  if (session === null || tokens === undefined) return session === null && tokens === undefined
  const id = tokens.accessToken && AccessTokenClaims.of(tokens.accessToken)?.sessionId
  return id === undefined || id === session
}
