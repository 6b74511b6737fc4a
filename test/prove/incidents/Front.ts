/**
 * The way to the service: a proxy that refuses, hangs, fails, is slow, or has another certificate, and counts what
 * arrives. The faults of the emulator cannot do that: it counts nothing that never reaches it, and speaks no TLS.
 */
import { once } from "node:events"
import * as http from "node:http"
import * as https from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import type { Certificate } from "../../support/Certificate.ts"

/**
 * What becomes of a request: it reaches the service; its connection is reset; it gets no answer; or a proxy answers
 * with 502, as one does in front of a service that is down.
 */
export type Way = "open" | "reset" | "silent" | "failing"

export interface Front {
  readonly url: string
  readonly becomes: (way: Way) => void
  /** Part of all requests, from 0 to 1, waits so long before it reaches the service. */
  readonly slows: (part: number, millis: number) => void
  /** Presents another certificate from now on, as a server does that is loaded again. */
  readonly presents: (certificate: Certificate) => void
  /** Lets requests wait while something happens, once those in progress have ended. */
  readonly pausedFor: (work: () => Promise<void>) => Promise<void>
  /** How many requests have arrived, or connections that brought none, and how many of them asked for public keys. */
  readonly arrivals: () => { readonly all: number; readonly keys: number }
  readonly close: () => Promise<void>
}

export const makeFront = async (options: {
  /** The URL of the service, which need not run yet. */
  readonly target: () => string
  readonly random: () => number
  readonly certificate?: Certificate | undefined
}): Promise<Front> => {
  const { certificate, random, target } = options
  // A connection of its own for each request: the service may end an idle one just when it is used again.
  const agent = new http.Agent()
  const sockets = new Set<Socket>()
  const counts = { all: 0, keys: 0 }
  let way: Way = "open"
  let slow = { part: 0, millis: 0 }
  const underWay = new Set<Promise<void>>()
  let pause = Promise.resolve()

  const forward = (request: http.IncomingMessage, response: http.ServerResponse) =>
    new Promise<void>((resolve) => {
      const { headers, method, url } = request
      const outgoing = http.request(new URL(url!, target()), { agent, method, headers }, (answer) => {
        // These two are about the other connection.
        const { connection: _, "keep-alive": __, ...rest } = answer.headers
        response.writeHead(answer.statusCode!, rest)
        answer.pipe(response)
      })
      outgoing.on("error", () => response.destroy())
      response.on("close", () => {
        outgoing.destroy()
        resolve()
      })
      request.pipe(outgoing)
    })

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    counts.all++
    if (request.url!.includes("jwks.json")) counts.keys++
    if (way === "silent") return
    if (way === "failing") return void response.writeHead(502, { "content-type": "text/html" }).end("Bad gateway")
    if (random() < slow.part) await setTimeout(slow.millis)
    await pause
    const forwarded = forward(request, response)
    underWay.add(forwarded)
    await forwarded
    underWay.delete(forwarded)
  }

  const handler: http.RequestListener = (request, response) => void answer(request, response)
  const tls = certificate === undefined ? undefined : https.createServer({ ...certificate }, handler)
  const server = tls ?? http.createServer(handler)
  server.keepAliveTimeout = 120_000
  server.on("connection", (socket: Socket) => {
    if (way === "reset") {
      counts.all++
      return void socket.resetAndDestroy()
    }
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  server.on("tlsClientError", () => counts.all++)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const cut = () => sockets.forEach((socket) => socket.destroy())

  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    becomes: (next) => {
      // Requests without an answer stay without one.
      if (next === "reset" || way === "silent") cut()
      way = next
    },
    slows: (part, millis) => void (slow = { part, millis }),
    presents: (next) => {
      tls?.setSecureContext({ ...next })
      cut()
    },
    pausedFor: (work) => {
      const done = Promise.all(underWay).then(work)
      pause = done.catch(() => undefined)
      return done
    },
    arrivals: () => ({ ...counts }),
    close: async () => {
      server.close()
      cut()
      agent.destroy()
      await once(server, "close")
    }
  }
}
