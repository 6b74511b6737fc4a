/**
 * The emulator over HTTP, on this machine only.
 *
 * A thin bridge over `node:http`, not `@effect/platform-node`, so that nothing else has to be installed, and every form
 * of the emulator answers through one function.
 */
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Console from "./console/Console.ts"
import { BrokenConnection } from "./faults/BrokenConnection.ts"
import * as Emulator from "./Embedded.ts"
import { isOwnHost } from "./http/Origins.ts"
import { tokenHeader } from "./ControlToken.ts"
import { maxControlBytes, prefix } from "./control/ControlPath.ts"
import { maxBytes } from "./http/RequestBody.ts"
import * as SmtpServer from "./mail/SmtpServer.ts"
import { defaultPort } from "./Settings.ts"
import * as Hashing from "./storage/Hashing.ts"
import * as ConnectionDrain from "./http/ConnectionDrain.ts"

/** Options of the server and the emulator. */
export interface Options extends Emulator.Options {
  /** Default: 8102, or a free port if that one is in use; 0 for a free port. */
  readonly port?: number | undefined
  /**
   * The address to listen on. With an address that is not loopback, such as `0.0.0.0` in a container, anyone who can
   * reach the port can use the service. Default: `127.0.0.1`.
   */
  readonly host?: string | undefined
  /**
   * The URL for clients, if they reach the emulator under another one, such as from outside a container or through a
   * proxy. Its host name needs no entry in `allowedHosts`. Default: the address that it listens on.
   */
  readonly publicUrl?: string | undefined
  /**
   * The SMTP port for mails of other programs, on the same address; 0 for a free one. These mails appear in the
   * mailbox. Default: none.
   */
  readonly smtpPort?: number | undefined
  /** Whether to serve the web console at `/`. Its data requires the token of this start. Default: true. */
  readonly console?: boolean | undefined
  /** The folder with the console's files. Default: that of this package. */
  readonly consoleFolder?: string | undefined
  /** Starts even if `NODE_ENV` is `production`. */
  readonly force?: boolean | undefined
  /**
   * How long received requests may take when the scope closes, before the server closes their connections. Default:
   * 30 seconds.
   */
  readonly drainTimeout?: Duration.Input | undefined
}

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: Emulator.WithProjectOptions["project"]
}

/** Why the emulator is not served. */
export class ServeError extends Data.TaggedError("ServeError")<{
  readonly reason: "Production" | "Listen" | "MissingPackage"
  readonly message: string
}> {}

const defaultHost = "127.0.0.1"

/** Wildcard addresses, which listen everywhere but are not valid in a URL. */
const everywhere = ["0.0.0.0", "::"]

/** The address as a URL writes it. */
const nameOf = (host: string): string => {
  if (everywhere.includes(host)) return defaultHost
  return host.includes(":") ? `[${host}]` : host
}
const defaultDrainTimeout = "30 seconds"

const refuseProduction = Effect.fnUntraced(function* (force: boolean) {
  const environment = yield* Config.String("NODE_ENV").pipe(Config.withDefault(""), Effect.orDie)
  if (environment !== "production" || force) return
  return yield* new ServeError({
    reason: "Production",
    message: "The emulator does not start where NODE_ENV is production; it is no place for real accounts."
  })
})

const listenOn = (server: Server, port: number, host: string): Effect.Effect<number, NodeJS.ErrnoException> =>
  Effect.callback((resume) => {
    const onError = (error: NodeJS.ErrnoException) => resume(Effect.fail(error))
    server.once("error", onError)
    try {
      server.listen(port, host, () => {
        server.off("error", onError)
        resume(Effect.succeed((server.address() as AddressInfo).port))
      })
    } catch (error) {
      // Node throws for an invalid port.
      onError(error as NodeJS.ErrnoException)
    }
  })

const listen = (server: Server, port: number | undefined, host: string): Effect.Effect<number, ServeError> =>
  listenOn(server, port ?? defaultPort, host).pipe(
    Effect.catchIf(
      (error) => port === undefined && error.code === "EADDRINUSE",
      () => listenOn(server, 0, host)
    ),
    Effect.mapError(({ code, message }) => {
      const problem =
        code === "EADDRINUSE"
          ? "another program does. End that one, or take another port: without one it is a free one."
          : code === "ERR_SOCKET_BAD_PORT"
            ? "a port is a whole number from 0 to 65535, and 0 stands for a free one."
            : message
      return new ServeError({
        reason: "Listen",
        message: `Cannot listen on ${host}:${port ?? defaultPort}: ${problem}`
      })
    })
  )

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

/** The maximum bytes to read of a body: 0 for control paths without the token, because any page can send one. */
const limitOf = (target: string, headers: Headers, { controlToken }: Emulator.Emulator["Service"]): number => {
  if (!target.startsWith(prefix)) return maxBytes
  return Hashing.equal(headers.get(tokenHeader) ?? "", Redacted.value(controlToken)) ? maxControlBytes : 0
}

/**
 * The body, or its start if it is too large. The rest is read and dropped, so that the client receives the refusal.
 */
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

