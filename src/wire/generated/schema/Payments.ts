/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type {
  Amounts,
  Billing,
  CustomerProduct,
  IncludedItem,
  Invoice,
  Item,
  ItemQuantityChange,
  MoneyTransfer,
  OtherEntry,
  PaymentMethod,
  Price,
  Product,
  ProductGrant,
  ProductRevocation,
  ProductRevocationReversal,
  Subscription,
  SwitchOption,
  Transaction,
  TransactionEntry
} from "../../../api/schema/Payments.ts"
import { toOtherType } from "../../../domain/OtherType.ts"
import { isOtherEntry } from "../../../domain/Transaction.ts"
import * as R from "../../Runtime.ts"

export const decodeItem = R.struct((o): Item => ({
  id: R.string(o.id, "id"),
  displayName: R.string(o.display_name, "display_name"),
  quantity: R.finite(o.quantity, "quantity")
}))

export const customerType = (value: unknown, key?: R.Key) => R.oneOf(value, key, ["user", "team", "custom"])

const decodeProductFreeTrialSecond = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, ["day", "week", "month", "year"])

const decodeProductFreeTrial = R.pair(R.int, decodeProductFreeTrialSecond)

export const decodePrice = R.struct((o): Price => {
  const a: R.Mutable<Price> = {}
  if (o.USD !== undefined) a.USD = R.string(o.USD, "USD")
  if (o.EUR !== undefined) a.EUR = R.string(o.EUR, "EUR")
  if (o.GBP !== undefined) a.GBP = R.string(o.GBP, "GBP")
  if (o.JPY !== undefined) a.JPY = R.string(o.JPY, "JPY")
  if (o.INR !== undefined) a.INR = R.string(o.INR, "INR")
  if (o.AUD !== undefined) a.AUD = R.string(o.AUD, "AUD")
  if (o.CAD !== undefined) a.CAD = R.string(o.CAD, "CAD")
  if (o.interval !== undefined) a.interval = decodeProductFreeTrial(o.interval, "interval")
  if (o.free_trial !== undefined) a.freeTrial = decodeProductFreeTrial(o.free_trial, "free_trial")
  return a
})

const decodeProductPrices = R.record(decodePrice)

const decodeIncludedItemRepeat1 = (value: unknown, key?: R.Key) => R.literal(value, key, "never")

const decodeIncludedItemRepeat = R.either<"never" | readonly [number, "day" | "week" | "month" | "year"]>(
  decodeIncludedItemRepeat1,
  decodeProductFreeTrial
)

export const decodeIncludedItem = R.struct((o): IncludedItem => {
  const a: R.Mutable<IncludedItem> = { quantity: R.finite(o.quantity, "quantity") }
  if (o.repeat !== undefined) a.repeat = decodeIncludedItemRepeat(o.repeat, "repeat")
  if (o.expires !== undefined) a.expires = R.string(o.expires, "expires")
  return a
})

const decodeProductIncludedItems = R.record(decodeIncludedItem)

export const decodeProduct = R.struct((o): Product => {
  const a: R.Mutable<Product> = {
    displayName: R.string(o.display_name, "display_name"),
    customerType: customerType(o.customer_type, "customer_type"),
    prices: decodeProductPrices(o.prices, "prices"),
    includedItems: decodeProductIncludedItems(o.included_items, "included_items"),
    serverOnly: R.boolean(o.server_only, "server_only"),
    stackable: R.boolean(o.stackable, "stackable")
  }
  if (o.free_trial !== undefined) a.freeTrial = decodeProductFreeTrial(o.free_trial, "free_trial")
  if (o.client_metadata !== undefined) a.clientMetadata = R.json(o.client_metadata, "client_metadata")
  if (o.client_read_only_metadata !== undefined)
    a.clientReadOnlyMetadata = R.json(o.client_read_only_metadata, "client_read_only_metadata")
  if (o.server_metadata !== undefined) a.serverMetadata = R.json(o.server_metadata, "server_metadata")
  return a
})

export const decodeSubscription = R.struct((o): Subscription => {
  const a: R.Mutable<Subscription> = {
    currentPeriodEnd: R.nullable(o.current_period_end, "current_period_end", R.dateOfText),
    cancelAtPeriodEnd: R.boolean(o.cancel_at_period_end, "cancel_at_period_end"),
    isCancelable: R.boolean(o.is_cancelable, "is_cancelable")
  }
  if (o.subscription_id !== undefined) a.subscriptionId = R.nullable(o.subscription_id, "subscription_id", R.string)
  return a
})

