/**
 * No secret of a server or admin app shows, whatever becomes of its calls (docs/protocol/threats.md#secrets-in-output).
 */
import { execFile } from "node:child_process"
import * as util from "node:util"
import { describe, expect, it } from "vitest"
import { ApiKeyId, UserId } from "../../src/domain/Ids.ts"
import * as Http from "../../src/http/Http.ts"
import { createAdminApp, type PromiseAdminApp } from "../../src/promise/AdminApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"

const canary = "CANARY0123456789".padEnd(45, "x")
const userId = UserId.make("5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f")

const options = (handler: (request: Request) => Promise<Response> | Response) => ({
  projectId: "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f",
  publishableClientKey: `pck_${canary}`,
  secretServerKey: `ssk_${canary}`,
  superSecretAdminKey: `sak_${canary}`,
  apiUrl: "http://127.0.0.1:8102",
  appUrl: "http://localhost:3000",
  extraRequestHeaders: { "x-mine": canary },
  http: Http.layerHandler(handler)
})

const mailServer = {
  host: "localhost",
  port: 25,
  username: "u",
  password: canary,
  senderName: "s",
  senderEmail: "s@example.org"
}

/** Calls that carry a secret beyond the keys wherever they can. */
const calls = (app: PromiseAdminApp): Readonly<Record<string, () => Promise<unknown>>> => ({
  createUser: () => app.users.create({ password: canary, totpSecretBase64: canary }),
  tooLong: () => app.users.create({ password: canary.repeat(2) }),
  hash: () => app.users.update({ userId, passwordHash: canary }),
  setPassword: () => app.users.setPassword({ userId, password: canary }),
  list: () => app.users.list(),
  session: () => app.sessions.create({ userId }),
  checkKey: () => app.apiKeys.checkOfUser(canary),
  verifyKey: () => app.apiKeys.verifyOfTeam(canary),
  createKey: () => app.apiKeys.createForUser({ userId, description: "d", expiresAt: null }),
  revokeKey: () => app.apiKeys.revoke({ id: ApiKeyId.make("k") }),
  providerToken: () => app.connectedAccounts.getAccessToken({ userId, provider: "github" }),
  project: () => app.project.get(),
  provider: () => app.oauthProviders.enableStandard({ id: "github", clientId: "c", clientSecret: canary }),
  mailServer: () => app.emailConfig.useStandard(mailServer),
  testMail: () => app.emails.sendTest({ recipientEmail: "a@example.org", emailConfig: mailServer }),
  keySet: () => app.internalApiKeys.list(),
  webhooks: () => app.webhooks.createToken(),
  request: () => app.forRequest({ refreshToken: canary }).currentUser.get(),
  header: () => app.forRequest(new Request("http://x/", { headers: { "x-stack-auth": canary } })).currentUser.get()
})

const echo = async (request: Request) =>
  `${JSON.stringify(Object.fromEntries(request.headers))} ${await request.text()}`

const services: Readonly<Record<string, (request: Request) => Promise<Response> | Response>> = {
  "that refuses the keys": () =>
    Response.json(
      { code: "INVALID_SECRET_SERVER_KEY", error: "no", details: { project_id: "p" } },
      { headers: { "x-stack-known-error": "INVALID_SECRET_SERVER_KEY", "x-stack-actual-status": "401" } }
    ),
  "that echoes its request as text": async (request) => new Response(await echo(request), { status: 400 }),
  "that echoes its request as an answer": async (request) => Response.json({ items: [await echo(request)] }),
  "that redirects": () => new Response(null, { status: 307, headers: { location: `https://x.example/?t=${canary}` } })
}

const printed = (u: unknown): string =>
  [
    String(u),
    JSON.stringify(u),
    util.inspect(u, { depth: Infinity, showHidden: true, getters: true }),
    util.format("%s %o %j", u, u, u),
    u instanceof Error ? `${u.stack} ${u.message} ${util.inspect(u.cause)}` : ""
  ].join("\n")

describe("a failing call of an admin or server", () => {
  for (const [name, handler] of Object.entries(services)) {
    it(`to a service ${name} shows no secret`, async () => {
      await using app = createAdminApp(options(handler))
      for (const [method, call] of Object.entries(calls(app))) {
        const error: unknown = await call().then(
          () => undefined,
          (error: unknown) => error
        )
        expect(error, method).toBeDefined()
        expect(printed(error), method).not.toContain(canary)
      }
    })
  }
})

describe("an app with secret keys", () => {
  it("prints and serialises without them, before and after its first call", async () => {
    const page = { items: [], is_paginated: true, pagination: { next_cursor: null } }
    const given = options(() => Response.json(page))
    for (const app of [createServerApp(given), createAdminApp(given)]) {
      expect(printed(app)).not.toContain(canary)
      await app.users.list()
      const request = app.forRequest({ refreshToken: canary })
      expect(printed(request)).not.toContain(canary)
      expect(printed(app)).not.toContain(canary)
      expect(printed({ ...app })).not.toContain(canary)
      await app.dispose()
    }
  })
})

describe("a rejection that nobody handles", () => {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

  const run = (call: string) =>
    new Promise<readonly [code: number, output: string]>((resolve) =>
      execFile(
        process.execPath,
        [
          "--conditions",
          "gatefold-source",
          "--input-type=module",
          "-e",
          `import { createAdminApp } from ${at("../../src/promise/AdminApp.ts")}
           import * as Http from ${at("../../src/http/Http.ts")}
           const secret = process.env.SECRET
           const app = createAdminApp({
             projectId: "p", apiUrl: "http://127.0.0.1:64999", publishableClientKey: "pck_" + secret,
             secretServerKey: "ssk_" + secret, superSecretAdminKey: "sak_" + secret,
             http: Http.layerHandler(async (request) => new Response(
               JSON.stringify(Object.fromEntries(request.headers)) + await request.text(), { status: 500 }))
           })
           ${call}`
        ],
        { env: { ...process.env, SECRET: canary } },
        (error, stdout, stderr) => resolve([typeof error?.code === "number" ? error.code : 0, stdout + stderr])
      )
    )

  for (const [name, call] of Object.entries({
    "a server's": `app.users.create({ password: secret })`,
    "an admin's": `await app.oauthProviders.enableStandard({ id: "github", clientId: "c", clientSecret: secret })`
  })) {
    it(`(${name}) ends the process without printing a secret`, async () => {
      const [code, output] = await run(call)
      expect(code, output).toBe(1)
      expect(output).toContain("TransportError")
      expect(output).not.toContain(canary)
    })
  }
})
