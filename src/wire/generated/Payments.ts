/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  CreatePurchaseUrl,
  GrantProduct,
  ListTransactions,
  SwitchSubscription,
  UpdateItemQuantity
} from "../../api/Payments.ts"
import type { Billing, CustomerProduct, CustomerType, Invoice, Item, Transaction } from "../../api/schema/Payments.ts"
import type {
  CustomerOfSomeoneElse,
  DefaultPaymentMethodRequired,
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist,
  SubscriptionNotCancelable,
  SubscriptionNotSwitchable
} from "../../domain/errors/Payments.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { TeamNotFound } from "../../domain/errors/Teams.ts"
import type { RedirectUrlNotWhitelisted, UserNotFound } from "../../domain/errors/Users.ts"
import { toPage } from "../../domain/Page.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeEmptyAnswer, decodeSuccess } from "./Envelope.ts"
import {
  defaultPaymentMethodRequired,
  itemCustomerTypeDoesNotMatch,
  itemNotFound,
  itemQuantityInsufficientAmount,
  newPurchasesBlocked,
  productAlreadyGranted,
  productCustomerTypeDoesNotMatch,
  productDoesNotExist
} from "./errors/Payments.ts"
import { teamPermissionRequired } from "./errors/Permissions.ts"
import { userAuthenticationRequired } from "./errors/Session.ts"
import { teamNotFound } from "./errors/Teams.ts"
import { redirectUrlNotWhitelisted, userNotFound } from "./errors/Users.ts"
import { encodeQueryBoolean } from "./Input.ts"
import { othersCustomer, subscriptionToCancel, subscriptionToSwitch } from "./PaymentTextErrors.ts"
import { absoluteUrl } from "./schema/AbsoluteUrl.ts"
import { pathSegment } from "./schema/Ids.ts"
import {
  customerType,
  decodeBilling,
  decodeCustomerProduct,
  decodeInvoice,
  decodeItem,
  decodeTransaction,
  encodeInlineProduct,
  transactionType
} from "./schema/Payments.ts"
import { otherGeneration } from "./TextErrors.ts"

const customerTypeCustomerIdItemIdParams = R.struct((o) => ({
  customerType: customerType(o.customerType, "customerType"),
  customerId: pathSegment(o.customerId, "customerId"),
  itemId: pathSegment(o.itemId, "itemId")
}))

/** Read how much of an item a customer has. */
export const getItem: Endpoint<
  { readonly params: { readonly customerType: CustomerType; readonly customerId: string; readonly itemId: string } },
  Item,
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | CustomerOfSomeoneElse
  | UserNotFound
  | TeamNotFound
  | ItemNotFound
  | ItemCustomerTypeDoesNotMatch
  | NotSupportedByService,
  "client"
> = {
  name: "getItem",
  method: "GET",
  path: "/payments/items/:customerType/:customerId/:itemId",
  level: "client",
  levelErrors: clientErrors,
  params: customerTypeCustomerIdItemIdParams,
  success: decodeItem,
  errors: [
    userAuthenticationRequired,
    teamPermissionRequired,
    userNotFound,
    teamNotFound,
    itemNotFound,
    itemCustomerTypeDoesNotMatch
  ],
  textErrors: [othersCustomer, otherGeneration]
}

const updateItemQuantityQuery = R.struct((o) => ({
  allow_negative: encodeQueryBoolean(o.allowNegative, "allowNegative")
}))

export const encodeUpdateItemQuantity = R.struct((o) => ({
  delta: R.between(R.int(o.delta, "delta"), "delta", -2147483648, 2147483647),
  expires_at: R.optional(o.expiresAt, "expiresAt", R.string),
  description: R.optional(o.description, "description", R.string)
}))

/** Change the quantity of an item of a customer. */
export const updateItemQuantity: Endpoint<
  {
    readonly params: { readonly customerType: CustomerType; readonly customerId: string; readonly itemId: string }
    readonly query: { readonly allowNegative: boolean }
    readonly payload: UpdateItemQuantity
  },
  void,
  | UserNotFound
  | TeamNotFound
  | ItemNotFound
  | ItemCustomerTypeDoesNotMatch
  | ItemQuantityInsufficientAmount
  | NotSupportedByService,
  "server"
