/** A user and a stranger at a route of Hono. */
import assert from "node:assert"
import { createHonoAuth } from "gatefold/hono"
import { Hono } from "hono"
import { end, headers, options, person } from "./world.mjs"

const auth = createHonoAuth(options)
const app = new Hono().get("/me", auth.signedIn(), async (c) => c.text((await c.var.session.user()).primaryEmail))
assert.strictEqual(await (await app.request("/me", { headers })).text(), person.email)
assert.strictEqual((await app.request("/me")).status, 401)
await auth.dispose()
await end()
