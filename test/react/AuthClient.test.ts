/** A client of React, from its first use to its end. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import * as ClientLayer from "../../src/app/ClientLayer.ts"
import { localFailure, TransportError } from "../../src/domain/errors/TransportError.ts"
import { Offline } from "../../src/domain/errors/TransportReason.ts"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as AuthClient from "../../src/react/AuthClient.ts"
import { apiUrl, projectId, publishableClientKey } from "../support/scriptedNetwork.ts"
import { nextTurn } from "../support/turns.ts"

const layer = ClientLayer.make({ apiUrl, projectId, publishableClientKey }, "memory", () =>
  ClientLayer.refuseTokenStore("memory")
)

describe("a client", () => {
  it("reports a defect once, although it is built after many components have met it", async () => {
    const reports: Array<unknown> = []
    const notifier = Notifier.layerCustom((error) => Effect.sync(() => void reports.push(error)))
    const late = Effect.delay(Effect.succeed(Layer.provideMerge(layer, notifier)), "10 millis")
    const client = AuthClient.make({ services: (scope) => Layer.buildWithScope(Layer.unwrap(late), scope) })
    const release = client.retain()
    const defect = new Error("a defect")
    client.notify(defect)
    client.notify(defect)
    await vi.waitFor(() => expect(reports).toHaveLength(1))
    await nextTurn()
    expect(reports).toStrictEqual([defect])
    release()
  })
})

describe("a client that nobody retains any more", () => {
  it("does not look into the app that it has closed", async () => {
    const client = AuthClient.make({ services: (scope) => Layer.buildWithScope(layer, scope) })
    const hasApp = () => client.runSync(Effect.succeed(true), false)
    const release = client.retain()
    await vi.waitFor(() => expect(hasApp()).toBe(true))
    release()
    await nextTurn()
    expect(hasApp()).toBe(false)
  })
})

describe("a client whose app could not be built", () => {
  const makeFailingOnce = () => {
    let builds = 0
    return AuthClient.make({
      services: (scope) =>
        Effect.suspend(() =>
          ++builds === 1 ? localFailure("more of the app", new Offline()) : Layer.buildWithScope(layer, scope)
        )
    })
  }

  it("builds it with the next use", async () => {
    const client = makeFailingOnce()
    await expect(AuthClient.runIn(client, Effect.succeed("an answer"))).rejects.toBeInstanceOf(TransportError)
    const release = client.retain()
    await expect(AuthClient.runIn(client, Effect.succeed("an answer"))).resolves.toBe("an answer")
    expect(client.runSync(Effect.succeed(true), false)).toBe(true)
    release()
  })
})
