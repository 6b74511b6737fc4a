/** Items, products, checkouts and bills (docs/protocol/resources.md#payments). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Payments.ts"
import { DefaultPaymentMethodRequired, ItemQuantityInsufficientAmount } from "../../domain/errors/Payments.ts"
import { maxTransactionsPerPage } from "../../domain/Page.ts"
import { Caller } from "../access/Caller.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import * as Catalog from "../payments/Catalog.ts"
import { makeCheckoutUrl } from "../payments/CheckoutPage.ts"
import type { Customer } from "../payments/Customers.ts"
import * as Payments from "../payments/Payments.ts"
import type { Purchase } from "../payments/Purchases.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { Settings } from "../settings/Settings.ts"
import * as Paging from "../storage/Paging.ts"
import { makeCustomer, resolveCustomer, requireExisting } from "./internal/Customers.ts"
import { alreadyGranted, findItem, findProduct, quote, requireSelling } from "./internal/Products.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

/** The part of a list that a request asks for. */
const readPage = Effect.fnUntraced(function* <A, B extends { readonly id: string }>(
  all: ReadonlyArray<B>,
  { cursor, limit = 10 }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  convert: (item: B) => A
) {
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor)
  if (start === -1) return yield* badRequest("Invalid cursor")
  return Paging.map(Paging.takePage(all.slice(start), limit), convert)
})

/** The products that a subscription can be switched to: those of its product line. */
const switchOptions = Effect.map(Caller, ({ level, project }) => {
  const options = Object.entries(project.config.payments.products ?? {}).map(([productId, config]) => ({
    productId,
    product: Catalog.fromConfig(config)
  }))
  return (purchase: Purchase, { type }: Customer) =>
    options.flatMap(({ product, productId }) => {
      const isOption =
        productId !== purchase.productId &&
        product.productLineId === purchase.product.productLineId &&
        product.customerType === type &&
        (level !== "client" || !product.serverOnly)
      const prices = Catalog.listRecurringPrices(product)
      if (!isOption || prices.length === 0) return []
      return [{ productId, product: { ...Catalog.toProduct(product), prices: Object.fromEntries(prices) } }]
    })
})

/** The product that a customer of a type may have instead of another one: it is of the same product line. */
const requireSwitchable = Effect.fnUntraced(function* (customerType: string, fromId: string, toId: string) {
  const { products = {} } = (yield* Caller).project.config.payments
  if (!Object.hasOwn(products, fromId) || !Object.hasOwn(products, toId)) return yield* badRequest("Product not found.")
  const from = Catalog.fromConfig(products[fromId] ?? {})
  const to = Catalog.fromConfig(products[toId] ?? {})
  if (from.customerType !== customerType || to.customerType !== customerType) {
    return yield* badRequest("Product customer type does not match.")
  }
  if (from.productLineId === undefined || from.productLineId !== to.productLineId) {
    return yield* badRequest("Products must be in the same product line to switch.")
  }
  return fromId === toId ? yield* badRequest("Product is already active.") : to
})

const getItem = handle(Api.getItem, function* ({ params: { customerId, customerType, itemId } }) {
  const customer = yield* resolveCustomer(customerType, customerId, "access their own user or team items")
  const { displayName } = yield* findItem(customer, itemId)
  yield* requireExisting(customer)
  return {
    id: itemId,
    displayName,
    quantity: yield* Payments.getQuantity(customer, itemId)
  }
})

const updateItemQuantity = handle(
  Api.updateItemQuantity,
  function* ({ params: { customerId, customerType, itemId }, payload, query }) {
    const customer = yield* makeCustomer(customerType, customerId)
    yield* findItem(customer, itemId)
    yield* requireExisting(customer)
    const { delta, description = null } = payload
    const expiresAt = payload.expiresAt === undefined ? null : Date.parse(payload.expiresAt)
    if (Number.isNaN(expiresAt)) return yield* badRequest("expires_at must be a date")
    const isDone = yield* Payments.changeQuantity(customer, itemId, {
      delta,
      allowNegative: query.allowNegative,
      description,
      expiresAt
    })
    if (isDone) return
    return yield* new ItemQuantityInsufficientAmount({
      details: { itemId, customerId, quantity: delta },
      error: `The item with ID ${quote(itemId)} has an insufficient quantity for the customer with ID ${quote(customerId)}. An attempt was made to charge ${delta} credits.`
    })
  }
)

const listProducts = handle(Api.listProducts, function* ({ params: { customerId, customerType }, query, level }) {
  const customer = yield* resolveCustomer(customerType, customerId, "access their own user or team products")
  const owned = yield* Payments.list(customer)
  const switchOptionsFor = yield* switchOptions
  const visible = level === "client" ? owned.filter(({ product }) => !product.serverOnly) : owned
  return yield* readPage(visible, query, (purchase) => {
    const { periodEnd, product, productId, quantity, subscriptionId } = purchase
    return {
      id: productId,
      quantity,
      product: Catalog.toProduct(product),
      type: subscriptionId === null ? "one_time" : "subscription",
      subscription:
        subscriptionId === null
          ? null
          : {
              subscriptionId,
              currentPeriodEnd: periodEnd === null ? null : new Date(periodEnd),
              cancelAtPeriodEnd: false,
              isCancelable: true
            },
      ...(subscriptionId !== null &&
        productId !== null &&
        product.productLineId !== undefined && { switchOptions: switchOptionsFor(purchase, customer) })
    }
  })
})

