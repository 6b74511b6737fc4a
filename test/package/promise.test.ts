/**
 * The promise entries with Effect inside (decision 0048): what they import, two copies of Effect, a page without a
 * bundler.
 */
import * as fs from "node:fs"
import { isBuiltin } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as Redacted from "effect/Redacted"
import { parseAst } from "rolldown/parseAst"
import { Visitor } from "rolldown/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import type * as BackendPromises from "../../src/promise/standalone/backend.ts"
import type * as Promises from "../../src/promise/standalone/client.ts"
import type * as ServerPromises from "../../src/promise/standalone/server.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { dist } from "../bench/built.ts"
import * as Chromium from "../browser/Chromium.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
const password = "a fine password"
const origin = "http://localhost:3000"
let files: ReadonlyMap<string, string>
/** From here nothing finds the packages of this repository. */
const folder = useTemporaryFolder()
let options: Promises.CreateClientAppOptions
let secretServerKey: string
let count = 0
const newAddress = () => `ann${count++}@example.org`

beforeAll(async () => {
  const built = path.join(dist, "standalone")
  const names = fs.readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"))
  files = new Map(names.map((name) => [name, fs.readFileSync(path.join(built, name), "utf8")]))
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }))
  for (const [name, code] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), code)
  }
  const { project } = await service.emulator
  const { projectId, publishableClientKey } = project!
  secretServerKey = project!.secretServerKey
  options = { projectId, publishableClientKey, apiUrl: origin, appUrl: origin }
})

afterAll(async () => {
  await service.dispose()
})

const load = async <Module>(name: string): Promise<Module> => import(pathToFileURL(path.join(folder, name)).href)

const client = async () => {
  const { createClientApp } = await load<typeof Promises>("client.js")
  return createClientApp({ ...options, http: Http.layerHandler(service.fetch) })
}

/** What a file imports, now or later. */
const listImports = (code: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const add = ({ source }: { readonly source: unknown }) => {
    const { value } = (source ?? {}) as { readonly value?: unknown }
    if (typeof value === "string") found.push(value)
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add
  }).visit(parseAst(code))
  return found
}

describe("the files", () => {
  it("import each other and builtins of Node only", () => {
    for (const [name, code] of files) {
      for (const specifier of listImports(code)) {
        const isOwn = files.has(path.posix.join(path.posix.dirname(name), specifier))
        expect(isOwn || isBuiltin(specifier), `${name} imports ${specifier}`).toBe(true)
      }
    }
  })

  it("keep the names of functions", () => {
    expect(files.get("client.js")).toContain("createClientApp")
    expect([...files.values()].join()).toContain("gatefoldMethod")
  })
})

