/** Services of Effect for tests that are written with promises. */
import * as Effect from "effect/Effect"

/** A service whose effects are functions that return promises. They reject with the effect's error. */
export type Promised<Service> = {
  readonly [K in keyof Service]: Service[K] extends Effect.Effect<infer A, infer _E>
    ? () => Promise<A>
    : Service[K] extends (...args: infer Args extends ReadonlyArray<unknown>) => Effect.Effect<infer A, infer _E>
      ? (...args: Args) => Promise<A>
      : Service[K]
}

/** Effects of a service need no other services, so each of them can be run. */
const isRunnable = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

const runIfEffect = (value: unknown) => (isRunnable(value) ? Effect.runPromise(value) : value)

const toPromiseMember = (member: unknown) => {
  if (isRunnable(member)) return () => Effect.runPromise(member)
  return typeof member === "function" ? (...args: ReadonlyArray<unknown>) => runIfEffect(member(...args)) : member
}

/** Makes functions that answer promises of the effects of a service, which need nothing. */
export const toPromiseMembers = <Service extends object>(service: Service): Promised<Service> =>
  Object.fromEntries(
    Object.entries(service).map(([name, member]) => [name, toPromiseMember(member)])
  ) as Promised<Service>
