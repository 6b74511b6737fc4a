/** A shop for the tests of payments: what it sells, and a customer. */
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import type { PaymentsConfig } from "../../../src/emulator/projects/ProjectConfig.ts"
import { call, raw } from "../../support/emulatorCalls.ts"

export const payments: PaymentsConfig = {
  items: { credits: { displayName: "Credits" }, support: {} },
  products: {
    pro: {
      displayName: "Pro",
      productLineId: "plans",
      prices: { monthly: { USD: "20", interval: [1, "month"] }, yearly: { USD: "200", interval: [1, "year"] } },
      includedItems: {
        credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" },
        support: { quantity: 1, expires: "when-purchase-expires" }
      }
    },
    basic: { productLineId: "plans", prices: { monthly: { USD: "9.99", interval: [1, "month"] } } },
    trial: { prices: { monthly: { USD: "5", interval: [1, "month"], freeTrial: [2, "week"] } } },
    pack: { stackable: true, prices: { once: { USD: "3.50" } }, includedItems: { credits: { quantity: 50 } } }
  }
}

export const options = { project: { displayName: "Shop", config: { payments } } }

/** A user, and what the tests look at of them. */
export const makeCustomer = Effect.gen(function* () {
  const { body } = yield* call("POST", "/users", { level: "server", body: {} })
  const of = `user/${body.id}`
  const server = (method: string, path: string, body?: unknown) => call(method, path, { level: "server", body })
  const read = (path: string) => Effect.map(server("GET", path), ({ body }) => body)
  return {
    id: String(body.id),
    server,
    quantity: (item: string) => Effect.map(read(`/payments/items/${of}/${item}`), ({ quantity }) => Number(quantity)),
    decrease: (item: string, amount: number) =>
      server("POST", `/payments/items/${of}/${item}/update-quantity?allow_negative=false`, { delta: -amount }),
    increase: (item: string, amount: number, expiresAt?: string) =>
      server("POST", `/payments/items/${of}/${item}/update-quantity?allow_negative=false`, {
        delta: amount,
        expires_at: expiresAt
      }),
    grant: (productId: string, quantity?: number) =>
      server("POST", `/payments/products/${of}`, { product_id: productId, quantity }),
    products: Effect.map(read(`/payments/products/${of}`), ({ items }): ReadonlyArray<any> => items),
    invoices: Effect.map(read(`/payments/invoices/${of}?limit=100`), ({ items }) =>
      items.map(
        ({ amount_total, status }: { readonly amount_total: number; readonly status: string }) =>
          `${status} ${amount_total}`
      )
    ),
    billing: read(`/payments/billing/${of}`),
    cancel: (productId: string) => server("DELETE", `/payments/products/${of}/${productId}`),
    switchTo: (from: string, to: string) =>
      server("POST", `/payments/products/${of}/switch`, { from_product_id: from, to_product_id: to }),
    /** The path of a purchase page. */
    checkout: Effect.fnUntraced(function* (productId: string, returnUrl?: string) {
      const { baseUrl } = yield* Emulator
      const { body: answer } = yield* server("POST", "/payments/purchases/create-purchase-url", {
        customer_type: "user",
        customer_id: body.id,
        product_id: productId,
        return_url: returnUrl
      })
      return String(answer.url).slice(baseUrl.length)
    })
  }
})

/** Submits the form of a purchase page. */
export const submit = (path: string, fields: Readonly<Record<string, string>>) =>
  raw("POST", path, {
    body: new URLSearchParams({ decision: "pay", card: "4242", ...fields }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    redirect: "manual"
  })
