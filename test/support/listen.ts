/** Servers on this machine. */
import { once } from "node:events"
import * as net from "node:net"
import * as Effect from "effect/Effect"

/** Has a server listen on a free port of this machine, and returns the port. */
export const listen = async (server: net.Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  return (server.address() as net.AddressInfo).port
}

/** Has a server listen until the scope ends, which cuts its connections. Returns its port, and its URL for http. */
export const serve = (server: net.Server) => {
  const sockets = new Set<net.Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  return Effect.acquireRelease(
    Effect.promise(() => listen(server)),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  ).pipe(Effect.map((port) => ({ port, url: `http://127.0.0.1:${port}` })))
}

/** A server that takes connections, and never says a word. */
export const serveSilence = Effect.suspend(() => serve(net.createServer()))
