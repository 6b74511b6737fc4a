/**
 * Purchases of customers: items, products, subscriptions, bills (docs/protocol/resources.md#payments). Only the
 * current service has it. Customers are users, teams, and ids that servers make up.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { maxPaymentsPerPage, maxTransactionsPerPage } from "../domain/Page.ts"
import * as Endpoint from "./Endpoint.ts"
import { EmptyAnswer, Page, Success } from "./Envelope.ts"
import {
  DefaultPaymentMethodRequired,
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "./errors/Payments.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { UserAuthenticationRequired } from "./errors/Session.ts"
import { TeamNotFound } from "./errors/Teams.ts"
import { RedirectUrlNotWhitelisted, UserNotFound } from "./errors/Users.ts"
import { Query, QueryBoolean, QueryLimit } from "./Input.ts"
import * as PaymentTextErrors from "./PaymentTextErrors.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { PathSegment } from "./schema/Ids.ts"
import {
  Billing,
  CustomerProduct,
  CustomerType,
  InlineProduct,
  Invoice,
  Item,
  Transaction,
  TransactionType
} from "./schema/Payments.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

const customer = { customerType: CustomerType, customerId: PathSegment }

/** Customers that have bills. */
const payer = { payerType: Schema.Literals(["user", "team"]), payerId: PathSegment }

const item = { ...customer, itemId: PathSegment }

/** The errors of clients that name another's customer. */
const access = [UserAuthenticationRequired, TeamPermissionRequired, PaymentTextErrors.othersCustomer] as const

const noCustomer = [UserNotFound, TeamNotFound] as const

const page = Query({
  limit: Schema.optional(QueryLimit(maxPaymentsPerPage)),
  cursor: Schema.optional(Schema.String)
})

/** A product of the configuration, or one that the request describes: one of the two. */
const productFields = {
  productId: Schema.optional(Schema.String),
  /** Only for servers. */
  productInline: Schema.optional(InlineProduct)
}

/** Reads how much of an item a customer has. */
export const getItem = Endpoint.client.get("getItem", "/payments/items/:customerType/:customerId/:itemId", {
  summary: "Read how much of an item a customer has",
  only: "current",
  params: item,
  success: Item,
  error: [...access, ...noCustomer, ItemNotFound, ItemCustomerTypeDoesNotMatch]
})

