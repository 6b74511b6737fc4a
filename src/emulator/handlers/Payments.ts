/** Items, products, checkouts and bills (docs/protocol/resources.md#payments). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Payments.ts"
import type { CustomerType, InlineProduct } from "../../api/schema/Payments.ts"
import {
  DefaultPaymentMethodRequired,
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount,
  NewPurchasesBlocked,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../../domain/errors/Payments.ts"
import { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import { TeamNotFound } from "../../domain/errors/Teams.ts"
import { UserNotFound } from "../../domain/errors/Users.ts"
import { maxTransactionsPerPage } from "../../domain/Page.ts"
import { Caller, requireUser } from "../access/Caller.ts"
import { Users } from "../accounts/Users.ts"
import * as Catalog from "../payments/Catalog.ts"
import { checkoutUrl } from "../payments/CheckoutPage.ts"
import type { Customer } from "../payments/Customers.ts"
import { Payments } from "../payments/Payments.ts"
import type { Purchase } from "../payments/Purchases.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { Settings } from "../runtime/Settings.ts"
import { badRequest, forbidden } from "../runtime/TextAnswer.ts"
import * as Paging from "../storage/Paging.ts"
import { Permissions } from "../teams/Permissions.ts"
import { Teams } from "../teams/Teams.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const customerNamed = (type: CustomerType, id: string) =>
  Effect.map(Caller, ({ project }): Customer => ({ projectId: project.id, type, id }))

/** The customer of a request; clients name themselves, or a team that they administrate. */
const customerOf = Effect.fnUntraced(function* (type: CustomerType, id: string, what: string) {
  const { level, project } = yield* Caller
  if (level === "client") {
    const user = yield* requireUser
    if (type === "custom" || (type === "user" && id !== user.id)) return yield* forbidden(`Clients can only ${what}.`)
    if (type === "team") {
      const permissionId = "team_admin"
      const isAdmin = yield* Permissions.use(({ holdsInTeam }) => holdsInTeam(project.id, id, user.id, permissionId))
      if (!isAdmin) {
        return yield* new TeamPermissionRequired({ details: { teamId: id, userId: user.id, permissionId } })
      }
    }
  }
  return yield* customerNamed(type, id)
})

const requireExisting = Effect.fnUntraced(function* ({ id, projectId, type }: Customer) {
  if (type === "user" && (yield* Users.use(({ find }) => find(projectId, id))) === undefined) {
    return yield* new UserNotFound()
  }
  if (type === "team" && (yield* Teams.use(({ find }) => find(projectId, id))) === undefined) {
    return yield* new TeamNotFound({ details: { teamId: id } })
  }
})

const itemOf = Effect.fnUntraced(function* ({ id: customerId, type }: Customer, itemId: string) {
  const { items = {} } = (yield* Caller).project.config.payments
  const item = Object.hasOwn(items, itemId) ? items[itemId] : undefined
  if (item === undefined) {
    return yield* new ItemNotFound({ details: { itemId }, error: `Item with ID ${JSON.stringify(itemId)} not found.` })
  }
  const { customerType = "user", displayName = itemId } = item
  if (customerType !== type) {
    const details = { itemId, customerId, itemCustomerType: customerType, actualCustomerType: type }
    return yield* new ItemCustomerTypeDoesNotMatch({
      details,
      error: `The ${type} with ID ${JSON.stringify(customerId)} is not a valid customer for the item with ID ${JSON.stringify(itemId)}. The item is configured to only be available for ${customerType} customers, but the customer is a ${type}.`
    })
  }
  return { displayName }
})

const productNamed = Effect.fnUntraced(function* (productId: string) {
  const { level, project } = yield* Caller
  const { items = {}, products = {} } = project.config.payments
  const config = Object.hasOwn(products, productId) ? products[productId] : undefined
  const isServerOnly = config?.serverOnly === true && level === "client"
  if (config !== undefined && !isServerOnly) return Catalog.ofConfig(config)
  const context = isServerOnly ? "server_only" : Object.hasOwn(items, productId) ? "item_exists" : null
  const why = {
    item_exists: "does not exist, but an item with this ID exists.",
    server_only: "is marked as server-only and cannot be accessed client side.",
    none: "does not exist."
  }[context ?? "none"]
  return yield* new ProductDoesNotExist({
    details: { productId, context },
    error: `Product with ID ${JSON.stringify(productId)} ${why}`
  })
})

/** The product of a request, for a customer of its type. */
const productOf = Effect.fnUntraced(function* (
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
  const product = productInline === undefined ? yield* productNamed(productId ?? "") : Catalog.ofServer(productInline)
  if (product.customerType !== type) {
    return yield* new ProductCustomerTypeDoesNotMatch({
      details: {
        productId: productId ?? null,
        customerId,
        productCustomerType: product.customerType,
        actualCustomerType: type
      },
      error: `The ${type} with ID ${JSON.stringify(customerId)} is not a valid customer for the inline product that has been passed in. The product is configured to only be available for ${product.customerType} customers, but the customer is a ${type}.`
    })
  }
  return { product, productId: productId ?? null }
})