> = {
  name: "updateItemQuantity",
  method: "POST",
  path: "/payments/items/:customerType/:customerId/:itemId/update-quantity",
  level: "server",
  levelErrors: commonErrors,
  params: customerTypeCustomerIdItemIdParams,
  query: updateItemQuantityQuery,
  payload: encodeUpdateItemQuantity,
  success: decodeEmptyAnswer,
  errors: [userNotFound, teamNotFound, itemNotFound, itemCustomerTypeDoesNotMatch, itemQuantityInsufficientAmount],
  textErrors: [otherGeneration]
}

const listProductsSuccessWireItems = R.list(decodeCustomerProduct)

const listProductsSuccessWirePagination = R.struct((o) => ({
  next_cursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

const listProductsSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<CustomerProduct>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = {
    items: listProductsSuccessWireItems(o.items, "items"),
    is_paginated: R.boolean(o.is_paginated, "is_paginated")
  }
  if (o.pagination !== undefined) a.pagination = listProductsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listProductsSuccess = (value: unknown, key?: R.Key) => toPage(listProductsSuccessWire(value, key))

const customerTypeCustomerIdParams = R.struct((o) => ({
  customerType: customerType(o.customerType, "customerType"),
  customerId: pathSegment(o.customerId, "customerId")
}))

const listProductsQuery = R.struct((o) => ({
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 100)),
  cursor: R.optional(o.cursor, "cursor", R.string)
}))

/** List the products of a customer. */
export const listProducts: Endpoint<
  {
    readonly params: { readonly customerType: CustomerType; readonly customerId: string }
    readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
  },
  { readonly items: ReadonlyArray<CustomerProduct>; readonly nextCursor: string | null },
  UserAuthenticationRequired | TeamPermissionRequired | CustomerOfSomeoneElse | NotSupportedByService,
  "client"
> = {
  name: "listProducts",
  method: "GET",
  path: "/payments/products/:customerType/:customerId",
  level: "client",
  levelErrors: clientErrors,
  params: customerTypeCustomerIdParams,
  query: listProductsQuery,
  success: listProductsSuccess,
  errors: [userAuthenticationRequired, teamPermissionRequired],
  textErrors: [othersCustomer, otherGeneration]
}

const grantProductSuccess = R.struct((o) => {
  const a: R.Mutable<{ readonly success: true; readonly subscriptionId?: string | undefined }> = {
    success: R.literal(o.success, "success", true)
  }
  if (o.subscription_id !== undefined) a.subscriptionId = R.string(o.subscription_id, "subscription_id")
  return a
})

export const encodeGrantProduct = R.struct((o) => ({
  product_id: R.optional(o.productId, "productId", R.string),
  product_inline: R.optional(o.productInline, "productInline", encodeInlineProduct),
  quantity: o.quantity === undefined ? undefined : R.between(R.int(o.quantity, "quantity"), "quantity", 1, Infinity)
}))

/** Give a product to a customer. */
export const grantProduct: Endpoint<
  {
    readonly params: { readonly customerType: CustomerType; readonly customerId: string }
    readonly payload: GrantProduct
  },
  { readonly success: true; readonly subscriptionId?: string | undefined },
  | UserNotFound
  | TeamNotFound
  | ProductDoesNotExist
  | ProductCustomerTypeDoesNotMatch
  | ProductAlreadyGranted
  | NotSupportedByService,
  "server"
> = {
  name: "grantProduct",
  method: "POST",
  path: "/payments/products/:customerType/:customerId",
  level: "server",
  levelErrors: commonErrors,
  params: customerTypeCustomerIdParams,
  payload: encodeGrantProduct,
  success: grantProductSuccess,
  errors: [userNotFound, teamNotFound, productDoesNotExist, productCustomerTypeDoesNotMatch, productAlreadyGranted],
  textErrors: [otherGeneration]
}

const customerTypeCustomerIdProductIdParams = R.struct((o) => ({
  customerType: customerType(o.customerType, "customerType"),
  customerId: pathSegment(o.customerId, "customerId"),
  productId: pathSegment(o.productId, "productId")
}))

const cancelSubscriptionQuery = R.struct((o) => ({
  subscription_id: R.optional(o.subscriptionId, "subscriptionId", R.string)
}))

/** Cancel a subscription of a customer. */
export const cancelSubscription: Endpoint<
  {
    readonly params: { readonly customerType: CustomerType; readonly customerId: string; readonly productId: string }
    readonly query: { readonly subscriptionId?: string | undefined }
  },
  void,
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | CustomerOfSomeoneElse
  | ProductDoesNotExist
  | ProductCustomerTypeDoesNotMatch
  | SubscriptionNotCancelable
  | NotSupportedByService,
  "client"
> = {
  name: "cancelSubscription",
  method: "DELETE",
  path: "/payments/products/:customerType/:customerId/:productId",
  level: "client",
  levelErrors: clientErrors,
  params: customerTypeCustomerIdProductIdParams,
  query: cancelSubscriptionQuery,
  success: decodeSuccess,
  errors: [userAuthenticationRequired, teamPermissionRequired, productDoesNotExist, productCustomerTypeDoesNotMatch],
  textErrors: [othersCustomer, subscriptionToCancel, otherGeneration]
}

const payerTypePayerIdParams = R.struct((o) => ({
  payerType: R.oneOf(o.payerType, "payerType", ["user", "team"]),
  payerId: pathSegment(o.payerId, "payerId")
}))

export const encodeSwitchSubscription = R.struct((o) => ({
  from_product_id: R.string(o.fromProductId, "fromProductId"),
  to_product_id: R.string(o.toProductId, "toProductId"),
  price_id: R.optional(o.priceId, "priceId", R.string),
  quantity: o.quantity === undefined ? undefined : R.between(R.int(o.quantity, "quantity"), "quantity", 1, Infinity)
}))

/** Switch a subscription of a customer to another product. */
export const switchSubscription: Endpoint<
  {
    readonly params: { readonly payerType: "user" | "team"; readonly payerId: string }
    readonly payload: SwitchSubscription
  },
  void,
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | CustomerOfSomeoneElse
  | UserNotFound
  | TeamNotFound
  | NewPurchasesBlocked
  | DefaultPaymentMethodRequired
  | SubscriptionNotSwitchable
  | NotSupportedByService,
  "client"
> = {
  name: "switchSubscription",
  method: "POST",
  path: "/payments/products/:payerType/:payerId/switch",
  level: "client",
  levelErrors: clientErrors,
  params: payerTypePayerIdParams,
  payload: encodeSwitchSubscription,
  success: decodeSuccess,
  errors: [
    userAuthenticationRequired,
    teamPermissionRequired,
    userNotFound,
    teamNotFound,
    newPurchasesBlocked,
    defaultPaymentMethodRequired
  ],
  textErrors: [othersCustomer, subscriptionToSwitch, otherGeneration]
}

const createPurchaseUrlSuccess = R.struct((o) => ({ url: R.string(o.url, "url") }))

export const encodeCreatePurchaseUrl = R.struct((o) => ({
  customer_type: customerType(o.customerType, "customerType"),
  customer_id: pathSegment(o.customerId, "customerId"),
  product_id: R.optional(o.productId, "productId", R.string),
  product_inline: R.optional(o.productInline, "productInline", encodeInlineProduct),
  return_url: R.optional(o.returnUrl, "returnUrl", absoluteUrl)
}))

/** Make the URL of a checkout. */
export const createPurchaseUrl: Endpoint<
  { readonly payload: CreatePurchaseUrl },
  { readonly url: string },
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | CustomerOfSomeoneElse
  | UserNotFound
  | TeamNotFound
  | NewPurchasesBlocked
  | ProductDoesNotExist
  | ProductCustomerTypeDoesNotMatch
  | ProductAlreadyGranted
  | RedirectUrlNotWhitelisted
  | NotSupportedByService,
  "client"
> = {
  name: "createPurchaseUrl",
  method: "POST",
  path: "/payments/purchases/create-purchase-url",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreatePurchaseUrl,
  success: createPurchaseUrlSuccess,
  errors: [
    userAuthenticationRequired,
    teamPermissionRequired,
    userNotFound,
    teamNotFound,
    newPurchasesBlocked,
    productDoesNotExist,
    productCustomerTypeDoesNotMatch,
    productAlreadyGranted,
    redirectUrlNotWhitelisted
  ],
  textErrors: [othersCustomer, otherGeneration]
}

/** Read the billing state of a customer. */
export const getBilling: Endpoint<
  { readonly params: { readonly payerType: "user" | "team"; readonly payerId: string } },
  Billing,
  | UserAuthenticationRequired
  | TeamPermissionRequired
  | CustomerOfSomeoneElse
  | UserNotFound
  | TeamNotFound
  | NotSupportedByService,
  "client"
> = {
  name: "getBilling",
  method: "GET",
  path: "/payments/billing/:payerType/:payerId",
  level: "client",
  levelErrors: clientErrors,
  params: payerTypePayerIdParams,
  success: decodeBilling,
  errors: [userAuthenticationRequired, teamPermissionRequired, userNotFound, teamNotFound],
  textErrors: [othersCustomer, otherGeneration]
}

const listInvoicesSuccessWireItems = R.list(decodeInvoice)

const listInvoicesSuccessWire = R.struct((o) => {
  const a: R.Mutable<{
    readonly items: ReadonlyArray<Invoice>
    readonly is_paginated: boolean
    readonly pagination?: { readonly next_cursor: string | null } | undefined
  }> = {
    items: listInvoicesSuccessWireItems(o.items, "items"),
    is_paginated: R.boolean(o.is_paginated, "is_paginated")
  }
  if (o.pagination !== undefined) a.pagination = listProductsSuccessWirePagination(o.pagination, "pagination")
  return a
})

const listInvoicesSuccess = (value: unknown, key?: R.Key) => toPage(listInvoicesSuccessWire(value, key))

/** List the invoices of a customer. */
export const listInvoices: Endpoint<
  {
    readonly params: { readonly payerType: "user" | "team"; readonly payerId: string }
    readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
  },
  { readonly items: ReadonlyArray<Invoice>; readonly nextCursor: string | null },
  UserAuthenticationRequired | TeamPermissionRequired | CustomerOfSomeoneElse | NotSupportedByService,
  "client"
> = {
  name: "listInvoices",
  method: "GET",
  path: "/payments/invoices/:payerType/:payerId",
  level: "client",
  levelErrors: clientErrors,
  params: payerTypePayerIdParams,
  query: listProductsQuery,
  success: listInvoicesSuccess,
  errors: [userAuthenticationRequired, teamPermissionRequired],
  textErrors: [othersCustomer, otherGeneration]
}

const listTransactionsSuccessItems = R.list(decodeTransaction)

const listTransactionsSuccess = R.struct((o) => ({
  items: listTransactionsSuccessItems(o.transactions, "transactions"),
  nextCursor: R.nullable(o.next_cursor, "next_cursor", R.string)
}))

export const encodeListTransactions = R.struct((o) => ({
  type: R.optional(o.type, "type", transactionType),
  customer_type: R.optional(o.customerType, "customerType", customerType),
  customer_id: R.optional(o.customerId, "customerId", R.string),
  limit: o.limit === undefined ? undefined : String(R.between(R.int(o.limit, "limit"), "limit", 1, 200)),
  cursor: R.optional(o.cursor, "cursor", R.string)
}))

/** List the transactions of a project's customers. */
export const listTransactions: Endpoint<
  { readonly query: typeof ListTransactions.Type },
  { readonly items: ReadonlyArray<Transaction>; readonly nextCursor: string | null },
  NotSupportedByService,
  "admin"
> = {
  name: "listTransactions",
  method: "GET",
  path: "/internal/payments/transactions",
  level: "admin",
  levelErrors: commonErrors,
  query: encodeListTransactions,
  success: listTransactionsSuccess,
  textErrors: [otherGeneration]
}
