/** Faults of connections, and of the bytes that come over them. */
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as zlib from "node:zlib"
import type { Meaning, Otherwise, TcpFault } from "./Fault.ts"
import { type Answer, makeBytes as whole, type Exchange, head, makeHead } from "./FaultyServer.ts"

/* -------------------------------------------------------------- what is said */

const json = ["content-type", "application/json"] as const
const chunked = ["transfer-encoding", "chunked"] as const
const makeLength = (length: number | string) => ["content-length", String(length)] as const

const mebibyte = 1024 * 1024

const join = (...parts: ReadonlyArray<string | Buffer>) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const half = (bytes: Buffer) => bytes.subarray(0, Math.ceil(bytes.length / 2))
const chunk = (bytes: string | Buffer) => join(bytes.length.toString(16), "\r\n", bytes, "\r\n")

/** Less than its head announces. */
const cut = (answer: Answer) => join(makeHead(answer), half(answer.body))

const withBody = (answer: Answer, body: string | Buffer): Answer => ({ ...answer, body: Buffer.from(body) })
const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: [...answer.headers.filter(([other]) => other !== name), [name, value]]
})
const gzipped = (answer: Answer, body: Buffer) => withHeader(withBody(answer, body), "content-encoding", "gzip")

const ok = (body: string): Answer => ({ status: 200, headers: [json], body: Buffer.from(body) })

/** 200 MiB in 200 kB. */
const bomb = Buffer.concat(Array<Buffer>(200).fill(zlib.gzipSync(Buffer.alloc(mebibyte, " "))))

/* --------------------------------------------------------------- how it is said */

const nothing = () => undefined

const reset = ({ socket }: Exchange) => socket.resetAndDestroy()

const says =
  (bytes: string | Buffer) =>
  ({ socket }: Exchange) =>
    socket.write(bytes)

/** Says so much that it is made when it is needed. */
const saysMuch =
  (body: () => string) =>
  ({ socket }: Exchange) =>
    socket.write(whole(ok(body())))

const ends =
  (bytes: string | Buffer) =>
  ({ socket }: Exchange) =>
    socket.end(bytes)

/** Has the service carry the request out, and does something with its answer. */
const altered =
  (write: (socket: Socket, answer: Answer) => unknown) =>
  async ({ answer, socket }: Exchange) =>
    write(socket, await answer())

/** Writes one piece after the other, as fast as they are read. */
const pour = async (socket: Socket, pieces: Iterable<string | Buffer>, pauseMillis = 0) => {
  for (const piece of pieces) {
    if (socket.destroyed) return
    if (!socket.write(piece)) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve))
    await sleep(pauseMillis)
  }
}

const repeated = function* (start: string | Buffer, piece: string | Buffer) {
  yield start
  while (true) yield piece
}

