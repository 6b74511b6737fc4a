/** Payments at the purchase page, in a browser. */
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import { payments } from "../emulator/payments/shop.ts"
import * as World from "./World.ts"

const { emulator, test } = World.use()

/** Calls the service as a server. */
const server = async (method: string, path: string, body?: object) => {
  const { baseUrl, fetch, project } = emulator()
  const response = await fetch(
    new Request(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        "x-stack-access-type": "server",
        "x-stack-project-id": project?.projectId ?? "",
        "x-stack-secret-server-key": project?.secretServerKey ?? "",
        "content-type": "application/json"
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  )
  return await response.json()
}

/** The purchase page of a new user. */
const checkout = async (productId: string, returnUrl: string) => {
  await Effect.runPromise(emulator().seed({ config: { payments } }))
  const { id } = await server("POST", "/users", {})
  const { url } = await server("POST", "/payments/purchases/create-purchase-url", {
    customer_type: "user",
    customer_id: id,
    product_id: productId,
    return_url: returnUrl
  })
  const credits = async () => (await server("GET", `/payments/items/user/${id}/credits`)).quantity
  return { url: String(url), credits }
}

describe("the purchase page", () => {
  test("takes a payment, and returns to the app", async ({ app, complaints, page, settle }) => {
    const { credits, url } = await checkout("pro", `${app.httpUrl}/welcome`)
    await page.goto(url)
    await page.getByRole("heading", { name: "Pro" }).waitFor()
    await page.getByRole("radio", { name: "$200.00" }).check()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.waitForURL(`${app.httpUrl}/welcome`)
    expect(await credits()).toBe(100)
    await page.goto(url)
    await page.getByRole("heading", { name: "This checkout is over" }).waitFor()
    await settle()
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("404")])
  })

  test("says that a card was declined, and accepts another one", async ({ app, complaints, page, settle }) => {
    const { credits, url } = await checkout("pack", `${app.httpUrl}/welcome`)
    await page.goto(url)
    await page.getByRole("button", { name: "Decline" }).click()
    await page.getByRole("alert").filter({ hasText: "declined" }).waitFor()
    expect(await credits()).toBe(0)
    await settle()
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("402")])
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2")
    await page.getByRole("button", { name: "Pay" }).click()
    await page.waitForURL(`${app.httpUrl}/welcome`)
    expect(await credits()).toBe(100)
  })
})
