/**
 * Purchases of the current user, or of a team that they administrate: items, products, subscriptions, bills. Only the
 * current service has payments: with a service of 2025-06 these operations fail with `NotSupportedByService`.
 *
 * @example
 * ```ts
 * import * as Payments from "gatefold/payments"
 *
 * const { quantity } = yield* Payments.getItem({ itemId: "credits" })
 * const url = yield* Payments.createCheckoutUrl({ productId: "pro", returnUrl: "https://example.org/billing" })
 * ```
 */
import * as Effect from "effect/Effect"
import { asUser } from "../app/AsClient.ts"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { TeamId } from "../domain/Ids.ts"
import type { ClientEndpoint } from "../http/Transport.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as Wire from "../wire/generated/Payments.ts"

export type {
  Billing,
  CustomerProduct,
  IncludedItem,
  Interval,
  Invoice,
  Item,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  SwitchOption
} from "../api/schema/Payments.ts"

/** Whose payments: a team's that the current user administrates, or without `teamId` the current user's. */
export interface Payer {
  readonly teamId?: TeamId | undefined
}

/** The part of a list to return: at most 100 from the cursor of the former part. Default: the first 10. */
export interface PageOptions {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Calls an endpoint for a customer. The service names the current user by their id here, not by `me`. */
const callFor = <E extends ClientEndpoint>(
  { teamId }: Payer,
  endpoint: E,
  input: (type: "user" | "team", id: string) => Endpoint.Input<E>
): ReturnType<typeof AuthorizedTransport.call<E>> =>
  AuthorizedTransport.sendAsUser<Endpoint.Success<E>, AuthorizedTransport.AuthorizedError<E>>(
    (credentials, { app }) => {
      if (teamId !== undefined) return app.call(endpoint, input("team", teamId), credentials)
      // The claims are not verified here: the service checks that the user is that of the credentials.
      const userId = AccessTokenClaims.decodeOnce(credentials.accessToken)?.userId
      return userId === undefined
        ? Effect.fail(new UserAuthenticationRequired())
        : app.call(endpoint, input("user", userId), credentials)
    }
  )

/** How much of an item the customer has. Fails with `ItemNotFound` and with `ItemCustomerTypeDoesNotMatch`. */
export const getItem = asUser.read("Payments.getItem", [Wire.getItem], { shows: ["payments"] })(
  ({ itemId, ...payer }: Payer & { readonly itemId: string }) =>
    callFor(payer, Wire.getItem, (customerType, customerId) => ({ params: { customerType, customerId, itemId } }))
)

/** The products that the customer has, oldest first, without those that are for servers only. */
export const pageProducts = asUser.read("Payments.pageProducts", [Wire.listProducts], { shows: ["payments"] })(
  ({ cursor, limit, ...payer }: Payer & PageOptions = {}) =>
    callFor(payer, Wire.listProducts, (customerType, customerId) => ({
      params: { customerType, customerId },
      query: { cursor, limit }
    }))
)

/**
 * The URL of a page on which the customer buys a product; it is good for 24 hours. After the payment the page redirects
 * to `returnUrl`, which the project must trust. Fails with `ProductDoesNotExist`, `ProductCustomerTypeDoesNotMatch`,
 * `ProductAlreadyGranted`, `NewPurchasesBlocked` and `RedirectUrlNotWhitelisted`.
 */
export const createCheckoutUrl = asUser.write("Payments.createCheckoutUrl", [Wire.createPurchaseUrl], {
  changes: ["payments"]
})(
  ({
    productId,
    returnUrl,
    ...payer
  }: Payer & { readonly productId: string; readonly returnUrl?: string | undefined }) =>
    Effect.map(
      callFor(payer, Wire.createPurchaseUrl, (customerType, customerId) => ({
        payload: { customerType, customerId, productId, returnUrl }
      })),
      ({ url }) => url
    )
)

/** A subscription: by its product, or by its own id if the product has none. */
export type SubscriptionName =
  | { readonly productId: string; readonly subscriptionId?: undefined }
  | { readonly subscriptionId: string; readonly productId?: undefined }

/** Cancels a subscription, which ends at once. Fails with `SubscriptionNotCancelable`. */
export const cancelSubscription = asUser.write("Payments.cancelSubscription", [Wire.cancelSubscription], {
  changes: ["payments"]
})(({ productId, subscriptionId, teamId }: Payer & SubscriptionName) =>
  callFor({ teamId }, Wire.cancelSubscription, (customerType, customerId) => ({
    params: { customerType, customerId, productId: productId ?? subscriptionId },
    query: { subscriptionId }
  }))
)

/** The product that a subscription is to, and the one that takes its place. */
export interface Switch {
  readonly fromProductId: string
  readonly toProductId: string
  /** Default: the first price that is paid repeatedly. */
  readonly priceId?: string | undefined
  readonly quantity?: number | undefined
}

/**
 * Switches a subscription to another product of its product line; `pageProducts` says to which (`switchOptions`). The
 * next bill is that of the new product. Fails with `SubscriptionNotSwitchable`, `DefaultPaymentMethodRequired` and
 * `NewPurchasesBlocked`.
 */
export const switchSubscription = asUser.write("Payments.switchSubscription", [Wire.switchSubscription], {
  changes: ["payments"]
})(({ teamId, ...payload }: Payer & Switch) =>
  callFor({ teamId }, Wire.switchSubscription, (payerType, payerId) => ({ params: { payerType, payerId }, payload }))
)

/** Whether the customer can pay, and with what. */
export const getBilling = asUser.read("Payments.getBilling", [Wire.getBilling], { shows: ["payments"] })(
  (payer: Payer = {}) => callFor(payer, Wire.getBilling, (payerType, payerId) => ({ params: { payerType, payerId } }))
)

/** The invoices of the customer's subscriptions, newest first. */
export const pageInvoices = asUser.read("Payments.pageInvoices", [Wire.listInvoices], { shows: ["payments"] })(
  ({ cursor, limit, ...payer }: Payer & PageOptions = {}) =>
    callFor(payer, Wire.listInvoices, (payerType, payerId) => ({
      params: { payerType, payerId },
      query: { cursor, limit }
    }))
)
