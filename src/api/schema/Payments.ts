/** Items, products, payment methods and invoices of customers (docs/protocol/resources.md#payments). */
import * as Schema from "effect/Schema"
import { Metadata } from "./Metadata.ts"
import { OpenEnum } from "./OpenEnum.ts"
import { WireStruct } from "./WireStruct.ts"

/** The type of a customer: a user, a team, or anything else that a server has an id for. */
export const CustomerType = Schema.Literals(["user", "team", "custom"])
/** The type of a customer: a user, a team, or anything else that a server has an id for. */
export type CustomerType = typeof CustomerType.Type

/** A length of time, such as `[1, "month"]`. */
export const Interval = Schema.Tuple([Schema.Int, Schema.Literals(["day", "week", "month", "year"])])
/** A length of time, such as `[1, "month"]`. */
export type Interval = typeof Interval.Type

const currencies = { USD: "USD", EUR: "EUR", GBP: "GBP", JPY: "JPY", INR: "INR", AUD: "AUD", CAD: "CAD" } as const

/** The price of a product. Amounts are decimal strings, such as `"9.99"`. */
export class Price extends Schema.Opaque<Price>()(
  WireStruct(
    {
      USD: Schema.optional(Schema.String),
      EUR: Schema.optional(Schema.String),
      GBP: Schema.optional(Schema.String),
      JPY: Schema.optional(Schema.String),
      INR: Schema.optional(Schema.String),
      AUD: Schema.optional(Schema.String),
      CAD: Schema.optional(Schema.String),
      /** How often it is paid. Absent: once. */
      interval: Schema.optional(Interval),
      freeTrial: Schema.optional(Interval)
    },
    currencies
  )
) {}

/** An item that comes with a product. */
export class IncludedItem extends Schema.Opaque<IncludedItem>()(
  WireStruct({
    quantity: Schema.Finite,
    /** How often the quantity is granted again. Default: `never`. */
    repeat: Schema.optional(Schema.Union([Schema.Literal("never"), Interval])),
    /** When the rest of the quantity expires. Default: `never`. */
    expires: Schema.optional(OpenEnum(["never", "when-purchase-expires", "when-repeated"]))
  })
) {}

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
export class Product extends Schema.Opaque<Product>()(
  WireStruct({
    ...productFields,
    /** Whether only servers may see and sell it. */
    serverOnly: Schema.Boolean,
    /** Whether a customer may have it more than once. */
    stackable: Schema.Boolean
  })
) {}

/** A product that is not in the project's configuration: a server describes it with the purchase. */
export class InlineProduct extends Schema.Opaque<InlineProduct>()(
  WireStruct({
    ...productFields,
    /** Default: true. */
    serverOnly: Schema.optional(Schema.Boolean),
    /** Default: false. */
    stackable: Schema.optional(Schema.Boolean)
  })
) {}

/** How much of an item a customer has. */
export class Item extends Schema.Opaque<Item>()(
  WireStruct({
    id: Schema.String,
    displayName: Schema.String,
    /** Below zero if a server allowed that. */
    quantity: Schema.Finite
  })
) {}

/** The subscription behind a product of a customer. */
export class Subscription extends Schema.Opaque<Subscription>()(
  WireStruct({
    /** Older copies of the current service do not have it. */
    subscriptionId: Schema.optional(Schema.NullOr(Schema.String)),
    /** When it renews; null if it does not. */
    currentPeriodEnd: Schema.NullOr(Schema.DateFromString),
    cancelAtPeriodEnd: Schema.Boolean,
    isCancelable: Schema.Boolean
  })
) {}

/** A product that a subscription can be switched to. */
export class SwitchOption extends Schema.Opaque<SwitchOption>()(
  WireStruct({ productId: Schema.String, product: Product })
) {}

/** A product that a customer has. */
export class CustomerProduct extends Schema.Opaque<CustomerProduct>()(
  WireStruct({
    /** Null for a product that a server described with the purchase. */
    id: Schema.NullOr(Schema.String),
    quantity: Schema.Finite,
    product: Product,
    type: Schema.optional(OpenEnum(["one_time", "subscription"])),
    subscription: Schema.optional(Schema.NullOr(Subscription)),
    /** The products that the subscription can be switched to. */
    switchOptions: Schema.optional(Schema.Array(SwitchOption))
  })
) {}

/** A card, without its number. */
export class PaymentMethod extends Schema.Opaque<PaymentMethod>()(
  WireStruct({
    id: Schema.String,
    /** Such as `visa`. */
    brand: Schema.NullOr(Schema.String),
    last4: Schema.NullOr(Schema.String),
    expMonth: Schema.NullOr(Schema.Finite),
    expYear: Schema.NullOr(Schema.Finite)
  })
) {}

/** Whether a customer can pay. */
export class Billing extends Schema.Opaque<Billing>()(
  WireStruct({
    /** Whether the payment provider knows the customer. */
    hasCustomer: Schema.Boolean,
    /** The payment method that pays subscriptions, or null. */
    defaultPaymentMethod: Schema.NullOr(PaymentMethod)
  })
) {}

/** One bill of a subscription. */
export class Invoice extends Schema.Opaque<Invoice>()(
  WireStruct(
    {
      createdAt: Schema.DateFromMillis,
      status: Schema.NullOr(OpenEnum(["draft", "open", "paid", "uncollectible", "void"])),
      /** In the smallest unit of the currency, such as cents. */
      amountTotal: Schema.Finite,
      /** The page of the payment provider with the invoice. */
      hostedInvoiceUrl: Schema.NullOr(Schema.String)
    },
    { createdAt: "created_at_millis" }
  )
) {}