const alreadyGranted = (productId: string, { id: customerId }: Customer) =>
  new ProductAlreadyGranted({
    details: { productId, customerId },
    error: `Customer with ID ${JSON.stringify(customerId)} already owns product ${JSON.stringify(productId)}.`
  })

const requireSelling = Effect.flatMap(Caller, ({ project }) =>
  project.config.payments.blockNewPurchases === true ? Effect.fail(new NewPurchasesBlocked()) : Effect.void
)

/** The part of a list that a request asks for. */
const pageOf = Effect.fnUntraced(function* <A, B extends { readonly id: string }>(
  all: ReadonlyArray<B>,
  { cursor, limit = 10 }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  convert: (item: B) => A
) {
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor)
  if (start === -1) return yield* badRequest("Invalid cursor")
  return Paging.map(Paging.first(all.slice(start), limit), convert)
})

/** The products that a subscription can be switched to: those of its product line. */
const switchOptions = Effect.map(Caller, ({ level, project }) => {
  const options = Object.entries(project.config.payments.products ?? {}).map(([productId, config]) => ({
    productId,
    product: Catalog.ofConfig(config)
  }))
  return (purchase: Purchase, { type }: Customer) =>
    options.flatMap(({ product, productId }) => {
      const isOption =
        productId !== purchase.productId &&
        product.productLineId === purchase.product.productLineId &&
        product.customerType === type &&
        (level !== "client" || !product.serverOnly)
      const prices = Catalog.recurring(product)
      if (!isOption || prices.length === 0) return []
      return [{ productId, product: { ...Catalog.toProduct(product), prices: Object.fromEntries(prices) } }]
    })
})

