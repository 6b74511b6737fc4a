/** Tests of an API, in which each test has its own service and its own users. */
import { expect, test as base } from "gatefold/testing/vitest"
import { ordersRoute } from "./protect-a-route.ts"

/** A user, and a function that requests their orders. */
interface Customer {
  readonly email: string
  readonly accessToken: string
  readonly orders: () => Promise<Response>
}

/** Your fixtures, made from those of Gatefold: a request to your API, and users who can send one. */
const test = base.extend<{
  request: (headers?: HeadersInit) => Promise<Response>
  newCustomer: (user?: { primaryEmail?: string; displayName?: string }) => Promise<Customer>
}>({
  request: async ({ emulator }, use) => {
    const route = ordersRoute(emulator.requestAuth())
    await use((headers = {}) => route(new Request("http://localhost:3000/api/orders", { headers })))
  },
  newCustomer: async ({ emulator, request }, use) =>
    use(async (user) => {
      const { accessToken, email, headers } = await emulator.signUp(user)
      return { email, accessToken, orders: () => request(headers) }
    })
})

test("refuses signed-out visitors", async ({ request }) => {
  expect((await request()).status).toBe(401)
})

test("shows each customer their own orders", async ({ newCustomer }) => {
  const [ann, bob] = [await newCustomer(), await newCustomer()]
  expect(await (await ann.orders()).json()).toEqual({ ordersOf: ann.email })
  expect(await (await bob.orders()).json()).toEqual({ ordersOf: bob.email })
})

// These two run side by side with the same address. Neither sees the user of the other one.
for (const name of ["Ann", "Anna"]) {
  test.concurrent(`signs up ${name}`, async ({ admin, newCustomer }) => {
    await newCustomer({ primaryEmail: "ann@example.org", displayName: name })
    const users = await admin.users.list()
    expect(users.map((user) => user.displayName)).toEqual([name])
  })
}

test("refuses an old access token", async ({ clock, newCustomer, request }) => {
  const { accessToken } = await newCustomer()
  await clock.advance("1 hour")
  expect((await request({ authorization: `Bearer ${accessToken}` })).status).toBe(401)
})
