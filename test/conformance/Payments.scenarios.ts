/** Items, products and bills of customers. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Configuration from "../../src/admin/Configuration.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Teams from "../../src/client/Teams.ts"
import * as AdminPayments from "../../src/payments/AdminPayments.ts"
import * as Payments from "../../src/payments/Payments.ts"
import * as ServerPayments from "../../src/payments/ServerPayments.ts"
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { appUrl, failure, headersFor, makeProject, scenario, send, signUp } from "./Scenario.ts"

const monthly = (amount: string) => ({ monthly: { USD: amount, interval: [1, "month"] } })

/** A project that sells two plans of one line, credits, and something for each type of customer. */
const shop = Effect.gen(function* () {
  const project = yield* makeProject({ clientTeamCreationEnabled: true })
  const admin = yield* makeAdmin(project)
  const credits = { credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" } }
  yield* admin(
    Configuration.update({
      changes: {
        "payments.testMode": true,
        "payments.items": {
          credits: { displayName: "Credits", customerType: "user" },
          seats: { displayName: "Seats", customerType: "team" },
          runs: { displayName: "Runs", customerType: "custom" }
        },
        "payments.productLines": { plans: { displayName: "Plans", customerType: "user" } },
        "payments.products": {
          basic: {
            displayName: "Basic",
            customerType: "user",
            productLineId: "plans",
            prices: monthly("10"),
            includedItems: credits
          },
          pro: {
            displayName: "Pro",
            customerType: "user",
            productLineId: "plans",
            prices: monthly("20"),
            includedItems: {}
          },
          pack: {
            displayName: "Pack",
            customerType: "user",
            stackable: true,
            prices: { once: { USD: "5" } },
            includedItems: { credits: { quantity: 50 } }
          },
          secret: {
            displayName: "Secret",
            customerType: "user",
            serverOnly: true,
            prices: { once: { USD: "1" } },
            includedItems: {}
          },
          team: {
            displayName: "Team",
            customerType: "team",
            prices: monthly("50"),
            includedItems: { seats: { quantity: 5 } }
          }
        }
      }
    })
  )
  return project
})

const current = { generations: ["current"] } as const

/** A shop with a server, and a user who is signed in on a device. */
const opened = Effect.gen(function* () {
  const project = yield* shop
  const server = yield* makeServer(project)
  const { device } = yield* signUp(project, "buyer")
  const { id: userId } = yield* device(CurrentUser.getOrFail)
  return { device, project, server, userId }
})

export const scenarios = [
  scenario(
    "servers increase and decrease an item, which never goes below zero unless they say so",
    current,
    function* () {
      const { device, server, userId } = yield* opened
      const item = { userId, itemId: "credits" }
      assert.deepEqual(
        { ...(yield* server(ServerPayments.getItem(item))) },
        { id: "credits", displayName: "Credits", quantity: 0 }
      )
      yield* server(ServerPayments.increaseItem({ ...item, amount: 10, description: "A gift" }))
      yield* server(ServerPayments.decreaseItem({ ...item, amount: 4 }))
      assert.equal((yield* device(Payments.getItem({ itemId: "credits" }))).quantity, 6)
      const error = yield* failure(
        server(ServerPayments.decreaseItem({ ...item, amount: 7 })),
        "ItemQuantityInsufficientAmount"
      )
      assert.deepEqual(error.details, { itemId: "credits", customerId: userId, quantity: -7 })
      assert.equal((yield* server(ServerPayments.getItem(item))).quantity, 6)
      yield* server(ServerPayments.decreaseItem({ ...item, amount: 7, allowNegative: true }))
      assert.equal((yield* server(ServerPayments.getItem(item))).quantity, -1)
      yield* failure(server(ServerPayments.increaseItem({ ...item, amount: -1 })), "TransportError")
    }
  ),
  scenario(
    "items of teams and of customers that a server makes up, and customers of another type",
    current,
    function* () {
      const { device, server, userId } = yield* opened
      const { id: teamId } = yield* device(Teams.create({ displayName: "Buyers" }))
      yield* server(ServerPayments.increaseItem({ teamId, itemId: "seats", amount: 3 }))
      assert.equal((yield* device(Payments.getItem({ teamId, itemId: "seats" }))).quantity, 3)
      const custom = { customCustomerId: "tenant-1", itemId: "runs" }
      yield* server(ServerPayments.increaseItem({ ...custom, amount: 2 }))
      assert.equal((yield* server(ServerPayments.getItem(custom))).quantity, 2)
      assert.equal((yield* server(ServerPayments.getItem({ ...custom, customCustomerId: "tenant-2" }))).quantity, 0)
      const error = yield* failure(
        server(ServerPayments.getItem({ userId, itemId: "seats" })),
        "ItemCustomerTypeDoesNotMatch"
      )
      assert.deepEqual(error.details, {
        itemId: "seats",
        customerId: userId,
        itemCustomerType: "team",
        actualCustomerType: "user"
      })
      const unknown = yield* failure(server(ServerPayments.getItem({ userId, itemId: "nothing" })), "ItemNotFound")
      assert.deepEqual(unknown.details, { itemId: "nothing" })
      const nobody = "11111111-1111-4111-8111-111111111111"
      yield* failure(server(ServerPayments.getItem({ userId: nobody, itemId: "credits" })), "UserNotFound")
      yield* failure(server(ServerPayments.getItem({ teamId: nobody, itemId: "seats" })), "TeamNotFound")
    }
  ),
  scenario("servers give products, with their items", current, function* () {
    const { device, server, userId } = yield* opened
    const { subscriptionId } = yield* server(ServerPayments.grantProduct({ userId, productId: "basic" }))
    assert.ok(subscriptionId !== undefined)
    assert.equal((yield* device(Payments.getItem({ itemId: "credits" }))).quantity, 100)
    assert.deepEqual(yield* server(ServerPayments.grantProduct({ userId, productId: "pack", quantity: 2 })), {
      subscriptionId: undefined
    })
    assert.equal((yield* device(Payments.getItem({ itemId: "credits" }))).quantity, 200)
    yield* server(ServerPayments.grantProduct({ userId, productId: "secret" }))
    const inline = {
      displayName: "Special",
      customerType: "user",
      serverOnly: false,
      prices: {},
      includedItems: { credits: { quantity: 1 } }
    } as const
    yield* server(ServerPayments.grantProduct({ userId, product: inline }))
    const mine = yield* device(Payments.pageProducts())
    assert.deepEqual(
      mine.items.map(({ id, quantity, type }) => [id, quantity, type]),
      [
        ["basic", 1, "subscription"],
        ["pack", 2, "one_time"],
        [null, 1, "one_time"]
      ]
    )
    const [basic] = mine.items
    assert.deepEqual(
      basic?.switchOptions?.map(({ productId }) => productId),
      ["pro"]
    )
    assert.equal(basic?.subscription?.isCancelable, true)
    assert.ok((basic?.subscription?.currentPeriodEnd?.getTime() ?? 0) > 0)
    assert.equal((yield* server(ServerPayments.pageProducts({ userId }))).items.length, 4)
    const first = yield* server(ServerPayments.pageProducts({ userId, limit: 3 }))
    const rest = yield* server(ServerPayments.pageProducts({ userId, limit: 3, cursor: first.nextCursor ?? "" }))
    assert.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [3, 1, null])
  }),
  scenario("products that a customer cannot get", current, function* () {
    const { device, server, userId } = yield* opened
    yield* server(ServerPayments.grantProduct({ userId, productId: "basic" }))
    const granted = yield* failure(
      server(ServerPayments.grantProduct({ userId, productId: "basic" })),
      "ProductAlreadyGranted"
    )
    assert.deepEqual(granted.details, { productId: "basic", customerId: userId })
    yield* failure(device(Payments.createCheckoutUrl({ productId: "basic" })), "ProductAlreadyGranted")
    const type = yield* failure(
      server(ServerPayments.grantProduct({ userId, productId: "team" })),
      "ProductCustomerTypeDoesNotMatch"
    )
    assert.deepEqual(type.details, {
      productId: "team",
      customerId: userId,
      productCustomerType: "team",
      actualCustomerType: "user"
    })
    const readContext = (productId: string) =>
      Effect.map(
        failure(device(Payments.createCheckoutUrl({ productId })), "ProductDoesNotExist"),
        ({ details }) => details.context
      )
    assert.deepEqual(
      [yield* readContext("nothing"), yield* readContext("credits"), yield* readContext("secret")],
      [null, "item_exists", "server_only"]
    )
  }),
  scenario("a product takes the place of another one of its line", current, function* () {
    const { server, userId } = yield* opened
    yield* server(ServerPayments.grantProduct({ userId, productId: "basic" }))
    yield* server(ServerPayments.grantProduct({ userId, productId: "pro" }))
    const { items } = yield* server(ServerPayments.pageProducts({ userId }))
    assert.deepEqual(
      items.map(({ id }) => id),
      ["pro"]
    )
    assert.equal((yield* server(ServerPayments.getItem({ userId, itemId: "credits" }))).quantity, 0)
  }),
  scenario("subscriptions are canceled by their product or their own id", current, function* () {
    const { device, server, userId } = yield* opened
    yield* failure(device(Payments.cancelSubscription({ productId: "basic" })), "SubscriptionNotCancelable")
    yield* server(ServerPayments.grantProduct({ userId, productId: "basic" }))
    yield* device(Payments.cancelSubscription({ productId: "basic" }))
    const { subscriptionId = "" } = yield* server(ServerPayments.grantProduct({ userId, productId: "pro" }))
    yield* failure(
      device(Payments.switchSubscription({ fromProductId: "pro", toProductId: "basic" })),
      "SubscriptionNotSwitchable"
    )
    yield* server(ServerPayments.cancelSubscription({ userId, subscriptionId }))
    yield* failure(server(ServerPayments.cancelSubscription({ userId, subscriptionId })), "SubscriptionNotCancelable")
    yield* server(ServerPayments.grantProduct({ userId, productId: "pack" }))
    yield* failure(device(Payments.cancelSubscription({ productId: "pack" })), "SubscriptionNotCancelable")
    assert.deepEqual(
      (yield* device(Payments.pageProducts())).items.map(({ id }) => id),
      ["pack"]
    )
  }),
  scenario("checkouts have a URL of their own, and return to trusted URLs only", current, function* () {
    const { device, server, userId } = yield* opened
    const returnUrl = `${appUrl}/billing`
    const url = new URL(yield* device(Payments.createCheckoutUrl({ productId: "pro", returnUrl })))
    assert.equal(url.searchParams.get("return_url"), returnUrl)
    assert.match(url.pathname, /_[a-z0-9]{45}$/)
    assert.notEqual(yield* server(ServerPayments.createCheckoutUrl({ userId, productId: "pro" })), url.href)
    yield* failure(
      device(Payments.createCheckoutUrl({ productId: "pro", returnUrl: "https://elsewhere.example" })),
      "RedirectUrlNotWhitelisted"
    )
    assert.equal((yield* device(Payments.getBilling())).defaultPaymentMethod, null)
    assert.deepEqual(yield* device(Payments.pageInvoices()), { items: [], nextCursor: null })
  }),
  scenario(
    "a subscription that was paid has a card, a bill, and another product after a switch",
    { ...current, options: {} },
    function* () {
      const { device, server, userId } = yield* opened
      const { pathname } = new URL(yield* device(Payments.createCheckoutUrl({ productId: "basic" })))
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const paid = yield* send("POST", pathname, form, "decision=pay&card=4242")
      assert.equal(paid.status, 200, paid.text)
      const [before] = (yield* device(Payments.pageProducts())).items
      yield* device(Payments.switchSubscription({ fromProductId: "basic", toProductId: "pro" }))
      const [after] = (yield* device(Payments.pageProducts())).items
      assert.deepEqual([before?.id, after?.id], ["basic", "pro"])
      assert.deepEqual(after?.subscription, before?.subscription)
      assert.equal((yield* device(Payments.getBilling())).defaultPaymentMethod?.last4, "4242")
      const { items } = yield* server(ServerPayments.pageInvoices({ userId }))
      assert.deepEqual(
        items.map(({ amountTotal, status }) => [amountTotal, status]),
        [[1000, "paid"]]
      )
      yield* server(ServerPayments.switchSubscription({ userId, fromProductId: "pro", toProductId: "basic" }))
      const { items: again } = yield* server(ServerPayments.pageProducts({ userId }))
      assert.deepEqual(
        again.map(({ id }) => id),
        ["basic"]
      )
    }
  ),
  scenario("admins list what customers got and used, by type and customer", current, function* () {
    const { device, project, server, userId } = yield* opened
    const admin = yield* makeAdmin(project)
    assert.deepEqual(yield* admin(AdminPayments.pageTransactions()), { items: [], nextCursor: null })
    const { subscriptionId } = yield* server(ServerPayments.grantProduct({ userId, productId: "basic" }))
    yield* server(ServerPayments.decreaseItem({ userId, itemId: "credits", amount: 4 }))
    const { id: teamId } = yield* device(Teams.create({ displayName: "Buyers" }))
    yield* server(ServerPayments.increaseItem({ teamId, itemId: "seats", amount: 3 }))
    const { items } = yield* admin(AdminPayments.pageTransactions({ customerId: userId, customerType: "user" }))
    const purchase = items.find(({ type }) => type === "purchase")
    const change = items.find(({ type }) => type === "manual-item-quantity-change")
    assert.deepEqual([items.length, purchase?.customerId, change?.customerId], [2, userId, userId])
    const [grant] = purchase?.entries ?? []
    assert.ok(grant?.type === "product_grant")
    assert.deepEqual(
      [grant.productId, grant.priceId, grant.product.displayName, grant.quantity, grant.subscriptionId],
      ["basic", null, "Basic", 1, subscriptionId]
    )
    const [taken] = change?.entries ?? []
    assert.ok(taken?.type === "item_quantity_change")
    assert.deepEqual([taken.itemId, taken.quantity], ["credits", -4])
    const ofTeams = yield* admin(AdminPayments.pageTransactions({ customerType: "team" }))
    assert.deepEqual(
      ofTeams.items.map(({ customerId }) => customerId),
      [teamId]
    )
    const first = yield* admin(AdminPayments.pageTransactions({ limit: 2 }))
    const rest = yield* admin(AdminPayments.pageTransactions({ limit: 2, cursor: first.nextCursor ?? "" }))
    assert.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [2, 1, null])
    assert.equal(new Set([...first.items, ...rest.items].map(({ id }) => id)).size, 3)
    const refunds = yield* admin(AdminPayments.pageTransactions({ type: "refund" }))
    assert.deepEqual(refunds.items, [])
  }),
  scenario("a project that sells nothing at the moment", current, function* () {
    const { device, project } = yield* opened
    const admin = yield* makeAdmin(project)
    yield* admin(Configuration.update({ changes: { "payments.blockNewPurchases": true } }))
    yield* failure(device(Payments.createCheckoutUrl({ productId: "pro" })), "NewPurchasesBlocked")
    const change = { fromProductId: "basic", toProductId: "pro" }
    yield* failure(device(Payments.switchSubscription(change)), "NewPurchasesBlocked")
  }),
  scenario("clients are no other customer than their user and the teams that they administrate", current, function* () {
    const { device, project, server } = yield* opened
    const { device: other } = yield* signUp(project, "other")
    const { id: userId } = yield* other(CurrentUser.getOrFail)
    const { id: teamId } = yield* other(Teams.create({ displayName: "Others" }))
    yield* failure(device(Payments.getItem({ teamId, itemId: "seats" })), "TeamPermissionRequired")
    yield* failure(device(Payments.pageProducts({ teamId })), "TeamPermissionRequired")
    yield* failure(device(Payments.getBilling({ teamId })), "TeamPermissionRequired")
    assert.equal((yield* server(ServerPayments.getBilling({ userId }))).defaultPaymentMethod, null)
    const response = yield* send("GET", `/api/v1/payments/items/user/${userId}/credits`, headersFor(project, "client"))
    assert.equal(response.header("x-stack-known-error"), "USER_AUTHENTICATION_REQUIRED", response.text)
  }),
  scenario("only the current service has payments", function* () {
    const { generation } = yield* Backend
    const project = yield* makeProject()
    const server = yield* makeServer(project)
    const userId = "11111111-1111-4111-8111-111111111111"
    const tag = generation === "2025-06" ? "NotSupportedByService" : "ItemNotFound"
    yield* failure(server(ServerPayments.getItem({ userId, itemId: "credits" })), tag)
    yield* failure(server(ServerPayments.decreaseItem({ userId, itemId: "credits", amount: 1 })), tag)
  })
]
