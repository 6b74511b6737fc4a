/** A user and a stranger at a route of Express. */
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 handles rejections */
import assert from "node:assert"
import { once } from "node:events"
import express from "express"
import { createExpressAuth } from "gatefold/express"
import { end, headers, options, person } from "./world.mjs"

const auth = createExpressAuth(options)
const app = express()
app.get("/me", auth.signedIn(), async (request, response) => {
  response.send((await auth.sessionOf(request).user()).primaryEmail)
})
app.use(auth.errors())
const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
const url = `http://127.0.0.1:${server.address().port}/me`
assert.strictEqual(await (await fetch(url, { headers })).text(), person.email)
assert.strictEqual((await fetch(url)).status, 401)
server.closeAllConnections()
server.close()
await auth.dispose()
await end()
