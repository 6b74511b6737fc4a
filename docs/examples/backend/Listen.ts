/** The address of a server on a developer's machine. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"

const listen = (port: number) =>
  NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port, gracefulShutdownTimeout: "2 seconds" })

/** Listens for this machine only; on a free port when the port is taken. */
export const layer = (port: number) => listen(port).pipe(Layer.catch(() => listen(0)))

/** Where the server is. By name: cookies of `localhost` and passkeys need one. */
export const url = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress" ? address.path : `http://localhost:${address.port}`
)
