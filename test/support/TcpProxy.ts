/** A proxy between a client and a server on this machine, which can break the line or lead to another server. */
import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"
import { listen } from "./listen.ts"

/**
 * What the line does: it works; it hangs, and delivers everything when it works again; it is cut; or it answers each
 * message with noise.
 */
export type Line = "works" | "hangs" | "cut" | "noise"

export interface TcpProxy {
  readonly port: number
  readonly becomes: (line: Line) => void
  /** Leads new connections to another port, and cuts those that there are. */
  readonly switchTo: (port: number) => void
  readonly close: () => Promise<void>
}

const noise = Buffer.from(Array.from({ length: 64 }, (_, i) => (i * 151 + 7) % 256))

export const makeTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let [line, target]: [Line, number] = ["works", targetPort]
  const cut = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
  const server = createServer((client) => {
    client.on("error", () => undefined)
    if (line === "cut") return void client.destroy()
    const upstream = createConnection(target, "127.0.0.1")
    upstream.on("error", () => undefined)
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.on("close", end)
      from.on("data", (data) => void (line === "noise" ? client.write(noise) : to.write(data)))
      if (line === "hangs") from.pause()
    }
  })
  const port = await listen(server)
  return {
    port,
    becomes: (next) => {
      line = next
      if (line === "cut") return cut()
      pairs.forEach((pair) => pair.forEach((socket) => (line === "hangs" ? socket.pause() : socket.resume())))
    },
    switchTo: (port) => {
      target = port
      cut()
    },
    close: async () => {
      cut()
      server.close()
      await once(server, "close")
    }
  }
}