const headersOf = (incoming: IncomingMessage): Headers => {
  const headers = new Headers()
  const raw = incoming.rawHeaders
  for (let i = 0; i + 1 < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return headers
}

/** Streams the body, because a fault may slow it down or cut it off. */
const writeBody = async (body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> => {
  const reader = body.getReader()
  outgoing.once("close", () => void reader.cancel().catch(() => undefined))
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (outgoing.write(next.value) || outgoing.destroyed) continue
    await new Promise<void>((resolve) => outgoing.once("drain", resolve).once("close", resolve))
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

/** Requests that the server answers itself, without the emulator. */
interface Site {
  readonly allowedHosts: ReadonlyArray<string>
  readonly console: ReturnType<typeof Console.make>
}

const answer = async (
  emulator: Emulator.Emulator["Service"],
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
  if (!target.startsWith("/")) return refuse(outgoing, 400, "The emulator is no proxy.")
  const headers = headersOf(incoming)
  const body = await readBody(incoming, limitOf(target, headers, emulator))
  // Concatenated, so that a path that begins with two slashes does not become a host.
  const request = new Request(`http://${host}${target}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(body !== undefined && { body })
  })
  const page = site.console(request)
  await write(page ?? (await emulator.fetch(request, { ip: incoming.socket.remoteAddress, signal })), outgoing)
}

/** Answers the requests of a server. */
const bridge = (emulator: Effect.Effect<Emulator.Emulator["Service"]>, site: Site) => {
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
    const answered = Effect.runPromise(emulator).then((found) =>
      answer(found, site, incoming, outgoing, controller.signal)
    )
    answered.catch((error: unknown) => {
      // Unlike a reset, this delivers the part of the answer that was written.
      if (outgoing.headersSent)
        Effect.runFork(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => outgoing.destroy())
          )
        )
      else if (error instanceof BrokenConnection) incoming.socket.resetAndDestroy()
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

const start = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<Emulator.Running, ServeError | Emulator.StartError, Scope.Scope> {
  const {
    allowedHosts = [],
    console = true,
    consoleFolder,
    drainTimeout = defaultDrainTimeout,
    force = false,
    host = defaultHost,
    port,
    publicUrl,
    smtpPort,
    ...rest
  } = options
  yield* refuseProduction(force)
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer()),
    close
  )
  const ready = Deferred.makeUnsafe<Emulator.Emulator["Service"]>()
  const name = nameOf(host)
  const publicHosts = publicUrl !== undefined && URL.canParse(publicUrl) ? [new URL(publicUrl).host] : []
  const hosts = [name, ...publicHosts, ...allowedHosts]
  // Requests during the start wait for the emulator.
  const requests = bridge(Deferred.await(ready), {
    allowedHosts: hosts,
    console: console ? Console.make(consoleFolder) : () => undefined
  })
  server.on("request", requests.onRequest)
  const connections = ConnectionDrain.watch(server)
  const actualPort = yield* listen(server, port, host)
  const listensAt = `http://${name}:${actualPort}`
  const context = yield* Layer.build(
    Emulator.layer({ ...rest, allowedHosts: hosts, publicUrl: publicUrl ?? listensAt })
  )
  const emulator = Context.get(context, Emulator.Emulator)
  const deliver: Emulator.Running["mailbox"]["deliver"] = (mail) =>
    Effect.provideService(emulator.mailbox.deliver(mail), Clock.Clock, emulator.clock)
  const smtp =
    smtpPort === undefined
      ? undefined
      : { host, port: yield* SmtpServer.listen({ host, port: smtpPort }, deliver).pipe(Effect.mapError(toServeError)) }
  Deferred.doneUnsafe(ready, Effect.succeed(emulator))
  // Before the emulator ends, which answers the requests.
  yield* Effect.addFinalizer(() => Effect.andThen(requests.endWaits, connections.drain(drainTimeout)))
  return { ...emulator, listensAt, smtp }
})

const toServeError = (error: SmtpServer.SmtpError) => new ServeError(error)

/**
 * Serves an emulator over HTTP until the scope closes. Then it accepts no more connections, and answers received
 * requests before it ends.
 *
 * @example
 * ```ts
 * const emulator = yield* serve({ port: 0 })
 * console.log(emulator.baseUrl) // http://127.0.0.1:53412
 * ```
 */
export function serve<O extends WithProjectOptions>(
  options: O
): Effect.Effect<Emulator.Running<Emulator.Credentials>, ServeError | Emulator.StartError<O>, Scope.Scope>
export function serve<O extends Options = {}>(
  options?: O
): Effect.Effect<Emulator.Running, ServeError | Emulator.StartError<O>, Scope.Scope>
export function serve(
  options: Options = {}
): Effect.Effect<Emulator.Running, ServeError | Emulator.StartError, Scope.Scope> {
  return start(options)
}

/** {@link serve} as a layer. */
export function layer<O extends WithProjectOptions>(
  options: O
): Layer.Layer<Emulator.Emulator | Emulator.WithProject, ServeError | Emulator.StartError<O>>
export function layer<O extends Options = {}>(
  options?: O
): Layer.Layer<Emulator.Emulator, ServeError | Emulator.StartError<O>>
export function layer(options: Options = {}): Layer.Layer<Emulator.Emulator, ServeError | Emulator.StartError> {
  const emulator = Layer.effect(Emulator.Emulator, serve(options))
  return options.project === undefined ? emulator : Layer.provideMerge(Emulator.layerWithProject, emulator)
}
