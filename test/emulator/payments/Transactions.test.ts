/** Transactions say what customers bought, paid and used, in pages whose cost does not grow. */
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { migrate } from "../../../src/emulator/storage/Migrations.ts"
import { admin, call, layer } from "../../support/emulatorCalls.ts"
import { countSeeds } from "../../support/seeds.ts"
import { makeCustomer, options, submit } from "./shop.ts"

const at = (date: string) => TestClock.setTime(Date.parse(date))

const inShop =
  <A, E>(test: Effect.Effect<A, E, Emulator>) =>
  () =>
    Effect.andThen(at("2026-01-31T12:00:00Z"), Effect.provide(test, layer({ service: "current", ...options })))

const read = (query: Readonly<Record<string, string>> = {}) =>
  call("GET", `/internal/payments/transactions?${new URLSearchParams(query)}`, admin)

const transactions = Effect.map(read({ limit: "200" }), ({ body }): ReadonlyArray<any> => body.transactions)

/** Each transaction, as its type with what its entries say. */
const lines = Effect.map(transactions, (all) =>
  all.map(({ entries, type }) => [
    type,
    ...entries.map(
      ({ charged_amount, item_id, product_id, quantity }: any) =>
        charged_amount?.USD ?? `${quantity} ${product_id ?? item_id}`
    )
  ])
)

/** All pages of a query. */
const walk = Effect.fnUntraced(function* (query: Readonly<Record<string, string>>) {
  const all: Array<any> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body }: { readonly body: any } = yield* read(cursor === "" ? query : { ...query, cursor })
    all.push(...body.transactions)
    cursor = body.next_cursor
  }
  return all
})

