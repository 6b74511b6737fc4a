/** Checks of API keys on servers without Effect: what a request gets, what is asked, and what a failure comes to. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, describe, expect, it } from "vitest"
import { type ApiKeyAuth, type ApiKeyAuthOptions, createApiKeyAuth } from "../../../src/backend/request/ApiKeyAuth.ts"
import { Http } from "../../../src/http/Http.ts"
import {
  type Answer,
  apiUrl,
  json,
  knownError,
  network,
  projectId,
  publishableClientKey,
  refused,
  apiKeyJson
} from "../../support/scriptedNetwork.ts"

let keys: ApiKeyAuth | undefined

const world = (answer: Answer, options: Partial<ApiKeyAuthOptions> = {}) => {
  const net = network(() => answer)
  keys = createApiKeyAuth({
    projectId,
    apiUrl,
    publishableClientKey,
    secretServerKey: "ssk_00000000000000000000",
    http: net.layer,
    ...options
  })
  const handle = keys.protect((_, apiKey) => new Response(`Report for ${apiKey.description}`))
  return {
    asked: () => net.sent.length,
    report: async (key?: string) => {
      const response = await handle(
        new Request("http://localhost/report", { headers: key === undefined ? {} : { "x-api-key": key } })
      )
      return [response.status, await response.text()] as const
    }
  }
}

afterEach(() => keys?.dispose())

describe("createApiKeyAuth", () => {
  it("accepts a key, and checks it at the service once", async () => {
    const { asked, report } = world(json(apiKeyJson))
    expect(await report("sk_0123456789")).toStrictEqual([200, "Report for CI"])
    expect(await report("sk_0123456789")).toStrictEqual([200, "Report for CI"])
    expect(asked()).toBe(1)
    expect(
      await keys?.authenticate(new Request("http://localhost", { headers: { "x-api-key": "sk_0123456789" } }))
    ).toMatchObject({ valid: true, apiKey: { type: "user", userId: "ann" } })
  })

  it("refuses requests without a key, and with one that does not work", async () => {
    const { asked, report } = world(knownError("API_KEY_NOT_FOUND", 404))
    const [status, body] = await report()
    expect({ status, body: JSON.parse(body) }).toMatchObject({
      status: 401,
      body: { _tag: "Unauthorized", reason: "missing" }
    })
    expect(asked()).toBe(0)
    const [unknown, text] = await report("sk_0123456789")
    expect({ status: unknown, body: JSON.parse(text) }).toMatchObject({
      status: 401,
      body: { _tag: "Unauthorized", reason: "invalid" }
    })
    expect(await keys?.authenticate(new Request("http://localhost"))).toMatchObject({ valid: false, status: 401 })
  })

  it("answers 503 while the service is unavailable", async () => {
    const { report } = world(refused, { authTimeout: 50 })
    const [status] = await report("sk_0123456789")
    expect(status).toBe(503)
  })

  it("builds its layers over the one for requests", async () => {
    let isBuilt = false
    const layer = Layer.effectDiscard(Effect.map(Http, () => (isBuilt = true)))
    const { report } = world(json(apiKeyJson), { layer })
    expect(await report("sk_0123456789")).toStrictEqual([200, "Report for CI"])
    expect(isBuilt).toBe(true)
  })

  it("names an invalid option", async () => {
    const { report } = world(json(apiKeyJson), { secretServerKey: "pck_public" })
    await expect(report("sk_0123456789")).rejects.toMatchObject({ _tag: "InvalidOption", option: "secretServerKey" })
  })
})
