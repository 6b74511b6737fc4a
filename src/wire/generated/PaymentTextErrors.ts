/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  CustomerOfSomeoneElse,
  SubscriptionNotCancelable,
  SubscriptionNotSwitchable
} from "../../domain/errors/Payments.ts"
import type { TextErrorEntry } from "../Endpoint.ts"

export const othersCustomer: TextErrorEntry = {
  Class: CustomerOfSomeoneElse,
  status: 403,
  words: /clients can only/i
}

export const subscriptionToCancel: TextErrorEntry = {
  Class: SubscriptionNotCancelable,
  status: 400,
  words: /does not have this product|cannot be canceled|no active subscription/i
}

export const subscriptionToSwitch: TextErrorEntry = {
  Class: SubscriptionNotSwitchable,
  status: 400,
  words: /product|price|subscription cannot be switched/i
}
