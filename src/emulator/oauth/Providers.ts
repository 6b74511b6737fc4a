/** Finds the identity provider for a provider of a project. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { IdentityProvider } from "../idp/IdentityProvider.ts"
import type { OAuthProviderConfig } from "../projects/ProjectConfig.ts"
import type { Project } from "../projects/Projects.ts"
import { Settings } from "../runtime/Settings.ts"
import * as BuiltInProvider from "./internal/BuiltInProvider.ts"
import * as Callback from "./internal/Callback.ts"
import { find } from "../projects/ProviderCatalogue.ts"
import * as OpenIdProvider from "./OpenIdProvider.ts"
import type { Provider } from "./Provider.ts"

/** A provider that a project has enabled. */
export interface Enabled {
  readonly id: string
  readonly isShared: boolean
  /** The native apps whose ID tokens the provider accepts. */
  readonly audiences: ReadonlyArray<string>
  /** The scopes that are always requested. */
  readonly scope: string
  /** The service's callback URL for the provider. */
  readonly callbackUrl: string
  readonly provider: Provider
}

/** The providers of all projects. */
export class Providers extends Context.Service<
  Providers,
  { readonly find: (project: Project, providerId: string) => Enabled | undefined }
>()("gatefold/emulator/oauth/Providers") {}

/** Whether it uses the service's shared keys. */
const shared: BuiltInProvider.Client = { clientId: "shared", clientSecret: "shared" }

const clientOf = (config: OAuthProviderConfig): BuiltInProvider.Client =>
  config.type === "shared" ? shared : { clientId: config.clientId ?? "", clientSecret: config.clientSecret ?? "" }

/**
 * With own keys the real provider is used, if `real` has one; all others are simulated by the built-in identity
 * provider.
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
            audiences: config.appleBundleIds ?? [],
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
