/** The program of docs/guides/other-servers.md#hono. */
import { createHonoAuth } from "gatefold/hono"
import { Hono } from "hono"

const auth = createHonoAuth({
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY ?? "",
  apiUrl: process.env.STACK_API_URL
})

export const app = new Hono()
  .get("/orders", auth.signedIn(), async (c) => c.text(`Orders of ${(await c.var.session.user()).primaryEmail}`))
  .get("/orders/all", auth.permission("orders:read"), (c) => c.text("Orders of everybody"))
  .get("/teams/:teamId/orders", auth.teamPermission("$read_members"), (c) => c.text("Orders of the team"))
  .get("/", auth.maybeSignedIn(), (c) => c.text(c.var.auth.signedIn ? "Welcome back" : "Please sign in"))