describe("transactions", () => {
  it.effect(
    "are a purchase and twelve renewals after a year, newest first",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pro"), { price: "monthly" })
        yield* at("2027-01-31T12:00:00Z")
        expect(yield* lines).toStrictEqual([
          ...Array.from({ length: 12 }, () => ["subscription-renewal", "20"]),
          ["purchase", "1 pro", "20"]
        ])
        const all = yield* transactions
        expect(
          all.map(({ created_at_millis }) => new Date(created_at_millis).toISOString().slice(0, 10))
        ).toStrictEqual([
          "2027-01-31",
          "2026-12-31",
          "2026-11-30",
          "2026-10-31",
          "2026-09-30",
          "2026-08-31",
          "2026-07-31",
          "2026-06-30",
          "2026-05-31",
          "2026-04-30",
          "2026-03-31",
          "2026-02-28",
          "2026-01-31"
        ])
        const [{ subscription }] = yield* customer.products
        const { entries, ...purchase } = all.at(-1)
        expect(purchase).toStrictEqual({
          id: subscription.subscription_id,
          created_at_millis: Date.parse("2026-01-31T12:00:00Z"),
          effective_at_millis: Date.parse("2026-01-31T12:00:00Z"),
          type: "purchase",
          customer_type: "user",
          customer_id: customer.id,
          adjusted_by: [],
          test_mode: false
        })
        const common = {
          adjusted_transaction_id: null,
          adjusted_entry_index: null,
          customer_type: "user",
          customer_id: customer.id
        }
        const [{ product, ...grant }, transfer] = entries
        expect(product).toMatchObject({ display_name: "Pro", server_only: false, client_metadata: null })
        expect(grant).toStrictEqual({
          type: "product_grant",
          ...common,
          product_id: "pro",
          price_id: "monthly",
          quantity: 1,
          subscription_id: purchase.id
        })
        expect(transfer).toStrictEqual({
          type: "money_transfer",
          ...common,
          charged_amount: { USD: "20" },
          net_amount: { USD: "20" }
        })
      })
    )
  )

  it.effect(
    "tell purchases, gifts, trials and changes of quantities apart",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        yield* submit(yield* customer.checkout("pack"), { quantity: "3" })
        yield* at("2026-02-01T00:00:00Z")
        yield* customer.grant("pack", 2)
        yield* at("2026-02-02T00:00:00Z")
        yield* customer.decrease("credits", 40)
        yield* at("2026-02-03T00:00:00Z")
        yield* submit(yield* customer.checkout("trial"), {})
        yield* at("2026-02-17T00:00:00Z")
        expect(yield* lines).toStrictEqual([
          ["subscription-renewal", "5"],
          ["purchase", "1 trial"],
          ["manual-item-quantity-change", "-40 credits"],
          ["purchase", "2 pack"],
          ["purchase", "3 pack", "10.5"]
        ])
        const all = yield* transactions
        expect(
          all.map(({ entries: [{ one_time_purchase_id, price_id }] }) => [price_id, one_time_purchase_id])
        ).toStrictEqual([
          [undefined, undefined],
          ["monthly", undefined],
          [undefined, undefined],
          [null, all[3].id],
          ["once", all[4].id]
        ])
      })
    )
  )

  it.effect(
    "have renewals once they are paid, and the price of the product after a switch",
    inShop(
      Effect.gen(function* () {
        const [late, switched] = [yield* makeCustomer, yield* makeCustomer]
        yield* submit(yield* late.checkout("pro"), { price: "monthly", card: "0341" })
        yield* at("2026-02-28T12:00:00Z")
        expect(yield* lines).toStrictEqual([["purchase", "1 pro", "20"]])
        yield* submit(yield* late.checkout("pack"), {})
        const paid = [
          ["purchase", "1 pack", "3.5"],
          ["subscription-renewal", "20"]
        ]
        expect((yield* lines).slice(0, 2)).toStrictEqual(expect.arrayContaining(paid))
        yield* late.cancel("pro")
        yield* submit(yield* switched.checkout("basic"), {})
        yield* switched.switchTo("basic", "pro")
        yield* at("2026-03-28T12:00:00Z")
        expect(
          (yield* walk({ customer_id: switched.id })).map(({ entries, type }) => [type, entries.at(-1).charged_amount])
        ).toStrictEqual([
          ["subscription-renewal", { USD: "20" }],
          ["purchase", { USD: "9.99" }]
        ])
      })
    )
  )

  it.effect(
    "come in pages, each once, by type and customer",
    inShop(
      Effect.gen(function* () {
        const { project, restore, snapshot } = yield* Emulator
        const customers = [yield* makeCustomer, yield* makeCustomer]
        for (const customer of customers) yield* submit(yield* customer.checkout("pro"), { price: "monthly" })
        const taken = yield* snapshot
        const now = Date.parse("2026-01-31T12:00:00Z")
        // A hundred in each millisecond.
        const count = countSeeds(10_000)
        const changes = Array.from({ length: count }, (_, i) => [
          `change-${i}`,
          project?.projectId ?? "",
          "user",
          customers[i % 2]?.id ?? "",
          "credits",
          1,
          null,
          now - Math.floor(i / 100),
          null
        ])
        yield* restore({ ...taken, tables: { ...taken.tables, item_changes: changes } })
        yield* at("2027-01-31T12:00:00Z")
        const all = yield* walk({ limit: "200" })
        expect(all).toHaveLength(count + 26)
        expect(new Set(all.map(({ id }) => id)).size).toBe(count + 26)
        const order = all.map(({ created_at_millis }) => created_at_millis)
        expect(order).toStrictEqual(order.toSorted((a, b) => b - a))
        const [{ id } = { id: "" }] = customers
        const ofOne = { customer_type: "user", customer_id: id, limit: "200" }
        expect(yield* walk(ofOne)).toStrictEqual(all.filter(({ customer_id }) => customer_id === id))
        const renewals = yield* walk({ ...ofOne, type: "subscription-renewal", limit: "5" })
        expect(renewals).toStrictEqual(
          all.filter(({ customer_id, type }) => customer_id === id && type === "subscription-renewal")
        )
        expect(renewals).toHaveLength(12)
        expect(yield* walk({ type: "purchase" })).toHaveLength(2)
        expect([yield* walk({ type: "refund" }), yield* walk({ customer_type: "team" })]).toStrictEqual([[], []])
      })
    )
  )

  it.effect(
    "have pages of 50 by default and 200 at most, and refuse cursors of others",
    inShop(
      Effect.gen(function* () {
        const customer = yield* makeCustomer
        for (let i = 0; i < 201; i++) yield* customer.increase("credits", 1)
        const countTransactions = (limit: string) => Effect.map(read({ limit }), ({ body }) => body.transactions.length)
        expect((yield* read()).body.transactions).toHaveLength(50)
        expect([
          yield* countTransactions("1000"),
          yield* countTransactions("0"),
          yield* countTransactions("many")
        ]).toStrictEqual([200, 1, 50])
        const refused = yield* read({ cursor: "1" })
        expect(refused).toMatchObject({ status: 400, text: "Invalid cursor" })
        expect((yield* read({ type: "gift" })).status).toBe(400)
        expect((yield* customer.server("GET", "/internal/payments/transactions")).status).toBe(401)
      })
    )
  )

  const filters = ["", "AND type = 'purchase'", "AND customer_type = 'user'", "AND customer_id = 'ann'"]

  it.each(
    [...filters, "AND customer_type = 'user' AND customer_id = 'ann'"].flatMap((filter) =>
      ["", "AND (created_at, id) < (1, 'id')"].map((after) => [filter, after] as const)
    )
  )('are read along an index with the filter "$0"', (filter, after) => {
    const database = new DatabaseSync(":memory:")
    migrate(database)
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT * FROM transactions WHERE project_id = 'project' ${filter} ${after}
            ORDER BY created_at DESC, id DESC LIMIT 51`
      )
      .all()
      .map(({ detail }) => String(detail))
    expect(plan.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toStrictEqual([])
  })
})
