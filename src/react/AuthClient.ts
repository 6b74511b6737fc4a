/**
 * What a provider owns: an app, the cache of what its hooks read, and whoever
 * is signed in. It knows nothing of React. Making one starts nothing, so that
 * a render may make one and throw it away; it also comes back to life after
 * its end, as effects of React do.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { hasProperty } from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as AsyncCache from "../cache/AsyncCache.ts"
import { Notifier } from "../platform/Notifier.ts"
import * as AccessTokenClaims from "../session/AccessTokenClaims.ts"
import { continues } from "../session/Session.ts"
import { type Tokens, TokenStore } from "../token/TokenStore.ts"
import { type DehydratedState, revive } from "./Dehydrated.ts"
import type { AppError, ClientServices, Read } from "./Operation.ts"

/** A read as a component sees it. All functions stay the same for as long as the object does. */
export interface View<A, E> {
  /** Whether it shows what is kept under this key, which may hold input and so is not shown itself. */
  readonly isOf: (key: string, client: AuthClient) => boolean
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => AsyncCache.Snapshot<A, E>
  readonly settled: () => AsyncCache.Settled<A, E>
  /** The same, but begins to read without waiting for a subscription. */
  readonly settledOrStarted: () => AsyncCache.Settled<A, E>
  /** What a server has rendered; {@link unknownOnServer} if it knew nothing. */
  readonly serverSnapshot: () => AsyncCache.Snapshot<A, E>
  readonly serverSettled: () => AsyncCache.Settled<A, E>
  /** Resolves once there is something; the last such promise while there is. */
  readonly ready: () => Promise<void>
  readonly refetch: () => Promise<void>
}

/** Something under way: a promise that never rejects, and the error that it came to. */
export interface Once {
  readonly promise: Promise<void>
  readonly error: unknown
}

/** See the module. */
export interface AuthClient {
  readonly view: <A, E>(read: Read<A, E>) => View<A, E | AppError>
  /** Runs an effect over the app; once it has succeeded, these reads are stale. */
  readonly fork: <A, E>(
    effect: Effect.Effect<A, E, ClientServices>,
    stale?: ReadonlyArray<string>
  ) => Fiber.Fiber<A, E | AppError>
  readonly invalidate: (names: ReadonlyArray<string>) => void
  /** Tells the app's `Notifier`. */
  readonly notify: (error: unknown) => void
  /** Runs an effect for which nobody waits, and tells the `Notifier` if it fails. */
  readonly perform: (effect: Effect.Effect<unknown, unknown, ClientServices>) => void
  /** Begins something that is under way at most once: who asks meanwhile gets the same. */
  readonly once: (name: string, effect: Effect.Effect<unknown, unknown, ClientServices>) => Once
  /** Keeps everything alive until the returned function is called. */
  readonly retain: () => () => void
}

/** What a client is made of. */
export interface AuthClientOptions {
  /** Builds the app within a scope, or borrows one that exists. */
  readonly services: (scope: Scope.Scope) => Effect.Effect<Context.Context<ClientServices>, AppError>
  /** What the server has read for this page. */
  readonly initial?: DehydratedState | undefined
}

/** What is known of a read on a server that has not read it: nothing, and it does not begin to. */
export const unknownOnServer: AsyncCache.Snapshot<never, never> = {
  ...AsyncCache.nothing,
  settled: { _tag: "Pending" }
}

/** Nothing to wait for: React's `use` knows these members, and goes on at once. */
const done: Promise<void> = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined })

/** The typed error of a failure, else its defect. */
export const errorOf = (cause: Cause.Cause<unknown>): unknown => Cause.squash(cause)

/** Whether nobody else is signed in than before. */
export const isSameOwner = (before: Tokens | undefined, now: Tokens | undefined): boolean =>
  before === undefined || now === undefined ? before === now : continues(before, now)

/** A connection that fails makes nothing untrue that was read before. */
const isTransportError = (cause: Cause.Cause<unknown>): boolean => {
  const error = errorOf(cause)
  return hasProperty(error, "_tag") && error._tag === "TransportError"
}

interface Life {
  readonly scope: Scope.Closeable
  readonly cache: AsyncCache.AsyncCache
  readonly hydrated: Map<string, AsyncCache.Snapshot<unknown, unknown>>
  readonly services: Effect.Effect<Context.Context<ClientServices>, AppError>
  /** Notices when somebody else is signed in than before. */
  readonly checkOwner: Effect.Effect<void, AppError>
}

