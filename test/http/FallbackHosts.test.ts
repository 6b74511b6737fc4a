/** Requests go to a fallback host when the first one cannot be reached. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as ExpectedClaims from "../../src/backend/verify/ExpectedClaims.ts"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import { listHosts } from "../../src/http/FallbackHosts.ts"
import { HttpFailure, type HttpRequest, Online } from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  type Answer,
  broken,
  clientApp,
  failing,
  json,
  network,
  refused,
  text,
  timed,
  userJson
} from "../support/scriptedNetwork.ts"

const apiUrl = "https://api.stack-auth.com"
const [first, second, third] = ["api", "api1", "api2"].map((name) => `${name}.stack-auth.com`) as [
  string,
  string,
  string
]
const connectTimeout: Answer = Effect.fail(
  new HttpFailure({ reason: "Network", sent: false, detail: "UND_ERR_CONNECT_TIMEOUT" })
)
const typeError: Answer = Effect.fail(new HttpFailure({ reason: "Network", sent: true, detail: "TypeError" }))
const tokens = { access_token: "a", refresh_token: "r", user_id: "7b9b9b9e-0000-4000-8000-000000000001" }

const hostIn = ({ url }: HttpRequest): string => new URL(url).host

/** An app whose hosts answer by their name. */
const app = (
  answers: (host: string, n: number) => Answer,
  options: { readonly apiUrl?: string; readonly online?: boolean } = {}
) => {
  const net = network((request, n) => answers(hostIn(request), n))
  const hosts = () => net.sent.map(hostIn)
  const layer = clientApp({ apiUrl: options.apiUrl ?? apiUrl }).pipe(
    Layer.provide(net.layer),
    Layer.provide(Layer.succeed(Online, Effect.succeed(options.online ?? true)))
  )
  return Effect.map(Layer.build(layer), (context) => {
    const using = Effect.provide(context)
    return {
      net,
      hosts,
      read: using(Effect.flatMap(ClientApp.ClientApp, ({ call }) => call(UsersWire.getMe, {}))),
      write: using(
        Effect.flatMap(ClientApp.ClientApp, ({ call }) =>
          call(PasswordWire.signIn, { payload: { email: "a@example.com", password: Redacted.make("password1") } })
        )
      )
    }
  })
}

const answering = json(userJson)

