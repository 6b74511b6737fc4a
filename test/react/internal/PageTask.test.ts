/** The task of a page: who shares it, and until when. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import * as ClientLayer from "../../../src/app/ClientLayer.ts"
import * as AuthClient from "../../../src/react/AuthClient.ts"
import * as PageTask from "../../../src/react/internal/PageTask.ts"
import { apiUrl, projectId, publishableClientKey } from "../../support/scriptedNetwork.ts"
import { nextTurn } from "../../support/turns.ts"

const layer = ClientLayer.make({ apiUrl, projectId, publishableClientKey }, "memory", () =>
  ClientLayer.refuseTokenStore("memory")
)

describe("a page that is shown again after it was hidden", () => {
  it("keeps the answer of its task, also for other pages of the same code", async () => {
    const client = AuthClient.make({ services: (scope) => Layer.buildWithScope(layer, scope) })
    const release = client.retain()
    let runs = 0
    const redeem = Effect.sync(() => ++runs)
    const page = PageTask.make(client, "a code", redeem)
    const hide = page.subscribe(() => {})
    await vi.waitFor(() => expect(page.exit()).toStrictEqual(Exit.succeed(1)))
    hide()
    await nextTurn()
    const hideAgain = page.subscribe(() => {})
    const other = PageTask.make(client, "a code", redeem)
    const hideOther = other.subscribe(() => {})
    expect({ page: page.exit(), other: other.exit() }).toStrictEqual({ page: Exit.succeed(1), other: Exit.succeed(1) })
    await nextTurn()
    expect(runs).toBe(1)
    hideOther()
    hideAgain()
    release()
  })
})
