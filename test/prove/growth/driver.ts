/**
 * Sends many requests over a fixed number of connections, each with one request at a time. It writes text to sockets
 * and reads the answers itself, because an HTTP client would need more of the two cores than some of the handlers.
 */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { Token } from "./tokens.ts"

/** What came of a number of requests. */
export interface Outcome {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds from the first byte of a request to the last of its answer. */
  readonly p50: number
  readonly p99: number
  /** Answers with another status or user than expected. */
  readonly wrong: number
  /** What the driver itself needed for a request, in microseconds of CPU. */
  readonly driverMicros: number
}

/** A request, and the user whom its answer must name; undefined for one that must be refused. */
export interface Call {
  readonly token: string
  readonly userId: string | undefined
}

export const makeCall = ({ text, userId }: Token): Call => ({ token: text, userId })

interface Answer {
  readonly status: number
  readonly body: string
}

interface Connection {
  readonly send: (text: string) => Promise<Answer>
  readonly end: () => void
}

const headEnd = "\r\n\r\n"

const open = async (port: number): Promise<Connection> => {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
  await once(socket, "connect")
  let received = ""
  let waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void } | undefined
  const fail = (error: unknown) => waiting?.reject(error)
  socket.setEncoding("latin1")
  socket.on("error", fail)
  socket.on("close", () => fail(new Error("the backend closed a connection")))
  socket.on("data", (chunk: string) => {
    received += chunk
    const end = received.indexOf(headEnd)
    if (end === -1) return
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
    const body = received.slice(end + headEnd.length)
    if (body.length < length) return
    const status = Number(received.slice(9, 12))
    received = ""
    waiting?.resolve({ status, body })
  })
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(text, "latin1")
      }),
    end: () => socket.destroy()
  }
}

const isRight = ({ body, status }: Answer, userId: string | undefined, isOpen: boolean): boolean =>
  isOpen ? status === 200 : userId === undefined ? status === 401 : status === 200 && body === JSON.stringify(userId)

/** The value below which that part of sorted values is. */
const quantile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!

/** How calls are sent. */
export interface DriveOptions {
  readonly ports: ReadonlyArray<number>
  readonly calls: ReadonlyArray<Call>
  /** Connections in all, spread evenly over the ports. */
  readonly connections: number
  /** Whether the handler checks nothing, so that any answer is right. */
  readonly isOpen?: boolean
}

/** Sends each call once, to whatever process has a free connection. */
export const drive = async ({ calls, connections, isOpen = false, ports }: DriveOptions): Promise<Outcome> => {
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(ports[index % ports.length]!))
  )
  const millis = new Float64Array(calls.length)
  let next = 0
  let wrong = 0
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  await Promise.all(
    opened.map(async ({ send }) => {
      for (let index = next++; index < calls.length; index = next++) {
        const { token, userId } = calls[index]!
        const begun = performance.now()
        const answer = await send(`GET /me HTTP/1.1\r\nhost: growth\r\nauthorization: Bearer ${token}\r\n\r\n`)
        millis[index] = performance.now() - begun
        if (!isRight(answer, userId, isOpen)) wrong++
      }
    })
  )
  const seconds = (performance.now() - start) / 1000
  const { system, user } = process.cpuUsage(cpuBefore)
  for (const { end } of opened) end()
  millis.sort()
  return {
    requests: calls.length,
    seconds,
    p50: quantile(millis, 0.5),
    p99: quantile(millis, 0.99),
    wrong,
    driverMicros: (system + user) / calls.length
  }
}
