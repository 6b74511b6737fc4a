/** A user and a stranger before the middleware of TanStack Start. */
import assert from "node:assert"
import { isRedirect } from "@tanstack/react-router"
import { AuthProvider } from "gatefold/tanstack-start"
import { createTanStackStartAuth } from "gatefold/tanstack-start/server"
import { end, headers, options, person } from "./world.mjs"

assert.ok(AuthProvider)
const auth = createTanStackStartAuth(options)
const ask = (headers) =>
  auth.middleware({
    request: new Request("http://localhost:3000/orders", { headers }),
    next: async () => ({ response: new Response((await auth.page().getUser({ or: "redirect" })).primaryEmail) })
  })
assert.strictEqual(await (await ask(headers)).text(), person.email)
assert.ok(isRedirect(await ask({})))
await end()
