/** Commands whose implementations load when they run, so that help is fast. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export type InputOf<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

interface Definition<Flags extends Command.Command.Config, Module, E, R> {
  readonly description: string
  /** Command lines, and what each of them does. */
  readonly examples?: Readonly<Record<string, string>>
  readonly flags: Flags
  /** The implementation in the module. Each call has its own scope. */
  readonly run: (module: Module) => (input: InputOf<Flags>) => Effect.Effect<void, E, R>
}

export const makeLazyCommand =
  <Module>(load: () => Promise<Module>) =>
  <const Name extends string, const Flags extends Command.Command.Config, E, R>(
    name: Name,
    { description, examples = {}, flags, run }: Definition<Flags, Module, E, R>
  ): Command.Command<Name, InputOf<Flags>, {}, E, Exclude<R, Scope.Scope>> =>
    Command.make(name, flags, (input): Effect.Effect<void, E, Exclude<R, Scope.Scope>> =>
      Effect.scoped(Effect.flatMap(Effect.promise(load), (module) => run(module)(input)))
    ).pipe(
      Command.withDescription(description),
      Command.withExamples(Object.entries(examples).map(([command, effect]) => ({ command, description: effect })))
    )
