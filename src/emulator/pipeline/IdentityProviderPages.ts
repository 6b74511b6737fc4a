/** Answers as the built-in identity provider. */
import * as Effect from "effect/Effect"
import { IdentityProvider, prefix } from "../idp/IdentityProvider.ts"
import type { Incoming, WithHit } from "./Request.ts"
import type { Step } from "./Way.ts"

export const make = Effect.map(
  IdentityProvider,
  (provider): Step<Incoming & WithHit, Response> =>
    ({ hit, request, url }, rest) =>
      url.pathname.startsWith(prefix) && hit?.isCarriedOut !== false ? provider.handle(request) : rest
)
