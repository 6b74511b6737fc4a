/** Express: authenticates requests and handles webhooks. */
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 handles rejections */
import { createHmac } from "node:crypto"
import type { AddressInfo } from "node:net"
import { Console, Effect } from "effect"
import express, { type ErrorRequestHandler, type Request, type Response } from "express"
import { Http, Password, Sessions } from "gatefold"
import {
  createRequestAuth,
  createWebhooks,
  fromNode,
  isAuthError,
  refusal,
  type RequestAuth,
  type AuthSession,
  Webhooks
} from "gatefold/backend"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

const secret = `whsec_${Buffer.from("a secret of 24 bytes or more").toString("base64")}`

/** One for the whole server: it remembers which messages were handled. */
const webhooks = createWebhooks({ secret })

/** Answers signed-in users with what `work` comes to; the response also tells the browser of changed cookies. */
const forUsers =
  (auth: RequestAuth, work: (session: AuthSession, request: Request) => Promise<unknown>) =>
  async (request: Request, response: Response) => {
    await using result = await auth.authenticate(fromNode(request))
    let answer: unknown
    try {
      if (!result.signedIn) throw result.error
      answer = await work(result, request)
    } finally {
      for (const [name, value] of await result.headers()) response.append(name, value)
    }
    response.send(answer)
  }

/** Answers signed-out visitors, and users without the permission. */
const refuse: ErrorRequestHandler = async (error, _request, response, next) => {
  if (!isAuthError(error)) return next(error)
  const { body, headers, status } = refusal(error)
  response.status(status).setHeaders(headers)
  response.send(await new globalThis.Response(body).text())
}

const makeApp = (auth: RequestAuth) => {
  const app = express()

  // The signature is of the bytes, so JSON must not be parsed before.
  app.post("/webhooks", express.raw({ type: "*/*" }), async (request, response) => {
    try {
      await webhooks.handle({ ...fromNode(request), body: request.body }, ({ event }) => {
        if (event.type === "user.deleted") console.log(`remove the orders of ${event.data.id}`)
      })
      response.sendStatus(200)
    } catch (error) {
      if (error instanceof Webhooks.WebhookRejected) response.sendStatus(400)
      else throw error // the service sends it again
    }
  })

  app.get(
    "/orders",
    forUsers(auth, async (session) => {
      const user = await session.user()
      return `Orders of ${user.primaryEmail}`
    })
  )
  app.delete(
    "/orders",
    forUsers(auth, (session) => session.requirePermission("orders:delete"))
  )
  app.use(refuse)
  return app
}

export const example = Effect.gen(function* () {
  const { baseUrl, fetch: emulated, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  // In your own code: { projectId, publishableClientKey }
  const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: Http.layerHandler(emulated) })
  const server = makeApp(auth).listen(0, "127.0.0.1")
  yield* Effect.promise(() => new Promise((resolve) => server.once("listening", resolve)))
  const { port } = server.address() as AddressInfo

  const call = (path: string, init: RequestInit) =>
    Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
      return `${path} ${response.status} ${await response.text()}`
    })
  yield* Console.log(yield* call("/orders", {}))
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  const headers = yield* Sessions.authHeaders
  yield* Console.log(yield* call("/orders", { headers }))
  yield* Console.log(yield* call("/orders", { headers, method: "DELETE" }))

  // The service sends this:
  const body = JSON.stringify({ type: "user.deleted", data: { id: "ann", teams: [] } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`msg_1.${timestamp}.${body}`)
    .digest("base64")
  const signed = { "svix-id": "msg_1", "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` }
  yield* Console.log(yield* call("/webhooks", { method: "POST", headers: signed, body }))
  yield* Console.log(yield* call("/webhooks", { method: "POST", headers: signed, body: `${body} ` }))

  yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  yield* Effect.promise(auth.dispose)
  yield* Effect.promise(webhooks.dispose)
})

run(import.meta.main, example)
