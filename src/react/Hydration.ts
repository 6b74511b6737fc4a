/** State that a server has read for a page, for the browser. It contains the user's data, never a token. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ClientServices } from "../app/ClientLayer.ts"
import { type Operation, makeRead } from "../app/ClientOperation.ts"
import type { Read } from "../cache/AsyncCache.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import type { Json } from "../domain/text/Json.ts"
import { version } from "../domain/Version.ts"
import { Session } from "../session/Session.ts"
import { userRead } from "./UserRead.ts"

/** Plain data, for JSON or the props of a server component. */
export interface DehydratedState {
  /** The version of this package that has read it. No other one uses the values. */
  readonly version: string
  /** The id of the session that it belongs to; null when nobody is signed in, absent when unknown. */
  readonly session?: string | null
  readonly reads: ReadonlyArray<{
    readonly key: string
    readonly shows: ReadonlyArray<string>
    /** Frameworks refuse to send values that their types do not know to be JSON. */
    readonly value: Json
  }>
}

/** A runner of client effects, such as an app of `gatefold/promise/effect`. */
export interface Runner {
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>) => Promise<A>
  /** Reports the resources that its own methods have changed. */
  readonly onStale?: ((listener: (changed: ReadonlyArray<string>) => void) => () => void) | undefined
}

const readSessionId = Effect.map(
  Effect.flatMap(Session, (session) => session.credentials),
  (credentials) => (credentials === undefined ? null : AccessTokenClaims.decodeOnce(credentials.accessToken)?.sessionId)
)

/**
 * Reads the current user, and further operations for the page, on the server. A failed read is left out: the browser
 * then tries itself.
 *
 * @example
 * ```ts
 * // createClientApp of gatefold/promise/effect
 * const app = createClientApp({ ...options, tokenStore: request })
 * const initial = await dehydrate(app, [[Teams.list], [Teams.listMembers, teamId]])
 * ```
 */
export const dehydrate = async (
  app: Runner,
  reads: ReadonlyArray<readonly [operation: Operation, input?: unknown]> = []
): Promise<DehydratedState> => {
  // From callers without types.
  if (typeof app.run !== "function") {
    throw new Error("This app has no method run. Create it with createClientApp of gatefold/promise/effect.")
  }
  const allReads: ReadonlyArray<Read<unknown, unknown, ClientServices>> = [
    userRead,
    ...reads.map(([op, input]) => makeRead(op, input))
  ]
  return app.run(
    Effect.gen(function* () {
      const session = yield* readSessionId
      const values = yield* Effect.forEach(
        allReads,
        ({ effect, key, shows }) =>
          Effect.match(effect, { onSuccess: (value) => [{ key, shows, value: flatten(value) }], onFailure: () => [] }),
        { concurrency: "unbounded" }
      )
      return { version, ...(session !== undefined && { session }), reads: values.flat() }
    })
  )
}

/** The state as JSON that is safe in a `<script>` of the page. */
export const serialize = (state: DehydratedState): string =>
  JSON.stringify(state).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** The member of an encoded date. An object of the same form is wrapped. */
const dateKey = "$date"

/** Encodes a value for JSON, with its dates. Throws for a secret. */
export const flatten = (value: unknown): Json => {
  // Results of operations hold nothing else; members that are undefined are not in JSON.
  if (typeof value !== "object" || value === null) return value as Json
  if (Redacted.isRedacted(value)) throw new Error("A read with secrets does not leave the server")
  if (value instanceof Date) return { [dateKey]: value.getTime() }
  if (Array.isArray(value)) return value.map(flatten)
  const members = mapMembers(value, flatten)
  return dateKey in value ? { [dateKey]: members } : members
}

/** Decodes the values of `dehydrate`. */
export const revive = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(revive)
  const date = (value as Record<string, unknown>)[dateKey]
  if (typeof date === "number") return new Date(date)
  return mapMembers(typeof date === "object" && date !== null ? date : value, revive)
}

const mapMembers = <A>(value: object, f: (member: unknown) => A): { readonly [name: string]: A } =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, f(member)]))
