/** The program of docs/guides/other-servers.md#express. */
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 handles rejections */
import express from "express"
import { createExpressAuth } from "gatefold/express"

const auth = createExpressAuth({
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY ?? "",
  apiUrl: process.env.STACK_API_URL
})

export const app = express()
app.get("/orders", auth.signedIn(), async (request, response) => {
  response.send(`Orders of ${(await auth.sessionOf(request).user()).primaryEmail}`)
})
app.get("/orders/all", auth.permission("orders:read"), (_request, response) => {
  response.send("Orders of everybody")
})
app.get("/teams/:teamId/orders", auth.teamPermission("$read_members"), (_request, response) => {
  response.send("Orders of the team")
})
app.use(auth.errors()) // after the routes: answers for visitors who lack a permission
