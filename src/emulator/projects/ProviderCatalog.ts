/** The well-known sign-in providers that a project may enable. */
import type { ProviderId } from "../../domain/Ids.ts"

export interface CatalogProvider {
  readonly displayName: string
  /** The scopes that the service always requests (docs/protocol/oauth.md#start). */
  readonly scope: string
  /** Whether it returns the answer as a posted form instead of a redirect. */
  readonly usesForm?: boolean | undefined
}

const providers: Readonly<Record<string, CatalogProvider>> = {
  google: { displayName: "Google", scope: "openid email profile" },
  github: { displayName: "GitHub", scope: "user:email" },
  microsoft: { displayName: "Microsoft", scope: "openid User.Read" },
  facebook: { displayName: "Facebook", scope: "public_profile email" },
  spotify: { displayName: "Spotify", scope: "user-read-email user-read-private" },
  discord: { displayName: "Discord", scope: "identify email" },
  gitlab: { displayName: "GitLab", scope: "read_user" },
  bitbucket: { displayName: "Bitbucket", scope: "account email" },
  linkedin: { displayName: "LinkedIn", scope: "openid profile email" },
  apple: { displayName: "Apple", scope: "name email", usesForm: true },
  x: { displayName: "X", scope: "users.read offline.access tweet.read" },
  twitch: { displayName: "Twitch", scope: "user:read:email" }
}

/** The type of a provider that has no catalog entry, but an issuer of OpenID Connect. */
export const customOidc = "custom_oidc"

/** The ids of providers in a project's configuration. */
export const ids: ReadonlyArray<string> = Object.keys(providers)

/** A provider by its id; an unknown one has its id as name. */
export const find = (providerId: ProviderId): CatalogProvider =>
  Object.hasOwn(providers, providerId)
    ? providers[providerId]!
    : { displayName: providerId, scope: "openid email profile" }