export const decodeSwitchOption = R.struct((o): SwitchOption => ({
  productId: R.string(o.product_id, "product_id"),
  product: decodeProduct(o.product, "product")
}))

const decodeCustomerProductSwitchOptions = R.list(decodeSwitchOption)

export const decodeCustomerProduct = R.struct((o): CustomerProduct => {
  const a: R.Mutable<CustomerProduct> = {
    id: R.nullable(o.id, "id", R.string),
    quantity: R.finite(o.quantity, "quantity"),
    product: decodeProduct(o.product, "product")
  }
  if (o.type !== undefined) a.type = R.string(o.type, "type")
  if (o.subscription !== undefined) a.subscription = R.nullable(o.subscription, "subscription", decodeSubscription)
  if (o.switch_options !== undefined)
    a.switchOptions = decodeCustomerProductSwitchOptions(o.switch_options, "switch_options")
  return a
})

export const encodePrice = R.struct((o) => ({
  USD: R.optional(o.USD, "USD", R.string),
  EUR: R.optional(o.EUR, "EUR", R.string),
  GBP: R.optional(o.GBP, "GBP", R.string),
  JPY: R.optional(o.JPY, "JPY", R.string),
  INR: R.optional(o.INR, "INR", R.string),
  AUD: R.optional(o.AUD, "AUD", R.string),
  CAD: R.optional(o.CAD, "CAD", R.string),
  interval: R.optional(o.interval, "interval", decodeProductFreeTrial),
  free_trial: R.optional(o.freeTrial, "freeTrial", decodeProductFreeTrial)
}))

const encodeInlineProductPrices = R.record(encodePrice)

const encodeIncludedItemRepeat = R.either<unknown>(decodeIncludedItemRepeat1, decodeProductFreeTrial)

export const encodeIncludedItem = R.struct((o) => ({
  quantity: R.finite(o.quantity, "quantity"),
  repeat: R.optional(o.repeat, "repeat", encodeIncludedItemRepeat),
  expires: R.optional(o.expires, "expires", R.string)
}))

const encodeInlineProductIncludedItems = R.record(encodeIncludedItem)

export const encodeInlineProduct = R.struct((o) => ({
  display_name: R.string(o.displayName, "displayName"),
  customer_type: customerType(o.customerType, "customerType"),
  free_trial: R.optional(o.freeTrial, "freeTrial", decodeProductFreeTrial),
  prices: encodeInlineProductPrices(o.prices, "prices"),
  included_items: encodeInlineProductIncludedItems(o.includedItems, "includedItems"),
  client_metadata: R.optional(o.clientMetadata, "clientMetadata", R.json),
  client_read_only_metadata: R.optional(o.clientReadOnlyMetadata, "clientReadOnlyMetadata", R.json),
  server_metadata: R.optional(o.serverMetadata, "serverMetadata", R.json),
  server_only: R.optional(o.serverOnly, "serverOnly", R.boolean),
  stackable: R.optional(o.stackable, "stackable", R.boolean)
}))

export const decodePaymentMethod = R.struct((o): PaymentMethod => ({
  id: R.string(o.id, "id"),
  brand: R.nullable(o.brand, "brand", R.string),
  last4: R.nullable(o.last4, "last4", R.string),
  expMonth: R.nullable(o.exp_month, "exp_month", R.finite),
  expYear: R.nullable(o.exp_year, "exp_year", R.finite)
}))

export const decodeBilling = R.struct((o): Billing => ({
  hasCustomer: R.boolean(o.has_customer, "has_customer"),
  defaultPaymentMethod: R.nullable(o.default_payment_method, "default_payment_method", decodePaymentMethod)
}))

export const decodeInvoice = R.struct((o): Invoice => ({
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  status: R.nullable(o.status, "status", R.string),
  amountTotal: R.finite(o.amount_total, "amount_total"),
  hostedInvoiceUrl: R.nullable(o.hosted_invoice_url, "hosted_invoice_url", R.string)
}))

export const decodeAmounts = R.struct((o): Amounts => {
  const a: R.Mutable<Amounts> = {}
  if (o.USD !== undefined) a.USD = R.string(o.USD, "USD")
  if (o.EUR !== undefined) a.EUR = R.string(o.EUR, "EUR")
  if (o.GBP !== undefined) a.GBP = R.string(o.GBP, "GBP")
  if (o.JPY !== undefined) a.JPY = R.string(o.JPY, "JPY")
  if (o.INR !== undefined) a.INR = R.string(o.INR, "INR")
  if (o.AUD !== undefined) a.AUD = R.string(o.AUD, "AUD")
  if (o.CAD !== undefined) a.CAD = R.string(o.CAD, "CAD")
  return a
})

