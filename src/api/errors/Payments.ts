/** Payments: the schemas of the errors of `domain/errors/Payments.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Payments.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"
import { CustomerType } from "../schema/Payments.ts"

export const {
  NewPurchasesBlocked,
  ItemNotFound,
  ItemCustomerTypeDoesNotMatch,
  ProductDoesNotExist,
  ProductCustomerTypeDoesNotMatch,
  ProductAlreadyGranted,
  DefaultPaymentMethodRequired,
  ItemQuantityInsufficientAmount
} = makeSchemas(Errors, {
  ItemNotFound: { itemId: Schema.String },
  ItemCustomerTypeDoesNotMatch: {
    itemId: Schema.String,
    customerId: Schema.String,
    itemCustomerType: Schema.NullOr(CustomerType),
    actualCustomerType: CustomerType
  },
  ProductDoesNotExist: {
    productId: Schema.String,
    context: Schema.NullOr(Schema.Literals(["item_exists", "server_only"]))
  },
  ProductCustomerTypeDoesNotMatch: {
    productId: Schema.NullOr(Schema.String),
    customerId: Schema.String,
    productCustomerType: Schema.NullOr(CustomerType),
    actualCustomerType: CustomerType
  },
  ProductAlreadyGranted: { productId: Schema.String, customerId: Schema.String },
  DefaultPaymentMethodRequired: { customerType: CustomerType, customerId: Schema.String },
  ItemQuantityInsufficientAmount: { itemId: Schema.String, customerId: Schema.String, quantity: Schema.Finite }
})
