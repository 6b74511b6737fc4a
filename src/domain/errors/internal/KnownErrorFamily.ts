/**
 * Families of known errors: the abstract parents of known errors, which never travel themselves.
 *
 * A family is the tuple of its member classes, so that an endpoint can list it with a spread and only the members that
 * are used end up in a bundle.
 */
import * as Effect from "effect/Effect"
import { type AnyKnownErrorClass, isKnownError } from "../KnownError.ts"
import { findKnownError } from "../RequestRefused.ts"

/** The member classes of one family. */
export type KnownErrorFamily = ReadonlyArray<AnyKnownErrorClass>

export type Member<Family extends KnownErrorFamily> = InstanceType<Family[number]>

/**
 * Builds the guard of a family; members are recognized by their code, also when another copy of the package made them.
 */
export const guard =
  <const Family extends KnownErrorFamily>(family: Family) =>
  (u: unknown): u is Member<Family> =>
    isKnownError(u) && family.some((member) => member.code === u.code)

/**
 * Builds the `catch` of a family: handles every member, also as the reason of a `RequestRefused`, and leaves the other
 * errors alone.
 *
 * @example
 * ```ts
 * program.pipe(catchVerificationCodeError((error) => Effect.succeed(error.code)))
 * ```
 */
export const makeCatcher =
  <const Family extends KnownErrorFamily>(family: Family) =>
  <A2, E2, R2>(handler: (error: Member<Family>) => Effect.Effect<A2, E2, R2>) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | A2, E2 | Exclude<E, Member<Family>>, R | R2> => {
    const isMember = guard(family)
    return Effect.catch(self, (error): Effect.Effect<A2, E2 | Exclude<E, Member<Family>>, R2> => {
      const known = findKnownError(error)
      return isMember(known) ? handler(known) : Effect.fail(error as Exclude<E, Member<Family>>)
    })
  }
