/** The provider of a flow, at its start and its end. */
import * as Effect from "effect/Effect"
import { OAuthProviderNotFoundOrNotEnabled } from "../../../domain/errors/OAuth.ts"
import type { ProviderId } from "../../../domain/Ids.ts"
import type { Flow } from "../../oauth/Flows.ts"
import type { Binding } from "../../oauth/Provider.ts"
import { type EnabledProvider, Providers } from "../../oauth/Providers.ts"
import type { Project } from "../../projects/Projects.ts"

export const requireProvider = Effect.fnUntraced(function* (project: Project, providerId: ProviderId) {
  const enabled = (yield* Providers).find(project, providerId)
  return enabled ?? (yield* new OAuthProviderNotFoundOrNotEnabled())
})

export const makeBinding = (enabled: EnabledProvider, state: string, request: Flow["request"]): Binding => ({
  state,
  nonce: request.nonce,
  codeVerifier: request.codeVerifier,
  redirectUri: enabled.callbackUrl,
  scope: request.scope
})
