/** The example backend as the program that its readme names. */
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { toFetchHandler } from "../../../src/emulator/index.ts"
import { listen } from "../../support/listen.ts"

const server = path.resolve(import.meta.dirname, "../../../docs/examples/backend/server.ts")

/** The keys of a project, as the environment has them. */
const keys = async () => {
  const service = toFetchHandler({ project: {} })
  const { baseUrl, project } = await service.emulator
  await service.dispose()
  return {
    STACK_API_URL: baseUrl,
    STACK_PROJECT_ID: project?.projectId,
    STACK_PUBLISHABLE_CLIENT_KEY: project?.publishableClientKey,
    STACK_SECRET_SERVER_KEY: project?.secretServerKey,
    STACK_SUPER_SECRET_ADMIN_KEY: project?.superSecretAdminKey
  }
}

describe("the example backend as a process", () => {
  it("runs with keys in the environment, on a free port when its own is taken, and ends with Ctrl-C", async () => {
    const other = createServer()
    const port = await listen(other)
    const child = spawn(process.execPath, ["-C", "gatefold-source", server], {
      env: { ...process.env, ...(await keys()), PORT: String(port) }
    })
    const code = new Promise((resolve) => child.once("close", resolve))
    const url = await new Promise<string>((resolve, reject) => {
      let output = ""
      const onData = (chunk: Buffer) => {
        output += chunk.toString()
        const url = /The backend is at (http:\S+),/.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      }
      child.stdout.on("data", onData)
      child.stderr.on("data", onData)
      child.on("close", () => reject(new Error(output)))
    })
    other.close()
    expect(url).not.toContain(`:${port}`)
    const { paths } = await (await fetch(`${url}/openapi.json`)).json()
    expect(Object.keys(paths)).toContain("/api/teams/{teamId}/notes")
    expect((await fetch(`${url}/api/me`)).status).toBe(401)
    child.kill("SIGINT")
    expect(await code).toBe(130)
  })
})
