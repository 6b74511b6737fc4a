/**
 * The current user and any operation as atoms, over the reactivity of `effect`.
 *
 * @example
 * ```ts
 * const auth = AuthAtom.make(AppLive)
 *
 * auth.user // Atom<AsyncResult<CurrentUser | null, …>>
 * auth.query(Teams.listMembers, teamId) // Atom<AsyncResult<ReadonlyArray<TeamMember>, …>>
 * auth.mutation(Teams.create) // AtomResultFn<NewTeam, Team, …>
 * ```
 */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import type { AtomRegistry } from "effect/reactivity/AtomRegistry"
import { Reactivity } from "effect/reactivity/Reactivity"
import type { ClientServices } from "../app/ClientLayer.ts"
import {
  toEffect,
  type OperationError,
  type Input,
  type Operation,
  makeRead,
  type Success
} from "../app/ClientOperation.ts"
import type { Read } from "../cache/AsyncCache.ts"
import * as CurrentUser from "../client/CurrentUser.ts"
import * as Listeners from "../concurrency/Listeners.ts"
import { mayHaveChanged } from "../operation/MayHaveChanged.ts"
import { readData } from "../operation/OperationData.ts"
import * as MfaPrompt from "../platform/page/MfaPrompt.ts"
import * as OwnerWatch from "../session/OwnerWatch.ts"
import { TokenStore } from "../token/TokenStore.ts"

/** The value to write to the atom of a mutation to run it: the input of the operation. */
export type MutationInput<Op> =
  Input<Op> extends [unknown] ? Input<Op>[0] : Input<Op> extends [] ? void : Exclude<Input<Op>[0], undefined> | void

/** The atoms of an app, and the runtime that they share. `R` are the services of the app's layer, `E` its errors. */
export interface AuthAtom<R, E> {
  /** Runs your own effects over the same session: `auth.runtime.atom(…)`, `auth.runtime.fn(…)`. */
  readonly runtime: Atom.AtomRuntime<R, E>
  /** The signed-in user, or null. Guests count as nobody; for them use `query(CurrentUser.getIncludingAnonymous)`. */
  readonly user: Atom.Atom<
    AsyncResult.AsyncResult<CurrentUser.CurrentUser | null, OperationError<typeof CurrentUser.get> | E>
  >
  /**
   * The atom of a read. Calls with the same operation and input return the same atom, so all who use it share one
   * request. It reads again after each mutation that changes what it shows. When another user signs in, or nobody is
   * signed in any more, it starts over without the former value.
   *
   * The operation needs a name; make your own with `operation` or `asOperation`.
   *
   * @example
   * ```ts
   * const teams = auth.query(Teams.list)
   * const members = auth.query(Teams.listMembers, teamId)
   * ```
   */
  readonly query: <Op extends Operation<R>>(
    op: Op,
    ...input: Input<Op>
  ) => Atom.Atom<AsyncResult.AsyncResult<Success<Op>, OperationError<Op> | E>>
  /**
   * The atom of a write. Write the input to it to run the operation. Afterwards, each query that shows what the
   * operation changes reads again, also if the answer was lost. The runs of one atom interrupt each other.
   *
   * @example
   * ```ts
   * const createTeam = auth.mutation(Teams.create)
   * registry.set(createTeam, { displayName: "Acme" })
   * ```
   */
  readonly mutation: <Op extends Operation<R>>(
    op: Op
  ) => Atom.AtomResultFn<MutationInput<Op>, Success<Op>, OperationError<Op> | E>
}

/** The options of {@link make}. */
export interface Options {
  /** Shares layers and invalidation with other atoms. Default: `Atom.runtime`. */
  readonly runtime?: Atom.RuntimeFactory | undefined
}

/** One user, or nobody, for as long as that stays so. Its identity is what counts. */
interface Owner {
  /** Starts over if another user is signed in now. */
  readonly check: Effect.Effect<void>
}

