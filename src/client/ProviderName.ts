/**
 * The name of a sign-in provider, as apps pass it.
 */
import * as Effect from "effect/Effect"
import { ProviderId } from "../domain/Ids.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"

/** Checks the id of a provider, which becomes part of a path (SECURITY A2.14). */
export const check = (provider: string): Effect.Effect<ProviderId, InvalidOption> =>
  /^[a-z0-9_-]{1,64}$/.test(provider)
    ? Effect.succeed(ProviderId.make(provider))
    : Effect.fail(new InvalidOption({ option: "provider", problem: "it is not the id of a provider" }))
