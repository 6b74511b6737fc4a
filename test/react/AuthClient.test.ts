/** A client of React, from its first use to its end. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import * as ClientLayer from "../../src/app/ClientLayer.ts"
import * as AuthClient from "../../src/react/AuthClient.ts"
import { apiUrl, projectId, publishableClientKey } from "../support/scriptedNetwork.ts"
import { nextTurn } from "../support/turns.ts"

const layer = ClientLayer.make({ apiUrl, projectId, publishableClientKey }, "memory", () =>
  ClientLayer.invalidTokenStore("memory")
)

describe("a client that nobody retains any more", () => {
  it("does not look into the app that it has closed", async () => {
    const client = AuthClient.make({ services: (scope) => Layer.buildWithScope(layer, scope) })
    const hasApp = () => client.look(Effect.succeed(true), false)
    const release = client.retain()
    await vi.waitFor(() => expect(hasApp()).toBe(true))
    release()
    await nextTurn()
    expect(hasApp()).toBe(false)
  })
})
