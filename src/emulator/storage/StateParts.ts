/** The parts of the emulator's state outside the tables. Each part defines how to capture and restore it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** A part of the state that is in memory. */
export interface Part<A> {
  readonly name: string
  /** Validates the result of `capture` in states from outside. JSON omits fields without a value. */
  readonly schema: Schema.ConstraintDecoder<unknown>
  /** Values that JSON can hold, and that do not change later. */
  readonly capture: () => A
  /** Synchronous, so that no reader sees a mix of two states. */
  readonly restore: (state: A) => void
  /** The state for a fork, without work that only one emulator may do. Default: the complete state. */
  readonly copy?: (state: A) => A
  /** Starts background work after all parts are restored. */
  readonly resume?: Effect.Effect<void>
  /** Starts pending work of the rows that a seed added. */
  readonly seeded?: Effect.Effect<void>
}

/** The captured parts by name. */
export type Captured = Readonly<Record<string, unknown>>

/** A cache has nothing to capture; it forgets. */
export const cache = (name: string, forget: () => void): Part<null> => ({
  name,
  schema: Schema.optional(Schema.Null),
  capture: () => null,
  restore: forget
})

/** The parts of one emulator. Without snapshots, as in tests of single services, nobody collects them. */
export const StateParts = Context.Reference<{
  readonly add: <A>(part: Part<A>) => void
  readonly schemas: () => Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>
  readonly capture: () => Captured
  readonly restore: (captured: Captured) => void
  readonly copy: (captured: Captured) => Captured
  readonly resumes: () => ReadonlyArray<Effect.Effect<void>>
  readonly seeded: () => ReadonlyArray<Effect.Effect<void>>
}>("gatefold/emulator/storage/StateParts", {
  defaultValue: () => ({
    add: () => {},
    schemas: () => ({}),
    capture: () => ({}),
    restore: () => {},
    copy: (captured) => captured,
    resumes: () => [],
    seeded: () => []
  })
})

const make = () => {
  const parts = new Map<string, Part<unknown>>()
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
    schemas: () => Object.fromEntries([...parts.values()].map(({ name, schema }) => [name, schema])),
    capture: () => Object.fromEntries([...parts.values()].map(({ capture, name }) => [name, capture()])),
    restore: (captured: Captured) => {
      for (const { name, restore } of parts.values()) restore(captured[name])
    },
    copy: (captured: Captured) =>
      Object.fromEntries(
        [...parts.values()].map(({ copy, name }) => [name, copy === undefined ? captured[name] : copy(captured[name])])
      ),
    resumes: () => [...parts.values()].flatMap(({ resume }) => (resume === undefined ? [] : [resume])),
    seeded: () => [...parts.values()].flatMap(({ seeded }) => (seeded === undefined ? [] : [seeded]))
  }
}

/** No parts yet. */
export const layer: Layer.Layer<never> = Layer.sync(StateParts, make)
