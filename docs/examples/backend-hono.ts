/** Hono: a middleware puts the session into the context. Workers, Bun and Deno serve the same `app`. */
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { Console, Effect } from "effect"
import { Anonymous, Http, Password, Sessions } from "gatefold"
import { createRequestAuth, isAuthError, refusal, type AuthSession } from "gatefold/backend"
import * as Emulator from "gatefold/emulator"
import { Hono } from "hono"
import { run } from "./demo.ts"

const makeApp = (auth: ReturnType<typeof createRequestAuth>) => {
  const app = new Hono<{ Variables: { session: AuthSession } }>()
  app.use("/orders/*", async (context, next) => {
    await using result = await auth.authenticate(context.req.raw)
    if (result.signedIn) {
      context.set("session", result)
      await next()
    } else {
      context.res = refusal(result)
    }
    for (const [name, value] of await result.headers()) {
      context.header(name, value, { append: name === "set-cookie" })
    }
  })
  // The user lacks a permission.
  app.onError((error, context) => (isAuthError(error) ? refusal(error) : context.text("Something went wrong", 500)))
  app.get("/orders/mine", async (context) => {
    const user = await context.var.session.user()
    return context.text(`Orders of ${user.primaryEmail}`)
  })
  app.delete("/orders/all", async (context) => {
    await context.var.session.requirePermission("orders:delete")
    return context.text("All orders are gone")
  })
  const cartOf = auth.protect((_, session) => new Response(`The cart of a user who is ${session.claims.kind}`), {
    allow: ["restricted", "anonymous"]
  })
  app.get("/cart", (context) => cartOf(context.req.raw))
  return app
}

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  // In your own code: { projectId, publishableClientKey }
  const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: Http.layerHandler(emulated) })
  const server = serve({ fetch: makeApp(auth).fetch, port: 0, hostname: "127.0.0.1" })
  yield* Effect.promise(() => new Promise((resolve) => server.once("listening", resolve)))
  const { port } = server.address() as AddressInfo

  const call = (headers: HeadersInit, path = "/orders/mine", method = "GET") =>
    Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
      return `${response.status} ${await response.text()}`
    })
  yield* Console.log(yield* call({}))
  yield* Anonymous.signUp
  const guest = yield* Sessions.authHeaders
  yield* Console.log(yield* call(guest), yield* call(guest, "/cart"))
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const ann = yield* Sessions.authHeaders
  yield* Console.log(yield* call(ann), yield* call(ann, "/orders/all", "DELETE"))

  yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  yield* Effect.promise(auth.dispose)
})

run(import.meta.main, example)
