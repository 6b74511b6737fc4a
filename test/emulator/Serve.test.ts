/** The emulator as an HTTP server. */
import { once } from "node:events"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Emulator from "../../src/emulator/index.ts"
import { callbackUrl, password } from "../support/emulatorCalls.ts"
import { waitMillis } from "../support/patience.ts"

const options = { port: 0, passwordCost: "insecure-fast", project: {} } as const

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

/** `node:http`, because fetch neither sends a chosen Host nor a path with two slashes. */
const send = (
  baseUrl: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string
): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(baseUrl)
    const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
      let text = ""
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      incoming.on("end", () =>
        resume(Effect.succeed({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      )
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end(body)
  })

const clientHeaders = ({ project }: Emulator.Emulator["Service"]) => ({
  "x-stack-access-type": "client",
  "x-stack-project-id": project?.projectId ?? "",
  "x-stack-publishable-client-key": project?.publishableClientKey ?? "",
  "content-type": "application/json"
})

const signUp = (emulator: Emulator.Emulator["Service"], email: string) =>
  send(
    emulator.baseUrl,
    "POST",
    "/api/v1/auth/password/sign-up",
    clientHeaders(emulator),
    JSON.stringify({ email, password, verification_callback_url: callbackUrl })
  )

interface Upload {
  /** The server has the headers and waits for the body. */
  readonly arrived: Promise<void>
  /** Until the rest has been handed over to the system. */
  readonly finish: () => Promise<void>
  readonly answer: Promise<Pick<Answer, "status" | "headers">>
}

/** A sign-up that has arrived but for its body, on a connection of its own. */
const beginSignUp = (emulator: Emulator.Emulator["Service"], email: string): Upload => {
  const outgoing = request(`${emulator.baseUrl}/api/v1/auth/password/sign-up`, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: { ...clientHeaders(emulator), expect: "100-continue" }
  })
  outgoing.flushHeaders()
  const answer = new Promise<Pick<Answer, "status" | "headers">>((resolve, reject) => {
    outgoing.on("error", reject)
    outgoing.on("response", (incoming) =>
      incoming.resume().on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers }))
    )
  })
  answer.catch(() => undefined)
  return {
    answer,
    arrived: new Promise((resolve) => outgoing.once("continue", resolve)),
    finish: () =>
      new Promise((resolve) =>
        outgoing.end(JSON.stringify({ email, password, verification_callback_url: callbackUrl }), resolve)
      )
  }
}

/** Waits until nobody can connect any longer. */
const refusesConnections = (baseUrl: string): Effect.Effect<void> =>
  Effect.flatMap(Effect.exit(send(baseUrl, "GET", "/health")), (exit) =>
    Exit.isFailure(exit) ? Effect.void : refusesConnections(baseUrl)
  )

