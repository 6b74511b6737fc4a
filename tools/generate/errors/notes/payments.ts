/** Items, products and bills of customers. */
import type { Notes } from "./Note.ts"

export const payments: Notes = {
  ItemNotFound: {
    when: "The project's configuration has no item with this ID.",
    todo: "Add it in the project's settings, or with `Configuration.update` ([Payments](../guides/payments.md)).",
    call: "payments.getItem",
    handle: "console.error(`No item ${$.details.itemId}`)"
  },
  ItemCustomerTypeDoesNotMatch: {
    when: "The item belongs to customers of another type, such as an item of teams that you read for a user.",
    todo: "Name a customer of the type in `details.itemCustomerType`: pass `teamId` for a team's item.",
    call: "payments.getItem",
    handle: "console.error(`For a ${$.details.itemCustomerType}`)"
  },
  ProductDoesNotExist: {
    when: "The project's configuration has no product with this ID (`context` is null), the ID is one of an item (`item_exists`), or only servers may sell the product (`server_only`).",
    todo: "Check the ID. A product with `serverOnly` needs `gatefold/payments/server`.",
    call: "payments.createCheckoutUrl",
    handle: "console.error(`${$.details.productId}: ${$.details.context ?? 'unknown'}`)"
  },
  ProductCustomerTypeDoesNotMatch: {
    when: "The product is for customers of another type, such as a product of teams that a user buys.",
    todo: "Name a customer of the type in `details.productCustomerType`: pass `teamId` for a team's product.",
    call: "payments.createCheckoutUrl",
    handle: "console.error(`For a ${$.details.productCustomerType}`)"
  },
  ProductAlreadyGranted: {
    when: "The customer already has the product, and it isn't stackable.",
    todo: "Read the customer's products again, and show the one they have.",
    call: "payments.createCheckoutUrl",
    handle: "console.log(await payments.pageProducts())"
  },
  DefaultPaymentMethodRequired: {
    when: "The customer switches to another product, but has no payment method that could pay for it.",
    todo: "Send them to a checkout of the product.",
    call: "payments.switchSubscription",
    handle: 'console.log(await payments.createCheckoutUrl({ productId: "basic" }))'
  },
  NewPurchasesBlocked: {
    when: "The project doesn't accept new purchases at the moment (`payments.blockNewPurchases`). Existing subscriptions continue.",
    todo: "Tell the customer to try again later.",
    call: "payments.createCheckoutUrl"
  },
  CustomerOfSomeoneElse: {
    when: "A client names a customer that isn't its own user, or a custom customer. For a team, it gets `TeamPermissionRequired` unless the user has the permission `team_admin`.",
    todo: "Do it on your server, which can name every customer.",
    call: "payments.getItem"
  },
  SubscriptionNotCancelable: {
    when: "The customer has no subscription to the product: they don't have it, bought it once, or the subscription has ended.",
    todo: "Read the customer's products again.",
    call: "payments.cancelSubscription",
    handle: "console.log(await payments.pageProducts())"
  },
  SubscriptionNotSwitchable: {
    when: "The subscription can't be switched: the products aren't in one product line, the new one has no such recurring price, or your server granted the subscription without a payment.",
    todo: "Offer the products in `switchOptions` of `pageProducts`, or send the customer to a checkout.",
    call: "payments.switchSubscription"
  }
}
