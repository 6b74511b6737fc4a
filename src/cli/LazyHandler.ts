/** Implementations of commands, which load when their command runs, so that help is fast. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Loads a module, and calls one of its functions with the input of a command, in a scope. */
export const lazyHandler =
  <Module, Input, A, E, R>(
    load: () => Promise<Module>,
    pick: (module: Module) => (input: Input) => Effect.Effect<A, E, R>
  ) =>
  (input: Input): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
    Effect.scoped(Effect.flatMap(Effect.promise(load), (module) => pick(module)(input)))