describe("beside the app's own copy of Effect", () => {
  it("takes its layers", async () => {
    await using app = await client()
    const email = newAddress()
    await app.password.signUp({ email, password })
    expect((await app.currentUser.get({ or: "throw" })).primaryEmail).toBe(email)
    // An area that loads later.
    expect(await app.teams.list()).toBeInstanceOf(Array)
    const wrong = await app.password.signIn.result({ email, password: "another" })
    expect(wrong).toMatchObject({ ok: false, error: { _tag: "EmailPasswordMismatch" } })
  })

  it("refuses its token stores, whose secrets it cannot read", async () => {
    const { createClientApp } = await load<typeof Promises>("client.js")
    const { createServerApp } = await load<typeof ServerPromises>("server.js")
    const tokenStore = MemoryTokenStore.layer as unknown as Promises.TokenStoreOption
    const layers = { http: Http.layerHandler(service.fetch) }
    await using app = createClientApp({ ...options, ...layers, tokenStore })
    const said = { _tag: "InvalidOption", message: expect.stringContaining("gatefold/promise/effect") }
    await expect(app.currentUser.get()).rejects.toMatchObject(said)
    await using server = createServerApp({ ...options, ...layers, secretServerKey })
    const request = server.forRequest(MemoryTokenStore.layer as unknown as ServerPromises.RequestSource)
    await expect(request.currentUser.get()).rejects.toMatchObject(said)
  })

  it("has no method that runs effects, which would need the same copy", async () => {
    await using app = await client()
    expect(app).not.toHaveProperty("run")
  })

  it("cannot open what the other copy keeps in Redacted", async () => {
    await using app = await client()
    const email = newAddress()
    await expect(app.password.signUp({ email, password: Redacted.make(password) })).rejects.toThrow(/cannot be read/)
    await app.password.signUp({ email, password })
    const tokens = await app.sessions.currentTokens()
    expect(() => Redacted.value(tokens!.accessToken)).toThrow(/redacted/i)
    const { reveal } = await load<typeof Promises>("client.js")
    expect(reveal(tokens!.accessToken)).toMatch(/^ey/)
  })

  it("authenticates requests", async () => {
    const { createRequestAuth, isAuthError, refusal } = await load<typeof BackendPromises>("backend.js")
    // Tokens name the address of their issuer.
    const { baseUrl: apiUrl } = await service.emulator
    await using auth = createRequestAuth({ ...options, apiUrl, http: Http.layerHandler(service.fetch) })
    await using app = await client()
    const email = newAddress()
    await app.password.signUp({ email, password })
    const headers = await app.sessions.authHeaders()
    const send = (headers: HeadersInit = {}) => new Request("http://localhost:3000/orders", { headers })
    const orders = auth.protect(async (_, session) => Response.json((await session.user()).primaryEmail))
    const answer = await orders(send(headers))
    expect({ status: answer.status, body: await answer.json() }).toStrictEqual({ status: 200, body: email })
    const refused = await orders(send())
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 401,
      body: { _tag: "Unauthorized", reason: "missing" }
    })
    const guarded = auth.protect(async (_, session) => {
      await session.requirePermission("orders:read")
      return new Response("all")
    })
    const forbidden = await guarded(send(headers))
    expect({ status: forbidden.status, body: await forbidden.json() }).toMatchObject({
      status: 403,
      body: { permission: "orders:read" }
    })
    await using result = await auth.authenticate(send({ authorization: "Bearer wrong" }))
    const error = result.signedIn ? undefined : result.error
    expect(isAuthError(error)).toBe(true)
    expect(error && refusal(error).status).toBe(401)
  })

  it("serves servers", async () => {
    const { createServerApp } = await load<typeof ServerPromises>("server.js")
    await using app = createServerApp({ ...options, secretServerKey, http: Http.layerHandler(service.fetch) })
    const { id } = await app.users.create({ displayName: "Ann" })
    expect((await app.users.get(id)).displayName).toBe("Ann")
  })
})

it("a page without a bundler signs a user up", async () => {
  const browser = await Chromium.launch()
  try {
    const page = await browser.newPage()
    const complaints: Array<string> = []
    page.on("pageerror", ({ message }) => complaints.push(message))
    const script = `import { createClientApp } from "/promise/client.js"
      globalThis.app = createClientApp(${JSON.stringify({ ...options, tokenStore: "cookie" })})`
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      const file = files.get(pathname.replace("/promise/", ""))
      if (file !== undefined) return route.fulfill({ contentType: "text/javascript", body: file })
      if (pathname === "/") {
        return route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><title>App</title><script type="module">${script}</script>`
        })
      }
      const response = await service.fetch(
        new Request(request.url(), {
          method: request.method(),
          headers: await request.allHeaders(),
          body: request.postData()
        })
      )
      return route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text()
      })
    })
    const readEmail = () =>
      page.evaluate(async () => {
        const { app } = globalThis as unknown as { readonly app: Promises.PromiseClientApp }
        return (await app.currentUser.get())?.primaryEmail
      })
    await page.goto(`${origin}/`)
    const email = newAddress()
    await page.evaluate(
      async (input) => {
        const { app } = globalThis as unknown as { readonly app: Promises.PromiseClientApp }
        await app.password.signUp(input)
        await app.teams.list()
      },
      { email, password }
    )
    expect(await readEmail()).toBe(email)
    await page.reload()
    expect(await readEmail()).toBe(email)
    expect(complaints).toStrictEqual([])
  } finally {
    await browser.close()
  }
})
