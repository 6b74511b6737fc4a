/** Items, products, payment methods, invoices and transactions of customers (docs/protocol/resources.md#payments). */
import * as Schema from "effect/Schema"
import { type Currency, mapCurrencies } from "../../domain/Currency.ts"
import { toOtherType, fromOtherType } from "../../domain/OtherType.ts"
import { isOtherEntry, transactionTypes } from "../../domain/Transaction.ts"
import { Metadata } from "./Metadata.ts"
import { OpenEnum } from "./OpenEnum.ts"
import * as Rule from "./Rule.ts"
import { WireClass, WireStruct } from "./WireStruct.ts"

/** The type of a customer: a user, a team, or anything else that a server has an id for. */
export const CustomerType = Schema.Literals(["user", "team", "custom"])
export type CustomerType = typeof CustomerType.Type

/** A length of time, such as `[1, "month"]`. */
export const Interval = Schema.Tuple([Schema.Int, Schema.Literals(["day", "week", "month", "year"])])
export type Interval = typeof Interval.Type

const amounts = mapCurrencies(() => Schema.optional(Schema.String))

/** Fields that are spelled the same on the wire. */
const sameNames = mapCurrencies((currency) => currency) as { readonly [Name in Currency]: Name }

/** The price of a product. Amounts are decimal strings, such as `"9.99"`. */
export class Price extends WireClass<Price>()(
  {
    ...amounts,
    /** How often it is paid. Absent: once. */
    interval: Schema.optional(Interval),
    freeTrial: Schema.optional(Interval)
  },
  sameNames
) {}

/** An item that comes with a product. */
export class IncludedItem extends WireClass<IncludedItem>()({
  quantity: Schema.Finite,
  /** How often the quantity is granted again. Default: `never`. */
  repeat: Schema.optional(Schema.Union([Schema.Literal("never"), Interval])),
  /** When the rest of the quantity expires. Default: `never`. */
  expires: Schema.optional(OpenEnum(["never", "when-purchase-expires", "when-repeated"]))
}) {}

const metadata = {
  clientMetadata: Schema.optional(Metadata),
  clientReadOnlyMetadata: Schema.optional(Metadata),
  serverMetadata: Schema.optional(Metadata)
}

const productFields = {
  displayName: Schema.String,
  customerType: CustomerType,
  freeTrial: Schema.optional(Interval),
  prices: Schema.Record(Schema.String, Price),
  includedItems: Schema.Record(Schema.String, IncludedItem),
  ...metadata
}

/** A product as it was when the customer got it. */
export class Product extends WireClass<Product>()({
  ...productFields,
  /** Whether only servers may see and sell it. */
  serverOnly: Schema.Boolean,
  /** Whether a customer may have it more than once. */
  stackable: Schema.Boolean
}) {}

/** A product that is not in the project's configuration: a server describes it with the purchase. */
export class InlineProduct extends WireClass<InlineProduct>()({
  ...productFields,
  /** Default: true. */
  serverOnly: Schema.optional(Schema.Boolean),
  /** Default: false. */
  stackable: Schema.optional(Schema.Boolean)
}) {}

/** How much of an item a customer has. */
export class Item extends WireClass<Item>()({
  id: Schema.String,
  displayName: Schema.String,
  /** Below zero if a server allowed that. */
  quantity: Schema.Finite
}) {}

/** The subscription behind a product of a customer. */
export class Subscription extends WireClass<Subscription>()({
  /** Older copies of the current service do not have it. */
  subscriptionId: Schema.optional(Schema.NullOr(Schema.String)),
  /** When it renews; null if it does not. */
  currentPeriodEnd: Schema.NullOr(Schema.DateFromString),
  cancelAtPeriodEnd: Schema.Boolean,
  isCancelable: Schema.Boolean
}) {}

/** A product that a subscription can be switched to. */
export class SwitchOption extends WireClass<SwitchOption>()({ productId: Schema.String, product: Product }) {}

/** A product that a customer has. */
export class CustomerProduct extends WireClass<CustomerProduct>()({
  /** Null for a product that a server described with the purchase. */
  id: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  product: Product,
  type: Schema.optional(OpenEnum(["one_time", "subscription"])),
  subscription: Schema.optional(Schema.NullOr(Subscription)),
  /** The products that the subscription can be switched to. */
  switchOptions: Schema.optional(Schema.Array(SwitchOption))
}) {}

/** A card, without its number. */
export class PaymentMethod extends WireClass<PaymentMethod>()({
  id: Schema.String,
  /** Such as `visa`. */
  brand: Schema.NullOr(Schema.String),
  last4: Schema.NullOr(Schema.String),
  expMonth: Schema.NullOr(Schema.Finite),
  expYear: Schema.NullOr(Schema.Finite)
}) {}

