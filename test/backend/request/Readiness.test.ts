/** A backend says when it can authenticate requests, gets there by itself, and ends when its work is done. */
import { createServer } from "node:http"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as Backend from "../../../src/backend/request/Backend.ts"
import { createRequestAuth } from "../../../src/backend/request/RequestAuth.ts"
import * as AccessTokenVerifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Http from "../../../src/http/Http.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { keySet, stubCrypto, makeToken } from "../../support/crypto.ts"
import { listen } from "../../support/listen.ts"
import { waitMillis } from "../../support/patience.ts"
import { apiUrl, clientApp, json, projectId, publishableClientKey } from "../../support/scriptedNetwork.ts"
import { nextTurn } from "../../support/turns.ts"
import * as brokenStore from "../fleet/brokenStore.ts"
import { accessToken, atOnce, backend, during, expired, iat, quiet, service } from "../hangingService.ts"

afterEach(() => vi.restoreAllMocks())

describe("a backend", () => {
  it.effect("is ready when it has its keys and has reached the store, and stays so without the store", () => {
    const { mood, net } = service()
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const keySet = yield* (yield* TokenMinter.make({ projectId, apiUrl })).keySet
      const store = yield* brokenStore.store
      const context = yield* brokenStore.start(
        Backend.layer({ allow: ["anonymous"] }).pipe(
          Layer.provide(clientApp()),
          Layer.provide(store.process()),
          Layer.provide(net.layer)
        )
      )
      const ready = Effect.provideContext(Backend.ready, context)
      mood.keys = json({}, 503)
      expect(yield* atOnce(Effect.flip(ready))).toMatchObject({ _tag: "NotReady", missing: "keys" })
      mood.keys = json(keySet)
      store.becomes("fails")
      yield* TestClock.adjust(1000)
      expect(yield* atOnce(Effect.flip(ready))).toMatchObject({ _tag: "NotReady", missing: "store" })
      store.becomes("works")
      yield* TestClock.adjust(6000)
      yield* atOnce(ready)
      const sent = net.sent.length
      // Those of the kinds that it allows, too.
      const kinds = net.sent.map(({ url }) => new URL(url).search)
      expect(new Set(kinds)).toStrictEqual(new Set(["", "?include_anonymous=true"]))
      store.becomes("fails")
      mood.keys = Effect.never
      yield* atOnce(ready)
      expect(net.sent.length).toBe(sent)
    }).pipe(Effect.scoped, quiet)
  })

  it.effect("warms up in the background, again and again until it is ready", () => {
    stubCrypto()
    const { mood, net } = service()
    mood.keys = json({}, 503)
    return Effect.gen(function* () {
      yield* TestClock.setTime(iat * 1000)
      const { verify } = yield* brokenStore.startOne(
        AccessTokenVerifier.AccessTokenVerifier,
        Backend.warm.pipe(Layer.provideMerge(backend(net)))
      )
      yield* during(Effect.void, 3000)
      mood.keys = json(keySet)
      yield* during(Effect.void, 9000)
      mood.keys = Effect.never
      const sent = net.sent.length
      yield* atOnce(verify(accessToken))
      expect(net.sent.length).toBe(sent)
    }).pipe(Effect.scoped, quiet)
  })

  it("offers its readiness as a promise, with the reason if it is not ready", async () => {
    const keys = createServer((_, response) => void response.writeHead(status).end(JSON.stringify(keySet)))
    let status = 500
    const port = await listen(keys)
    stubCrypto()
    try {
      const url = `http://127.0.0.1:${port}`
      await using auth = createRequestAuth({ projectId, publishableClientKey, apiUrl: url })
      await expect(auth.ready()).rejects.toMatchObject({ _tag: "NotReady", missing: "keys" })
      status = 200
      await vi.waitFor(() => auth.ready(), { timeout: waitMillis, interval: 200 })
    } finally {
      await new Promise((resolve) => keys.close(resolve))
    }
  })

  it("lets refreshes finish before it ends", async () => {
    stubCrypto()
    const answers: Array<() => void> = []
    const sent: Array<string> = []
    const auth = createRequestAuth({
      projectId,
      publishableClientKey,
      apiUrl,
      http: Layer.merge(
        Http.layerHandler(async ({ url }) => {
          sent.push(new URL(url).pathname)
          if (url.endsWith("jwks.json")) return Response.json(keySet)
          await new Promise<void>((resolve) => answers.push(resolve))
          const seconds = Math.floor(Date.now() / 1000)
          const token = makeToken({ ...JSON.parse(atob(accessToken.split(".")[1]!)), iat: seconds, exp: seconds + 600 })
          return Response.json({ access_token: token, token_type: "Bearer", expires_in: 600, scope: "" })
        }),
        Layer.succeed(References.MinimumLogLevel, "None")
      )
    })
    const visit = auth.authenticate(new Request("https://shop.example.com/", { headers: expired }))
    await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: waitMillis })
    let isDisposed = false
    const disposed = auth.dispose().then(() => (isDisposed = true))
    for (let i = 0; i < 50; i++) await nextTurn()
    expect(isDisposed).toBe(false)
    answers[0]!()
    await disposed
    expect(await visit).toMatchObject({ signedIn: true, userId: "ann" })
  })
})
