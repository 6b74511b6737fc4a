/**
 * Purchases of customers, for servers: any user, any team, and your own customers. Servers also give products
 * and change quantities. Only the current service has payments: with a service of 2025-06 these operations fail with
 * `NotSupportedByService`.
 *
 * @example
 * ```ts
 * import * as Payments from "gatefold/payments/server"
 *
 * yield* Payments.decreaseItem({ userId, itemId: "credits", amount: 1 })
 * ```
 */
import * as Effect from "effect/Effect"
import type { InlineProduct } from "../api/schema/Payments.ts"
import { invalidRequest } from "../domain/errors/TransportError.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { asServer } from "../server/AsServer.ts"
import * as Wire from "../wire/generated/Payments.ts"
import type { PageOptions, SubscriptionName, Switch } from "./Payments.ts"

export type { InlineProduct } from "../api/schema/Payments.ts"
export type {
  Billing,
  CustomerProduct,
  IncludedItem,
  Interval,
  Invoice,
  Item,
  PageOptions,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  SubscriptionName,
  Switch,
  SwitchOption
} from "./Payments.ts"

/** A customer with bills: a user or a team. */
export type Payer =
  | { readonly userId: UserId; readonly teamId?: undefined; readonly customCustomerId?: undefined }
  | { readonly teamId: TeamId; readonly userId?: undefined; readonly customCustomerId?: undefined }

/** A customer: a user, a team, or anything else that you have an id for. */
export type Customer =
  | Payer
  | { readonly customCustomerId: string; readonly userId?: undefined; readonly teamId?: undefined }

const toCustomer = ({ teamId, userId }: Payer) =>
  teamId === undefined
    ? ({ payerType: "user", payerId: userId } as const)
    : ({ payerType: "team", payerId: teamId } as const)

const toParams = (customer: Customer) => {
  if (customer.customCustomerId !== undefined) {
    return { customerType: "custom", customerId: customer.customCustomerId } as const
  }
  const { payerId, payerType } = toCustomer(customer)
  return { customerType: payerType, customerId: payerId }
}

/** An item, and the customer whose quantity of it is meant. */
export type ItemOf = Customer & { readonly itemId: string }

const toItemParams = ({ itemId, ...customer }: ItemOf) => ({ ...toParams(customer), itemId })

/** How much of an item a customer has. Fails with `ItemNotFound` and with `ItemCustomerTypeDoesNotMatch`. */
export const getItem = asServer.read("server/Payments.getItem", Wire.getItem, {
  input: (item: ItemOf) => ({ params: toItemParams(item) }),
  shows: ["payments"]
})

/** A quantity to add or to take away. */
export interface QuantityChange {
  /** A whole number of at least 1. */
  readonly amount: number
  readonly description?: string | undefined
}

const change = Effect.fnUntraced(function* (
  operation: string,
  sign: 1 | -1,
  item: ItemOf,
  options: QuantityChange & { readonly allowNegative: boolean; readonly expiresAt?: Date | undefined }
) {
  const { allowNegative, amount, description, expiresAt } = options
  if (!(Number.isInteger(amount) && amount >= 1)) {
    return yield* invalidRequest(operation, "amount: expected a whole number of at least 1")
  }
  yield* asServer.call(Wire.updateItemQuantity, {
    params: toItemParams(item),
    query: { allowNegative },
    payload: { delta: sign * amount, description, expiresAt: expiresAt?.toISOString() }
  })
})

/** Gives a customer more of an item; what is left of it expires at `expiresAt`. Fails with `ItemNotFound`. */
export const increaseItem = asServer.write("server/Payments.increaseItem", [Wire.updateItemQuantity], {
  changes: ["payments"]
})(({ amount, description, expiresAt, ...item }: ItemOf & QuantityChange & { readonly expiresAt?: Date | undefined }) =>
  change("server/Payments.increaseItem", 1, item, { amount, description, expiresAt, allowNegative: true })
)

/**
 * Takes some of an item from a customer. Fails with `ItemQuantityInsufficientAmount`, and takes nothing, if less than
 * `amount` is left, unless `allowNegative` is set. Of concurrent calls, no two take the same. It is not repeated if the
 * connection breaks after it was sent: then it fails with a `TransportError`, and `getItem` says what is left.
 */
