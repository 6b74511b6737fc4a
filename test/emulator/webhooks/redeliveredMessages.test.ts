/** A message that is sent again goes once to each endpoint that had it and still exists. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, control, layer, server } from "../../support/emulatorCalls.ts"
import { eventually } from "../../support/turns.ts"
import { webhookReceiver } from "../../support/webhookReceiver.ts"

it.effect("redelivers to each endpoint, also where their URLs differ by the query or not at all", () =>
  Effect.gen(function* () {
    const { deliveries, url } = yield* webhookReceiver()
    const first = { id: "ep_first", url }
    const endpoints = [first, { ...first, id: "ep_same" }, { ...first, id: "ep_query", url: `${url}&other=1` }]
    yield* Effect.gen(function* () {
      const { webhooks } = yield* Emulator
      yield* call("POST", "/users", { ...server, body: {} })
      const [attempt] = yield* eventually(webhooks.attempts, ({ length }) => length === endpoints.length)
      for (const number of [2, 3]) {
        const again = yield* webhooks.redeliver(attempt!.messageId)
        expect(
          again.map(({ attempt, delivered }) => ({ attempt, delivered })),
          `attempt ${number}`
        ).toStrictEqual(endpoints.map(() => ({ attempt: number, delivered: true })))
      }
      expect(deliveries).toHaveLength(9)
      yield* control("DELETE", "webhook-endpoints/ep_same")
      expect(yield* webhooks.redeliver(attempt!.messageId)).toHaveLength(2)
      expect(deliveries).toHaveLength(11)
      const { problem } = yield* Effect.flip(webhooks.redeliver("msg_unknown"))
      expect(problem).toBe("There is no attempt with this message id.")
    }).pipe(Effect.provide(layer({ webhooks: endpoints })))
  })
)
