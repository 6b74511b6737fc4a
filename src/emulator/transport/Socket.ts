/** Requests over sockets: checks their host and address, reads their body, and writes the answer. */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { tokenHeader } from "../access/ControlToken.ts"
import { isOwnHost } from "../access/Origins.ts"
import * as ControlPath from "../control/ControlPath.ts"
import * as Hashing from "../crypto/Hashing.ts"
import { BrokenConnection } from "../faults/BrokenConnection.ts"
import { maxBytes } from "../http/RequestBody.ts"
import type { Connection } from "../pipeline/Request.ts"

/** The maximum bytes to read of a body: 0 for control paths without the token, because any page can send one. */
const getBodyLimit = (target: string, headers: Headers, { controlToken }: Served): number => {
  if (!target.startsWith(ControlPath.prefix)) return maxBytes
  return Hashing.isEqual(headers.get(tokenHeader) ?? "", Redacted.value(controlToken)) ? ControlPath.maxControlBytes : 0
}

/** The body, or its start if it is too large. The rest is read and dropped, so that the client receives the refusal. */
const readBody = async (incoming: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (limit === 0) return undefined
  if (incoming.method === "GET" || incoming.method === "HEAD") return undefined
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (size <= limit) chunks.push(chunk)
    size += chunk.byteLength
  }
  return size === 0 ? undefined : new Uint8Array(Buffer.concat(chunks))
}

const toHeaders = (incoming: IncomingMessage): Headers => {
  const headers = new Headers()
  const raw = incoming.rawHeaders
  for (let i = 0; i + 1 < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return headers
}

/** Streams the body, because a fault may slow it down or cut it off. */
const writeBody = async (body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> => {
  const reader = body.getReader()
  let continueWriting = (): void => undefined
  outgoing.on("drain", () => continueWriting())
  outgoing.once("close", () => {
    continueWriting()
    reader.cancel().catch(() => undefined)
  })
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (outgoing.write(next.value) || outgoing.destroyed) continue
    await new Promise<void>((resolve) => (continueWriting = resolve))
  }
  outgoing.end()
}

const write = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const cookies = response.headers.getSetCookie()
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies })
  })
  if (response.body === null) outgoing.end()
  else await writeBody(response.body, outgoing)
}

const refuse = (outgoing: ServerResponse, status: number, text: string): void => {
  outgoing.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(text)
}

export interface Served {
  readonly fetch: (request: Request, connection: Connection) => Promise<Response>
  readonly controlToken: Redacted.Redacted<string>
}

/** Requests that the server answers itself, without the emulator. */
export interface Site {
  readonly allowedHosts: ReadonlyArray<string>
  readonly pages: (request: Request) => Response | undefined
}

const answer = async (
  emulator: Served,
  site: Site,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal
): Promise<void> => {
  const host = incoming.headers.host ?? ""
  if (!isOwnHost(host, site.allowedHosts)) {
    return refuse(outgoing, 421, "The emulator does not answer under this host name, unless allowedHosts has it.")
  }
  const target = incoming.url ?? "/"
  if (!target.startsWith("/")) return refuse(outgoing, 400, "The emulator is not a proxy.")
  const headers = toHeaders(incoming)
  const body = await readBody(incoming, getBodyLimit(target, headers, emulator))
  // Concatenated, so that a path that begins with two slashes does not become a host.
  const request = new Request(`http://${host}${target}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(body !== undefined && { body })
  })
  const page = site.pages(request)
  await write(page ?? (await emulator.fetch(request, { ip: incoming.socket.remoteAddress, signal })), outgoing)
}

export const bridge = (emulator: Effect.Effect<Served>, site: Site) => {
  const open = new Set<AbortController>()
  let isEnding = false

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const controller = new AbortController()
    open.add(controller)
    if (isEnding) controller.abort()
    outgoing.once("close", () => {
      open.delete(controller)
      controller.abort()
    })
    const answered = Effect.runPromise(emulator).then((running) =>
      answer(running, site, incoming, outgoing, controller.signal)
    )
    answered.catch((error: unknown) => {
      // Unlike a reset, this delivers the part of the answer that was written.
      if (outgoing.headersSent) {
        Effect.runFork(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => outgoing.destroy())
          )
        )
      } else if (error instanceof BrokenConnection) incoming.socket.resetAndDestroy()
      // The client has disconnected, or sent an invalid request.
      else refuse(outgoing, 400, "The request cannot be read.")
    })
  }

  return {
    onRequest,
    /** Ends what waits on purpose, such as requests that faults delay or never answer. */
    endWaits: Effect.sync(() => {
      isEnding = true
      open.forEach((controller) => controller.abort())
    })
  }
}
