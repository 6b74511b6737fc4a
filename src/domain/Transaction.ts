/** The types of transactions, and of their entries. */

/** The types of transactions. The service has names for more than it lists. */
export const transactionTypes = [
  "purchase",
  "subscription-renewal",
  "subscription-cancellation",
  "product-change",
  "manual-item-quantity-change",
  "refund",
  "chargeback"
] as const

const entryTypes = [
  "money_transfer",
  "product_grant",
  "product_revocation",
  "product_revocation_reversal",
  "item_quantity_change"
]

/** Whether a type of entry is none of the known ones. */
export const isOtherEntry = (type: string): boolean => !entryTypes.includes(type)
