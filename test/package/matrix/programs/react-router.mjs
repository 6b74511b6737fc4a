/** A user and a stranger before the middleware of React Router. */
import assert from "node:assert"
import { AuthProvider } from "gatefold/react-router"
import { createReactRouterAuth } from "gatefold/react-router/server"
import { RouterContextProvider } from "react-router"
import { end, headers, options, person } from "./world.mjs"

assert.ok(AuthProvider)
const auth = createReactRouterAuth(options)
const ask = (headers) => {
  const request = new Request("http://localhost:3000/orders", { headers })
  const context = new RouterContextProvider()
  const args = { request, context, url: new URL(request.url), params: {} }
  return auth.middleware(args, async () => {
    await auth.signedIn()(args, () => {})
    return new Response(context.get(auth.user).primaryEmail)
  })
}
assert.strictEqual(await (await ask(headers)).text(), person.email)
assert.strictEqual((await ask({})).status, 302)
await end()
