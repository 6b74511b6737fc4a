/** Payments: the schemas of the errors of `domain/errors/Payments.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/Payments.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"
import { CustomerType } from "../schema/Payments.ts"

export const { NewPurchasesBlocked } = makePlainSchemas(Errors)

/** Schema of {@link Errors.ItemNotFound}. */
export const ItemNotFound = KnownErrorSchema(Errors.ItemNotFound, { itemId: Schema.String })

/** Schema of {@link Errors.ItemCustomerTypeDoesNotMatch}. */
export const ItemCustomerTypeDoesNotMatch = KnownErrorSchema(Errors.ItemCustomerTypeDoesNotMatch, {
  itemId: Schema.String,
  customerId: Schema.String,
  itemCustomerType: Schema.NullOr(CustomerType),
  actualCustomerType: CustomerType
})

/** Schema of {@link Errors.ProductDoesNotExist}. */
export const ProductDoesNotExist = KnownErrorSchema(Errors.ProductDoesNotExist, {
  productId: Schema.String,
  context: Schema.NullOr(Schema.Literals(["item_exists", "server_only"]))
})

/** Schema of {@link Errors.ProductCustomerTypeDoesNotMatch}. */
export const ProductCustomerTypeDoesNotMatch = KnownErrorSchema(Errors.ProductCustomerTypeDoesNotMatch, {
  productId: Schema.NullOr(Schema.String),
  customerId: Schema.String,
  productCustomerType: Schema.NullOr(CustomerType),
  actualCustomerType: CustomerType
})

/** Schema of {@link Errors.ProductAlreadyGranted}. */
export const ProductAlreadyGranted = KnownErrorSchema(Errors.ProductAlreadyGranted, {
  productId: Schema.String,
  customerId: Schema.String
})

/** Schema of {@link Errors.DefaultPaymentMethodRequired}. */
export const DefaultPaymentMethodRequired = KnownErrorSchema(Errors.DefaultPaymentMethodRequired, {
  customerType: CustomerType,
  customerId: Schema.String
})

/** Schema of {@link Errors.ItemQuantityInsufficientAmount}. */
export const ItemQuantityInsufficientAmount = KnownErrorSchema(Errors.ItemQuantityInsufficientAmount, {
  itemId: Schema.String,
  customerId: Schema.String,
  quantity: Schema.Finite
})
