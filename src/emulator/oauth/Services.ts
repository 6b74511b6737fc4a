/** The services for sign-in with providers, and the built-in identity provider. */
import * as Layer from "effect/Layer"
import * as IdentityProvider from "../idp/IdentityProvider.ts"
import type { Identity } from "../idp/SignInAnswer.ts"
import * as Grants from "./Grants.ts"
import * as Callback from "./internal/Callback.ts"
import type { Endpoints } from "./OpenIdProvider.ts"
import * as Providers from "./Providers.ts"

export interface Options {
  readonly identityProviders: Readonly<Record<string, Endpoints>>
  /** The identity that the built-in identity provider approves without its page. */
  readonly autoApprove: Identity | undefined
}

/** The services for sign-in with providers, and the built-in identity provider. */
export const layer = ({ autoApprove, identityProviders }: Options) =>
  Layer.mergeAll(Grants.layer, Providers.layer(identityProviders)).pipe(
    Layer.provideMerge(IdentityProvider.layer({ autoApprove, makeCallbackUrl: Callback.makeUrl }))
  )
