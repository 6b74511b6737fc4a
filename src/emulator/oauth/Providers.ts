/** Finds the identity provider for a provider of a project. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ProviderId } from "../../domain/Ids.ts"
import { isLoopbackUrl } from "../../domain/url/Loopback.ts"
import { IdentityProvider } from "../idp/IdentityProvider.ts"
import type { OAuthProviderConfig } from "../projects/ProjectConfig.ts"
import type { Project } from "../projects/Projects.ts"
import * as ProviderCatalog from "../projects/ProviderCatalog.ts"
import { Settings } from "../settings/Settings.ts"
import * as BuiltInProvider from "./internal/BuiltInProvider.ts"
import * as Callback from "./internal/Callback.ts"
import * as OpenIdProvider from "./OpenIdProvider.ts"
import type { Provider } from "./Provider.ts"

export interface EnabledProvider {
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

export class Providers extends Context.Service<
  Providers,
  { readonly find: (project: Project, providerId: ProviderId) => EnabledProvider | undefined }
>()("gatefold/emulator/oauth/Providers") {}

/** The scopes of custom providers, of which only their OpenID Connect configuration is known. */
const openIdScope = "openid email profile"

/** The client of projects that use the service's shared keys. */
const shared: BuiltInProvider.Client = { clientId: "shared", clientSecret: "shared" }

const toClient = (config: OAuthProviderConfig): BuiltInProvider.Client =>
  config.type === "shared" ? shared : { clientId: config.clientId ?? "", clientSecret: config.clientSecret ?? "" }

/** Whether a URL is on this machine, but not at the emulator itself. */
const isBeside = (url: string, publicUrl: string): boolean =>
  isLoopbackUrl(url) && new URL(url).origin !== new URL(publicUrl).origin

/**
 * A project with its own keys uses the real provider, if `real` has one or if its issuer is on this machine. The
 * built-in identity provider simulates all others.
 */
export const layer = (
  real: Readonly<Record<string, OpenIdProvider.Endpoints>>
): Layer.Layer<Providers, never, Settings | IdentityProvider> =>
  Layer.effect(
    Providers,
    Effect.gen(function* () {
      const { publicUrl } = yield* Settings
      const idp = yield* IdentityProvider
      const findEndpoints = (
        providerId: ProviderId,
        { customOidc }: OAuthProviderConfig
      ): OpenIdProvider.Endpoints | undefined => {
        if (Object.hasOwn(real, providerId)) return real[providerId]
        return customOidc !== undefined && isBeside(customOidc.issuerUrl, publicUrl)
          ? { issuer: customOidc.issuerUrl, scope: customOidc.scope }
          : undefined
      }
      return {
        find: (project, providerId) => {
          const config = project.config.oauthProviders.find(({ id }) => id === providerId)
          if (config === undefined) return undefined
          const client = toClient(config)
          const endpoints = config.type === "shared" ? undefined : findEndpoints(providerId, config)
          const { customCallbackUrl, customOidc } = config
          return {
            id: providerId,
            isShared: config.type === "shared",
            audiences: config.appleBundleIds ?? [],
            callbackUrl: customCallbackUrl ?? Callback.makeUrl(publicUrl, providerId),
            ...(endpoints === undefined
              ? {
                  scope: customOidc?.scope ?? ProviderCatalog.find(providerId).scope,
                  provider: BuiltInProvider.make(idp, providerId, client)
                }
              : {
                  scope:
                    endpoints.scope ?? ("issuer" in endpoints ? openIdScope : ProviderCatalog.find(providerId).scope),
                  provider: OpenIdProvider.make(endpoints, client)
                })
          }
        }
      }
    })
  )
