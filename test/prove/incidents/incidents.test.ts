/** The incidents and the runbook belong together, and what is told of an incident is counted as it was. */
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { makeFront } from "./Front.ts"
import { incidents } from "./incidents.ts"
import { summarize, type Sample } from "./seen.ts"

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8")

describe("the runbook", () => {
  it("names in each section the incidents that play it, and no other", () => {
    const sections = read("docs/guides/incidents.md").split(/^## /m).slice(1)
    const practised = sections.flatMap((section) => {
      const names = section.matchAll(/npm run prove -- incidents --only ([\w-]+)/g)
      return Array.from(names, ([, name]) => [name!, section.split("\n", 1)[0]!] as const)
    })
    expect(new Map(practised)).toStrictEqual(new Map(incidents.map(({ name, runbook }) => [name, runbook])))
  })
})

describe("the reliability page", () => {
  it("has a row for each incident", () => {
    const [, section = ""] = read("docs/reliability.md").split("\n## Incidents\n")
    const rows = Array.from(section.split("\n## ")[0]!.matchAll(/^\| `([\w-]+)`/gm), ([, name]) => name)
    expect(new Set(rows)).toStrictEqual(new Set(incidents.map(({ name }) => name)))
  })
})

describe("figures", () => {
  const sample = (given: Partial<Sample>): Sample => ({
    action: "page",
    stage: "during",
    begun: 0,
    ended: 1,
    status: 200,
    place: 0,
    saysWhen: false,
    isWrong: false,
    isRenewed: false,
    isSignOut: false,
    text: "",
    ...given
  })

  it("count each request once, and an answer about another user as no answer", () => {
    const samples = [
      ...[200, 204, 401, 403, 503, 502, 500].map((status) => sample({ status })),
      sample({ isWrong: true }),
      sample({ isSignOut: true, ended: 100 })
    ]
    expect(summarize(samples)).toStrictEqual({
      requests: 9,
      answered: 3,
      unauthorized: 1,
      forbidden: 1,
      unavailable: 1,
      otherwise: 2,
      wrong: 1,
      signOuts: 1,
      p50: 1,
      p99: 100
    })
  })
})

describe("the way to the service", () => {
  const reached = async () => {
    const service = createServer((_, response) => response.end("reached")).listen(0, "127.0.0.1")
    await new Promise((resolve) => service.once("listening", resolve))
    const { port } = service.address() as AddressInfo
    const front = await makeFront({ target: () => `http://127.0.0.1:${port}`, random: () => 0 })
    const get = async (path = "/") => {
      const signal = AbortSignal.timeout(500)
      return fetch(front.url + path, { signal }).then(
        async (response) => `${response.status} ${await response.text()}`,
        (error: Error) => error.name
      )
    }
    const close = async () => {
      await front.close()
      service.closeAllConnections()
      service.close()
    }
    return { front, get, close }
  }

  it("is open, reset, silent or failing, and counts what arrives", async () => {
    const { close, front, get } = await reached()
    expect(await get("/.well-known/jwks.json")).toBe("200 reached")
    front.becomes("reset")
    expect(await get()).toBe("TypeError")
    front.becomes("silent")
    expect(await get()).toBe("TimeoutError")
    front.becomes("failing")
    expect(await get()).toBe("502 Bad gateway")
    front.becomes("open")
    expect(await get()).toBe("200 reached")
    expect(front.arrivals()).toStrictEqual({ all: 5, keys: 1 })
    await close()
  })

  it("lets requests wait while something happens", async () => {
    const { close, front, get } = await reached()
    const events: Array<string> = []
    let go: (() => void) | undefined
    const paused = front.pausedFor(async () => {
      await new Promise<void>((resolve) => (go = resolve))
      events.push("done")
    })
    const answer = get().then((text) => events.push(text))
    await new Promise((wait) => setTimeout(wait, 50))
    expect(events).toStrictEqual([])
    go?.()
    await Promise.all([paused, answer])
    expect(events).toStrictEqual(["done", "200 reached"])
    await close()
  })
})