class Query<R> {
  readonly read: Read<unknown, unknown, R>
  constructor(read: Read<unknown, unknown, R>) {
    this.read = read
  }
  [Equal.symbol](that: unknown): boolean {
    return that instanceof Query && that.read.key === this.read.key
  }
  [Hash.symbol](): number {
    return Hash.string(this.read.key)
  }
}

/** Remembers what was made for a key, as long as the key is in use. */
const memoize = <Key extends WeakKey, A>(make: (key: Key) => A): ((key: Key) => A) => {
  const entries = new WeakMap<Key, { readonly value: A }>()
  return (key) => {
    const entry = entries.get(key) ?? { value: make(key) }
    entries.set(key, entry)
    return entry.value
  }
}

/**
 * Makes the atoms of an app. The layer is built when the first of them is used, once in each registry.
 *
 * Sign-ins fail with `MultiFactorAuthenticationRequired` instead of opening the browser's prompt, unless the layer has
 * an `MfaPrompt`.
 *
 * @example
 * ```ts
 * const AppLive = Session.layer.pipe(
 *   Layer.provideMerge(BrowserCookieTokenStore.layer(project)),
 *   Layer.provideMerge(ClientApp.layer(project))
 * )
 * export const auth = AuthAtom.make(AppLive)
 * ```
 */
export const make = <R, E>(
  layer: Layer.Layer<R | ClientServices, E, AtomRegistry | Reactivity>,
  { runtime: factory = Atom.runtime }: Options = {}
): AuthAtom<R | ClientServices, E> => {
  type Services = R | ClientServices
  const runtime = factory(Layer.merge(MfaPrompt.layerNone, layer))

  const owner: Atom.Atom<AsyncResult.AsyncResult<Owner, E>> = runtime.atom(
    Effect.fnUntraced(function* (get) {
      const store = yield* TokenStore
      const check: Effect.Effect<void> = Effect.map(OwnerWatch.make(store, yield* store.get), (isAnother) => {
        if (isAnother) get.setSelf(AsyncResult.success<Owner>({ check }))
      })
      yield* store.changes(yield* Listeners.makeForking(check))
      return { check }
    })
  )

  const queries = Atom.family(({ read }: Query<Services>) => {
    const refreshed = Atom.readable(() => ({}))
    // An atom for each owner, because an atom that reads again shows its former value meanwhile.
    const ofOwner = memoize(({ check }: Owner) =>
      runtime.atom((get) => {
        get(refreshed)
        // Not every store notices each change: a result of another user is dropped.
        return Effect.ensuring(read.effect, check)
      })
    )
    return Atom.readable(
      (get): AsyncResult.AsyncResult<unknown, unknown> => {
        const current = get(owner)
        return AsyncResult.isSuccess(current) ? get(ofOwner(current.value)) : current
      },
      (refresh) => refresh(refreshed)
    ).pipe(factory.withReactivity(read.shows), Atom.withServerValueInitial)
  })

  const query: AuthAtom<Services, E>["query"] = <Op extends Operation<Services>>(op: Op, ...[input]: Input<Op>) =>
    // One key, one type: a query has the results of the operation that it was made of.
    queries(new Query(makeRead<Op, Services>(op, input))) as Atom.Atom<
      AsyncResult.AsyncResult<Success<Op>, OperationError<Op> | E>
    >

  const mutations = memoize((op: Operation<Services>) => {
    const changes = readData(op)?.changes ?? []
    const invalidate = Effect.flatMap(Reactivity, (reactivity) => reactivity.invalidate(changes))
    return runtime.fn((input: unknown) =>
      Effect.onExit(toEffect<typeof op, Services>(op, input), (exit) =>
        mayHaveChanged(exit) ? invalidate : Effect.void
      )
    )
  })

  const mutation: AuthAtom<Services, E>["mutation"] = <Op extends Operation<Services>>(op: Op) =>
    mutations(op) as Atom.AtomResultFn<MutationInput<Op>, Success<Op>, OperationError<Op> | E>

  return { runtime, user: query(CurrentUser.get), query, mutation }
}
