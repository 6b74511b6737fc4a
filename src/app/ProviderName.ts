/**
 * The name of a sign-in provider, as apps pass it.
 */
import * as Effect from "effect/Effect"
import { ProviderId } from "../domain/Ids.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"

/** The scopes as one text; anything but a list is left for the schema to refuse. */
export const scopesOf = (scopes: ReadonlyArray<string> | undefined): { readonly scope?: string } => {
  if (scopes === undefined) return {}
  return { scope: Array.isArray(scopes) ? scopes.join(" ") : (scopes as never) }
}

/** Checks the id of a provider, which becomes part of a path (docs/protocol/threats.md#ids-of-providers-in-paths). */
export const check = (provider: string): Effect.Effect<ProviderId, InvalidOption> =>
  // Without this check, undefined would become the valid id "undefined".
  typeof provider === "string" && /^[a-z0-9_-]{1,64}$/.test(provider)
    ? Effect.succeed(ProviderId.make(provider))
    : Effect.fail(new InvalidOption({ option: "provider", problem: "it must be the id of a provider, such as github" }))
