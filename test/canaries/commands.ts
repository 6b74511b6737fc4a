/**
 * The command line: every command in processes of its own, with secrets wherever it may be told them, against services
 * that fail and repeat what they were sent.
 */
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { gatefold } from "../../src/cli/Gatefold.ts"
import { echoing, type Service } from "./faults.ts"
import { uuid } from "./inputs.ts"
import type { Search } from "./Search.ts"
import { kinds, play } from "./Secrets.ts"

/** What commands take, by the names of their arguments. */
const argument: Readonly<Record<string, string>> = {
  email: "ann@example.org",
  file: "file",
  id: uuid,
  path: "config.signUpEnabled",
  permission: "read",
  team: uuid,
  time: "1 day",
  token: kinds.accessToken,
  url: `https://app.example.com/?code=${kinds.mailedCode}`,
  user: uuid
}

/** A command that does something. */
interface Leaf {
  readonly name: string
  /** What is typed, with its arguments. */
  readonly typed: ReadonlyArray<string>
}

/** What a command knows of its arguments, and `Command.Any` does not tell. */
type Configured = { readonly config?: { readonly arguments?: ReadonlyArray<{ readonly name?: string }> } }

const leavesOf = (command: Command.Command.Any, typed: ReadonlyArray<string>): ReadonlyArray<Leaf> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  if (below.length > 0) return below.flatMap((one) => leavesOf(one, [...typed, one.name]))
  const { arguments: taken = [] } = (command as Configured).config ?? {}
  return [{ name: typed.join(" "), typed: [...typed, ...taken.map(({ name = "" }) => argument[name] ?? "some")] }]
}

/** They serve until they are told to end, or call no service. */
const others = /^(start|tour|init|add|docs|mcp)\b/

const bodyOf = async (incoming: IncomingMessage) => {
  let text = ""
  for await (const chunk of incoming) text += String(chunk)
  return text
}

/** A service on a socket. */
const serve = async ({ answer, name }: Service) => {
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    requests++
    const { headers, method = "GET", url } = incoming
    void bodyOf(incoming).then(async (body) => {
      const request = { method: method as "GET", url: `http://${headers.host}${url}`, headers: headers as {}, body }
      const { header, status, text } = await Effect.runPromise(
        answer({ ...request, maxResponseBytes: 1e6, timeoutMillis: 1e6 })
      )
      outgoing.writeHead(status, { "content-type": header("content-type") ?? "text/plain" }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { name, url: `http://127.0.0.1:${port}`, requests: () => requests, close: () => server.close() }
}

const program = path.resolve(import.meta.dirname, "../../src/cli/Program.ts")

const outputOf = (typed: ReadonlyArray<string>, env: Readonly<Record<string, string>>, cwd: string) =>
  new Promise<string>((resolve) => {
    const child = spawn(process.execPath, ["--conditions", "gatefold-source", program, ...typed], { cwd, env })
    let output = ""
    const hear = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.stdin.on("error", () => undefined)
    child.stdin.end(`${kinds.password}\n`)
    // those that wait for something wait for ever
    const limit = setTimeout(() => child.kill(), 20_000)
    child.on("close", () => {
      clearTimeout(limit)
      resolve(output)
    })
  })

/** Runs every command; answers how many there were, and how many of them got as far as to a request. */
export const run = async (
  search: Search,
  every = 1
): Promise<{ readonly commands: number; readonly asked: number }> => {
  const commands = leavesOf(gatefold, []).filter(({ name }, index) => !others.test(name) && index % every === 0)
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-canaries-"))
  const services = [await serve(echoing[0]![0]!), await serve(echoing[5]![0]!)]
  let asked = 0
  for (const [index, { name, typed }] of commands.entries()) {
    // one of the four ways each, for a process takes seconds
    const service = services[index % 2]!
    const more = index % 4 < 2 ? [] : ["--json"]
    const env = {
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_RUNTIME_DIR: folder,
      STACK_API_URL: service.url,
      STACK_PROJECT_ID: uuid,
      STACK_PUBLISHABLE_CLIENT_KEY: "pck_public_and_in_every_page",
      STACK_SECRET_SERVER_KEY: kinds.secretServerKey,
      STACK_SUPER_SECRET_ADMIN_KEY: kinds.superSecretAdminKey,
      GATEFOLD_EMULATOR_URL: service.url,
      GATEFOLD_EMULATOR_TOKEN: kinds.controlToken
    }
    play(JSON.stringify([env, typed]))
    const before = service.requests()
    const output = await outputOf([...typed, ...more], env, folder)
    if (service.requests() > before) asked++
    search.look("command", `${["gatefold", name, ...more].join(" ")}, with ${service.name}`, output)
  }
  services.forEach(({ close }) => close())
  fs.rmSync(folder, { recursive: true })
  return { commands: commands.length, asked }
}