const decodeMoneyTransferNetAmount = R.struct((o) => ({ USD: R.string(o.USD, "USD") }))

const adjustedTransactionIdToCustomerId = (o: R.Properties) => ({
  adjustedTransactionId: R.nullable(o.adjusted_transaction_id, "adjusted_transaction_id", R.string),
  adjustedEntryIndex: R.nullable(o.adjusted_entry_index, "adjusted_entry_index", R.finite),
  customerType: customerType(o.customer_type, "customer_type"),
  customerId: R.string(o.customer_id, "customer_id")
})

export const decodeMoneyTransfer = R.struct((o): MoneyTransfer => ({
  type: R.literal(o.type, "type", "money_transfer"),
  ...adjustedTransactionIdToCustomerId(o),
  chargedAmount: decodeAmounts(o.charged_amount, "charged_amount"),
  netAmount: decodeMoneyTransferNetAmount(o.net_amount, "net_amount")
}))

export const decodeProductGrant = R.struct((o): ProductGrant => {
  const a: R.Mutable<ProductGrant> = {
    type: R.literal(o.type, "type", "product_grant"),
    ...adjustedTransactionIdToCustomerId(o),
    productId: R.nullable(o.product_id, "product_id", R.string),
    product: decodeProduct(o.product, "product"),
    priceId: R.nullable(o.price_id, "price_id", R.string),
    quantity: R.finite(o.quantity, "quantity")
  }
  if (o.subscription_id !== undefined) a.subscriptionId = R.string(o.subscription_id, "subscription_id")
  if (o.one_time_purchase_id !== undefined)
    a.oneTimePurchaseId = R.string(o.one_time_purchase_id, "one_time_purchase_id")
  return a
})

export const decodeProductRevocation = R.struct((o): ProductRevocation => ({
  type: R.literal(o.type, "type", "product_revocation"),
  adjustedTransactionId: R.string(o.adjusted_transaction_id, "adjusted_transaction_id"),
  adjustedEntryIndex: R.finite(o.adjusted_entry_index, "adjusted_entry_index"),
  quantity: R.finite(o.quantity, "quantity")
}))

export const decodeProductRevocationReversal = R.struct((o): ProductRevocationReversal => ({
  type: R.literal(o.type, "type", "product_revocation_reversal"),
  adjustedTransactionId: R.string(o.adjusted_transaction_id, "adjusted_transaction_id"),
  adjustedEntryIndex: R.finite(o.adjusted_entry_index, "adjusted_entry_index"),
  quantity: R.finite(o.quantity, "quantity")
}))

export const decodeItemQuantityChange = R.struct((o): ItemQuantityChange => ({
  type: R.literal(o.type, "type", "item_quantity_change"),
  ...adjustedTransactionIdToCustomerId(o),
  itemId: R.string(o.item_id, "item_id"),
  quantity: R.finite(o.quantity, "quantity")
}))

export const decodeOtherEntry = R.struct((o): OtherEntry => {
  const a = { type: R.check(R.string(o.type, "type"), "type", isOtherEntry, "another type of entry") }

  return Object.assign(a, toOtherType(a))
})

export const decodeTransactionEntry = R.either<TransactionEntry>(
  decodeMoneyTransfer,
  decodeProductGrant,
  decodeProductRevocation,
  decodeProductRevocationReversal,
  decodeItemQuantityChange,
  decodeOtherEntry
)

const decodeTransactionEntries = R.list(decodeTransactionEntry)

const decodeTransactionAdjustedByItem = R.struct((o) => ({
  transactionId: R.string(o.transaction_id, "transaction_id"),
  entryIndex: R.finite(o.entry_index, "entry_index")
}))

const decodeTransactionAdjustedBy = R.list(decodeTransactionAdjustedByItem)

export const decodeTransaction = R.struct((o): Transaction => ({
  id: R.string(o.id, "id"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  effectiveAt: R.dateOfMillis(o.effective_at_millis, "effective_at_millis"),
  type: R.nullable(o.type, "type", R.string),
  customerType: customerType(o.customer_type, "customer_type"),
  customerId: R.string(o.customer_id, "customer_id"),
  entries: decodeTransactionEntries(o.entries, "entries"),
  adjustedBy: decodeTransactionAdjustedBy(o.adjusted_by, "adjusted_by"),
  testMode: R.boolean(o.test_mode, "test_mode")
}))

export const transactionType = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, [
    "purchase",
    "subscription-renewal",
    "subscription-cancellation",
    "product-change",
    "manual-item-quantity-change",
    "refund",
    "chargeback"
  ])
