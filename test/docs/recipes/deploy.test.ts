/** The recipe of deploying: what each host would start, started here, and what its configuration says. */
import * as fs from "node:fs"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { serve } from "@hono/node-server"
import * as Toml from "effect/encoding/Toml"
import * as Result from "effect/Result"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { folder as recipes, start } from "./programs.ts"

const folder = path.join(recipes, "deploy")
const read = (file: string) => fs.readFileSync(path.join(folder, file), "utf8")
const dockerfile = read("Dockerfile")

let emulator: TestEmulator.TestEmulator
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  emulator = await TestEmulator.serve()
  env = {
    STACK_API_URL: emulator.apiUrl,
    STACK_PROJECT_ID: emulator.project.projectId,
    STACK_PUBLISHABLE_CLIENT_KEY: emulator.project.publishableClientKey
  }
})
afterAll(() => emulator.dispose())

/** Signed-out visitors get 401, users their orders, at this address. */
const answers = async (send: (path: string, headers?: HeadersInit) => Promise<Response>) => {
  const ann = await emulator.signUp()
  expect((await send("/api/orders")).status).toBe(401)
  const response = await send("/api/orders", ann.headers)
  expect({ status: response.status, body: await response.json() }).toStrictEqual({
    status: 200,
    body: { ordersOf: ann.email }
  })
}

describe("the container", () => {
  const command: ReadonlyArray<string> = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]")
  const variables = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
  )

  it("starts, answers, and stops when it is told", async () => {
    // Its own address and port, because here it shares the machine.
    const server = start(command, { ...variables, ...env, HOST: "127.0.0.1", PORT: "0" }, folder)
    const [, url = ""] = await server.prints(/Listening on (\S+)\n/)
    try {
      expect(await (await fetch(`${url}/health`)).text()).toBe("ok")
      await answers((path, headers = {}) => fetch(url + path, { headers }))
      expect((await fetch(`${url}/nowhere`)).status).toBe(404)
    } finally {
      server.stop("SIGTERM")
    }
    expect((await server.ended).code).toBe(0)
  })

  it("has the files that its program imports, and no others", () => {
    const copied = /^COPY (.*\.ts) \.\/$/m.exec(dockerfile)?.[1]?.split(" ").toSorted()
    const imported = [...read("server.ts").matchAll(/from "\.\/(.*)"/g)].map(([, file]) => file)
    expect(copied).toStrictEqual([...imported, command[1]].toSorted())
  })

  it("listens where Fly looks for it", async () => {
    const { env: settings, http_service: service } = Result.getOrThrow(Toml.parse(read("fly.toml"))) as {
      env: object
      http_service: { internal_port: number; force_https: boolean; checks: ReadonlyArray<{ path: string }> }
    }
    expect(variables).toStrictEqual({ NODE_ENV: "production", HOST: "0.0.0.0", PORT: String(service.internal_port) })
    expect(Object.keys(env)).toStrictEqual(expect.arrayContaining(Object.keys(settings)))
    expect(service.force_https).toBe(true)
    const { createApi } = await import("../../../docs/examples/recipes/deploy/app.ts")
    const api = createApi(env)
    const statuses = service.checks.map(async ({ path }) => (await api.fetch(new Request(`http://fly${path}`))).status)
    expect(await Promise.all(statuses)).toStrictEqual([200])
    await api.dispose()
  })
})

describe("the worker", () => {
  const settings = JSON.parse(read("wrangler.jsonc"))

  it("answers from a bundle without modules of Node", async () => {
    const bundle = await rolldown({
      cwd: folder,
      input: settings.main,
      platform: "browser",
      resolve: { conditionNames: ["gatefold-source", "workerd", "worker", "browser", "import"] },
      logLevel: "silent"
    })
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
    await bundle.close()
    const { code } = output[0]
    expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*["'`]node:/)
    const { default: worker } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    await answers((path, headers = {}) => worker.fetch(new Request(`http://localhost${path}`, { headers }), env))
  })

  it("has settings that are not secret, and no flags", () => {
    expect(Object.keys(env)).toStrictEqual(expect.arrayContaining(Object.keys(settings.vars)))
    expect(Object.keys(settings).toSorted()).toStrictEqual(["$schema", "compatibility_date", "main", "name", "vars"])
    expect(settings.compatibility_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})

describe("Vercel", () => {
  it("answers with its function", async () => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { default: handler } = await import("../../../docs/examples/recipes/deploy/api/orders.ts")
    vi.unstubAllEnvs()
    const server = serve({ fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port: 0 })
    try {
      await new Promise<void>((resolve) => (server.listening ? resolve() : server.once("listening", resolve)))
      const { port } = server.address() as AddressInfo
      await answers((path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }))
    } finally {
      server.close()
    }
  })

  it("sends every other path to the pages, and keeps the auth pages out of frames", () => {
    const { headers, rewrites } = JSON.parse(read("vercel.json"))
    const matches = (source: string, url: string) => new RegExp(`^${source}$`).test(url)
    const paths = ["/", "/orders", "/handler/sign-in", "/api/orders"]
    expect(paths.map((url) => matches(rewrites[0].source, url))).toStrictEqual([true, true, true, false])
    expect(paths.map((url) => matches(headers[0].source, url))).toStrictEqual([false, false, true, false])
    expect(headers[0].headers).toContainEqual({ key: "Content-Security-Policy", value: "frame-ancestors 'none'" })
  })
})