const grantProduct = handle(Api.grantProduct, function* ({ params: { customerId, customerType }, payload }) {
  const customer = yield* makeCustomer(customerType, customerId)
  const { quantity = 1 } = payload
  const order = { ...(yield* findProduct(customer, payload)), quantity }
  yield* requireExisting(customer)
  if (quantity !== 1 && !order.product.stackable) {
    return yield* badRequest("This product is not stackable; quantity must be 1")
  }
  const purchase = yield* Payments.grant(customer, order)
  if (purchase === undefined) return yield* alreadyGranted(order.productId ?? "", customer)
  const { subscriptionId } = purchase
  return { success: true as const, ...(subscriptionId !== null && { subscriptionId }) }
})

const cancelSubscription = handle(
  Api.cancelSubscription,
  function* ({ params: { customerId, customerType, productId }, query: { subscriptionId } }) {
    const customer = yield* resolveCustomer(customerType, customerId, "cancel their own subscriptions")
    if (subscriptionId !== undefined) {
      const ended = yield* Payments.end(customer, (purchase) => purchase.subscriptionId === subscriptionId)
      if (ended.length > 0) return
      return yield* badRequest("No active subscription found with this ID for the given customer.")
    }
    yield* findProduct(customer, { productId })
    const isOfProduct = (purchase: Purchase) => purchase.productId === productId
    const ended = yield* Payments.end(customer, (purchase) => isOfProduct(purchase) && purchase.subscriptionId !== null)
    if (ended.length > 0) return
    const isOwned = (yield* Payments.list(customer)).some(isOfProduct)
    return yield* badRequest(
      isOwned ? "This product is a one time purchase and cannot be canceled." : "Customer does not have this product."
    )
  }
)

const switchSubscription = handle(Api.switchSubscription, function* ({ params: { payerId, payerType }, payload }) {
  yield* requireSelling
  const customer = yield* resolveCustomer(payerType, payerId, "manage their own subscriptions")
  const { fromProductId, priceId, toProductId } = payload
  const to = yield* requireSwitchable(payerType, fromProductId, toProductId)
  const purchase = (yield* Payments.list(customer)).findLast(
    ({ isBilled, productId, subscriptionId }) => isBilled && subscriptionId !== null && productId === fromProductId
  )
  if (purchase === undefined) return yield* badRequest("This subscription cannot be switched.")
  const prices = Catalog.listRecurringPrices(to)
  const [chosen] = prices.find(([id]) => id === (priceId ?? id)) ?? []
  if (chosen === undefined) return yield* badRequest("Price not found for target product.")
  // As in the service, a quantity stays also for a product that cannot be bought more than once.
  const quantity = payload.quantity ?? purchase.quantity
  if (payload.quantity !== undefined && quantity !== 1 && !to.stackable) {
    return yield* badRequest("This product is not stackable; quantity must be 1")
  }
  yield* requireExisting(customer)
  if (((yield* Payments.findCard(customer))?.card ?? null) === null) {
    return yield* new DefaultPaymentMethodRequired({ details: { customerType: payerType, customerId: payerId } })
  }
  yield* Payments.replace(customer, purchase, { productId: toProductId, product: to, priceId: chosen, quantity })
})

const createPurchaseUrl = handle(LenientEndpoints.createPurchaseUrl, function* ({ payload, project }) {
  yield* requireSelling
  const { customerId, customerType, offerId, offerInline, returnUrl } = payload
  const customer = yield* resolveCustomer(
    customerType,
    customerId,
    "create purchase URLs for their own user or teams they have admin access to"
  )
  const { productId: id = offerId, productInline = offerInline } = payload
  const order = yield* findProduct(customer, { productId: id, productInline })
  yield* requireExisting(customer)
  const { product, productId } = order
  if (productId !== null && !product.stackable) {
    const owned = yield* Payments.list(customer)
    if (owned.some((purchase) => purchase.productId === productId)) return yield* alreadyGranted(productId, customer)
  }
  if (returnUrl !== undefined) yield* requireTrusted(project, returnUrl)
  const code = yield* Payments.openCheckout({ ...order, customer })
  return { url: makeCheckoutUrl((yield* Settings).publicUrl, `${project.id}_${code}`, returnUrl) }
})

const getBilling = handle(Api.getBilling, function* ({ params: { payerId, payerType } }) {
  const customer = yield* resolveCustomer(payerType, payerId, "manage their own billing")
  yield* requireExisting(customer)
  const savedCard = yield* Payments.findCard(customer)
  if (savedCard === undefined || savedCard.card === null) {
    return { hasCustomer: savedCard !== undefined, defaultPaymentMethod: null }
  }
  const { paysRenewals: _, ...card } = savedCard.card
  return { hasCustomer: true, defaultPaymentMethod: card }
})

const listInvoices = handle(Api.listInvoices, function* ({ params: { payerId, payerType }, query }) {
  const customer = yield* resolveCustomer(payerType, payerId, "manage their own billing")
  const invoices = yield* Payments.listInvoices(customer)
  return yield* readPage(invoices, query, ({ amount_total, created_at, status }) => ({
    createdAt: new Date(created_at),
    status,
    amountTotal: amount_total,
    hostedInvoiceUrl: null
  }))
})

const listTransactions = handle(LenientEndpoints.listTransactions, function* ({ query, project }) {
  const requested = Number.parseInt(query.limit ?? "", 10)
  const limit = Number.isNaN(requested) ? 50 : Math.min(Math.max(requested, 1), maxTransactionsPerPage)
  const page = yield* Payments.listTransactions(project.id, { ...query, limit })
  return page ?? (yield* badRequest("Invalid cursor"))
})

export const routes = [
  getItem,
  updateItemQuantity,
  listProducts,
  grantProduct,
  cancelSubscription,
  switchSubscription,
  createPurchaseUrl,
  getBilling,
  listInvoices,
  listTransactions
]