describe("serve", () => {
  it.live("answers requests that have arrived before it ends", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const emulator = yield* Scope.provide(Emulator.serve(options), scope)
      // A connection that never asks for anything must not keep it from ending.
      const idle = connect(Number(new URL(emulator.baseUrl).port), "127.0.0.1")
      yield* Effect.promise(() => once(idle, "connect"))
      // They are answered one after the other, as passwords are hashed.
      const uploads = Array.from({ length: 24 }, (_, i) => beginSignUp(emulator, `user${i}@example.org`))
      yield* Effect.promise(() => Promise.all(uploads.map(({ arrived }) => arrived)))
      yield* Effect.promise(() => Promise.all(uploads.map(({ finish }) => finish())))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* refusesConnections(emulator.baseUrl)
      const answers = yield* Effect.promise(() => Promise.all(uploads.map(({ answer }) => answer)))
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(24).fill(200))
      expect(new Set(answers.map(({ headers }) => headers.connection))).toStrictEqual(new Set(["close"]))
      yield* Fiber.join(closing)
    })
  )

  it.live("does not wait for half a request, whatever the limit", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const emulator = yield* Scope.provide(Emulator.serve({ ...options, drainTimeout: "1 hour" }), scope)
      const { hostname, port } = new URL(emulator.baseUrl)
      const half = Effect.promise(async () => {
        const socket = connect(Number(port), hostname)
        socket.write(`POST /api/v1/users HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\n{"a":`)
        await once(socket, "ready")
        return socket
      })
      const sockets = yield* Effect.all([half, half, half])
      const upload = beginSignUp(emulator, "ann@example.org")
      yield* Effect.promise(() => upload.arrived)
      const ended = sockets.map((socket) =>
        once(
          socket.on("error", () => undefined),
          "close"
        )
      )
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      const isOver = yield* Effect.timeoutOption(
        Effect.promise(() => Promise.allSettled([...ended, upload.answer])),
        waitMillis
      )
      // A server that waits for them ends now, too.
      for (const socket of sockets) socket.destroy()
      void upload.finish()
      yield* Fiber.join(closing)
      expect(Option.isSome(isOver)).toBe(true)
      const error = yield* Effect.promise(() =>
        upload.answer.then(
          () => undefined,
          (error: unknown) => error
        )
      )
      expect(error).toMatchObject({ code: "ECONNRESET" })
    })
  )

  it.live("answers over HTTP, and knows where requests come from", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.serve(options)
      expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const { status, text } = yield* signUp(emulator, "ann@example.org")
      expect(status).toBe(200)
      const token: string = JSON.parse(text).access_token
      expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).iss).toBe(
        `${emulator.baseUrl}/api/v1/projects/${emulator.project?.projectId}`
      )
      const browser = {
        ...clientHeaders(emulator),
        "x-stack-refresh-token": JSON.parse(text).refresh_token,
        "user-agent": "Mozilla/5.0",
        "x-forwarded-for": "192.0.2.7"
      }
      yield* send(emulator.baseUrl, "POST", "/api/v1/auth/sessions/current/refresh", browser, "{}")
      const sessions = yield* send(emulator.baseUrl, "GET", "/api/v1/auth/sessions?user_id=me", {
        ...clientHeaders(emulator),
        "x-stack-access-token": token
      })
      expect(JSON.parse(sessions.text).items[0].last_used_at_end_user_ip_info).toStrictEqual({
        ip: "192.0.2.7",
        countryCode: null,
        regionCode: null,
        cityName: null,
        latitude: null,
        longitude: null,
        tzIdentifier: null
      })
    })
  )

  it.live("can have another base URL than the address that it listens on", () =>
    Effect.gen(function* () {
      const everywhere = yield* Emulator.serve({ ...options, host: "0.0.0.0" })
      expect(everywhere.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect((yield* send(everywhere.baseUrl, "GET", "/health", { host: "evil.com" })).status).toBe(421)

      const { baseUrl, listensAt } = yield* Emulator.serve({ ...options, publicUrl: "http://emulator.test:9000" })
      expect(baseUrl).toBe("http://emulator.test:9000")
      expect((yield* send(listensAt!, "GET", "/health", { host: "emulator.test:9000" })).status).toBe(200)
      expect((yield* send(listensAt!, "GET", "/health", { host: "evil.com" })).status).toBe(421)
    })
  )

  it.live("refuses pages of other origins under any host", () =>
    Effect.gen(function* () {
      const { baseUrl, internal } = yield* Emulator.serve({ ...options, allowedHosts: ["emulator.test"] })
      const keys = {
        "x-stack-access-type": "admin",
        "x-stack-project-id": internal.projectId,
        "x-stack-super-secret-admin-key": internal.superSecretAdminKey
      }
      const stranger = yield* send(baseUrl, "GET", "/api/v1/users", {
        ...keys,
        origin: "https://evil.com",
        "sec-fetch-site": "cross-site"
      })
      expect({ status: stranger.status, allowOrigin: stranger.headers["access-control-allow-origin"] }).toStrictEqual({
        status: 403,
        allowOrigin: undefined
      })
      expect((yield* send(baseUrl, "GET", "/api/v1/users", { ...keys, host: "emulator.test" })).status).toBe(200)
    })
  )

  const askHost = Effect.fnUntraced(function* (host: string) {
    const { baseUrl } = yield* Emulator.serve({ ...options, allowedHosts: ["emulator.test"] })
    return (yield* send(baseUrl, "GET", "/health", { host })).status
  })

  it.live.each(["localhost:1", "app.localhost", "127.0.0.1", "[::1]:8102", "emulator.test"])(
    "accepts requests to the host $0",
    (host) =>
      Effect.gen(function* () {
        expect(yield* askHost(host)).toBe(200)
      })
  )

  it.live.each(["evil.com", "localhost.evil.com", "127.0.0.1.nip.io", "192.168.0.1", "0.0.0.0", " "])(
    "refuses requests to the host $0",
    (host) =>
      Effect.gen(function* () {
        expect(yield* askHost(host)).toBe(421)
      })
  )

  it.live("reads paths without normalizing them", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.serve(options)
      expect((yield* send(baseUrl, "GET", "//api/v1//projects/current")).status).toBe(404)
      expect((yield* send(baseUrl, "GET", "//evil.com/health")).status).toBe(404)
      expect((yield* send(baseUrl, "GET", "http://evil.com/health")).status).toBe(400)
      const tooLarge = yield* send(
        baseUrl,
        "POST",
        "/api/v1/check-version",
        { "content-type": "application/json" },
        `"${"a".repeat(6_000_000)}"`
      ).pipe(Effect.catchDefect(() => Effect.succeed({ status: 413 })))
      expect(tooLarge.status).toBe(413)
      const preflight = yield* send(baseUrl, "OPTIONS", "/api/v1/users/me", { origin: "https://a.example" })
      expect({ status: preflight.status, allowOrigin: preflight.headers["access-control-allow-origin"] }).toStrictEqual(
        {
          status: 200,
          allowOrigin: "*"
        }
      )
    })
  )

  it.live("shows mails and journal to those with the token of this start", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.serve(options)
      yield* signUp(emulator, "ann@example.org")
      const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
        send(emulator.baseUrl, "GET", `/__emulator/${path}`, headers)
      const token = { "x-gatefold-emulator-token": Redacted.value(emulator.controlToken) }
      expect((yield* get("api/v1/mailbox/ann")).status).toBe(401)
      expect((yield* get("api/v1/mailbox/ann", { "x-gatefold-emulator-token": "x" })).status).toBe(401)
      const drivenBy = yield* get("api/v1/mailbox/ann", { ...token, origin: "https://evil.com" })
      expect({ status: drivenBy.status, allowOrigin: drivenBy.headers["access-control-allow-origin"] }).toStrictEqual({
        status: 403,
        allowOrigin: undefined
      })
      expect(JSON.parse((yield* get("api/v1/mailbox/bob", token)).text)).toStrictEqual([])
      expect((yield* get("api/v1/mailbox/ann/nope", token)).status).toBe(404)
      expect(JSON.parse((yield* get("journal", token)).text)).toHaveLength(1)
    })
  )

  it.live.each(["ann", "ann%40example.org", "Ann", "ANN%40Example.ORG"])(
    "shows mails of the mailbox $0 with the token of this start",
    (name) =>
      Effect.gen(function* () {
        const emulator = yield* Emulator.serve(options)
        yield* signUp(emulator, "ann@example.org")
        const { code } = yield* emulator.mailbox.take({ to: "ann@example.org" })
        const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
          send(emulator.baseUrl, "GET", `/__emulator/${path}`, headers)
        const token = { "x-gatefold-emulator-token": Redacted.value(emulator.controlToken) }
        const [mail] = JSON.parse((yield* get(`api/v1/mailbox/${name}`, token)).text)
        expect(mail).toMatchObject({ subject: "Verify your email at Development", to: ["ann@example.org"] })
        const { attachments, body } = JSON.parse((yield* get(`api/v1/mailbox/${name}/${mail.id}`, token)).text)
        expect(body.text).toContain(code)
        expect(attachments).toStrictEqual([])
        expect(JSON.parse((yield* get("api/v1/mailbox/bob", token)).text)).toStrictEqual([])
      })
  )

  it.live("does not read the body of a control request without the token", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Emulator.serve(options)
      const status = yield* Effect.callback<number | undefined>((resume) => {
        const headers = { "content-length": 256 * 1_048_576 }
        const outgoing = request(`${baseUrl}/__emulator/restore`, { method: "POST", headers }, (incoming) => {
          resume(Effect.succeed(incoming.statusCode))
          incoming.resume()
          outgoing.destroy()
        })
        outgoing.on("error", () => undefined)
        outgoing.write("the beginning")
      })
      expect(status).toBe(401)
    })
  )

  it.live("takes a free port when the usual one is taken, but not when another was asked for", () =>
    Effect.gen(function* () {
      const first = yield* Emulator.serve({ ...options, port: undefined })
      const second = yield* Emulator.serve({ ...options, port: undefined })
      expect(second.baseUrl).not.toBe(first.baseUrl)
      const taken = Number(new URL(first.baseUrl).port)
      const error = yield* Effect.flip(Emulator.serve({ ...options, port: taken }))
      expect(error).toMatchObject({ _tag: "ServeError", reason: "Listen" })
      expect(error.message).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: another program does\. End that one, or /)
    })
  )

  it.live.each([{ port: 99_999 }, { port: -1 }, { port: undefined, host: "192.0.2.1" }])(
    "refuses an invalid port or address: $0",
    (where) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Emulator.serve({ ...options, ...where }))
        expect(error).toMatchObject({ _tag: "ServeError", reason: "Listen" })
        expect(error.message).toMatch(/^Cannot listen on (?:127\.0\.0\.1:(?:99999|-1)|192\.0\.2\.1:8102): /)
      })
  )

  it.live("refuses to start in production unless forced", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Emulator.serve(options))
      expect(error.reason).toBe("Production")
      yield* Emulator.serve({ ...options, force: true })
    }).pipe(Effect.scoped, Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ NODE_ENV: "production" }))))
  )

  it.live("frees its port at the end, open connections or not", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(
        Effect.gen(function* () {
          const { baseUrl } = yield* Emulator.serve(options)
          yield* Effect.promise(() => fetch(`${baseUrl}/health`))
          return Number(new URL(baseUrl).port)
        })
      )
      yield* Effect.scoped(Emulator.serve({ ...options, port }))
    })
  )
})
