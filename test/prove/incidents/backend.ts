/**
 * One of three processes of an app, as an app would write it, over the built package: `backend.ts <settings as JSON>`.
 * Prints its URL, ends gracefully on SIGTERM, and ends with its parent.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeRedis } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { Password, ServerCookieTokenStore, Session } from "gatefold"
import { createRequestAuth, Fleet } from "gatefold/backend"
import { createServerApp } from "gatefold/promise/effect/server"
import type { StoreSettings } from "../../support/storeServers.ts"
import type { Protection } from "./Protection.ts"

/** Where the service and the store are, and what the app goes without. */
export interface Settings extends StoreSettings {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly without?: Protection | undefined
}

const { postgresUrl, redisUrl, without, ...project } = JSON.parse(process.argv[2]!) as Settings

const secret = "a secret of the fleet in incidents, 32 characters or more"

const shared =
  without === "fleet"
    ? Layer.empty
    : postgresUrl === undefined
      ? Fleet.layerRedis({ redis: NodeRedis.layer({ url: redisUrl!, disableOfflineQueue: true }), secret })
      : Fleet.layerPostgres({ sql: PgClient.layer({ url: Redacted.make(postgresUrl), maxConnections: 5 }), secret })

const circuitBreaker = without !== "circuit breaker"
const auth = createRequestAuth({ ...project, circuitBreaker, layer: shared })
const app = createServerApp({ ...project, circuitBreaker, timeout: "5 seconds" })

/** 503 says that the user may try again: the service gave no answer about the password. */
const signIn = async (request: Request): Promise<Response> => {
  const { email, password } = (await request.json()) as { readonly email: string; readonly password: string }
  const session = Session.layer.pipe(Layer.provideMerge(ServerCookieTokenStore.layer(request, project)))
  return app.run(
    Password.signIn({ email, password }).pipe(
      Effect.as(204),
      Effect.catchTag("EmailPasswordMismatch", () => Effect.succeed(401)),
      Effect.matchEffect({
        onSuccess: (status) => Effect.succeed(new Response(null, { status })),
        onFailure: (error) => {
          const wait = error._tag === "TransportError" && error.reason._tag === "CircuitOpen"
          const seconds = wait ? Math.ceil(error.reason.retryAfterMillis / 1000) : undefined
          const headers = seconds === undefined ? undefined : { "retry-after": String(seconds) }
          return Effect.succeed(new Response(error.message, { status: 503, ...(headers && { headers }) }))
        }
      }),
      Effect.tap(({ headers }) => ServerCookieTokenStore.appendTo(headers)),
      Effect.provide(session)
    )
  )
}

const ready = (): Promise<Response> =>
  auth.ready().then(
    () => new Response(),
    () => new Response(null, { status: 503 })
  )

const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "GET /ready": ready,
  "POST /sign-in": signIn,
  // A page about the sender, which needs the token alone.
  "GET /page": auth.protect((_, { userId }) => Response.json({ id: userId })),
  // The user, read from the service.
  "GET /account": auth.protect(async (_, { user }) => {
    const { id, primaryEmail } = await user()
    return Response.json({ id, email: primaryEmail })
  })
}

const readRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headersDistinct)) headers.set(name, value!.join(", "))
  const { method = "GET", url = "/" } = incoming
  const body = method === "POST" ? { body: Buffer.concat(chunks) } : {}
  return new Request(`http://${incoming.headers.host}${url}`, { method, headers, ...body })
}

const server = createServer(async (incoming, outgoing) => {
  try {
    const route = routes[`${incoming.method} ${incoming.url}`]
    const response =
      route === undefined ? new Response(null, { status: 404 }) : await route(await readRequest(incoming))
    outgoing.setHeaders(response.headers)
    outgoing.writeHead(response.status)
    outgoing.end(await response.text())
  } catch (error) {
    console.error(error)
    outgoing.writeHead(500).end(String(error))
  }
})

// Longer than the balancer keeps idle connections.
server.keepAliveTimeout = 65_000
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

process.once("SIGTERM", () => {
  server.close(() => void Promise.all([auth.dispose(), app.dispose()]).then(() => process.exit()))
})
process.once("disconnect", () => process.exit())
