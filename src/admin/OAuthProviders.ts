/**
 * The sign-in providers of the project.
 *
 * The service replaces the whole list. Changes of one app are made one after the other; of two apps that change it at
 * the same time, one change may be lost.
 */
import * as Effect from "effect/Effect"
import type { OAuthProvider } from "../api/schema/Project.ts"
import * as ProviderInput from "../app/ProviderInput.ts"
import type { ProviderId } from "../domain/Ids.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import * as ProjectsWire from "../wire/generated/Projects.ts"
import { asAdmin } from "./AsAdmin.ts"
import * as ProjectChange from "./internal/ProjectChange.ts"
import * as Project from "./Project.ts"

/** Returns the enabled providers, both those with shared keys and those with the project's own. */
export const list = asAdmin.read("admin/OAuthProviders.list", [ProjectsWire.adminGetProject], { shows: ["projects"] })(
  Effect.map(Project.get, ({ config }) => config.oauthProviders)
)

const replace = (change: (providers: ReadonlyArray<OAuthProvider>) => ReadonlyArray<OAuthProvider>) =>
  ProjectChange.changeFrom(({ config: { allowLocalhost, oauthProviders } }) => ({
    config: { allowLocalhost, oauthProviders: change(oauthProviders) }
  })).pipe(Effect.map(({ config }) => config.oauthProviders))

const put = (provider: OAuthProvider) =>
  replace((providers) =>
    providers.some(({ id }) => id === provider.id)
      ? providers.map((existing) => (existing.id === provider.id ? provider : existing))
      : [...providers, provider]
  )

/** Enables a provider with the service's shared keys, which grant no extra scopes and no access tokens. */
export const enableShared = ProjectChange.define("admin/OAuthProviders.enableShared")(function* (provider: string) {
  const id: ProviderId = yield* ProviderInput.check(provider)
  return yield* put({ id, type: "shared" })
})

/** The project's own keys at a provider. */
export interface StandardProvider {
  /** The provider's id, such as `github`. */
  readonly id: string
  readonly clientId: string
  readonly clientSecret: SecretInput
  readonly appleTeamId?: undefined
  readonly appleKeyId?: undefined
  readonly applePrivateKey?: undefined
  /** For Facebook's login with a configuration. */
  readonly facebookConfigId?: string | undefined
  /** For Microsoft accounts of one organization. */
  readonly microsoftTenantId?: string | undefined
  /**
   * For `OAuth.signInWithAppleToken`: the bundle ids of the apps on devices, such as `com.example.notes`. The service
   * of 2025-06 refuses them.
   */
  readonly appleBundleIds?: ReadonlyArray<string> | undefined
}

/**
 * A key of Apple in place of a client secret, which would have to be renewed every six months. The service of 2025-06
 * refuses it.
 */
export interface AppleKeyProvider extends Pick<StandardProvider, "clientId" | "appleBundleIds"> {
  readonly id: "apple"
  readonly appleTeamId: string
  readonly appleKeyId: string
  /** The text of the `.p8` file from Apple. */
  readonly applePrivateKey: SecretInput
  readonly clientSecret?: undefined
  readonly facebookConfigId?: undefined
  readonly microsoftTenantId?: undefined
}

/** Enables a provider with the project's own keys. */
export const enableStandard = ProjectChange.define("admin/OAuthProviders.enableStandard")(function* ({
  applePrivateKey,
  clientSecret,
  ...input
}: StandardProvider | AppleKeyProvider) {
  const id = yield* ProviderInput.check(input.id)
  return yield* put({
    ...input,
    id,
    type: "standard",
    ...(clientSecret !== undefined && { clientSecret: fromInput(clientSecret) }),
    ...(applePrivateKey !== undefined && { applePrivateKey: fromInput(applePrivateKey) })
  })
})

/** Disables a provider, and returns the remaining ones. */
export const disable = ProjectChange.define("admin/OAuthProviders.disable")((provider: string) =>
  replace((providers) => providers.filter(({ id }) => id !== provider))
)
