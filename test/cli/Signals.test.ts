/** How `gatefold start` ends when it is told to, in the middle of requests. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { request } from "node:http"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { describe, expect, it } from "vitest"
import { root } from "../support/root.ts"

interface Started {
  readonly apiUrl: string
  readonly internal: { readonly projectId: string; readonly publishableClientKey: string }
}

/** The command in a process of its own, as soon as it serves. */
const start = async () => {
  const child = spawn(process.execPath, [path.join(root, "dist/cli/main.cjs"), "start", "--port", "0", "--json"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  child.stdout.resume()
  return { child, ended, service: JSON.parse(line) as Started }
}

/** A sign-up of which all but the body has arrived. */
const beginSignUp = async ({ apiUrl, internal }: Started, email: string) => {
  const outgoing = request(`${apiUrl}/api/v1/auth/password/sign-up`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      expect: "100-continue",
      "x-stack-access-type": "client",
      "x-stack-project-id": internal.projectId,
      "x-stack-publishable-client-key": internal.publishableClientKey
    }
  })
  const status = new Promise<number | string | undefined>((resolve) => {
    outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
    outgoing.on("response", (incoming) => incoming.resume().on("end", () => resolve(incoming.statusCode)))
  })
  outgoing.flushHeaders()
  await once(outgoing, "continue")
  const body = { email, password: "correct horse battery", verification_callback_url: "http://localhost:3000/verify" }
  // Until the rest has been handed over to the system.
  const finish = () => new Promise<void>((resolve) => outgoing.end(JSON.stringify(body), resolve))
  return { status, finish }
}

/** Waits until the process takes no more connections. */
const refusesConnections = async (apiUrl: string): Promise<void> => {
  while ((await fetch(`${apiUrl}/health`).catch(() => undefined)) !== undefined);
}

describe("gatefold start", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("answers pending requests after %s, and exits with %i", async (signal, code) => {
    const { child, ended, service } = await start()
    const signUps = await Promise.all([1, 2, 3, 4].map((n) => beginSignUp(service, `user${n}@example.org`)))
    // One after the other, because passwords are hashed: most are still to be answered.
    await Promise.all(signUps.map(({ finish }) => finish()))
    child.kill(signal)
    await refusesConnections(service.apiUrl)
    expect(await Promise.all(signUps.map(({ status }) => status))).toStrictEqual([200, 200, 200, 200])
    expect(await ended).toStrictEqual([code, null])
  })

  it("exits at once at the second signal", async () => {
    const { child, ended, service } = await start()
    const { status } = await beginSignUp(service, "ann@example.org")
    // The first of them begins the end, and one that is no echo of it ends all.
    const again = setInterval(() => child.kill("SIGINT"), 100)
    expect(await ended).toStrictEqual([130, null])
    clearInterval(again)
    expect(await status).toBe("ECONNRESET")
  })

  it("counts the signals of npm and the terminal as one", async () => {
    const { child, ended, service } = await start()
    const { finish, status } = await beginSignUp(service, "ann@example.org")
    await finish()
    child.kill("SIGINT")
    child.kill("SIGINT")
    await refusesConnections(service.apiUrl)
    expect(await status).toBe(200)
    expect(await ended).toStrictEqual([130, null])
  })
})
