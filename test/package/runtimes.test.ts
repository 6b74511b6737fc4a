/** The examples for other servers, each in its own runtime: Cloudflare Workers (workerd), Bun and Deno. */
import { spawn } from "node:child_process"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Miniflare } from "miniflare"
import { rolldown } from "rolldown"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import { root } from "../support/root.ts"
import * as Programs from "./runtimes/Programs.ts"

const example = (name: string) => path.join(root, "docs/examples", `backend-${name}.ts`)

/** What the examples read. */
type Env = Readonly<Record<"STACK_PROJECT_ID" | "STACK_PUBLISHABLE_CLIENT_KEY" | "STACK_API_URL", string>>

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The worker as its author would upload it. */
const bundleWorker = async (name: string): Promise<string> => {
  const bundle = await rolldown({
    cwd: root,
    input: example(name),
    platform: "browser",
    resolve: { conditionNames: ["workerd", "worker", "browser", "import"] },
    logLevel: "silent"
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}

const startWorker = async (name: string, env: Env): Promise<Running> => {
  const worker = new Miniflare({
    modules: true,
    script: await bundleWorker(name),
    compatibilityDate: "2026-04-01",
    bindings: env,
    cf: false
  })
  return { url: (await worker.ready).href, stop: () => worker.dispose() }
}

/** Starts a program that says where it listens. */
const startProgram = (file: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  new Promise<Running>((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: path.join(root, ".cache"), NO_COLOR: "1", ...env }
    })
    const ended = new Promise<void>((done) => child.once("close", () => done()))
    let output = ""
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url === undefined) return
      resolve({
        url,
        stop: () => {
          child.kill()
          return ended
        }
      })
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("error", reject)
    void ended.then(() => reject(new Error(output)))
  })

const runtimes: Readonly<Record<string, (env: Env) => Promise<Running>>> = {
  "Cloudflare Workers": (env) => startWorker("workers", env),
  "Cloudflare Workers with an HttpApi": (env) => startWorker("workers-http-api", env),
  Bun: (env) => {
    return startProgram(Programs.bun(import.meta.dirname), [example("bun")], { ...env, PORT: "0" })
  },
  Deno: (env) => {
    const permissions = ["--allow-net", "--allow-env", "--no-prompt"]
    const args = ["serve", "--no-check", ...permissions, "--host", "127.0.0.1", "--port", "0", example("deno")]
    return startProgram(Programs.deno(import.meta.dirname), args, { ...env, DENO_DIR: path.join(root, ".cache/deno") })
  }
}

/** The service over HTTP, and an app that signs users up. */
const service = ManagedRuntime.make(
  Layer.unwrap(
    Effect.map(Emulator.Emulator, ({ baseUrl, internal, project = internal }) =>
      AdminApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" })
    )
  ).pipe(Layer.provideMerge(Serve.layer({ port: 0, passwordCost: "insecure-fast", project: {} })))
)

afterAll(() => service.dispose())

const signUp = (primaryEmail: string) => service.runPromise(EmulatedApp.signUp({ primaryEmail }))

const refreshes = async () => {
  const { journal } = await service.runPromise(Emulator.Emulator)
  const entries = await service.runPromise(journal.entries)
  return entries.filter(({ path }) => path.endsWith("/auth/oauth/token")).length
}

describe.each(Object.entries(runtimes))("the example for %s", (name, start) => {
  let server: Running
  let refreshCookie: string

  beforeAll(async () => {
    const { baseUrl, project } = await service.runPromise(Emulator.Emulator)
    refreshCookie = `__Host-stack-refresh-${project!.projectId}`
    server = await start({
      STACK_PROJECT_ID: project!.projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: project!.publishableClientKey,
      STACK_API_URL: baseUrl
    })
  })
  afterAll(() => server?.stop())

  const call = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(server.url, { headers })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  it("answers who is signed in, also when many come at once to the cold server", async () => {
    const ann = await signUp(`ann@${name.replaceAll(" ", "")}.example`)
    const credentials = [ann.headers, { authorization: `Bearer ${ann.accessToken}` }]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => call(credentials[i % 2])))
    expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: `Orders of ${ann.user.primaryEmail}` })))
  })

  it("refuses nobody and forged tokens", async () => {
    const nobody = await call()
    expect(nobody.status).toBe(401)
    expect(nobody.headers.get("www-authenticate")).toBe("Bearer")
    expect(JSON.parse(nobody.body)).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
    const { accessToken } = await signUp(`eve@${name.replaceAll(" ", "")}.example`)
    const forged = await call({ authorization: `Bearer ${accessToken.slice(0, -8)}AAAAAAAA` })
    expect(JSON.parse(forged.body)).toMatchObject({ _tag: "Unauthorized", reason: "invalid" })
  })

  it("refreshes once for a browser that sends many requests, and sets its cookies", async () => {
    const bob = await signUp(`bob@${name.replaceAll(" ", "")}.example`)
    const before = await refreshes()
    const cookie = `${refreshCookie}=${bob.refreshToken}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => call({ cookie })))
    const seen = answers.map(({ body, headers, status }) => ({
      body,
      status,
      set: headers.getSetCookie().filter((line) => line.startsWith("__Host-stack-access=")).length,
      cached: headers.get("cache-control")
    }))
    const body = `Orders of ${bob.user.primaryEmail}`
    expect(seen).toStrictEqual(seen.map(() => ({ body, status: 200, set: 1, cached: "private, no-store" })))
    expect((await refreshes()) - before).toBe(1)
  })
})

describe("the bundle of the worker", () => {
  it("is what the guide says: about 77 kB, and nothing of Node", async () => {
    const code = await bundleWorker("workers")
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(78_000)
    expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*["'`]node:/)
  })
})
