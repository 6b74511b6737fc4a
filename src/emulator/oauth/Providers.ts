/** Finds the identity provider behind a provider of a project's configuration. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { IdentityProvider } from "../idp/IdentityProvider.ts"
import type { OAuthProviderConfig, Project } from "../projects/Projects.ts"
import { Settings } from "../Settings.ts"
import * as BuiltInProvider from "./BuiltInProvider.ts"
import * as Callback from "./Callback.ts"
import { find } from "../projects/ProviderCatalogue.ts"
import * as OpenIdProvider from "./OpenIdProvider.ts"
import type { Provider } from "./Provider.ts"

/** A provider that a project has enabled. */
export interface Enabled {
  readonly id: string
  readonly isShared: boolean
  /** What is asked for whatever the app wants. */
  readonly scope: string
  /** The callback of the service that the provider sends browsers to. */
  readonly callbackUrl: string
  readonly provider: Provider
}

/** The providers of all projects. */
export class Providers extends Context.Service<
  Providers,
  { readonly find: (project: Project, providerId: string) => Enabled | undefined }
>()("gatefold/emulator/oauth/Providers") {}

/** Shared keys are the service's own. */
const SHARED: BuiltInProvider.Client = { clientId: "shared", clientSecret: "shared" }

const clientOf = (config: OAuthProviderConfig): BuiltInProvider.Client =>
  config.type === "shared" ? SHARED : { clientId: config.clientId ?? "", clientSecret: config.clientSecret ?? "" }

/**
 * Own keys go to the real provider where `real` names one; everything
 * else is played by the built-in identity provider.
 */
export const layer = (
  real: Readonly<Record<string, OpenIdProvider.Endpoints>>
): Layer.Layer<Providers, never, Settings | IdentityProvider> =>
  Layer.effect(
    Providers,
    Effect.gen(function* () {
      const { publicUrl } = yield* Settings
      const idp = yield* IdentityProvider
      return {
        find: (project, providerId) => {
          const config = project.config.oauthProviders.find(({ id }) => id === providerId)
          if (config === undefined) return undefined
          const client = clientOf(config)
          const isReal = config.type === "standard" && Object.hasOwn(real, providerId)
          const endpoints = isReal ? real[providerId] : undefined
          return {
            id: providerId,
            isShared: config.type === "shared",
            callbackUrl: Callback.urlOf(publicUrl, providerId),
            ...(endpoints === undefined
              ? { scope: find(providerId).scope, provider: BuiltInProvider.make(idp, providerId, client) }
              : {
                  scope: endpoints.scope ?? ("issuer" in endpoints ? "openid email profile" : find(providerId).scope),
                  provider: OpenIdProvider.make(endpoints, client)
                })
          }
        }
      }
    })
  )
