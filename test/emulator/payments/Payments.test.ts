/** Items and purchases stay correct under parallel requests, as the clock moves, and in snapshots. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { interleaved, layer, raw } from "../../support/emulatorCalls.ts"
import { makeCustomer, options, submit } from "./shop.ts"

const at = (date: string) => TestClock.setTime(Date.parse(date))

const inShop =
  <A, E>(test: Effect.Effect<A, E, Emulator>) =>
  () =>
    Effect.andThen(at("2026-01-31T12:00:00Z"), Effect.provide(test, layer({ service: "current", ...options })))

describe("items", () => {
  it.effect("100 servers that take 1 of 60 at once get exactly 60", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer
      yield* customer.increase("credits", 60)
      const answers = yield* Effect.all(
        Array.from({ length: 100 }, () => customer.decrease("credits", 1)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
      expect(answers.filter(({ knownError }) => knownError === "ITEM_QUANTITY_INSUFFICIENT_AMOUNT")).toHaveLength(40)
      expect(yield* customer.quantity("credits")).toBe(0)
    }).pipe(Effect.provide(layer({ service: "current", ...options })), interleaved)
  )

  it.effect(
    "what expires first is used first, and takes the rest with it",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* customer.increase("credits", 10)
        yield* customer.increase("credits", 5, "2026-02-02T00:00:00Z")
        yield* customer.decrease("credits", 3)
        expect(yield* customer.quantity("credits")).toBe(12)
        yield* at("2026-02-02T00:00:00Z")
        expect(yield* customer.quantity("credits")).toBe(10)
        expect((yield* customer.increase("credits", 1, "soon")).status).toBe(400)
      })
    )
  )
})

describe("a subscription by the clock", () => {
  it.effect(
    "renews for a year, on the last day of short months, with new credits each time",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly" })
        expect(yield* customer.quantity("credits")).toBe(100)
        yield* customer.decrease("credits", 30)
        const months: Array<{ readonly end: string; readonly credits: number; readonly left: number }> = []
        for (let month = 0; month < 12; month++) {
          const [{ subscription }] = yield* customer.products
          yield* at(subscription.current_period_end)
          const credits = yield* customer.quantity("credits")
          yield* customer.decrease("credits", 30)
          const left = yield* customer.quantity("credits")
          months.push({ end: subscription.current_period_end.slice(0, 10), credits, left })
        }
        const ends = ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31"]
        ends.push("2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31")
        expect(months).toStrictEqual(ends.map((end) => ({ end, credits: 100, left: 70 })))
        expect(yield* customer.invoices).toStrictEqual(Array(13).fill("paid 2000"))
        expect(yield* customer.quantity("support")).toBe(1)
        yield* customer.cancel("pro")
        expect(yield* customer.products).toStrictEqual([])
        expect({
          credits: yield* customer.quantity("credits"),
          support: yield* customer.quantity("support")
        }).toStrictEqual({ credits: 0, support: 0 })
        yield* at("2028-01-01T00:00:00Z")
        expect(yield* customer.invoices).toHaveLength(13)
      })
    )
  )

  it.effect(
    "renews as often as the clock has passed its end, also if nobody has looked",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly" })
        yield* (yield* Emulator).clock.advance("200 days")
        expect(yield* customer.invoices).toHaveLength(7)
      })
    )
  )

  it.effect(
    "lasts a week after a renewal that was not paid, and then ends",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly", card: "0341" })
        yield* at("2026-02-28T12:00:00Z")
        expect(yield* customer.invoices).toStrictEqual(["open 2000", "paid 2000"])
        expect(yield* customer.products).toHaveLength(1)
        // A month that is not paid has no credits.
        expect({
          credits: yield* customer.quantity("credits"),
          support: yield* customer.quantity("support")
        }).toStrictEqual({ credits: 0, support: 1 })
        yield* at("2026-03-07T11:59:59Z")
        expect(yield* customer.products).toHaveLength(1)
        yield* at("2026-03-07T12:00:00Z")
        expect(yield* customer.products).toStrictEqual([])
        expect(yield* customer.invoices).toStrictEqual(["uncollectible 2000", "paid 2000"])
        expect(yield* customer.quantity("support")).toBe(0)
      })
    )
  )

  it.effect(
    "goes on if the customer pays with another card in time",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly", card: "0341" })
        yield* at("2026-03-01T00:00:00Z")
        expect(yield* customer.invoices).toStrictEqual(["open 2000", "paid 2000"])
        yield* submit(yield* customer.checkout("pack"), {})
        expect(yield* customer.invoices).toStrictEqual(["paid 2000", "paid 2000"])
        expect(yield* customer.quantity("credits")).toBe(150)
        const [{ subscription }] = yield* customer.products
        expect(subscription.current_period_end).toBe("2026-03-31T12:00:00.000Z")
      })
    )
  )

  it.effect(
    "begins with its free trial",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("trial"), {})
        expect(yield* customer.invoices).toStrictEqual([])
        yield* at("2026-02-14T12:00:00Z")
        expect(yield* customer.invoices).toStrictEqual(["paid 500"])
        const [{ subscription }] = yield* customer.products
        expect(subscription.current_period_end).toBe("2026-03-14T12:00:00.000Z")
      })
    )
  )

  it.effect(
    "switches to another product of its line, which the next bill is for",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("basic"), {})
        const [before] = yield* customer.products
        expect(
          before.switch_options.map(({ product_id }: { readonly product_id: string }) => product_id)
        ).toStrictEqual(["pro"])
        expect((yield* customer.switchTo("basic", "pro")).status).toBe(200)
        const [after] = yield* customer.products
        expect(after.id).toBe("pro")
        expect(after.subscription).toStrictEqual(before.subscription)
        yield* at("2026-02-28T12:00:00Z")
        expect(yield* customer.invoices).toStrictEqual(["paid 2000", "paid 999"])
        expect((yield* customer.switchTo("basic", "pro")).text).toBe("This subscription cannot be switched.")
        expect((yield* customer.switchTo("pro", "pack")).text).toMatch(/same product line/)
      })
    )
  )

  it.effect("switches once if it is switched twice at once", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer
      yield* submit(yield* customer.checkout("basic"), {})
      const answers = yield* Effect.all(
        [1, 2].map(() => customer.switchTo("basic", "pro")),
        { concurrency: "unbounded" }
      )
      expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([200, 400])
      expect((yield* customer.products).map(({ id }) => id)).toStrictEqual(["pro"])
    }).pipe(Effect.provide(layer({ service: "current", ...options })), interleaved)
  )

  it.effect(
    "costs nothing if a server gives it",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* customer.grant("pro")
        yield* at("2026-05-01T00:00:00Z")
        expect(yield* customer.invoices).toStrictEqual([])
        expect(yield* customer.products).toHaveLength(1)
        expect(yield* customer.quantity("credits")).toBe(100)
        expect(yield* customer.billing).toStrictEqual({ has_customer: false, default_payment_method: null })
      })
    )
  )
})

it.effect.each(Array.from({ length: 8 }, (_, at) => at))(
  "of a switch and a cancellation at once, one happens (%d steps apart)",
  (steps) =>
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly" })
        const cancelLater = Effect.andThen(
          Effect.forEach(Array(steps), () => Effect.yieldNow),
          customer.cancel("pro")
        )
        const answers = yield* Effect.all([customer.switchTo("pro", "basic"), cancelLater], {
          concurrency: "unbounded"
        })
        expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 400])
      }).pipe(interleaved)
    )()
)

describe("the purchase page", () => {
  it.effect(
    "takes a payment once, and leads back",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        const path = yield* customer.checkout("pro", "http://localhost:3000/billing")
        const page = yield* raw("GET", path)
        expect(page).toMatchObject({ status: 200, text: expect.stringMatching(/\$20\.00[^]*\$200\.00/) })
        const declined = yield* submit(path, { decision: "decline" })
        expect(declined).toMatchObject({ status: 402, text: expect.stringContaining("declined") })
        expect(yield* customer.products).toStrictEqual([])
        const paid = yield* submit(path, { price: "yearly" })
        expect({ status: paid.status, location: paid.headers.get("location") }).toStrictEqual({
          status: 303,
          location: "http://localhost:3000/billing"
        })
        expect(yield* customer.invoices).toStrictEqual(["paid 20000"])
        expect((yield* customer.billing).default_payment_method).toMatchObject({ brand: "visa", last4: "4242" })
        const again = [yield* submit(path, { price: "yearly" }), yield* raw("GET", path)]
        expect(again.map(({ status }) => status)).toStrictEqual([404, 404])
      })
    )
  )

  it.effect(
    "refuses what its form does not have",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        const pack = yield* customer.checkout("pack")
        const forms = [{ quantity: "1.5" }, { card: "1" }, { price: "toString" }, { quantity: "3" }]
        const answers = yield* Effect.forEach(forms, (form: Record<string, string>) => submit(pack, form))
        expect(answers.map(({ status }) => status)).toStrictEqual([402, 402, 402, 200])
        expect(yield* customer.quantity("credits")).toBe(150)
      })
    )
  )

  it.effect.each([
    ["pack", "1.5", "Enter a whole number of at least 1."],
    ["pack", "0", "Enter a whole number of at least 1."],
    ["pack", "1000001", "Enter a number of at most 1,000,000."],
    ["trial", "2", "You can buy only one of this product."]
  ] as const)("says why %s cannot be bought %s times", ([product, quantity, reason]) =>
    inShop(
      Effect.gen(function* () {
        const path = yield* (yield* makeCustomer).checkout(product)
        expect((yield* submit(path, { quantity })).text).toContain(reason)
      })
    )()
  )

  it.effect(
    "is over after a day, and refuses foreign pages before",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        const pack = yield* customer.checkout("pack")
        const untrusted = yield* raw("GET", `${pack}?return_url=https://elsewhere.example/`)
        expect(untrusted.status).toBe(400)
        const foreign = yield* raw("POST", pack, { headers: { "sec-fetch-site": "cross-site" } })
        expect(foreign.status).toBe(403)
        yield* (yield* Emulator).clock.advance("1 day")
        expect((yield* raw("GET", pack)).status).toBe(404)
      })
    )
  )

  it.effect(
    "is also for a product by its former name",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        const sell = (offer: object) =>
          customer.server("POST", "/payments/purchases/create-purchase-url", {
            customer_type: "user",
            customer_id: customer.id,
            ...offer
          })
        expect((yield* sell({ offer_id: "pack" })).status).toBe(200)
        const inline = { display_name: "Special", customer_type: "user", prices: {}, included_items: {} }
        expect((yield* sell({ offer_inline: inline })).status).toBe(200)
        expect((yield* sell({ offer_id: "pack", product_inline: inline })).status).toBe(400)
      })
    )
  )

  it.effect("does not pay twice if it is submitted twice at once", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer
      const path = yield* customer.checkout("pack")
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => submit(path, {})),
        { concurrency: "unbounded" }
      )
      expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([200, 404, 404])
      expect(yield* customer.quantity("credits")).toBe(50)
    }).pipe(Effect.provide(layer({ service: "current", ...options })), interleaved)
  )
})

describe("the state", () => {
  it.effect(
    "goes with snapshots and seeds, and with the customer",
    inShop(
      Effect.gen(function* () {
        const { exportSeed, importSeed, restore, snapshot } = yield* Emulator
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), {})
        yield* customer.decrease("credits", 40)
        const [taken, seed] = [yield* snapshot, yield* exportSeed]
        yield* customer.decrease("credits", 40)
        yield* restore(taken)
        expect(yield* customer.quantity("credits")).toBe(60)
        yield* customer.decrease("credits", 40)
        yield* importSeed(seed)
        expect(yield* customer.quantity("credits")).toBe(60)
        yield* customer.server("DELETE", `/users/${customer.id}`)
        const { invoices, item_changes, payment_customers, purchases } = (yield* snapshot).tables
        expect({ invoices, item_changes, payment_customers, purchases }).toStrictEqual({
          invoices: [],
          item_changes: [],
          payment_customers: [],
          purchases: []
        })
      })
    )
  )
})