/** Whether a customer can pay. */
export class Billing extends WireClass<Billing>()({
  /** Whether the payment provider knows the customer. */
  hasCustomer: Schema.Boolean,
  /** The payment method that pays subscriptions, or null. */
  defaultPaymentMethod: Schema.NullOr(PaymentMethod)
}) {}

/** One bill of a subscription. */
export class Invoice extends WireClass<Invoice>()(
  {
    createdAt: Schema.DateFromMillis,
    status: Schema.NullOr(OpenEnum(["draft", "open", "paid", "uncollectible", "void"])),
    /** In the smallest unit of the currency, such as cents. */
    amountTotal: Schema.Finite,
    /** The page of the payment provider with the invoice. */
    hostedInvoiceUrl: Schema.NullOr(Schema.String)
  },
  { createdAt: "created_at_millis" }
) {}

/** The entry that an entry takes back; both fields are null if it takes nothing back. */
const adjusted = {
  adjustedTransactionId: Schema.NullOr(Schema.String),
  adjustedEntryIndex: Schema.NullOr(Schema.Finite)
}

const customer = { customerType: CustomerType, customerId: Schema.String }

/** Amounts of money by currency, as decimal strings such as `"9.99"`. */
export class Amounts extends WireClass<Amounts>()(amounts, sameNames) {}

/** Money that a customer paid or, below zero, got back. */
export class MoneyTransfer extends WireClass<MoneyTransfer>()({
  type: Schema.Literal("money_transfer"),
  ...adjusted,
  ...customer,
  chargedAmount: Amounts,
  /** The amount in US dollars. */
  netAmount: WireStruct({ USD: Schema.String }, { USD: "USD" })
}) {}

/** A product that a customer got. */
export class ProductGrant extends WireClass<ProductGrant>()({
  type: Schema.Literal("product_grant"),
  ...adjusted,
  ...customer,
  /** Null for a product that a server described with the purchase. */
  productId: Schema.NullOr(Schema.String),
  product: Product,
  /** Null for a product that a server gave. */
  priceId: Schema.NullOr(Schema.String),
  quantity: Schema.Finite,
  subscriptionId: Schema.optional(Schema.String),
  oneTimePurchaseId: Schema.optional(Schema.String)
}) {}

const taken = {
  adjustedTransactionId: Schema.String,
  adjustedEntryIndex: Schema.Finite,
  quantity: Schema.Finite
}

/** A product that was taken from a customer. */
export class ProductRevocation extends WireClass<ProductRevocation>()({
  type: Schema.Literal("product_revocation"),
  ...taken
}) {}

/** A product that a customer got again after it was taken. */
export class ProductRevocationReversal extends WireClass<ProductRevocationReversal>()({
  type: Schema.Literal("product_revocation_reversal"),
  ...taken
}) {}

/** A quantity of an item that a customer got or, below zero, lost. */
export class ItemQuantityChange extends WireClass<ItemQuantityChange>()({
  type: Schema.Literal("item_quantity_change"),
  ...adjusted,
  ...customer,
  itemId: Schema.String,
  quantity: Schema.Finite
}) {}

/** An entry of a type that this version does not know. */
export class OtherEntry extends WireClass<OtherEntry>()(
  { type: Schema.String.check(Rule.check(isOtherEntry, "another type of entry")) },
  {},
  {
    fields: { type: Schema.Literal("other"), wireType: Schema.String },
    decode: toOtherType,
    encode: fromOtherType
  }
) {}

/** A part of a transaction: `type` says what it is about, and each type has its own fields. */
export const TransactionEntry = Schema.Union([
  MoneyTransfer,
  ProductGrant,
  ProductRevocation,
  ProductRevocationReversal,
  ItemQuantityChange,
  OtherEntry
])
export type TransactionEntry = typeof TransactionEntry.Type

/** The type of a transaction. */
export const TransactionType = Schema.Literals(transactionTypes)
export type TransactionType = typeof TransactionType.Type

/** Something that happened to a customer: a purchase, a renewal, a change of a quantity. */
export class Transaction extends WireClass<Transaction>()(
  {
    id: Schema.String,
    createdAt: Schema.DateFromMillis,
    effectiveAt: Schema.DateFromMillis,
    type: Schema.NullOr(OpenEnum(transactionTypes)),
    ...customer,
    entries: Schema.Array(TransactionEntry),
    /** The entries of later transactions that took back some of this one. */
    adjustedBy: Schema.Array(WireStruct({ transactionId: Schema.String, entryIndex: Schema.Finite })),
    /** Whether it is a purchase in the test mode of the project, which moves no money. */
    testMode: Schema.Boolean
  },
  { createdAt: "created_at_millis", effectiveAt: "effective_at_millis" }
) {}
