/** Answers as the purchase page. */
import * as Effect from "effect/Effect"
import * as CheckoutPage from "../payments/CheckoutPage.ts"
import type { Incoming, WithHit } from "./Request.ts"
import type { Step } from "./Way.ts"

export const make = Effect.map(
  CheckoutPage.make,
  (handle): Step<Incoming & WithHit, Response> =>
    ({ hit, request, url }, rest) =>
      url.pathname.startsWith(CheckoutPage.prefix) && hit?.isCarriedOut !== false ? handle(request) : rest
)
