/** The last user, on the device, to start with before the network answers, or without one. */
import * as Effect from "effect/Effect"
import type { CurrentUser } from "../client/CurrentUser.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import * as Json from "../domain/text/Json.ts"
import { version } from "../domain/Version.ts"
import { operation } from "../operation/Operation.ts"
import * as Hydration from "../react/Hydration.ts"
import { userRead } from "../react/UserRead.ts"
import { TokenStore } from "../token/TokenStore.ts"
import { device } from "./Device.ts"

const claims = Effect.gen(function* () {
  const { accessToken } = (yield* Effect.flatMap(TokenStore, (store) => store.get)) ?? {}
  return AccessTokenClaims.decodeOnce(accessToken)
})

/** Keeps the signed-in user on the device, or nobody. A user who cannot be kept is only missing at an offline start. */
export const keep = Effect.fnUntraced(function* (user: CurrentUser | null) {
  const { lastUser } = yield* device
  const { sessionId: session, userId } = (yield* claims) ?? {}
  // Another user may have signed in since this one was read.
  const state: Hydration.DehydratedState | undefined =
    user === null || session === undefined || userId !== user.id
      ? undefined
      : { version, session, reads: [{ key: userRead.key, shows: userRead.shows, value: Hydration.flatten(user) }] }
  yield* Effect.ignore(lastUser.write(state && JSON.stringify(state)))
})

/** The kept user, as the state that a provider starts with; null if it is of another session or version. */
export const state = Effect.gen(function* () {
  const { lastUser } = yield* device
  const { sessionId } = (yield* claims) ?? {}
  const cached = parse(yield* Effect.orElseSucceed(lastUser.read, () => undefined))
  return sessionId !== undefined && cached?.session === sessionId && cached.version === version ? cached : null
})

/**
 * The user of the current session as the device has seen them last, without asking the service; null if nobody is
 * signed in, or the user was never read. `<AuthProvider>` of this entry point keeps the user, and starts with them.
 *
 * Fails with `DeviceUnavailable` in an app that is not of `createExpoApp`.
 *
 * @example
 * ```ts
 * const user = await auth.lastUser()
 * ```
 */
export const lastUser = operation("Expo.lastUser")(() =>
  Effect.map(state, (cached): CurrentUser | null =>
    cached === null ? null : (Hydration.revive(cached.reads[0]?.value) as CurrentUser)
  )
)

/** Never throws: anything else counts as absent. */
const parse = (text: string | undefined): Hydration.DehydratedState | undefined => {
  const cached = Json.parse(text ?? "")
  return isState(cached) ? cached : undefined
}

const isState = (cached: unknown): cached is Hydration.DehydratedState =>
  typeof cached === "object" &&
  cached !== null &&
  "reads" in cached &&
  Array.isArray(cached.reads) &&
  cached.reads.length === 1
