/**
 * Purchases of customers: items, products, subscriptions, bills (docs/protocol/resources.md#payments). Only the
 * current service has it. Customers are users, teams, and ids that servers make up.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { maxPaymentsPerPage, maxTransactionsPerPage } from "../domain/Page.ts"
import { AdminAccess, ClientAccess, ServerAccess } from "./Access.ts"
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
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/** Any customer. */
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
export const getItem = Endpoint.get("getItem", "/payments/items/:customerType/:customerId/:itemId", {
  params: item,
  success: Item,
  error: [...access, ...noCustomer, ItemNotFound, ItemCustomerTypeDoesNotMatch, TextErrors.otherGeneration]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read how much of an item a customer has")
  .annotate(Endpoint.OnlyIn, "current")

/** A change of the quantity of an item. */
export class UpdateItemQuantity extends Schema.Opaque<UpdateItemQuantity>()(
  WireStruct({
    /** The amount to add; a negative amount is taken away. */
    delta: Schema.Int.check(Schema.isBetween({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    /** An ISO 8601 time at which the change ends. */
    expiresAt: Schema.optional(Schema.String),
    description: Schema.optional(Schema.String)
  })
) {}

/** Changes the quantity of an item; of concurrent changes each sees the former ones. */
export const updateItemQuantity = Endpoint.post(
  "updateItemQuantity",
  "/payments/items/:customerType/:customerId/:itemId/update-quantity",
  {
    params: item,
    /** Whether the quantity may be below zero afterwards. */
    query: Query({ allowNegative: QueryBoolean }),
    payload: UpdateItemQuantity,
    success: EmptyAnswer,
    error: [
      ...noCustomer,
      ItemNotFound,
      ItemCustomerTypeDoesNotMatch,
      ItemQuantityInsufficientAmount,
      TextErrors.otherGeneration
    ]
  }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change the quantity of an item of a customer")
  .annotate(Endpoint.OnlyIn, "current")

/** Lists the products of a customer, oldest first. Clients do not see those that are for servers only. */
export const listProducts = Endpoint.get("listProducts", "/payments/products/:customerType/:customerId", {
  params: customer,
  query: page,
  success: Page(CustomerProduct),
  error: [...access, TextErrors.otherGeneration]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List the products of a customer")
  .annotate(Endpoint.OnlyIn, "current")

/** A product that a server gives to a customer. */
export class GrantProduct extends Schema.Opaque<GrantProduct>()(
  WireStruct({
    ...productFields,
    /** Default: 1. More than one of a product that is stackable. */
    quantity: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
  })
) {}

/** Gives a product to a customer, without a payment. */
export const grantProduct = Endpoint.post("grantProduct", "/payments/products/:customerType/:customerId", {
  params: customer,
  payload: GrantProduct,
  success: WireStruct({ success: Schema.Literal(true), subscriptionId: Schema.optional(Schema.String) }),
  error: [
    ...noCustomer,
    ProductDoesNotExist,
    ProductCustomerTypeDoesNotMatch,
    ProductAlreadyGranted,
    TextErrors.otherGeneration
  ]
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Give a product to a customer")
  .annotate(Endpoint.OnlyIn, "current")

/** Ends the subscription to a product at once. */
export const cancelSubscription = Endpoint.delete(
  "cancelSubscription",
  "/payments/products/:customerType/:customerId/:productId",
  {
    params: { ...customer, productId: PathSegment },
    /** For products without an id; `productId` can be any text then. */
    query: Query({ subscriptionId: Schema.optional(Schema.String) }),
    success: Success,
    error: [
      ...access,
      ProductDoesNotExist,
      ProductCustomerTypeDoesNotMatch,
      PaymentTextErrors.subscriptionToCancel,
      TextErrors.otherGeneration
    ]
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Cancel a subscription of a customer")
  .annotate(Endpoint.OnlyIn, "current")

/** The product of a subscription, and the one that replaces it. */
export class SwitchSubscription extends Schema.Opaque<SwitchSubscription>()(
  WireStruct({
    fromProductId: Schema.String,
    toProductId: Schema.String,
    /** Default: the first price with an interval. */
    priceId: Schema.optional(Schema.String),
    quantity: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
  })
) {}

/** Switches a subscription to another product of its product line. */
export const switchSubscription = Endpoint.post("switchSubscription", "/payments/products/:payerType/:payerId/switch", {
  params: payer,
  payload: SwitchSubscription,
  success: Success,
  error: [
    ...access,
    ...noCustomer,
    NewPurchasesBlocked,
    DefaultPaymentMethodRequired,
    PaymentTextErrors.subscriptionToSwitch,
    TextErrors.otherGeneration
  ]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Switch a subscription of a customer to another product")
  .annotate(Endpoint.OnlyIn, "current")

/** A product for a customer to buy. */
export const createPurchaseUrlFields = {
  customerType: CustomerType,
  customerId: PathSegment,
  ...productFields,
  /** The trusted URL to which the page redirects after the payment. */
  returnUrl: Schema.optional(AbsoluteUrl)
}

/** A product for a customer to buy. */
export class CreatePurchaseUrl extends Schema.Opaque<CreatePurchaseUrl>()(WireStruct(createPurchaseUrlFields)) {}

/** Makes the URL of a page on which a customer buys a product. It is valid for 24 hours. */
export const createPurchaseUrl = Endpoint.post("createPurchaseUrl", "/payments/purchases/create-purchase-url", {
  payload: CreatePurchaseUrl,
  success: WireStruct({ url: Schema.String }),
  error: [
    ...access,
    ...noCustomer,
    NewPurchasesBlocked,
    ProductDoesNotExist,
    ProductCustomerTypeDoesNotMatch,
    ProductAlreadyGranted,
    RedirectUrlNotWhitelisted,
    TextErrors.otherGeneration
  ]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Make the URL of a checkout")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads whether a customer can pay, and with what. */
export const getBilling = Endpoint.get("getBilling", "/payments/billing/:payerType/:payerId", {
  params: payer,
  success: Billing,
  error: [...access, ...noCustomer, TextErrors.otherGeneration]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read the billing state of a customer")
  .annotate(Endpoint.OnlyIn, "current")

/** Lists the invoices of the subscriptions of a customer, newest first. */
export const listInvoices = Endpoint.get("listInvoices", "/payments/invoices/:payerType/:payerId", {
  params: payer,
  query: page,
  success: Page(Invoice),
  error: [...access, TextErrors.otherGeneration]
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List the invoices of a customer")
  .annotate(Endpoint.OnlyIn, "current")

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
export const listTransactions = Endpoint.get("listTransactions", "/internal/payments/transactions", {
  query: ListTransactions,
  success: WireStruct(
    { items: Schema.Array(Transaction), nextCursor: Schema.NullOr(Schema.String) },
    { items: "transactions" }
  ),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List the transactions of a project's customers")
  .annotate(Endpoint.OnlyIn, "current")

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
