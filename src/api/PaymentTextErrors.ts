/** Errors of payments in plain text. They are apart from the others, so that no other bundle holds them. */
import * as Payments from "../domain/errors/Payments.ts"
import { defineTextError } from "./TextErrors.ts"

/** The items, products and bills of a customer, as a client. */
export const othersCustomer = defineTextError(Payments.CustomerOfSomeoneElse, 403, /clients can only/i)
/** Canceling a subscription. */
export const subscriptionToCancel = defineTextError(
  Payments.SubscriptionNotCancelable,
  400,
  /does not have this product|cannot be canceled|no active subscription/i
)
/** Switching a subscription to another product. */
export const subscriptionToSwitch = defineTextError(
  Payments.SubscriptionNotSwitchable,
  400,
  /product|price|subscription cannot be switched/i
)