/** A change of the quantity of an item. */
export class UpdateItemQuantity extends WireClass<UpdateItemQuantity>()({
  /** The amount to add; a negative amount is taken away. */
  delta: Schema.Int.check(Schema.isBetween({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
  /** An ISO 8601 time at which the change ends. */
  expiresAt: Schema.optional(Schema.String),
  description: Schema.optional(Schema.String)
}) {}

/** Changes the quantity of an item; of concurrent changes each sees the former ones. */
export const updateItemQuantity = Endpoint.server.post(
  "updateItemQuantity",
  "/payments/items/:customerType/:customerId/:itemId/update-quantity",
  {
    summary: "Change the quantity of an item of a customer",
    only: "current",
    params: item,
    /** Whether the quantity may be below zero afterwards. */
    query: Query({ allowNegative: QueryBoolean }),
    payload: UpdateItemQuantity,
    success: EmptyAnswer,
    error: [...noCustomer, ItemNotFound, ItemCustomerTypeDoesNotMatch, ItemQuantityInsufficientAmount]
  }
)

/** Lists the products of a customer, oldest first. Clients do not see those that are for servers only. */
export const listProducts = Endpoint.client.get("listProducts", "/payments/products/:customerType/:customerId", {
  summary: "List the products of a customer",
  only: "current",
  params: customer,
  query: page,
  success: Page(CustomerProduct),
  error: [...access]
})

/** A product that a server gives to a customer. */
export class GrantProduct extends WireClass<GrantProduct>()({
  ...productFields,
  /** Default: 1. More than one of a product that is stackable. */
  quantity: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
}) {}

/** Gives a product to a customer, without a payment. */
export const grantProduct = Endpoint.server.post("grantProduct", "/payments/products/:customerType/:customerId", {
  summary: "Give a product to a customer",
  only: "current",
  params: customer,
  payload: GrantProduct,
  success: WireStruct({ success: Schema.Literal(true), subscriptionId: Schema.optional(Schema.String) }),
  error: [...noCustomer, ProductDoesNotExist, ProductCustomerTypeDoesNotMatch, ProductAlreadyGranted]
})

/** Ends the subscription to a product at once. */
export const cancelSubscription = Endpoint.client.delete(
  "cancelSubscription",
  "/payments/products/:customerType/:customerId/:productId",
  {
    summary: "Cancel a subscription of a customer",
    only: "current",
    params: { ...customer, productId: PathSegment },
    /** For products without an id; `productId` can be any text then. */
    query: Query({ subscriptionId: Schema.optional(Schema.String) }),
    success: Success,
    error: [...access, ProductDoesNotExist, ProductCustomerTypeDoesNotMatch, PaymentTextErrors.subscriptionToCancel]
  }
)

/** The product of a subscription, and the one that replaces it. */
export class SwitchSubscription extends WireClass<SwitchSubscription>()({
  fromProductId: Schema.String,
  toProductId: Schema.String,
  /** Default: the first price with an interval. */
  priceId: Schema.optional(Schema.String),
  quantity: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
}) {}

/** Switches a subscription to another product of its product line. */
export const switchSubscription = Endpoint.client.post(
  "switchSubscription",
  "/payments/products/:payerType/:payerId/switch",
  {
    summary: "Switch a subscription of a customer to another product",
    only: "current",
    params: payer,
    payload: SwitchSubscription,
    success: Success,
    error: [
      ...access,
      ...noCustomer,
      NewPurchasesBlocked,
      DefaultPaymentMethodRequired,
      PaymentTextErrors.subscriptionToSwitch
    ]
  }
)

/** A product for a customer to buy. */
export const createPurchaseUrlFields = {
  customerType: CustomerType,
  customerId: PathSegment,
  ...productFields,
  /** The trusted URL to which the page redirects after the payment. */
  returnUrl: Schema.optional(AbsoluteUrl)
}

/** A product for a customer to buy. */
export class CreatePurchaseUrl extends WireClass<CreatePurchaseUrl>()(createPurchaseUrlFields) {}

/** Makes the URL of a page on which a customer buys a product. It is valid for 24 hours. */
export const createPurchaseUrl = Endpoint.client.post("createPurchaseUrl", "/payments/purchases/create-purchase-url", {
  summary: "Make the URL of a checkout",
  only: "current",
  payload: CreatePurchaseUrl,
  success: WireStruct({ url: Schema.String }),
  error: [
    ...access,
    ...noCustomer,
    NewPurchasesBlocked,
    ProductDoesNotExist,
    ProductCustomerTypeDoesNotMatch,
    ProductAlreadyGranted,
    RedirectUrlNotWhitelisted
  ]
})

/** Reads whether a customer can pay, and with what. */
export const getBilling = Endpoint.client.get("getBilling", "/payments/billing/:payerType/:payerId", {
  summary: "Read the billing state of a customer",
  only: "current",
  params: payer,
  success: Billing,
  error: [...access, ...noCustomer]
})

/** Lists the invoices of the subscriptions of a customer, newest first. */
export const listInvoices = Endpoint.client.get("listInvoices", "/payments/invoices/:payerType/:payerId", {
  summary: "List the invoices of a customer",
  only: "current",
  params: payer,
  query: page,
  success: Page(Invoice),
  error: [...access]
})

/** The filters and the page of a list of transactions. */
export const listTransactionsFields = {
  type: Schema.optional(TransactionType),
  customerType: Schema.optional(CustomerType),
  customerId: Schema.optional(Schema.String),
  limit: Schema.optional(QueryLimit(maxTransactionsPerPage)),
  cursor: Schema.optional(Schema.String)
}

/** The query of a list of transactions. A page has 50 of them unless `limit` says how many. */
export const ListTransactions = Query(listTransactionsFields)

/** Lists the transactions of all customers, newest first. */
export const listTransactions = Endpoint.admin.get("listTransactions", "/internal/payments/transactions", {
  summary: "List the transactions of a project's customers",
  only: "current",
  query: ListTransactions,
  success: WireStruct(
    { items: Schema.Array(Transaction), nextCursor: Schema.NullOr(Schema.String) },
    { items: "transactions" }
  )
})

/** Items, products and bills of a customer; clients name themselves, or a team that they administrate. */
export class PaymentsGroup extends HttpApiGroup.make("payments")
  .add(getItem, listProducts, cancelSubscription, switchSubscription, createPurchaseUrl, getBilling, listInvoices)
  .prefix(Endpoint.root) {}

/** Items and products, for servers, which give and take them. */
export class ServerPaymentsGroup extends HttpApiGroup.make("serverPayments")
  .add(updateItemQuantity, grantProduct)
  .prefix(Endpoint.root) {}

/** Transactions, for admins. */
export class AdminPaymentsGroup extends HttpApiGroup.make("adminPayments")
  .add(listTransactions)
  .prefix(Endpoint.root) {}
