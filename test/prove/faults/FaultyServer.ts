/**
 * A server that speaks bytes, in front of a service: it passes requests on, and does to those that a fault is for what
 * the fault says.
 */
import { once } from "node:events"
import * as net from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A whole answer of the service. */
export interface Answer {
  readonly status: number
  /** Without those about its length. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
}

/** A request that a fault has hit. */
export interface Exchange {
  readonly socket: net.Socket
  /** Carries the request out. */
  readonly answer: () => Promise<Answer>
}

/** What a server does instead of answering. */
export interface Misbehavior {
  /**
   * When: as soon as there is a connection, when the head of a request is there, or all of it. `never` is a port on
   * which nobody listens while it is armed. Default: `request`.
   */
  readonly at?: "never" | "connection" | "head" | "request" | undefined
  /** How long nobody listens, in milliseconds. Default: until it is disarmed. */
  readonly closedMillis?: number | undefined
  /** How many requests it hits. Default: all. */
  readonly times?: number | undefined
  /** Whether it closes the open connections when it is armed. */
  readonly closesKept?: true | undefined
  readonly does: (exchange: Exchange) => unknown
}

/** A running server. */
export interface FaultyServer {
  readonly port: number
  /** From now on the fault hits these requests. */
  readonly arm: (method: string, path: string) => Promise<void>
  readonly disarm: () => Promise<void>
  /** The nonces of the requests that it is for; with `connection` there is none of a connection. */
  readonly requests: () => ReadonlyArray<string | null>
  /** How many requests came to paths that the service does not have. */
  readonly strays: () => number
  /** Whether all connections are closed in so many milliseconds. */
  readonly closes: (millis: number) => Promise<boolean>
}

/** The head of an answer. */
export const head = (status: number | string, headers: ReadonlyArray<readonly [string, string]>): string =>
  [`HTTP/1.1 ${status} Text`, ...headers.map((pair) => pair.join(": ")), "", ""].join("\r\n")

/** The head of an answer with the length of its body. */
export const makeHead = ({ body, headers, status }: Answer): string =>
  head(status, [...headers, ["content-length", String(body.length)]])

/** A whole answer as it is sent. */
export const makeBytes = (answer: Answer): Buffer => Buffer.concat([Buffer.from(makeHead(answer)), answer.body])

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** Of the head and the body. */
  readonly length: number
  readonly body: Buffer
  readonly isWhole: boolean
}

const readNonce = ({ headers }: Received) => headers.get("x-stack-random-nonce")

/** The first request of these bytes, if its head is there. */
const receivedIn = (bytes: Buffer): Received | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [line = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const [method = "", path = ""] = line.split(" ")
  const headers = new Headers(
    lines.map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1).trim()])
  )
  const length = end + 4 + Number(headers.get("content-length") ?? 0)
  return { method, path, headers, length, body: bytes.subarray(end + 4, length), isWhole: bytes.length >= length }
}

const listen = (server: net.Server, port: number) =>
  new Promise<number>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve((server.address() as net.AddressInfo).port))
  )

const close = (server: net.Server) => new Promise((resolve) => server.close(resolve))

/** A port on which nobody listens, kept from everybody else by a connection that leaves from it. */
const takePort = async (tries = 5): Promise<{ readonly port: number; readonly free: () => Promise<void> }> => {
  const former = net.createServer()
  const port = await listen(former, 0)
  await close(former)
  const far = net.createServer((socket) => socket.on("error", () => undefined))
  const near = net.connect({ host: "127.0.0.1", port: await listen(far, 0), localPort: port })
  const isTaken = await once(near, "connect").then(
    () => true,
    () => false
  )
  if (!isTaken && tries > 1) {
    await close(far)
    return takePort(tries - 1)
  }
  const free = async () => {
    far.close()
    if (near.destroyed) return
    // Without the minute for which a closed connection would keep the port.
    near.resetAndDestroy()
    await once(near, "close")
  }
  return { port, free }
}

/** A server for the length of the scope. */
export const make = (
  { at = "request", closedMillis, closesKept, does, times = Infinity }: Misbehavior,
  service: (request: Request) => Promise<Response>
): Effect.Effect<FaultyServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<net.Socket>()
      const requests: Array<string | null> = []
      let strays = 0
      let target: string | undefined
      let opening: NodeJS.Timeout | undefined

      const isHit = (nonce: string | null) => target !== undefined && requests.push(nonce) <= times
      const isFor = ({ method, path }: Received) => `${method} ${path.replace(/\?.*/, "")}` === target

      const carryOut = async ({ body, headers, method, path }: Received): Promise<Answer> => {
        if (!/^\/(api\/v1\/|health$)/.test(path)) strays++
        headers.delete("connection")
        const url = `http://127.0.0.1:${port}${path}`
        const response = await service(
          new Request(url, { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) })
        )
        return {
          status: response.status,
          headers: [...response.headers].filter(
            ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name)
          ),
          body: Buffer.from(await response.arrayBuffer())
        }
      }

      const server = net.createServer({ noDelay: true }, (socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => undefined)
        if (at === "connection" && isHit(null)) {
          socket.on("data", () => undefined)
          return void does({ socket, answer: () => Promise.reject(new Error("there is no request")) })
        }
        let bytes = Buffer.alloc(0)
        let isBusy = false
        /** Whether the request that is coming is hit; undefined before its head is there. */
        let hit: boolean | undefined
        const handle = async (): Promise<void> => {
          const received = isBusy ? undefined : receivedIn(bytes)
          if (received === undefined) return
          hit ??= at !== "connection" && at !== "never" && isFor(received) && isHit(readNonce(received))
          if (!received.isWhole && !(hit && at === "head")) return
          isBusy = true
          bytes = bytes.subarray(received.length)
          const answer = () => carryOut(received)
          if (hit) await does({ socket, answer })
          else socket.write(makeBytes(await answer()))
          isBusy = false
          hit = undefined
          await handle()
        }
        socket.on("data", (chunk) => {
          bytes = Buffer.concat([bytes, chunk])
          handle().catch(() => socket.destroy())
        })
      })

      const taken = at === "never" ? await takePort() : undefined
      const port = taken?.port ?? (await listen(server, 0))

      const open = async () => {
        if (taken === undefined || server.listening) return
        await taken.free()
        await listen(server, port)
      }

      return {
        port,
        arm: async (method: string, path: string) => {
          target = `${method} ${path}`
          if (closedMillis !== undefined) opening ??= setTimeout(open, closedMillis)
          if (closesKept === undefined) return
          sockets.forEach((socket) => socket.end())
          await sleep(200)
        },
        disarm: () => {
          target = undefined
          clearTimeout(opening)
          return open()
        },
        requests: () => requests,
        strays: () => strays,
        closes: async (millis: number) => {
          // One that is paused does not see that it was closed.
          sockets.forEach((socket) => socket.resume())
          for (let waited = 0; sockets.size > 0 && waited < millis; waited += 50) await sleep(50)
          return sockets.size === 0
        },
        end: () => {
          clearTimeout(opening)
          void taken?.free()
          server.close()
          sockets.forEach((socket) => socket.destroy())
        }
      }
    }),
    ({ end }) => Effect.sync(end)
  )
