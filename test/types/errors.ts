/**
 * Every error that an operation or a layer can fail with is a class that users can import from the package. Nothing
 * here runs; `tsc` reads it.
 */
import * as Entity from "effect/cluster/Entity"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as Schema from "effect/Schema"
import { Ids, TeamNotFound } from "../../src/api/index.ts"
import type * as gatefold from "../../src/index.ts"

type Package = typeof gatefold
/** The tags of errors; none for the unknown ones of a generic function. */
type TagOf<E> = E extends { readonly _tag: infer Tag extends string } ? (string extends Tag ? never : Tag) : never

/** What something fails with: an operation, a layer, or what makes one of them. */
type Failure<Value> =
  Value extends Effect.Effect<infer _A, infer E, infer _R>
    ? E
    : Value extends Layer.Layer<infer _A, infer E, infer _R>
      ? E
      : Value extends (...args: infer _Args) => Effect.Effect<infer _A, infer E, infer _R>
        ? E
        : Value extends (...args: infer _Args) => Layer.Layer<infer _A, infer E, infer _R>
          ? E
          : never

// Tags, for one generic function that fails with whatever it is given would hide the errors of all others.
type Tags<Area> = { [Name in keyof Area]: TagOf<Failure<Area[Name]>> }[keyof Area]
/** Areas are what is neither a class nor a family of errors. */
type NoArea = (abstract new (...args: never) => unknown) | ReadonlyArray<unknown>
type EveryTag = {
  [Area in keyof Package]: Package[Area] extends NoArea ? never : Tags<Package[Area]>
}[keyof Package]

type Instance<Value> = Value extends abstract new (...args: infer _Args) => infer Self ? Self : never
type Instances<Area> = { [Name in keyof Area]: Instance<Area[Name]> }[keyof Area]
type Exported = { [Area in keyof Package]: Instance<Package[Area]> | Instances<Package[Area]> }[keyof Package]

/** The tags of errors whose classes users cannot import. `ConfigError` is Effect's own. */
type Missing = Exclude<EveryTag, TagOf<Exported> | "ConfigError">

const expectTrue = <_ extends true>() => {}

expectTrue<[Missing] extends [never] ? true : false>()

// It sees failures of operations, of the platform, and of layers.
expectTrue<
    | "EmailPasswordMismatch"
    | "TransportError"
    | "CryptoUnavailable"
    | "UntrustedRedirect"
    | "InvalidOption"
    | "InvalidToken" extends EveryTag
    ? true
    : false
>()

/** An entity of a cluster takes errors and ids as schemas (docs/guides/errors-in-your-api.md). */
export const Crew = Entity.make("Crew", [
  Rpc.make("Join", { payload: { userId: Ids.UserId }, success: Schema.Void, error: TeamNotFound })
])
