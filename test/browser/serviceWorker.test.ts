/** The example of an emulator in a browser: static files, a real service worker in front of them, and nothing else. */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import type { Browser } from "playwright-core"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listen } from "../support/listen.ts"
import { waitMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"
import * as Chromium from "./Chromium.ts"

const example = path.join(root, "docs/examples/browser-emulator")
const wasm = path.join(root, "node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm")

/** One file, because a service worker has no `import()`; of the published modules, as in an app. */
const bundle = async (name: string): Promise<string> => {
  const build = await rolldown({
    input: path.join(example, name),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent"
  })
  try {
    const { output } = await build.generate({ format: "esm", codeSplitting: false })
    return output[0].code
  } finally {
    await build.close()
  }
}

type Static = readonly [type: string, content: string | Buffer]

const staticFiles = async (): Promise<ReadonlyMap<string, Static>> => {
  const script = async (name: string): Promise<Static> => ["text/javascript", await bundle(name)]
  return new Map<string, Static>([
    ["/", ["text/html", fs.readFileSync(path.join(example, "index.html"))]],
    ["/page.js", await script("page.ts")],
    ["/service-worker.js", await script("service-worker.ts")],
    ["/sqlite3.wasm", ["application/wasm", fs.readFileSync(wasm)]]
  ])
}

const server = http.createServer()
/** What has come to the server, which knows of no API. */
const seen: Array<string> = []
let browser: Browser
let origin = ""

beforeAll(async () => {
  const files = await staticFiles()
  server.on("request", ({ url = "" }, response) => {
    seen.push(url)
    const [type, content] = files.get(url) ?? ["text/plain", ""]
    response.writeHead(files.has(url) ? 200 : 404, { "content-type": type }).end(content)
  })
  origin = `http://127.0.0.1:${await listen(server)}`
  browser = await Chromium.launch()
})

afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

describe("the service worker example", () => {
  it("serves as the service, and keeps its state over a restart", async () => {
    const context = await browser.newContext()
    context.setDefaultTimeout(waitMillis)
    const page = await context.newPage()
    const problems: Array<string> = []
    page.on("pageerror", (error) => problems.push(String(error)))
    await page.goto(origin)
    await page.getByRole("button").click()
    await page.getByText("Signed in: ann@example.org").waitFor()
    expect(await page.locator("output").textContent()).toMatch(
      /^Signed up: ann@example\.org\nThe address is verified\nThe code in the mail: [A-Z\d]{6}\nSigned in: ann@example\.org\n$/
    )

    const session = await context.newCDPSession(page)
    await session.send("ServiceWorker.enable")
    const stop = () => session.send("ServiceWorker.stopAllWorkers")
    const signIn = () =>
      page.evaluate(async () => {
        const response = await fetch("/api/v1/auth/password/sign-in", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-stack-access-type": "client",
            "x-stack-project-id": "5f2b3c9e-8f0a-4c57-9a3e-0d6f3b1c7a42",
            "x-stack-publishable-client-key": "pck_browser_emulator"
          },
          body: JSON.stringify({ email: "ann@example.org", password: "correct horse battery" })
        })
        return response.status
      })
    await stop()
    // The same address: the user is still there.
    expect(await signIn()).toBe(200)

    const warnings: Array<string> = []
    context.on("console", (message) => warnings.push(message.text()))
    await stop()
    // A write that was cut, or what another version has left.
    await page.evaluate(async () => {
      const cache = await caches.open("gatefold-emulator")
      const [key] = await cache.keys()
      const text = await (await cache.match(key!))!.text()
      await cache.put(key!, new Response(text.slice(0, text.length / 2)))
    })
    // It starts empty: nobody has this address.
    expect(await signIn()).toBe(400)
    expect(warnings.join("\n")).toContain("The emulator starts empty, because the state that it kept cannot be used.")
    await page.reload()
    await page.getByRole("button").click()
    await page.getByText("Signed in: ann@example.org").waitFor()
    await stop()
    expect(await signIn()).toBe(200)
    expect(problems).toStrictEqual([])
    expect(seen.filter((url) => /^\/(api|__emulator)/.test(url))).toStrictEqual([])
    await context.close()
  })
})