/** The routes of `api/Payments`. */
export const routes = [
  handle(Api.getItem, function* ({ params: { customerId, customerType, itemId } }) {
    const customer = yield* customerOf(customerType, customerId, "access their own user or team items")
    const { displayName } = yield* itemOf(customer, itemId)
    yield* requireExisting(customer)
    return { id: itemId, displayName, quantity: yield* Payments.use(({ quantityOf }) => quantityOf(customer, itemId)) }
  }),

  handle(Api.updateItemQuantity, function* ({ params: { customerId, customerType, itemId }, payload, query }) {
    const customer = yield* customerNamed(customerType, customerId)
    yield* itemOf(customer, itemId)
    yield* requireExisting(customer)
    const { delta, description = null } = payload
    const expiresAt = payload.expiresAt === undefined ? null : Date.parse(payload.expiresAt)
    if (Number.isNaN(expiresAt)) return yield* badRequest("expires_at must be a date")
    const isDone = yield* Payments.use(({ changeQuantity }) =>
      changeQuantity(customer, itemId, {
        delta,
        allowNegative: query.allowNegative,
        description,
        expiresAt
      })
    )
    if (isDone) return
    return yield* new ItemQuantityInsufficientAmount({
      details: { itemId, customerId, quantity: delta },
      error: `The item with ID ${JSON.stringify(itemId)} has an insufficient quantity for the customer with ID ${JSON.stringify(customerId)}. An attempt was made to charge ${delta} credits.`
    })
  }),

  handle(Api.listProducts, function* ({ params: { customerId, customerType }, query, level }) {
    const customer = yield* customerOf(customerType, customerId, "access their own user or team products")
    const owned = yield* Payments.use(({ list }) => list(customer))
    const optionsOf = yield* switchOptions
    const visible = level === "client" ? owned.filter(({ product }) => !product.serverOnly) : owned
    return yield* pageOf(visible, query, (purchase) => {
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
          product.productLineId !== undefined && { switchOptions: optionsOf(purchase, customer) })
      }
    })
  }),

  handle(Api.grantProduct, function* ({ params: { customerId, customerType }, payload }) {
    const customer = yield* customerNamed(customerType, customerId)
    const { quantity = 1 } = payload
    const order = { ...(yield* productOf(customer, payload)), quantity }
    yield* requireExisting(customer)
    if (quantity !== 1 && !order.product.stackable) {
      return yield* badRequest("This product is not stackable; quantity must be 1")
    }
    const purchase = yield* Payments.use(({ grant }) => grant(customer, order))
    if (purchase === undefined) return yield* alreadyGranted(order.productId ?? "", customer)
    const { subscriptionId } = purchase
    return { success: true as const, ...(subscriptionId !== null && { subscriptionId }) }
  }),

  handle(
    Api.cancelSubscription,
    function* ({ params: { customerId, customerType, productId }, query: { subscriptionId } }) {
      const customer = yield* customerOf(customerType, customerId, "cancel their own subscriptions")
      const payments = yield* Payments
      if (subscriptionId !== undefined) {
        const found = (yield* payments.list(customer)).find((purchase) => purchase.subscriptionId === subscriptionId)
        if (found === undefined) {
          return yield* badRequest("No active subscription found with this ID for the given customer.")
        }
        return yield* payments.end(found)
      }
      yield* productOf(customer, { productId })
      const owned = (yield* payments.list(customer)).filter((purchase) => purchase.productId === productId)
      if (owned.length === 0) return yield* badRequest("Customer does not have this product.")
      const subscriptions = owned.filter((purchase) => purchase.subscriptionId !== null)
      if (subscriptions.length === 0) {
        return yield* badRequest("This product is a one time purchase and cannot be canceled.")
      }
      yield* Effect.forEach(subscriptions, payments.end)
    }
  ),

  handle(Api.switchSubscription, function* ({ params: { payerId, payerType }, payload, project }) {
    yield* requireSelling
    const customer = yield* customerOf(payerType, payerId, "manage their own subscriptions")
    const { products = {} } = project.config.payments
    const { fromProductId, priceId, toProductId } = payload
    if (!Object.hasOwn(products, fromProductId) || !Object.hasOwn(products, toProductId)) {
      return yield* badRequest("Product not found.")
    }
    const from = Catalog.ofConfig(products[fromProductId] ?? {})
    const to = Catalog.ofConfig(products[toProductId] ?? {})
    if (from.customerType !== payerType || to.customerType !== payerType) {
      return yield* badRequest("Product customer type does not match.")
    }
    if (from.productLineId === undefined || from.productLineId !== to.productLineId) {
      return yield* badRequest("Products must be in the same product line to switch.")
    }
    if (fromProductId === toProductId) return yield* badRequest("Product is already active.")
    const payments = yield* Payments
    const purchase = (yield* payments.list(customer)).findLast(
      ({ isBilled, productId, subscriptionId }) => isBilled && subscriptionId !== null && productId === fromProductId
    )
    if (purchase === undefined) return yield* badRequest("This subscription cannot be switched.")
    const prices = Catalog.recurring(to)
    const [chosen] = prices.find(([id]) => id === (priceId ?? id)) ?? []
    if (chosen === undefined) return yield* badRequest("Price not found for target product.")
    const quantity = payload.quantity ?? purchase.quantity
    if (payload.quantity !== undefined && quantity !== 1 && !to.stackable) {
      return yield* badRequest("This product is not stackable; quantity must be 1")
    }
    yield* requireExisting(customer)
    if (((yield* payments.cardOf(customer))?.card ?? null) === null) {
      return yield* new DefaultPaymentMethodRequired({ details: { customerType: payerType, customerId: payerId } })
    }
    yield* payments.replace(customer, purchase, { productId: toProductId, product: to, priceId: chosen, quantity })
  }),

  handle(LenientEndpoints.createPurchaseUrl, function* ({ payload, project }) {
    yield* requireSelling
    const { customerId, customerType, offerId, offerInline, returnUrl } = payload
    const customer = yield* customerOf(
      customerType,
      customerId,
      "create purchase URLs for their own user or teams they have admin access to"
    )
    const { productId: id = offerId, productInline = offerInline } = payload
    const order = yield* productOf(customer, { productId: id, productInline })
    yield* requireExisting(customer)
    const payments = yield* Payments
    const { product, productId } = order
    if (productId !== null && !product.stackable) {
      const owned = yield* payments.list(customer)
      if (owned.some((purchase) => purchase.productId === productId)) return yield* alreadyGranted(productId, customer)
    }
    if (returnUrl !== undefined) yield* requireTrusted(project, returnUrl)
    const code = yield* payments.open({ ...order, customer })
    return { url: checkoutUrl((yield* Settings).publicUrl, `${project.id}_${code}`, returnUrl) }
  }),

  handle(Api.getBilling, function* ({ params: { payerId, payerType } }) {
    const customer = yield* customerOf(payerType, payerId, "manage their own billing")
    yield* requireExisting(customer)
    const found = yield* Payments.use(({ cardOf }) => cardOf(customer))
    if (found === undefined || found.card === null) {
      return { hasCustomer: found !== undefined, defaultPaymentMethod: null }
    }
    const { paysRenewals: _, ...card } = found.card
    return { hasCustomer: true, defaultPaymentMethod: card }
  }),

  handle(Api.listInvoices, function* ({ params: { payerId, payerType }, query }) {
    const customer = yield* customerOf(payerType, payerId, "manage their own billing")
    const invoices = yield* Payments.use(({ invoices }) => invoices(customer))
    return yield* pageOf(invoices, query, ({ amount_total, created_at, status }) => ({
      createdAt: new Date(created_at),
      status,
      amountTotal: amount_total,
      hostedInvoiceUrl: null
    }))
  }),

  handle(LenientEndpoints.listTransactions, function* ({ query, project }) {
    const requested = Number.parseInt(query.limit ?? "", 10)
    const limit = Number.isNaN(requested) ? 50 : Math.min(Math.max(requested, 1), maxTransactionsPerPage)
    const page = yield* Payments.use(({ transactions }) => transactions(project.id, { ...query, limit }))
    return page ?? (yield* badRequest("Invalid cursor"))
  })
]
