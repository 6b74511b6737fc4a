/** A sign-in provider and its scopes, as apps pass them. */
import { isArray } from "effect/Array"
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { ProviderId } from "../domain/Ids.ts"

/** The scopes as one text. The schema refuses what else callers without types pass. */
export const joinScopes = (scopes: ReadonlyArray<string> | undefined): { readonly scope?: string } =>
  scopes === undefined ? {} : { scope: isArray<ReadonlyArray<string>>(scopes) ? scopes.join(" ") : scopes }

/** Checks the id of a provider, which becomes part of a path (docs/protocol/threats.md#ids-of-providers-in-paths). */
export const check = (provider: string): Effect.Effect<ProviderId, InvalidOption> =>
  // Without this check, undefined would become the valid id "undefined".
  typeof provider === "string" && /^[a-z0-9_-]{1,64}$/.test(provider)
    ? Effect.succeed(ProviderId.make(provider))
    : Effect.fail(new InvalidOption({ option: "provider", problem: "it must be the id of a provider, such as github" }))
