/** The second factor of a client. */
import { afterEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"

// The connection breaks after the service has answered.
vi.mock("uqr", () => {
  vi.stubGlobal("navigator", { onLine: false })
  throw new TypeError("Failed to fetch dynamically imported module")
})

afterEach(() => vi.unstubAllGlobals())

const client = Layer.unwrap(
  Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
    Session.layer.pipe(
      Layer.provideMerge(MemoryTokenStore.layer),
      Layer.provideMerge(
        ClientApp.layer({ ...project!, apiUrl: baseUrl }).pipe(Layer.provide(Http.layerHandler(fetch)), Layer.orDie)
      )
    )
  )
).pipe(Layer.provideMerge(Emulator.layer({ project: {} })))

describe("a new secret", () => {
  it.effect("fails with a typed error if the QR code cannot load because the device is offline", () =>
    Effect.gen(function* () {
      yield* Anonymous.signUp
      const error = yield* Effect.flip(Mfa.createSecret({ issuer: "Example" }))
      expect(error).toMatchObject({ _tag: "TransportError", path: "more of the app", reason: { _tag: "Offline" } })
    }).pipe(Effect.provide(client))
  )
})