const split = function* (bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const parts = (bytes: Buffer, count: number) => split(bytes, Math.ceil(bytes.length / count))

/** Never ends. */
const endless =
  (start: string, piece: string | Buffer, pauseMillis?: number) =>
  ({ socket }: Exchange) =>
    pour(socket, repeated(start, piece), pauseMillis)

const slowly =
  (start: string, rest: string) =>
  ({ socket }: Exchange) => {
    socket.write(start)
    return pour(socket, split(Buffer.from(rest), 1), 100)
  }

const redirects = (status: number, location: (port: number) => ReadonlyArray<string>) => (exchange: Exchange) =>
  says(head(status, [...location(exchange.socket.localPort!).map((url) => ["location", url] as const), makeLength(0)]))(
    exchange
  )

/* ------------------------------------------------------------------- the faults */

const meaning = (means: Meaning, faults: ReadonlyArray<Omit<TcpFault, "means">>): ReadonlyArray<TcpFault> =>
  faults.map((fault) => ({ ...fault, means }))

const once = { once: true, times: 1 } as const
const carriedOut = { carriedOut: true } as const
const isLarge = { isLarge: true } as const

/** Layers that ask for no compression, and take the bytes as they come. */
const withoutGzip = (means: Meaning): ReadonlyArray<Otherwise> =>
  ["undici", "node:http"].map((of) => ({
    of,
    means,
    why: "it requests no compression and uses the bytes unchanged"
  }))

const ofNode = (means: Meaning, why: string): ReadonlyArray<Otherwise> => [{ of: "node:http", means, why }]

export const tcpFaults: ReadonlyArray<TcpFault> = [
  ...meaning("not sent", [
    { name: "nobody listens", at: "never", does: nothing },
    { name: "nobody listens for two seconds", once: true, at: "never", closedMillis: 2000, does: nothing }
  ]),
  ...meaning("lost", [
    {
      name: "reset after connecting",
      at: "connection",
      // At once, it would not always have connected.
      does: async (exchange) => reset(await sleep(100, exchange))
    },
    { name: "closed after connecting", at: "connection", does: ends("") },
    { name: "TLS to a plain HTTP server", at: "connection", isTls: true, does: ends(head(400, [])) },
    { name: "reset during the request", at: "head", does: reset },
    { name: "reset after the request", does: reset },
    { name: "reset after the request, once", ...once, does: reset },
    {
      name: "reset after the service acted, once",
      ...once,
      ...carriedOut,
      does: altered((socket) => socket.resetAndDestroy())
    },
    { name: "a kept-alive connection, reset by the next request", ...once, isKept: true, does: reset },
    { name: "closed after the request", does: ends("") },
    { name: "half of a status line", does: ends("HTTP/1.1 2") },
    { name: "half of the headers", does: ends("HTTP/1.1 200 OK\r\ncontent-type: appl") },
    { name: "half of the body", ...carriedOut, does: altered((socket, answer) => socket.end(cut(answer))) },
    {
      name: "half of the body, once",
      ...once,
      ...carriedOut,
      does: altered((socket, answer) => socket.end(cut(answer)))
    },
    {
      name: "half of the body, and a reset",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(cut(answer), () => socket.resetAndDestroy()))
    },
    {
      name: "chunks without the last one",
      ...carriedOut,
      does: altered((socket, { body, headers, status }) =>
        socket.end(join(head(status, [...headers, chunked]), chunk(body)))
      )
    },
    { name: "a malformed chunk size", does: ends(`${head(200, [json, chunked])}zz\r\n{}\r\n0\r\n\r\n`) },
    {
      name: "endless trailers",
      does: endless(`${head(200, [json, chunked])}2\r\n{}\r\n0\r\n`, "x-a: b\r\n".repeat(1000))
    },
    { name: "endless headers", does: endless("HTTP/1.1 200 OK\r\n", "x-a: b\r\n".repeat(1000)) },
    { name: "a NUL in a header", does: ends(head(200, [["x-a", "b\0c"], makeLength(0)])) },
    { name: "two content lengths", does: ends(`${head(200, [json, makeLength(2), makeLength(3)])}{} `) },
    { name: "a malformed content length", does: ends(`${head(200, [json, makeLength("two")])}{}`) },
    {
      name: "a content length and chunks",
      does: ends(`${head(200, [json, chunked, makeLength(12)])}2\r\n{}\r\n0\r\n\r\n`)
    },
    { name: "not HTTP", does: ends("+PONG\r\n-ERR unknown command\r\n\r\n") },
    { name: "a TLS alert", does: ends("\x15\x03\x01\x00\x02\x02\x46") },
    {
      name: "another protocol (101)",
      otherwise: ofNode("failed", "it treats this as an answer without a known error"),
      does: ends(
        head(101, [
          ["connection", "upgrade"],
          ["upgrade", "websocket"]
        ])
      )
    },
    // A client should pass it over (RFC 9110 §15.2); the HTTP parser of Node's `fetch` and of undici breaks off.
    {
      name: "an answer after 100 Continue",
      otherwise: ofNode("answered", "it skips the first answer"),
      ...carriedOut,
      does: altered((socket, answer) => socket.end(join(head(100, []), whole(answer))))
    },
    {
      name: "malformed gzip",
      ...carriedOut,
      otherwise: withoutGzip("answered"),
      does: altered((socket, answer) => socket.end(whole(gzipped(answer, answer.body))))
    }
  ]),
  ...meaning("silent", [
    { name: "no byte", does: nothing },
    { name: "no byte, once", ...once, does: nothing },
    { name: "the request is not read", at: "head", does: ({ socket }) => void socket.pause() },
    { name: "nothing after half of the headers", does: says("HTTP/1.1 200 OK\r\ncontent-type: appl") },
    { name: "nothing after the headers", does: says(head(200, [json, makeLength(100)])) },
    {
      name: "nothing after half of the body",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(cut(answer)))
    },
    { name: "headers, ten bytes a second", does: slowly("", head(200, [["x-a", "b".repeat(1000)]])) },
    { name: "a body, ten bytes a second", does: slowly(head(200, [json, makeLength(1000)]), " ".repeat(1000)) },
    {
      name: "an endless status line",
      otherwise: ofNode("lost", "it stops after 16 kB, as with headers"),
      does: endless("HTTP/1.1 200 ", "OK".repeat(4000), 100)
    },
    { name: "endless hints (103)", does: endless("", head(103, [["link", "</a>"]]).repeat(20), 100) },
    {
      name: "an endless chunk size",
      otherwise: ofNode("lost", "it stops after 16 kB"),
      does: endless(`${head(200, [json, chunked])}2;`, "a=b;".repeat(2000), 100)
    }
  ]),
  ...meaning("unreadable", [
    {
      name: "an HTML page",
      does: says(whole(withHeader(ok("<html>It works!</html>"), "content-type", "text/html")))
    },
    {
      name: "JSON declared as text",
      ...carriedOut,
      otherwise: [{ of: "keys", means: "answered", why: "a key set counts regardless of its content type" }],
      does: altered((socket, answer) => socket.write(whole(withHeader(answer, "content-type", "text/plain"))))
    },
    { name: "no body", does: says(whole(ok(""))) },
    { name: "no content (204)", does: says(head(204, [])) },
    { name: "null", does: says(whole(ok("null"))) },
    { name: "JSON of another shape", does: says(whole(ok("[[1]]"))) },
    {
      name: "half of a JSON document",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(whole(withBody(answer, half(answer.body)))))
    },
    {
      name: "two JSON documents",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(whole(withBody(answer, join(answer.body, answer.body)))))
    },
    {
      name: "a content length that is too small",
      ...carriedOut,
      does: altered((socket, answer) => socket.end(join(makeHead(withBody(answer, half(answer.body))), answer.body)))
    },
    {
      name: "half of a gzip stream",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(whole(gzipped(answer, half(zlib.gzipSync(answer.body))))))
    },
    { name: "9 MB of text", ...isLarge, does: saysMuch(() => `["${"x".repeat(9_000_000)}"]`) },
    {
      name: "9 MB of brackets, nested",
      ...isLarge,
      does: saysMuch(() => "[".repeat(4_500_000) + "]".repeat(4_500_000))
    },
    { name: "9 MB of brackets, in a row", ...isLarge, does: saysMuch(() => `[${"[],".repeat(3_000_000)}0]`) }
  ]),
  ...meaning("too large", [
    { name: "endless chunks", ...isLarge, does: endless(head(200, [json, chunked]), chunk("x".repeat(mebibyte))) },
    {
      name: "an endless body",
      ...isLarge,
      does: endless(head(200, [json, ["connection", "close"]]), "x".repeat(mebibyte))
    },
    {
      name: "a content length of 1 TB",
      ...isLarge,
      does: endless(head(200, [json, makeLength(1e12)]), "x".repeat(mebibyte))
    },
    {
      name: "200 MB in 200 kB of gzip",
      ...isLarge,
      otherwise: withoutGzip("unreadable"),
      does: altered((socket, answer) => socket.write(whole(gzipped(answer, bomb))))
    }
  ]),
  ...meaning("redirected", [
    { name: "a redirect to another origin (302)", does: redirects(302, (port) => [`http://localhost:${port}/stray`]) },
    {
      name: "a redirect that repeats the request (307)",
      does: redirects(307, (port) => [`http://127.0.0.1:${port}/stray`])
    },
    { name: "a redirect to nowhere (301)", does: redirects(301, () => []) }
  ]),
  ...meaning("answered", [
    {
      name: "an answer in many pieces",
      ...carriedOut,
      does: altered((socket, answer) => pour(socket, parts(whole(answer), 40)))
    },
    {
      name: "an answer that ends with its connection",
      ...carriedOut,
      does: altered((socket, { body, headers, status }) => socket.end(join(head(status, headers), body)))
    },
    {
      name: "chunks with extensions and trailers",
      ...carriedOut,
      does: altered((socket, { body, headers, status }) =>
        socket.write(
          join(
            head(status, [...headers, chunked]),
            `${body.length.toString(16)};a=b\r\n`,
            body,
            "\r\n0\r\nx-a: b\r\n\r\n"
          )
        )
      )
    },
    {
      name: "an answer after hints (103)",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(join(head(103, [["link", "</a>"]]).repeat(3), whole(answer))))
    },
    {
      name: "an answer, followed by an unrequested one",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(join(whole(answer), whole(ok("[[1]]")))))
    },
    {
      name: "a byte order mark",
      ...carriedOut,
      does: altered((socket, answer) => socket.write(whole(withBody(answer, join("\ufeff", answer.body)))))
    },
    {
      name: "invalid UTF-8 in an unread field",
      ...carriedOut,
      does: altered((socket, answer) =>
        socket.write(whole(withBody(answer, join('{"x":"', Buffer.from([0xff, 0xc3]), '",', answer.body.subarray(1)))))
      )
    },
    {
      name: "a kept-alive connection, closed before the next request",
      ...carriedOut,
      isKept: true,
      closesKept: true,
      times: 0,
      does: nothing
    }
  ])
]