describe("fallback hosts", () => {
  it("exist for the hosted service", () => {
    expect(listHosts(apiUrl)).toStrictEqual([first, second, third].map((host) => `https://${host}`))
    expect(listHosts("https://api.hexclave.com")[2]).toBe("https://api2.hexclave.com")
  })

  it.each(["https://api.example.com", "https://api.stack-auth.com/base", "http://127.0.0.1:8102"])(
    "do not exist for $0",
    (own) => {
      expect(listHosts(own)).toStrictEqual([own])
    }
  )

  it.effect("are tried at once while the first host's circuit is open, also for changes", () =>
    Effect.gen(function* () {
      const circuitOpen: Answer = Effect.fail(
        new HttpFailure({ reason: "CircuitOpen", sent: false, detail: "the circuit is open", retryAfterMillis: 2000 })
      )
      const { hosts, write } = yield* app((host) => (host === first ? circuitOpen : json(tokens)))
      const { millis } = yield* timed(write)
      expect(millis).toBeLessThan(1000)
      expect(hosts()).toStrictEqual([first, second])
      yield* write
      expect(hosts()).toStrictEqual([first, second, second])
    })
  )

  it.effect("are tried at once when nothing was sent, also for changes, and the one that answers is kept", () =>
    Effect.gen(function* () {
      let method = "POST"
      const { hosts, net, read, write } = yield* app((host) =>
        host === third ? (method === "POST" ? json(tokens) : answering) : host === second ? connectTimeout : refused
      )
      const { millis } = yield* timed(write)
      expect(millis).toBeLessThan(1000)
      expect(hosts()).toStrictEqual([first, second, third])
      expect(new Set(net.sent.map(({ url }) => new URL(url).pathname)).size).toBe(1)
      method = "GET"
      yield* read
      expect(hosts().at(-1)).toBe(third)
    })
  )

  it.effect.each([
    ["breaks", broken],
    ["fails without a reason", typeError],
    ["times out", Effect.never]
  ] as const)("never get a change whose connection %s, but get later requests", ([, failure]) =>
    Effect.gen(function* () {
      const { hosts, read, write } = yield* app((host) => (host === first ? failure : answering))
      const { error } = yield* failing(write)
      expect(error).toBeInstanceOf(TransportError)
      expect(error).toMatchObject({ outcomeUnknown: true })
      expect(hosts()).toStrictEqual([first])
      yield* timed(read)
      expect(hosts()).toStrictEqual([first, second])
    })
  )

  it.effect.each([
    ["was cut off", broken],
    ["timed out", Effect.never]
  ] as const)("get the next attempt of a read that %s", ([, failure]) =>
    Effect.gen(function* () {
      const { hosts, read } = yield* app((host) => (host === first ? failure : answering))
      yield* timed(read)
      expect(hosts()).toStrictEqual([first, second])
    })
  )

  it.effect("are tried in a ring: after the second comes the third, then the first", () =>
    Effect.gen(function* () {
      let down = [first]
      const { hosts, read } = yield* app((host) => (down.includes(host) ? refused : answering))
      yield* read
      expect(hosts()).toStrictEqual([first, second])
      down = []
      yield* read
      expect(hosts().at(-1)).toBe(second)
      down = [second, third]
      yield* read
      expect(hosts().slice(-3)).toStrictEqual([second, third, first])
      yield* read
      expect(hosts().at(-1)).toBe(first)
    })
  )

  it.effect("are not tried after an answer, whatever it says", () =>
    Effect.gen(function* () {
      const { hosts, read, write } = yield* app((_, n) => (n === 1 ? text("down", 500) : answering))
      yield* failing(write)
      yield* read
      expect(hosts()).toStrictEqual([first, first])
    })
  )

  it.effect("keep the first host when none can be reached, or offline", () =>
    Effect.gen(function* () {
      let isUp = false
      const unreachable = yield* app(() => (isUp ? answering : refused))
      yield* failing(Effect.provideService(unreachable.read, RetryPolicy.RetryPolicy, RetryPolicy.none))
      expect(unreachable.hosts()).toStrictEqual([first, second, third])
      isUp = true
      yield* unreachable.read
      expect(unreachable.hosts().at(-1)).toBe(first)

      const offline = yield* app((_, n) => (n === 1 ? typeError : answering), { online: false })
      yield* failing(Effect.provideService(offline.read, RetryPolicy.RetryPolicy, RetryPolicy.none))
      yield* offline.read
      expect(offline.hosts()).toStrictEqual([first, first])
    })
  )

  it.effect("change once for requests that fail together", () =>
    Effect.gen(function* () {
      const { hosts, read } = yield* app((host) => (host === first ? Effect.delay(broken, 1000) : answering))
      yield* timed(
        Effect.all(
          Array.from({ length: 5 }, () => read),
          { concurrency: "unbounded" }
        )
      )
      expect(hosts().slice(5)).toStrictEqual(Array.from({ length: 5 }, () => second))
    })
  )

  it.effect("keep within the limit of the call, and are never used for another service", () =>
    Effect.gen(function* () {
      const slow = yield* app(() => Effect.delay(connectTimeout, 12_000))
      const { millis } = yield* failing(slow.write)
      expect(millis).toBeLessThanOrEqual(31_000)
      const own = yield* app(() => refused, { apiUrl: "https://auth.example.com" })
      yield* failing(own.read)
      expect(new Set(own.hosts())).toStrictEqual(new Set(["auth.example.com"]))
    })
  )

  it("issue tokens that a backend accepts", () => {
    const project = { apiUrl, projectId: "p" }
    expect(
      ExpectedClaims.make(project)
        .normal.issuers.map((issuer) => new URL(issuer).host)
        .toSorted()
    ).toStrictEqual(["api", "api1", "api2"].flatMap((name) => [`${name}.hexclave.com`, `${name}.stack-auth.com`]))
  })
})
