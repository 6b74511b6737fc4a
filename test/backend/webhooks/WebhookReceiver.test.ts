/** Webhooks on servers without Effect: what they answer, and that a message is handled once. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Unavailable } from "../../../src/backend/AuthErrors.ts"
import { createWebhooks } from "../../../src/backend/webhooks/WebhookReceiver.ts"
import { maxBodyBytes, WebhookRejected } from "../../../src/backend/webhooks/Webhooks.ts"
import { nextTurn } from "../../support/turns.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const body = JSON.stringify({ type: "team.deleted", data: { id: "team-1" } })

const signHeaders = (id: string, text = body, key = secret) => {
  const now = new Date()
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new StandardWebhook(key).sign(id, now, text)
  }
}

const post = (headers: Record<string, string>, text: BodyInit = body) =>
  new Request("https://shop.example/webhooks", { method: "POST", headers, body: text })

const outcome = async (answer: Promise<Response>) => {
  const { status } = await answer
  return status
}

describe("createWebhooks", () => {
  /** Has begun to handle a message, until `finish` is called. */
  const handling = async (drainTimeout: "1 minute" | "20 millis") => {
    const webhooks = createWebhooks({ secret, drainTimeout })
    const begun = Latch.makeUnsafe(false)
    const finish = Latch.makeUnsafe(false)
    const receive = webhooks.receive(() => {
      begun.openUnsafe()
      return Effect.runPromise(finish.await)
    })
    const answer = receive(post(signHeaders("msg_1")))
    await Effect.runPromise(begun.await)
    return { webhooks, answer, finish: () => finish.openUnsafe() }
  }

  it("lets handlers finish before it ends", async () => {
    const { answer, finish, webhooks } = await handling("1 minute")
    let isDisposed = false
    const disposed = webhooks.dispose().then(() => {
      isDisposed = true
    })
    for (let i = 0; i < 50; i++) await nextTurn()
    expect(isDisposed).toBe(false)
    finish()
    await disposed
    expect((await answer).status).toBe(200)
  })

  it("interrupts handlers that take longer than its limit", async () => {
    const { answer, webhooks } = await handling("20 millis")
    await Promise.all([webhooks.dispose(), expect(answer).rejects.toThrow("interrupted")])
  })

  it("handles a message once, and answers 200 each time", async () => {
    await using webhooks = createWebhooks({ secret })
    const handled: Array<unknown> = []
    const receive = webhooks.receive(({ event }) => handled.push(event))
    expect(await outcome(receive(post(signHeaders("msg_1"))))).toBe(200)
    expect(await outcome(receive(post(signHeaders("msg_1"))))).toBe(200)
    expect(handled).toStrictEqual([{ type: "team.deleted", data: { id: "team-1" } }])
    const incoming = { headers: new Headers(signHeaders("msg_1")), body }
    expect(await webhooks.handle(incoming, () => expect.unreachable())).toBe("duplicate")
    expect(await webhooks.verify(incoming)).toMatchObject({ id: "msg_1", event: { type: "team.deleted" } })
  })

  it("answers 400 to forged, changed and unsigned messages, without calling the handler", async () => {
    await using webhooks = createWebhooks({ secret })
    const receive = webhooks.receive(() => expect.unreachable())
    const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`
    expect(await outcome(receive(post(signHeaders("msg_1", body, other))))).toBe(400)
    expect(await outcome(receive(post(signHeaders("msg_1"), body.replace("team-1", "team-2"))))).toBe(400)
    expect(await outcome(receive(post({})))).toBe(400)
    const rejected = webhooks.handle({ headers: new Headers(), body }, () => expect.unreachable())
    await expect(rejected).rejects.toBeInstanceOf(WebhookRejected)
  })

  it.each([
    ["msg_1", new Error("database")],
    ["msg_2", new Unavailable()],
    ["msg_3", new WebhookRejected({ reason: "payload" })]
  ] as const)(
    "rejects with the error of the handler of $0, and handles the message when it comes again",
    async (id, error) => {
      await using webhooks = createWebhooks({ secret })
      const failing = webhooks.receive(() => Promise.reject(error))
      await expect(failing(post(signHeaders(id)))).rejects.toBe(error)
      const incoming = { headers: new Headers(signHeaders(id)), body }
      await expect(webhooks.handle(incoming, () => Promise.reject(error))).rejects.toBe(error)
      expect(await webhooks.handle(incoming, () => undefined)).toBe("handled")
    }
  )

  it("answers 503 while the same message is being handled", async () => {
    await using webhooks = createWebhooks({ secret })
    const receive = webhooks.receive(async () => {
      const again = webhooks.receive(() => expect.unreachable())
      expect(await outcome(again(post(signHeaders("msg_1"))))).toBe(503)
    })
    expect(await outcome(receive(post(signHeaders("msg_1"))))).toBe(200)
  })

  it("stops reading at the maximum length of a message", async () => {
    await using webhooks = createWebhooks({ secret })
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      }
    })
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: signHeaders("msg_1"),
      body: endless,
      duplex: "half"
    }
    const request = new Request("https://shop.example/webhooks", init)
    expect(await outcome(webhooks.receive(() => expect.unreachable())(request))).toBe(400)
    expect(sent).toBeLessThan(maxBodyBytes + 4 * 65_536)
  })

  it.each([NaN, -1, "soon" as "1 second"])("rejects requests with a drain timeout of %s", async (drainTimeout) => {
    await using webhooks = createWebhooks({ secret, drainTimeout })
    await expect(webhooks.receive(() => undefined)(post(signHeaders("msg_1")))).rejects.toMatchObject({
      _tag: "InvalidOption",
      option: "drainTimeout"
    })
  })

  it("rejects requests if the secret has the wrong form", async () => {
    await using webhooks = createWebhooks({ secret: "whsec_short" })
    await expect(webhooks.receive(() => undefined)(post(signHeaders("msg_1")))).rejects.toMatchObject({
      _tag: "InvalidOption",
      option: "secret"
    })
  })
})