export const decreaseItem = asServer.write("server/Payments.decreaseItem", [Wire.updateItemQuantity], {
  changes: ["payments"]
})(
  ({
    allowNegative = false,
    amount,
    description,
    ...item
  }: ItemOf & QuantityChange & { readonly allowNegative?: boolean | undefined }) =>
    change("server/Payments.decreaseItem", -1, item, { amount, description, allowNegative })
)

/** The products that a customer has, oldest first. */
export const pageProducts = asServer.read("server/Payments.pageProducts", Wire.listProducts, {
  input: ({ cursor, limit, ...customer }: Customer & PageOptions) => ({
    params: toParams(customer),
    query: { cursor, limit }
  }),
  shows: ["payments"]
})

/** A product of the project's configuration, or one that you describe. */
export type ProductChoice =
  | { readonly productId: string; readonly product?: undefined }
  | { readonly product: InlineProduct; readonly productId?: undefined }

/**
 * Gives a product to a customer, without a payment; `subscriptionId` is absent if the product is not a subscription.
 * Fails with `ProductDoesNotExist`, `ProductCustomerTypeDoesNotMatch` and `ProductAlreadyGranted`.
 */
export const grantProduct = asServer.write("server/Payments.grantProduct", [Wire.grantProduct], {
  changes: ["payments"]
})(
  ({
    product,
    productId,
    quantity,
    ...customer
  }: Customer & ProductChoice & { readonly quantity?: number | undefined }) =>
    Effect.map(
      asServer.call(Wire.grantProduct, {
        params: toParams(customer),
        payload: { productId, productInline: product, quantity }
      }),
      ({ subscriptionId }) => ({ subscriptionId })
    )
)

/**
 * The URL of a page on which a customer buys a product; it is good for 24 hours. After the payment the page redirects
 * to `returnUrl`, which the project must trust. Fails with `ProductDoesNotExist`, `ProductCustomerTypeDoesNotMatch`,
 * `ProductAlreadyGranted`, `NewPurchasesBlocked` and `RedirectUrlNotWhitelisted`.
 */
export const createCheckoutUrl = asServer.write("server/Payments.createCheckoutUrl", [Wire.createPurchaseUrl], {
  changes: ["payments"]
})(
  ({
    product,
    productId,
    returnUrl,
    ...customer
  }: Customer & ProductChoice & { readonly returnUrl?: string | undefined }) =>
    Effect.map(
      asServer.call(Wire.createPurchaseUrl, {
        payload: { ...toParams(customer), productId, productInline: product, returnUrl }
      }),
      ({ url }) => url
    )
)

/** Cancels a subscription, which ends at once. Fails with `SubscriptionNotCancelable`. */
export const cancelSubscription = asServer.write("server/Payments.cancelSubscription", Wire.cancelSubscription, {
  input: ({ productId, subscriptionId, ...customer }: Customer & SubscriptionName) => ({
    params: { ...toParams(customer), productId: productId ?? subscriptionId },
    query: { subscriptionId }
  }),
  changes: ["payments"]
})

/**
 * Switches a subscription to another product of its product line; `pageProducts` says to which (`switchOptions`). The
 * next bill is that of the new product. Fails with `SubscriptionNotSwitchable`, `DefaultPaymentMethodRequired` and
 * `NewPurchasesBlocked`.
 */
export const switchSubscription = asServer.write("server/Payments.switchSubscription", Wire.switchSubscription, {
  input: ({ fromProductId, priceId, quantity, toProductId, ...payer }: Payer & Switch) => ({
    params: toCustomer(payer),
    payload: { fromProductId, toProductId, priceId, quantity }
  }),
  changes: ["payments"]
})

/** Whether a customer can pay, and with what. */
export const getBilling = asServer.read("server/Payments.getBilling", Wire.getBilling, {
  input: (payer: Payer) => ({ params: toCustomer(payer) }),
  shows: ["payments"]
})

/** The invoices of a customer's subscriptions, newest first. */
export const pageInvoices = asServer.read("server/Payments.pageInvoices", Wire.listInvoices, {
  input: ({ cursor, limit, ...payer }: Payer & PageOptions) => ({
    params: toCustomer(payer),
    query: { cursor, limit }
  }),
  shows: ["payments"]
})
