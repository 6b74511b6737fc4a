/**
 * The life of a provider's app: it is built with the first use and ends when nobody retains it. After its end, or if it
 * could not be built, the next use builds it again.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { ClientAppError, ClientServices } from "../../app/ClientLayer.ts"
import * as Listeners from "../../concurrency/Listeners.ts"
import { MfaPrompt } from "../../platform/page/MfaPrompt.ts"

/** The app of a provider, built or not. */
export interface AppLifetime {
  /** Runs an effect over the app, which is built first if need be, until the app ends. */
  readonly fork: <A, E>(effect: Effect.Effect<A, E, ClientServices>) => Fiber.Fiber<A, E | ClientAppError>
  /** The result of a synchronous effect over the app; `otherwise` while the app does not exist yet. */
  readonly runSync: <A, B>(effect: Effect.Effect<A, never, ClientServices>, otherwise: B) => A | B
  /** Calls a function when there is an app, until the returned function is called. */
  readonly onApp: (listener: () => void) => () => void
  /** Keeps the app until the returned function is called. */
  readonly retain: () => () => void
  readonly endIfUnused: () => void
}

export interface AppLifetimeOptions {
  /** Builds the app within a scope, or uses an existing one. */
  readonly services: (scope: Scope.Scope) => Effect.Effect<Context.Context<ClientServices>, ClientAppError>
  /** Runs as soon as there are services, before the first effect over them. */
  readonly onStart: (services: Context.Context<ClientServices>, scope: Scope.Scope) => Effect.Effect<void>
  readonly onEnd: () => void
}

/**
 * Components show their own field for the second factor. The app's services are merged over this default, so only a
 * prompt that the app itself provides is used.
 */
const noPrompt = Context.make(MfaPrompt, undefined)

interface Build {
  readonly scope: Scope.Closeable
  /** Holds the work under way, which is interrupted before the services end. */
  readonly work: Scope.Closeable
  readonly fiber: Fiber.Fiber<Context.Context<ClientServices>, ClientAppError>
}

/** Makes a lifetime, without building the app. */
export const make = ({ onEnd, onStart, services: buildServices }: AppLifetimeOptions): AppLifetime => {
  let current: Build | undefined
  let services: Context.Context<ClientServices> | undefined
  let retained = 0
  const listeners = Listeners.make()

  const start = Effect.fnUntraced(function* (scope: Scope.Scope) {
    const started = Context.merge(noPrompt, yield* buildServices(scope))
    services = started
    listeners.notify()
    yield* onStart(started, scope)
    return started
  })

  const close = ({ scope }: Build): void => void Effect.runFork(Scope.close(scope, Exit.void))

  const getBuild = (): Build => {
    if (current?.fiber.pollUnsafe()?._tag === "Failure") close(current)
    else if (current !== undefined) return current
    const scope = Scope.makeUnsafe()
    const building = start(Scope.forkUnsafe(scope))
    const work = Scope.forkUnsafe(scope, "parallel")
    current = { scope, work, fiber: Fiber.runIn(Effect.runFork(building), work) }
    return current
  }

  const endIfUnused = () =>
    void Promise.resolve().then(() => {
      if (retained > 0 || current === undefined) return
      close(current)
      current = undefined
      services = undefined
      onEnd()
    })

  return {
    fork: (effect) => {
      const { fiber, work } = getBuild()
      const built = Effect.flatMap(Fiber.join(fiber), (context) => Effect.provideContext(effect, context))
      return Fiber.runIn(Effect.runFork(built), work)
    },
    runSync: (effect, otherwise) =>
      services === undefined ? otherwise : Effect.runSync(Effect.provideContext(effect, services)),
    onApp: listeners.add,
    retain: () => {
      retained++
      // The app notices if the session of the restored state has ended, so it is built before anyone uses it.
      getBuild()
      return () => {
        retained--
        endIfUnused()
      }
    },
    endIfUnused
  }
}
