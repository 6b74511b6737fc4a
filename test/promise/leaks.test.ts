/**
 * No secret shows in what a failing promise call rejects with, however it is
 * printed, nor in what Node prints when nobody catches it (docs/protocol/threats.md#secrets-in-output).
 */
import { execFile } from "node:child_process"
import * as util from "node:util"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as Http from "../../src/http/Http.ts"
import { createClientApp, type PromiseClientApp } from "../../src/promise/index.ts"

// as long as the real ones: shorter texts of a service are quoted in errors as they are
const canary = "CANARY0123456789".padEnd(45, "x")
const code = canary

const payload = Buffer.from(JSON.stringify({ iat: 1, exp: 4_000_000_000, note: canary })).toString("base64url")

const makeApp = (handler: (request: Request) => Promise<Response> | Response, refreshOnly = false) =>
  createClientApp({
    projectId: "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f",
    publishableClientKey: `pck_${canary}`,
    apiUrl: "http://127.0.0.1:8102",
    appUrl: "http://localhost:3000",
    extraRequestHeaders: { "x-mine": canary },
    http: Http.layerHandler(handler),
    tokenStore: {
      ...(refreshOnly ? {} : { accessToken: `e30.${payload}.${canary}` }),
      refreshToken: `refresh-${canary}`
    }
  })

/** Every method, with a secret wherever it takes one. */
const calls = (app: PromiseClientApp): Readonly<Record<string, () => Promise<unknown>>> => ({
  signUp: () => app.password.signUp({ email: "a@example.org", password: canary }),
  signIn: () => app.password.signIn({ email: "a@example.org", password: canary }),
  update: () => app.password.update({ oldPassword: canary, newPassword: canary }),
  tooLong: () => app.password.set({ password: canary.repeat(2) }),
  set: () => app.password.set({ password: canary }),
  sendResetCode: () => app.password.sendResetCode({ email: "a@example.org", callbackUrl: "https://a.b/" }),
  checkResetCode: () => app.password.checkResetCode({ code }),
  shortCode: () => app.password.checkResetCode({ code: canary.slice(1) }),
  reset: () => app.password.reset({ code, password: canary }),
  get: () => app.currentUser.get({ or: "throw" }),
  updateUser: () => app.currentUser.update({ displayName: "Ann" }),
  delete: () => app.currentUser.delete(),
  list: () => app.sessions.list(),
  revoke: () => app.sessions.revoke("s" as never),
  project: () => app.project.get()
})

/** A service that repeats everything that it was sent. */
const echo = async (request: Request) =>
  `${JSON.stringify(Object.fromEntries(request.headers))} ${await request.text()}`

const knownError = (code: string, status: number, error: string, details?: unknown) =>
  Response.json(
    { code, error, details },
    { headers: { "x-stack-known-error": code, "x-stack-actual-status": String(status) } }
  )

const services: Readonly<Record<string, (request: Request) => Promise<Response> | Response>> = {
  "that refuses the key": () => knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, "no", { project_id: "p" }),
  "that sends an unknown error": () => knownError("SOMETHING_NEW", 400, "new"),
  "that answers with other errors than it says": () =>
    Response.json({ code: "OTHER", error: canary }, { headers: { "x-stack-known-error": "USER_NOT_FOUND" } }),
  "that answers with an HTML page": () => new Response(`<html>502</html>`, { status: 502 }),
  "that echoes its request as text": async (request) => new Response(await echo(request), { status: 400 }),
  "that echoes its request as an answer": async (request) => Response.json({ access_token: [await echo(request)] }),
  "that redirects": () => new Response(null, { status: 307, headers: { location: `https://x.example/?t=${canary}` } }),
  "that throws": async (request) => {
    throw Object.assign(new Error(await echo(request)), { request })
  }
}

const printed = (u: unknown): string =>
  [
    String(u),
    JSON.stringify(u),
    util.inspect(u, { depth: Infinity, showHidden: true, getters: true }),
    util.format("%s %o %j", u, u, u),
    u instanceof Error ? `${u.stack} ${u.message} ${util.inspect(u.cause)}` : "",
    (() => {
      try {
        return util.inspect(structuredClone(u), { depth: Infinity })
      } catch {
        return ""
      }
    })()
  ].join("\n")

describe("a failing call", () => {
  const lines: Array<string> = []
  beforeEach(() => {
    // nobody waits between two attempts
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }).setTimerTickMode("nextTimerAsync")
    lines.length = 0
    for (const method of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, method).mockImplementation((...args: ReadonlyArray<unknown>) => {
        lines.push(util.format(...args))
      })
    }
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  for (const [name, handler] of Object.entries(services)) {
    it(`to a service ${name} shows no secret`, async () => {
      for (const refreshOnly of [false, true]) {
        const app = makeApp(handler, refreshOnly)
        for (const [method, call] of Object.entries(calls(app))) {
          const error: unknown = await call().then(
            () => undefined,
            (error: unknown) => error
          )
          if (error === undefined) continue
          expect(printed(error), method).not.toContain(canary)
        }
        await app.dispose()
      }
      expect(lines.join("\n")).not.toContain(canary)
    })
  }

  it("shows no secret of the tokens that it was given", async () => {
    const app = makeApp(() => Response.json({}))
    const tokens = await app.sessions.currentTokens()
    expect(tokens).not.toBeNull()
    expect(printed(tokens)).not.toContain(canary)
    expect(printed(app)).not.toContain(canary)
    await app.dispose()
  })
})

describe("a rejection that nobody handles", () => {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

  /** Runs a script with the secret in its environment, so that no line of its source holds it. */
  const run = (call: string) =>
    new Promise<readonly [code: number, output: string]>((resolve) =>
      execFile(
        process.execPath,
        [
          "--conditions",
          "gatefold-source",
          "--input-type=module",
          "-e",
          `import { createClientApp } from ${at("../../src/promise/index.ts")}
           import * as Http from ${at("../../src/http/Http.ts")}
           const secret = process.env.SECRET
           const echo = async (request) => new Response(
             JSON.stringify(Object.fromEntries(request.headers)) + await request.text(), { status: 500 })
           const app = createClientApp({
             projectId: "p", publishableClientKey: "pck_" + secret, apiUrl: "http://127.0.0.1:64999",
             tokenStore: { accessToken: "e30.${payload}." + secret, refreshToken: secret },
             http: Http.layerHandler(echo)
           })
           ${call}`
        ],
        { env: { ...process.env, SECRET: canary } },
        (error, stdout, stderr) => resolve([typeof error?.code === "number" ? error.code : 0, stdout + stderr])
      )
    )

  for (const [name, call] of Object.entries({
    "a method's": `app.password.update({ oldPassword: secret, newPassword: secret })`,
    "a sign-in's": `await app.password.signIn({ email: "a@example.org", password: secret })`,
    "a local check's": `app.password.set({ password: secret.repeat(2) })`
  })) {
    it(`(${name}) ends the process without printing a secret`, async () => {
      const [exitCode, output] = await run(call)
      expect(exitCode, output).toBe(1)
      expect(output).toMatch(/TransportError|PasswordTooLong/)
      expect(output.replaceAll(payload, "")).not.toContain(canary)
    })
  }
})
