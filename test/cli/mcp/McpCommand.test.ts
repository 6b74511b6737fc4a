/** `gatefold mcp` as a client starts it: the built command, over stdio, with an emulator and a person who answers. */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { useTemporaryFolder } from "../../support/useTemporaryFolder.ts"

const main = path.resolve(import.meta.dirname, "../../../dist/cli/main.cjs")
/** A folder without env files. */
const folder = useTemporaryFolder()

let emulator: ReturnType<typeof spawn>
let env: Record<string, string>

beforeAll(async () => {
  const seed = path.join(folder, "seed.json")
  fs.writeFileSync(seed, JSON.stringify({ users: [{ email: "ann@example.org", displayName: "Ann\u001b[2J" }] }))
  emulator = spawn(process.execPath, [main, "start", "--json", "--port", "0", "--seed", seed])
  const started: {
    readonly apiUrl: string
    readonly controlToken: string
    readonly project: Readonly<Record<string, string>>
  } = await new Promise((resolve, reject) => {
    let text = ""
    emulator.stdout?.on("data", (chunk) => {
      text += chunk
      if (text.includes("\n")) resolve(JSON.parse(text.split("\n", 1)[0]!))
    })
    emulator.on("close", () => reject(new Error("it ended")))
  })
  env = {
    PATH: process.env["PATH"] ?? "",
    STACK_API_URL: started.apiUrl,
    STACK_PROJECT_ID: started.project["projectId"]!,
    STACK_SECRET_SERVER_KEY: started.project["secretServerKey"]!,
    GATEFOLD_EMULATOR_TOKEN: started.controlToken
  }
})

afterAll(() => {
  emulator.kill("SIGINT")
})

/** A client of the command, and what its person was asked. */
const connect = async (
  args: ReadonlyArray<string>,
  answer?: { readonly action: "accept" | "decline" | "cancel"; readonly content?: { readonly confirm: boolean } }
) => {
  const asked: Array<string> = []
  const client = new Client({ name: "test", version: "1" }, { capabilities: answer ? { elicitation: {} } : {} })
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return answer
    })
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "mcp", ...args],
    cwd: folder,
    env,
    stderr: "pipe"
  })
  const problems: Array<Error> = []
  // What is no message of the protocol.
  Object.assign(client, { onerror: (error: Error) => problems.push(error) })
  await client.connect(transport)
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    return { isError, text: (content as ReadonlyArray<{ readonly text: string }>)[0]?.text ?? "" }
  }
  return {
    call,
    asked,
    client,
    problems,
    [Symbol.asyncDispose]: () => client.close()
  }
}

describe("gatefold mcp", () => {
  it("reads the users of the running emulator", async () => {
    await using agent = await connect([])
    const { tools } = await agent.client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const users = await agent.call("list_users")
    expect(JSON.parse(users.text)).toMatchObject({ users: [{ primaryEmail: "ann@example.org" }], nextCursor: null })
    expect(JSON.parse((await agent.call("list_requests", { limit: 1 })).text).requests[0].path).toContain("/users")
    expect(JSON.parse((await agent.call("list_mails")).text).mails).toStrictEqual([])
    // It has the server key only.
    expect(await agent.call("get_project")).toMatchObject({ isError: true, text: /STACK_SUPER_SECRET_ADMIN_KEY/ })
    expect((await agent.call("explain_error", { error: "UserNotFound" })).text).toContain("No user of the project")
    expect(agent.problems).toStrictEqual([])
  })

  it("deletes what the person confirms, and nothing where it cannot ask", async () => {
    const create = { displayName: "Bob", primaryEmail: "bob@example.org" }
    await using no = await connect(["--write"], { action: "accept", content: { confirm: false } })
    const userId: string = JSON.parse((await no.call("create_user", create)).text).user.id
    await using mute = await connect(["--write"])
    expect(await mute.call("delete_user", { userId })).toMatchObject({ isError: true, text: /cannot ask/ })
    await using yes = await connect(["--write"], { action: "accept", content: { confirm: true } })
    expect(await yes.call("delete_user", { userId })).toMatchObject({ isError: false })
    expect(await yes.call("get_user", { userId })).toMatchObject({ isError: true, text: /^UserNotFound/ })
  })

  it.each([{ action: "accept", content: { confirm: false } }, { action: "decline" }, { action: "cancel" }] as const)(
    "deletes nothing if the person answers $0",
    async (answer) => {
      const create = { displayName: "Bob", primaryEmail: "bob@example.org" }
      await using no = await connect(["--write"], { action: "accept", content: { confirm: false } })
      const userId: string = JSON.parse((await no.call("create_user", create)).text).user.id
      await using agent = await connect(["--write"], answer)
      expect(await agent.call("delete_user", { userId })).toMatchObject({ isError: true, text: /did not confirm/ })
      expect(agent.asked).toStrictEqual([`Delete user ${userId}, "Bob", "bob@example.org", for good?`])
    }
  )

  it("changes data without asking where a flag allows it", async () => {
    await using agent = await connect(["--write", "--yes"])
    const { user } = JSON.parse((await agent.call("create_user", {})).text)
    expect(await agent.call("delete_user", { userId: user.id })).toMatchObject({ isError: false })
  })

  it("asks in one line, whatever characters a name contains", async () => {
    await using agent = await connect(["--write"], { action: "decline" })
    const [ann] = JSON.parse((await agent.call("list_users", { query: "ann@example.org" })).text).users
    await agent.call("delete_user", { userId: ann.id })
    expect(agent.asked[0]).toMatch(/^Delete user [\w-]+, "Ann\\u001b\[2J", "ann@example\.org", for good\?$/)
  })

  /** Runs it with this on standard input, and then does something to it. */
  const run = (input: string, after: (child: ReturnType<typeof spawn>) => void, ...args: ReadonlyArray<string>) =>
    new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
      const child = spawn(process.execPath, [main, "mcp", ...args], { cwd: folder, env })
      let [out, err] = ["", ""]
      child.stderr.on("data", (chunk) => (err += chunk))
      child.stdout.on("data", (chunk) => {
        out += chunk
        if (out.endsWith("\n")) after(child)
      })
      child.on("close", (code) => resolve({ code, out, err }))
      child.stdin.on("error", () => undefined) // it has ended before
      child.stdin.write(input)
    })

  const initialize = `${JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  })}\n`

  it("ends with its client, and by Ctrl-C", async () => {
    const closed = await run(initialize, (child) => child.stdin?.end())
    expect(closed).toMatchObject({ code: 0, err: "" })
    expect(JSON.parse(closed.out).result).toMatchObject({
      protocolVersion: "2025-06-18",
      serverInfo: { name: "gatefold" }
    })
    expect((await run(initialize, (child) => child.kill("SIGINT"))).code).toBe(130)
  })

  it("reads no env file from the standard input, which is the protocol's", async () => {
    const { code, err, out } = await run("", () => undefined, "--read-env", "-")
    expect({ code, out }).toStrictEqual({ code: 1, out: "" })
    expect(err).toMatch(/^Standard input is the protocol's/)
  })

  it("continues after a line that is not of the protocol", async () => {
    const { code, out } = await run(`no JSON\n${initialize}`, (child) => child.stdin?.end())
    expect(code).toBe(0)
    const messages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { serverInfo: { name: "gatefold" } } })
  })
})
