/** Payments: errors of the current service. */
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

type CustomerType = "user" | "team" | "custom"

/** `ITEM_NOT_FOUND`: The project's configuration has no such item. Current service only. */
export class ItemNotFound extends KnownError("ItemNotFound", {
  status: 404,
  message: "The project has no such item; add it to the project's configuration."
})<{ readonly itemId: string }> {}

/** `ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH`: The item is for customers of another type. Current service only. */
export class ItemCustomerTypeDoesNotMatch extends KnownError("ItemCustomerTypeDoesNotMatch", {
  status: 400,
  message: "The item is for customers of another type."
})<{
  readonly itemId: string
  readonly customerId: string
  readonly itemCustomerType: CustomerType | null
  readonly actualCustomerType: CustomerType
}> {}

/**
 * `ITEM_QUANTITY_INSUFFICIENT_AMOUNT`: There is not enough left of something that is paid for, such as the seats of a
 * team. Current service only.
 */
export class ItemQuantityInsufficientAmount extends KnownError("ItemQuantityInsufficientAmount", {
  status: 400,
  message: "There is not enough left of what this needs."
})<{ readonly itemId: string; readonly customerId: string; readonly quantity: number }> {}

/**
 * `PRODUCT_DOES_NOT_EXIST`: The project's configuration has no such product, or none for clients. Current service only.
 */
export class ProductDoesNotExist extends KnownError("ProductDoesNotExist", {
  status: 400,
  message: "The project has no such product; add it to the project's configuration."
})<{
  readonly productId: string
  /** `item_exists`: it is the id of an item. `server_only`: only servers may use it. */
  readonly context: "item_exists" | "server_only" | null
}> {}

/** `PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH`: The product is for customers of another type. Current service only. */
export class ProductCustomerTypeDoesNotMatch extends KnownError("ProductCustomerTypeDoesNotMatch", {
  status: 400,
  message: "The product is for customers of another type."
})<{
  readonly productId: string | null
  readonly customerId: string
  readonly productCustomerType: CustomerType | null
  readonly actualCustomerType: CustomerType
}> {}

/** `PRODUCT_ALREADY_GRANTED`: The customer has the product, which is not stackable. Current service only. */
export class ProductAlreadyGranted extends KnownError("ProductAlreadyGranted", {
  status: 400,
  message: "The customer has this product already."
})<{ readonly productId: string; readonly customerId: string }> {}

/** `DEFAULT_PAYMENT_METHOD_REQUIRED`: The customer has no payment method that could pay. Current service only. */
export class DefaultPaymentMethodRequired extends KnownError("DefaultPaymentMethodRequired", {
  status: 400,
  message: "The customer has no payment method yet; let them pay at a checkout first."
})<{ readonly customerType: CustomerType; readonly customerId: string }> {}

/** `NEW_PURCHASES_BLOCKED`: The project sells nothing at the moment. Current service only. */
export class NewPurchasesBlocked extends KnownError("NewPurchasesBlocked", {
  status: 403,
  message: "The project does not accept new purchases at the moment."
}) {}

/** Clients may use only their own user, and the teams that they administrate, as a customer. */
export class CustomerOfSomeoneElse extends TextError("CustomerOfSomeoneElse") {}

/** The customer has no subscription to this product that could be canceled. */
export class SubscriptionNotCancelable extends TextError("SubscriptionNotCancelable") {}

/** The subscription cannot be switched to this product, price or quantity. */
export class SubscriptionNotSwitchable extends TextError("SubscriptionNotSwitchable") {}
