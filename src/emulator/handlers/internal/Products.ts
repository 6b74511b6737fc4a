/** The items and products that a request names (docs/protocol/resources.md#payments). */
import * as Effect from "effect/Effect"
import type { InlineProduct } from "../../../api/schema/Payments.ts"
import {
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../../../domain/errors/Payments.ts"
import { Caller } from "../../access/Caller.ts"
import { badRequest } from "../../errors/TextAnswer.ts"
import * as Catalog from "../../payments/Catalog.ts"
import type { Customer } from "../../payments/Customers.ts"

/** An id as errors write it. */
export const quote = (id: string): string => JSON.stringify(id)

export const findItem = Effect.fnUntraced(function* ({ id: customerId, type }: Customer, itemId: string) {
  const { items = {} } = (yield* Caller).project.config.payments
  const item = Object.hasOwn(items, itemId) ? items[itemId] : undefined
  if (item === undefined) {
    return yield* new ItemNotFound({ details: { itemId }, error: `Item with ID ${quote(itemId)} not found.` })
  }
  const { customerType = "user", displayName = itemId } = item
  if (customerType !== type) {
    const details = { itemId, customerId, itemCustomerType: customerType, actualCustomerType: type }
    return yield* new ItemCustomerTypeDoesNotMatch({
      details,
      error: `The ${type} with ID ${quote(customerId)} is not a valid customer for the item with ID ${quote(itemId)}. The item is configured to only be available for ${customerType} customers, but the customer is a ${type}.`
    })
  }
  return { displayName }
})

const requireProduct = Effect.fnUntraced(function* (productId: string) {
  const { level, project } = yield* Caller
  const { items = {}, products = {} } = project.config.payments
  const config = Object.hasOwn(products, productId) ? products[productId] : undefined
  const isServerOnly = config?.serverOnly === true && level === "client"
  if (config !== undefined && !isServerOnly) return Catalog.fromConfig(config)
  const fail = (context: "server_only" | "item_exists" | null, why: string) =>
    new ProductDoesNotExist({
      details: { productId, context },
      error: `Product with ID ${quote(productId)} ${why}`
    })
  if (isServerOnly) return yield* fail("server_only", "is marked as server-only and cannot be accessed client side.")
  if (!Object.hasOwn(items, productId)) return yield* fail(null, "does not exist.")
  return yield* fail("item_exists", "does not exist, but an item with this ID exists.")
})

export const findProduct = Effect.fnUntraced(function* (
  { id: customerId, type }: Customer,
  {
    productId,
    productInline
  }: { readonly productId?: string | undefined; readonly productInline?: InlineProduct | undefined }
) {
  const { level } = yield* Caller
  if (productId !== undefined && productInline !== undefined) {
    return yield* badRequest("Cannot specify both product_id and product_inline!")
  }
  if (productInline !== undefined && level === "client") {
    return yield* badRequest(
      "Cannot specify product_inline when calling from client! Please call with a server API key, or use the product_id parameter."
    )
  }
  if (productId === undefined && productInline === undefined) {
    return yield* badRequest("Must specify either product_id or product_inline!")
  }
  const product =
    productInline === undefined ? yield* requireProduct(productId ?? "") : Catalog.fromInline(productInline)
  if (product.customerType !== type) {
    return yield* new ProductCustomerTypeDoesNotMatch({
      details: {
        productId: productId ?? null,
        customerId,
        productCustomerType: product.customerType,
        actualCustomerType: type
      },
      error: `The ${type} with ID ${quote(customerId)} is not a valid customer for the inline product that has been passed in. The product is configured to only be available for ${product.customerType} customers, but the customer is a ${type}.`
    })
  }
  return { product, productId: productId ?? null }
})

/** The error for a second purchase of a product that a customer can have only once. */
export const alreadyGranted = (productId: string, { id: customerId }: Customer) =>
  new ProductAlreadyGranted({
    details: { productId, customerId },
    error: `Customer with ID ${quote(customerId)} already owns product ${quote(productId)}.`
  })

export const requireSelling = Effect.flatMap(Caller, ({ project }) =>
  project.config.payments.blockNewPurchases === true ? Effect.fail(new NewPurchasesBlocked()) : Effect.void
)