/** Makes a client. Nothing is built, read or listened to yet. */
export const make = ({ initial, services: build }: AuthClientOptions): AuthClient => {
  let life: Life | undefined
  let retained = 0
  const underWay = new Map<string, Once>()

  const live = (): Life => (life ??= begin())

  const begin = (): Life => {
    const scope = Scope.makeUnsafe()
    const hydrated = new Map<string, AsyncCache.Snapshot<unknown, unknown>>()
    const cache = AsyncCache.makeUnsafe(scope, Context.empty(), {
      keepsValue: isTransportError,
      onRefreshFailure: (cause) => notify(errorOf(cause)),
      onEmpty: endIfUnused
    })
    for (const { key, name, value } of initial?.reads ?? []) hydrated.set(key, cache.restore(key, name, revive(value)))

    let owner: Tokens | undefined
    const changeOwner = () => {
      hydrated.clear()
      cache.changeOwner()
    }
    const check = (store: TokenStore["Service"]) =>
      Effect.map(store.get, (now) => {
        const isSame = isSameOwner(owner, now)
        owner = now
        return isSame
      })

    const heard = (store: TokenStore["Service"]) =>
      void Effect.runFork(Effect.map(check(store), (isSame) => (isSame ? undefined : changeOwner())))

    const boot = Effect.gen(function* () {
      const services = yield* build(scope)
      const store = Context.get(services, TokenStore)
      owner = yield* store.get
      yield* store.changes(() => heard(store))
      if (hydrated.size > 0 && !isSessionOf(initial?.session, owner)) {
        // Not in the middle of a render.
        yield* Effect.yieldNow
        changeOwner()
      }
      return services
    }).pipe(Effect.provideService(Scope.Scope, scope))

    let booting: Fiber.Fiber<Context.Context<ClientServices>, AppError> | undefined
    const services = Effect.suspend(() =>
      Fiber.join((booting ??= Fiber.runIn(Effect.runForkWith(Context.empty())(boot), scope)))
    )
    const checkOwner = Effect.flatMap(services, (services) =>
      Effect.flatMap(check(Context.get(services, TokenStore)), (isSame) =>
        isSame ? Effect.void : Effect.andThen(Effect.yieldNow, Effect.sync(changeOwner))
      )
    )
    return { scope, cache, hydrated, services, checkOwner }
  }

  const endIfUnused = () =>
    void Promise.resolve().then(() => {
      if (retained > 0 || life === undefined) return
      const { scope } = life
      life = undefined
      return Effect.runPromise(Scope.close(scope, Exit.void))
    })

  const run = <A, E>({ services }: Life, effect: Effect.Effect<A, E, ClientServices>) =>
    Effect.flatMap(services, (services) => Effect.provideContext(effect, services))

  const fork: AuthClient["fork"] = (effect, stale = []) => {
    const now = live()
    return Fiber.runIn(
      Effect.runFork(
        Effect.tap(run(now, effect), () => Effect.sync(() => stale.length > 0 && now.cache.invalidate(stale)))
      ),
      now.scope
    )
  }

  const notify = (error: unknown) => void fork(Effect.flatMap(Notifier, (notify) => notify(error)))

  const sourceOf = <A, E>({ effect, key, name, shared }: Read<A, E>): AsyncCache.Source<A, E | AppError> => {
    const read = Effect.suspend(() => run(live(), effect))
    // What was read while somebody else came is not put in the place of what they have.
    const check = Effect.suspend(() => live().checkOwner)
    return {
      key,
      name,
      shared,
      read:
        shared === true
          ? read
          : Effect.andThen(
              check,
              Effect.flatMap(Effect.exit(read), (exit) => Effect.andThen(check, exit))
            )
    }
  }

  const self: AuthClient = {
    view: (read) => {
      const source = sourceOf(read)
      const resource = () => live().cache.resource(source)
      const serverSnapshot = () =>
        // The key decides the types.
        (live().hydrated.get(read.key) as ReturnType<typeof snapshot> | undefined) ?? unknownOnServer
      const snapshot = () => resource().snapshot()
      const settled = () => snapshot().settled
      let waited = done
      return {
        isOf: (key, client) => key === read.key && client === self,
        subscribe: (listener) => resource().subscribe(listener),
        snapshot,
        settled,
        settledOrStarted: () => {
          resource().ready()
          return settled()
        },
        serverSnapshot,
        serverSettled: () => serverSnapshot().settled,
        ready: () => (waited = resource().ready() ?? waited),
        refetch: () => Effect.runPromise(Effect.asVoid(Effect.exit(resource().read)))
      }
    },
    fork,
    invalidate: (names) => live().cache.invalidate(names),
    notify,
    perform: (effect) =>
      void fork(effect).addObserver((exit) => {
        if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) notify(errorOf(exit.cause))
      }),
    once: (name, effect) => {
      const known = underWay.get(name)
      if (known !== undefined) return known
      const forget = () => void underWay.delete(name)
      const once: { promise: Promise<void>; error: unknown } = { promise: Promise.resolve(), error: undefined }
      underWay.set(name, once)
      once.promise = Effect.runPromise(Fiber.await(fork(effect))).then((exit) => {
        // Interrupted: the provider has gone, and nothing may bring it back to life.
        if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return forget()
        once.error = errorOf(exit.cause)
        // Long enough for whoever waits to see it, before anybody tries again.
        fork(Effect.andThen(Effect.sleep(AsyncCache.throttleMillis), Effect.sync(forget)))
      })
      return once
    },
    retain: () => {
      retained++
      // Whoever left since the server rendered must not stay on the page.
      if (initial !== undefined) Effect.runFork(Effect.exit(live().services))
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        retained--
        endIfUnused()
      }
    }
  }
  return self
}

/** Whether the session that a server has rendered for is still the one here, as far as can be told. */
const isSessionOf = (session: string | null | undefined, tokens: Tokens | undefined): boolean => {
  if (session === undefined) return true
  if (session === null || tokens === undefined) return session === null && tokens === undefined
  const { accessToken } = tokens
  const claims = accessToken === undefined ? undefined : AccessTokenClaims.decode(Redacted.value(accessToken))
  return claims?.refreshTokenId === undefined || claims.refreshTokenId === session
}
