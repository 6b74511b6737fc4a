/**
 * The emulator over HTTP, on this machine only.
 *
 * A thin bridge over `node:http`, not `@effect/platform-node`, so that nothing else has to be installed, and every form
 * of the emulator answers through one function.
 */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import * as Console from "./console/Console.ts"
import * as HostedPages from "./hosted/HostedPages.ts"
import * as SmtpServer from "./mail/SmtpServer.ts"
import * as Emulator from "./node.ts"
import { defaultPort } from "./settings/Settings.ts"
import * as ConnectionDrain from "./transport/ConnectionDrain.ts"
import * as Socket from "./transport/Socket.ts"

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
  /** The folder with the files of hosted pages. Default: that of this package. */
  readonly hostedFolder?: string | undefined
  /** Starts even if `NODE_ENV` is `production`. */
  readonly force?: boolean | undefined
  /**
   * How long received requests may take when the scope closes, before the server closes their connections. Default: 30
   * seconds.
   */
  readonly drainTimeout?: Duration.Input | undefined
}

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: Emulator.WithProjectOptions["project"]
}

/** Why the emulator is not served. */
export class ServeError extends TaggedError("ServeError")<{
  readonly reason: "Production" | "Listen" | "MissingPackage"
  readonly problem: string
}> {
  override get message() {
    return this.problem
  }
}

const defaultHost = "127.0.0.1"
const defaultDrainTimeout = "30 seconds"

/** Wildcard addresses, which listen everywhere but are not valid in a URL. */
const everywhere = ["0.0.0.0", "::"]

/** The address as a URL writes it. */
const formatHostname = (host: string): string => {
  if (everywhere.includes(host)) return defaultHost
  return host.includes(":") ? `[${host}]` : host
}

const refuseProduction = Effect.fnUntraced(function* (force: boolean) {
  const environment = yield* Config.String("NODE_ENV").pipe(Config.withDefault(""), Effect.orDie)
  if (environment !== "production" || force) return
  return yield* new ServeError({
    reason: "Production",
    problem: "The emulator does not start where NODE_ENV is production, because it is not safe for real accounts."
  })
})

type ListenProblem = Pick<NodeJS.ErrnoException, "code" | "message">

const listenOn = (server: Server, port: number, host: string): Effect.Effect<number, ListenProblem> =>
  Effect.tryPromise({
    try: async (signal) => {
      server.listen(port, host)
      await once(server, "listening", { signal })
      return (server.address() as AddressInfo).port
    },
    catch: (error): ListenProblem => error as NodeJS.ErrnoException
  })

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program does. End that one, or take another port: without one it is a free one.",
  ERR_SOCKET_BAD_PORT: "a port is a whole number from 0 to 65535, and 0 stands for a free one."
}

const listen = (server: Server, port: number | undefined, host: string): Effect.Effect<number, ServeError> =>
  listenOn(server, port ?? defaultPort, host).pipe(
    Effect.catchIf(
      (error) => port === undefined && error.code === "EADDRINUSE",
      () => listenOn(server, 0, host)
    ),
    Effect.mapError(
      ({ code, message }) =>
        new ServeError({
          reason: "Listen",
          problem: `Cannot listen on ${host}:${port ?? defaultPort}: ${listenProblems[code ?? ""] ?? message}`
        })
    )
  )

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const listAllowedHosts = ({ allowedHosts = [], host = defaultHost, publicUrl }: Options): ReadonlyArray<string> => {
  const publicHosts = publicUrl !== undefined && URL.canParse(publicUrl) ? [new URL(publicUrl).host] : []
  return [formatHostname(host), ...publicHosts, ...allowedHosts]
}

type Pages = (request: Request) => Response | undefined

/** The pages of the emulator, whose URL is known when it listens. */
const makePages = (
  { console = true, consoleFolder, hostedFolder, service }: Options,
  getApiUrl: () => string
): Pages => {
  const hostedPages: Pages =
    service === "2025-06" ? () => undefined : HostedPages.make({ folder: hostedFolder, getApiUrl })
  const consolePages: Pages = console ? Console.make(consoleFolder) : () => undefined
  return (request) => hostedPages(request) ?? consolePages(request)
}

/** Accepts mails of other programs into the mailbox of an emulator. */
const acceptMails = Effect.fnUntraced(function* (host: string, port: number, emulator: Emulator.Instance) {
  const { clock, mailbox } = emulator
  const listening = SmtpServer.listen({ host, port }, (mail) =>
    Effect.provideService(mailbox.deliver(mail), Clock.Clock, clock)
  )
  return { host, port: yield* Effect.mapError(listening, (error) => new ServeError(error)) }
})

const start = Effect.fnUntraced(function* (options: Options) {
  const { drainTimeout = defaultDrainTimeout, force = false, host = defaultHost, port, publicUrl, smtpPort } = options
  yield* refuseProduction(force)
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer()),
    close
  )
  const ready = Deferred.makeUnsafe<Emulator.Emulator["Service"]>()
  const allowedHosts = listAllowedHosts(options)
  // Requests during the start wait for the emulator.
  let apiUrl = publicUrl ?? ""
  const requests = Socket.bridge(Deferred.await(ready), { allowedHosts, pages: makePages(options, () => apiUrl) })
  server.on("request", requests.onRequest)
  const connections = ConnectionDrain.watch(server)
  const listensAt = `http://${formatHostname(host)}:${yield* listen(server, port, host)}`
  apiUrl = publicUrl ?? listensAt
  const context = yield* Layer.build(Emulator.layer({ ...options, allowedHosts, publicUrl: apiUrl }))
  const emulator = Context.get(context, Emulator.Emulator)
  const smtp = smtpPort === undefined ? undefined : yield* acceptMails(host, smtpPort, emulator)
  Deferred.doneUnsafe(ready, Effect.succeed(emulator))
  // Before the emulator ends, which answers the requests.
  yield* Effect.addFinalizer(() => Effect.andThen(requests.endWaits, connections.drain(drainTimeout)))
  return { ...emulator, listensAt, smtp }
})

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
): Effect.Effect<Emulator.Instance<Emulator.ProjectCredentials>, ServeError | Emulator.StartError<O>, Scope.Scope>
export function serve<O extends Options = {}>(
  options?: O
): Effect.Effect<Emulator.Instance, ServeError | Emulator.StartError<O>, Scope.Scope>
export function serve(
  options: Options = {}
): Effect.Effect<Emulator.Instance, ServeError | Emulator.StartError, Scope.Scope> {
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
