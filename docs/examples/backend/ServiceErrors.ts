/** Passes on only the service errors that the contract lists. */
import { Effect } from "effect"
import type { RequestRefused, TransportError } from "gatefold"
import { Unavailable } from "gatefold/backend"
import { Refused } from "./AdminErrors.ts"

interface Problem {
  readonly _tag: string
  readonly message: string
}

type Named<E, Tag> = Extract<E, { readonly _tag: Tag }>

const isNamed = <E extends Problem, Tag extends string>(error: E, tags: ReadonlyArray<Tag>): error is Named<E, Tag> =>
  tags.some((tag) => tag === error._tag)

/** Not for callers; the log says what is wrong. */
const hide = (error: Problem) => Effect.andThen(Effect.logWarning(error.message), Effect.fail(new Unavailable()))

/** Refusals because of a project setting. */
const switchedOff = ["MagicLinkNotEnabled", "PasswordAuthenticationNotEnabled", "UserApiKeysNotEnabled"]

/**
 * The input is at fault: it could not be sent, the project forbids it, or the service says that it has the wrong shape.
 */
const isAboutInput = (error: Problem | RequestRefused | TransportError): boolean =>
  error._tag === "InvalidOption" ||
  switchedOff.includes(error._tag) ||
  ("reason" in error &&
    (error.reason._tag === "SchemaError" ||
      error.reason._tag === "InvalidRequest" ||
      (error.reason._tag === "UnexpectedStatus" && error.reason.status === 400)))

/** Keeps the errors with these tags, and hides all others. */
export const only =
  <const Tag extends string = never>(...tags: ReadonlyArray<Tag>) =>
  <A, E extends Problem, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catch(effect, (error): Effect.Effect<never, Named<E, Tag> | Unavailable> =>
      isNamed(error, tags) ? Effect.fail(error) : hide(error)
    )

/** The same, and tells callers what is wrong with their input. */
export const onlyOrRefused =
  <const Tag extends string = never>(...tags: ReadonlyArray<Tag>) =>
  <A, E extends Problem, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catch(effect, (error): Effect.Effect<never, Named<E, Tag> | Refused | Unavailable> => {
      if (isNamed(error, tags)) return Effect.fail(error)
      return isAboutInput(error) ? Effect.fail(new Refused({ reason: error.message })) : hide(error)
    })
