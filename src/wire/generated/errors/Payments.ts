/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  DefaultPaymentMethodRequired,
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../../../domain/errors/Payments.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"
import { customerType } from "../schema/Payments.ts"

const itemNotFoundDetails = R.struct((o) => ({ itemId: R.string(o.item_id, "item_id") }))

export const itemNotFound: KnownErrorEntry<ItemNotFound> = { Class: ItemNotFound, details: itemNotFoundDetails }

const itemCustomerTypeDoesNotMatchDetails = R.struct((o) => ({
  itemId: R.string(o.item_id, "item_id"),
  customerId: R.string(o.customer_id, "customer_id"),
  itemCustomerType:
    o.item_customer_type === null
      ? null
      : R.oneOf(o.item_customer_type, "item_customer_type", ["user", "team", "custom"]),
  actualCustomerType: customerType(o.actual_customer_type, "actual_customer_type")
}))

export const itemCustomerTypeDoesNotMatch: KnownErrorEntry<ItemCustomerTypeDoesNotMatch> = {
  Class: ItemCustomerTypeDoesNotMatch,
  details: itemCustomerTypeDoesNotMatchDetails
}

const itemQuantityInsufficientAmountDetails = R.struct((o) => ({
  itemId: R.string(o.item_id, "item_id"),
  customerId: R.string(o.customer_id, "customer_id"),
  quantity: R.finite(o.quantity, "quantity")
}))

export const itemQuantityInsufficientAmount: KnownErrorEntry<ItemQuantityInsufficientAmount> = {
  Class: ItemQuantityInsufficientAmount,
  details: itemQuantityInsufficientAmountDetails
}

const productDoesNotExistDetails = R.struct((o) => ({
  productId: R.string(o.product_id, "product_id"),
  context: o.context === null ? null : R.oneOf(o.context, "context", ["item_exists", "server_only"])
}))

export const productDoesNotExist: KnownErrorEntry<ProductDoesNotExist> = {
  Class: ProductDoesNotExist,
  details: productDoesNotExistDetails
}

const productCustomerTypeDoesNotMatchDetails = R.struct((o) => ({
  productId: R.nullable(o.product_id, "product_id", R.string),
  customerId: R.string(o.customer_id, "customer_id"),
  productCustomerType:
    o.product_customer_type === null
      ? null
      : R.oneOf(o.product_customer_type, "product_customer_type", ["user", "team", "custom"]),
  actualCustomerType: customerType(o.actual_customer_type, "actual_customer_type")
}))

export const productCustomerTypeDoesNotMatch: KnownErrorEntry<ProductCustomerTypeDoesNotMatch> = {
  Class: ProductCustomerTypeDoesNotMatch,
  details: productCustomerTypeDoesNotMatchDetails
}

const productAlreadyGrantedDetails = R.struct((o) => ({
  productId: R.string(o.product_id, "product_id"),
  customerId: R.string(o.customer_id, "customer_id")
}))

export const productAlreadyGranted: KnownErrorEntry<ProductAlreadyGranted> = {
  Class: ProductAlreadyGranted,
  details: productAlreadyGrantedDetails
}

export const newPurchasesBlocked: KnownErrorEntry<NewPurchasesBlocked> = { Class: NewPurchasesBlocked }

const defaultPaymentMethodRequiredDetails = R.struct((o) => ({
  customerType: customerType(o.customer_type, "customer_type"),
  customerId: R.string(o.customer_id, "customer_id")
}))

export const defaultPaymentMethodRequired: KnownErrorEntry<DefaultPaymentMethodRequired> = {
  Class: DefaultPaymentMethodRequired,
  details: defaultPaymentMethodRequiredDetails
}
