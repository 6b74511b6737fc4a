/** A service whose answers change with its mood, a backend in front of it, and what takes time or must not. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { DrainTimeout } from "../../src/backend/Draining.ts"
import * as RequestSessions from "../../src/backend/middleware/RequestSessions.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import { keySet, makeToken } from "../support/crypto.ts"
import { type Answer, apiUrl, json, network, projectId, publishableClientKey } from "../support/scriptedNetwork.ts"

export const iat = 1_750_000_000
const tokenUntil = (exp: number) =>
  makeToken({
    sub: "ann",
    branchId: "main",
    refreshTokenId: "session",
    role: "authenticated",
    iss: `${apiUrl}/api/v1/projects/${projectId}`,
    aud: projectId,
    iat,
    exp
  })
export const accessToken = tokenUntil(iat + 600)
export const bearer = { authorization: `Bearer ${accessToken}` }
/** Somebody whose access token has to be refreshed first. */
export const expired = { "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken: "refresh" }) }

/** A service that answers its keys, and everything else as it is in the mood. */
export const service = () => {
  const mood: { keys: Answer; others: Answer } = { keys: json(keySet), others: Effect.never }
  const net = network(
    ({ url }) => Effect.suspend(() => (url.includes("jwks.json") ? mood.keys : mood.others)),
    Effect.never
  )
  return { mood, net }
}

export const quiet = Effect.provideService(References.MinimumLogLevel, "None")
export const ended = Layer.succeed(DrainTimeout, 0)

const turn = (i: number) =>
  new Promise<void>((resolve) => (i % 20 === 19 ? setTimeout(resolve, 1) : setImmediate(resolve)))

const turns = Effect.promise(async () => {
  for (let i = 0; i < 40; i++) await turn(i)
})

/** Lets something run for a time. */
export const during = <A, E, R>(effect: Effect.Effect<A, E, R>, millis: number) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* turns
    for (let passed = 0; passed < millis; passed += 500) {
      yield* TestClock.adjust(500)
      yield* turns
    }
    return fiber
  })

/** What comes of something that must not wait. */
export const atOnce = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    // Signatures come from other threads, which are slow on a busy machine.
    for (let i = 0; i < 5000 && fiber.pollUnsafe() === undefined; i++) yield* Effect.promise(() => turn(i))
    if (fiber.pollUnsafe() === undefined) throw new Error("it waits")
    return yield* Fiber.join(fiber)
  })

export const backend = (net: ReturnType<typeof network>) =>
  Layer.merge(Backend.layer(), Backend.layerApiKeys()).pipe(
    Layer.provide(ended),
    Layer.provide(
      ServerApp.layer({ projectId, apiUrl, publishableClientKey, secretServerKey: "ssk_0000000000000000000000" })
    ),
    Layer.provide(net.layer)
  )

export const findUser = (headers: HeadersInit) =>
  RequestSessions.RequestSessions.use(({ open }) =>
    Effect.flatMap(open(new Request("https://shop.example.com/", { headers })), ({ user }) => user)
  ).pipe(Effect.scoped)
