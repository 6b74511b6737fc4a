/** `protectMcp`: the gate around a handler of requests, and the server of another SDK behind it. */
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Forbidden } from "../../../src/backend/AuthErrors.ts"
import { protectMcp } from "../../../src/backend/mcp/ProtectMcp.ts"
import { createRequestAuth, type RequestAuth } from "../../../src/backend/request/RequestAuth.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Http from "../../../src/http/Http.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"

const resource = "https://shop.example.com/mcp"
const runtime = ManagedRuntime.make(EmulatedApp.layer())
let auth: RequestAuth
let ann: EmulatedApp.TestUser
let bob: EmulatedApp.TestUser

beforeAll(async () => {
  const emulator = await runtime.runPromise(Emulator.Emulator)
  ann = await runtime.runPromise(EmulatedApp.signUp({ displayName: "Ann" }))
  bob = await runtime.runPromise(EmulatedApp.signUp({ displayName: "Bob" }))
  auth = createRequestAuth({
    ...emulator.project!,
    apiUrl: emulator.baseUrl,
    http: Http.layerHandler(emulator.fetch)
  })
})
afterAll(async () => {
  await auth.dispose()
  await runtime.dispose()
})

const bearer = (user: EmulatedApp.TestUser) => ({ authorization: `Bearer ${user.accessToken}` })

describe("protectMcp", () => {
  it("answers the metadata document itself, and refuses unauthenticated requests", async () => {
    const handler = protectMcp(auth, { resource }, () => new Response("in"))
    const document = await handler(new Request("https://shop.example.com/.well-known/oauth-protected-resource/mcp"))
    expect(await document.json()).toStrictEqual({ resource, bearer_methods_supported: ["header"] })
    const refused = await handler(new Request(resource, { method: "POST", headers: { "x-stack-auth": "{}" } }))
    expect(refused.status).toBe(401)
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer resource_metadata="https://shop.example.com/.well-known/oauth-protected-resource/mcp"'
    )
    expect((await handler(new Request(resource, { headers: bearer(ann) }))).status).toBe(200)
    const foreign = { ...bearer(ann), origin: "https://evil.example" }
    expect((await handler(new Request(resource, { headers: foreign }))).status).toBe(403)
    expect((await handler(new Request("https://evil.example/mcp", { headers: bearer(ann) }))).status).toBe(403)
  })

  it("throws at the start for an invalid option", () => {
    expect(() => protectMcp(auth, { resource: "/mcp" }, () => new Response())).toThrow(/Invalid option resource/)
  })

  it("answers a forbidden action with its refusal, and rethrows other errors", async () => {
    const forbidden = protectMcp(auth, { resource }, () => Promise.reject(new Forbidden({ reason: "team" })))
    const response = await forbidden(new Request(resource, { headers: bearer(ann) }))
    expect([response.status, response.headers.get("www-authenticate")]).toMatchObject([403, /insufficient_scope/])
    const broken = protectMcp(auth, { resource }, () => Promise.reject(new Error("broken")))
    await expect(broken(new Request(resource, { headers: bearer(ann) }))).rejects.toThrow("broken")
  })

  it("binds MCP sessions in the runtime of the auth", async () => {
    let runs = 0
    const watched: RequestAuth = {
      ...auth,
      authenticate: async (...request) => {
        const result = await auth.authenticate(...request)
        if (!result.signedIn) return result
        const run: typeof result.run = (operation) => {
          runs++
          return result.run(operation)
        }
        return { ...result, run }
      }
    }
    const handler = protectMcp(watched, { resource }, () => new Response(null, { headers: { "mcp-session-id": "s1" } }))
    await handler(new Request(resource, { headers: bearer(ann) }))
    expect(runs).toBe(2)
  })

  it("ends the user's session after the body", async () => {
    let ended = 0
    const watched: RequestAuth = {
      ...auth,
      authenticate: async (...request) => {
        const result = await auth.authenticate(...request)
        const end = async () => {
          ended++
          await result[Symbol.asyncDispose]()
        }
        return { ...result, [Symbol.asyncDispose]: end }
      }
    }
    const handler = protectMcp(watched, { resource }, (_, session) => {
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const user = await session.user()
        controller.enqueue(new TextEncoder().encode(user.displayName ?? ""))
        controller.close()
      }
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
    })
    const send = () => handler(new Request(resource, { headers: bearer(ann) }))
    const response = await send()
    expect(ended).toBe(0)
    expect(await response.text()).toBe("Ann")
    expect(ended).toBe(1)
    await (await send()).body?.cancel()
    expect(ended).toBe(2)
  })

  it("cancels the body also if the user's session cannot be ended", async () => {
    const failing: RequestAuth = {
      ...auth,
      authenticate: async (...request) => {
        const result = await auth.authenticate(...request)
        return { ...result, [Symbol.asyncDispose]: () => Promise.reject(new Error("not ended")) }
      }
    }
    const reasons: Array<unknown> = []
    const handler = protectMcp(
      failing,
      { resource },
      () => new Response(new ReadableStream({ cancel: (reason) => void reasons.push(reason) }))
    )
    const response = await handler(new Request(resource, { headers: bearer(ann) }))
    await expect(response.body?.cancel("left")).rejects.toThrow("not ended")
    expect(reasons).toStrictEqual(["left"])
  })

  it("binds the sessions of another SDK to their users", async () => {
    const transports = new Map<string, WebStandardStreamableHTTPServerTransport>()
    const inner: Array<string> = []
    const handler = protectMcp(auth, { resource }, async (request, session) => {
      const id = request.headers.get("mcp-session-id")
      if (id !== null) inner.push(id)
      const known = id === null ? undefined : transports.get(id)
      if (known !== undefined) return known.handleRequest(request)
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => globalThis.crypto.randomUUID(),
        onsessioninitialized: (id) => void transports.set(id, transport)
      })
      const server = new McpServer({ name: "Shop", version: "1.0.0" })
      server.registerTool("whoami", {}, () => ({ content: [{ type: "text", text: session.userId }] }))
      await server.connect(transport)
      return transport.handleRequest(request)
    })
    const connect = async (user: EmulatedApp.TestUser, sessionId?: string) => {
      const transport = new StreamableHTTPClientTransport(new URL(resource), {
        requestInit: { headers: bearer(user) },
        fetch: (url, init) => handler(new Request(url, init)),
        ...(sessionId !== undefined && { sessionId })
      })
      const client = new Client({ name: "agent", version: "1.0.0" })
      await client.connect(transport)
      return { client, sessionId: transport.sessionId ?? "" }
    }
    const agent = await connect(ann)
    expect((await agent.client.callTool({ name: "whoami" })).content).toStrictEqual([
      { type: "text", text: ann.user.id }
    ])
    expect([...transports.keys()]).toContain(inner[0])
    expect(agent.sessionId).toMatch(new RegExp(`^${inner[0]}\\..{43}$`))
    const thief = await connect(bob, agent.sessionId) // it resumes, and says nothing before its first call
    await expect(thief.client.callTool({ name: "whoami" })).rejects.toThrow(/Session not found/)
    await agent.client.close()
    await thief.client.close()
  })
})
