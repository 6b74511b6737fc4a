/** Servers that are none, and what calls to them come to. */
import * as net from "node:net"

/** What calls must come to. */
export interface Expected {
  /** The reason of the `TransportError`. */
  readonly reason: string
  /** Whether a change may have been made. */
  readonly outcomeUnknown: boolean
  /** Whether a read is tried again. A change is sent once. */
  readonly isRepeated: boolean
}

interface Misbehaviour {
  readonly expects: Expected
  /** What it does when the head of a request has come. */
  readonly does: (socket: net.Socket, elsewhere: string) => void
}

const broken: Expected = { reason: "Network", outcomeUnknown: true, isRepeated: true }

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

const endlessly = (socket: net.Socket) => {
  const more = () => {
    while (socket.writable && socket.write(`10000\r\n${" ".repeat(65_536)}\r\n`));
  }
  socket.on("drain", more)
  more()
}

const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  "resets the connection": { expects: broken, does: (socket) => socket.resetAndDestroy() },
  "cuts the body": { expects: broken, does: (socket) => socket.end(`${head}content-length: 1000\r\n\r\n{"id":`) },
  // one attempt takes all of the time that the program gives its calls
  "says nothing": {
    expects: { reason: "Timeout", outcomeUnknown: true, isRepeated: false },
    does: () => undefined
  },
  "never ends its body": {
    expects: { reason: "ResponseTooLarge", outcomeUnknown: true, isRepeated: false },
    does: (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      endlessly(socket)
    }
  },
  "speaks no HTTP": { expects: broken, does: (socket) => socket.end("\x00\x01 garbage \xff\r\n\r\n") },
  "redirects elsewhere": {
    expects: { reason: "UnexpectedRedirect", outcomeUnknown: false, isRepeated: false },
    does: (socket, elsewhere) =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ${elsewhere}/api/v1/users/me\r\ncontent-length: 0\r\n\r\n`)
  }
}

/** A peer that listens. */
export interface Peer {
  readonly name: string
  readonly url: string
  readonly expects: Expected
  /** The methods of the requests since it was asked last. */
  readonly requests: () => ReadonlyArray<string>
}

const listen = async (onHead: (socket: net.Socket, line: string) => void) => {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    let text = ""
    let isBusy = false
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      if (isBusy || !text.includes("\r\n\r\n")) return
      isBusy = true
      onHead(socket, text.slice(0, text.indexOf("\r\n")))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as net.AddressInfo
  const close = () => {
    server.close()
    sockets.forEach((socket) => socket.destroy())
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** All peers; `elsewhere` counts what comes to the origin that one of them redirects to. */
export const start = async () => {
  let strangers = 0
  const elsewhere = await listen((socket) => {
    strangers++
    socket.destroy()
  })
  const peers: Array<Peer> = []
  const closing = [elsewhere.close]
  for (const [name, { does, expects }] of Object.entries(misbehaviours)) {
    const methods: Array<string> = []
    const { close, url } = await listen((socket, line) => {
      const [method = "", path = ""] = line.split(" ")
      // asked by the client after a failure, to tell what is wrong
      if (path !== "/health") methods.push(method)
      does(socket, elsewhere.url)
    })
    closing.push(close)
    peers.push({ name, url, expects, requests: () => methods.splice(0) })
  }
  return { peers, elsewhere: () => strangers, close: () => closing.forEach((close) => close()) }
}
