/** The parts of the emulator's state outside the tables. Each part defines how to capture and restore it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

export interface Part<A> {
  readonly name: string
  /** Validates the result of `capture` in states from outside. JSON omits fields without a value. */
  readonly schema: Schema.ConstraintDecoder<A>
  /** Values that JSON can hold, and that do not change later. */
  readonly capture: () => NoInfer<A>
  /** Synchronous, so that no reader sees a mix of two states. */
  readonly restore: (state: A) => void
  /** The state for a fork, without work that only one emulator may do. Default: the complete state. */
  readonly copy?: (state: A) => A
  /** The state before an imported seed, without what a seed brings and what waits. Default: the state of the start. */
  readonly empty?: A
  /** Starts background work after all parts are restored. */
  readonly resume?: Effect.Effect<void>
  /** Starts pending work of the rows that a seed added. */
  readonly seeded?: Effect.Effect<void>
}

export type Captured = Readonly<Record<string, unknown>>

/** The part of a cache: it captures nothing, and forgets everything when a state is restored. */
export const cache = (name: string, forget: () => void): Part<null | undefined> => ({
  name,
  schema: Schema.optional(Schema.Null),
  capture: () => null,
  restore: forget
})

export class StateParts extends Context.Service<
  StateParts,
  {
    readonly add: <A>(part: Part<A>) => void
    readonly schemas: () => Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>
    readonly capture: () => Captured
    readonly restore: (captured: Captured) => void
    readonly copy: (captured: Captured) => Captured
    readonly emptyParts: (captured: Captured) => Captured
    readonly resumes: () => ReadonlyArray<Effect.Effect<void>>
    readonly seedEffects: () => ReadonlyArray<Effect.Effect<void>>
  }
>()("gatefold/emulator/storage/StateParts") {}

const make = (): StateParts["Service"] => {
  const parts = new Map<string, Part<unknown>>()
  const mapParts = <A>(getValue: (part: Part<unknown>) => A): Readonly<Record<string, A>> =>
    Object.fromEntries([...parts].map(([name, part]) => [name, getValue(part)]))
  return {
    add: <A>(part: Part<A>) => {
      const { copy = (state: A) => state } = part
      // `state` is an `A`, because only this part captures values under its name.
      parts.set(part.name, {
        ...part,
        restore: (state) => part.restore(state as A),
        copy: (state) => copy(state as A)
      })
    },
    schemas: () => mapParts(({ schema }) => schema),
    capture: () => mapParts(({ capture }) => capture()),
    restore: (captured) => parts.forEach(({ name, restore }) => restore(captured[name])),
    copy: (captured) => mapParts(({ copy, name }) => copy?.(captured[name])),
    emptyParts: (captured) => mapParts(({ name, empty = captured[name] }) => empty),
    resumes: () => [...parts.values()].flatMap(({ resume }) => resume ?? []),
    seedEffects: () => [...parts.values()].flatMap(({ seeded }) => seeded ?? [])
  }
}

/** Starts without parts, which services add when they are built. */
export const layer: Layer.Layer<StateParts> = Layer.sync(StateParts, make)
