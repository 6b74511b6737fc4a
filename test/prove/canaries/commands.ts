/**
 * The command line: every command in a process of its own, with secrets wherever it may be told them, in a folder of
 * its own where somebody is signed in, against services that fail and repeat what they were sent.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { gatefold } from "../../../src/cli/GatefoldCommand.ts"
import * as ConfigFileTokenStore from "../../../src/terminal/ConfigFileTokenStore.ts"
import { findConfigFolder } from "../../../src/terminal/internal/ConfigFolder.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { listen } from "../../support/listen.ts"
import { base64url } from "../../support/tokens.ts"
import { seedData } from "./emulator.ts"
import { echoing, type Service } from "./faults.ts"
import { uuid } from "./inputs.ts"
import type { Search } from "./Search.ts"
import { kinds, play } from "./Secrets.ts"

const email = "ann@example.org"

/** What commands take, by the names of their arguments. */
const argument: Readonly<Record<string, string>> = {
  email,
  file: "file",
  id: uuid,
  path: "config.signUpEnabled",
  permission: "read",
  team: uuid,
  time: "1 day",
  url: `https://app.example.com/?code=${kinds.mailedCode}`,
  user: uuid
}

/** What is typed after a command instead, because it asks no service with those alone. */
const own: Readonly<Record<string, ReadonlyArray<string>>> = {
  add: ["all"],
  "emulator import": ["seed.json"],
  "emulator restore": ["snapshot.json"],
  "emulator seed": ["seed.json"],
  import: ["seed.json"],
  "keys check": ["--key-stdin"],
  "keys create": ["CI", "--team", uuid],
  "keys list": ["--user", uuid],
  "keys project create": ["production", "--server", "--expires-at", "2099-01-31"],
  "keys project revoke": [uuid, "--yes"],
  "keys revoke": [uuid, "--yes"],
  login: ["--app-url", "https://app.example.com", "--no-browser"],
  "permissions definitions create": ["read", "--scope", "team"],
  "permissions definitions delete": ["read", "--yes"],
  "permissions definitions update": ["read", "--description", "Read"],
  "project set": ["--file", "settings.json", "--yes"],
  start: ["--port", "0"],
  "teams invite": [uuid, email, "--callback-url", "https://app.example.com/handler/team-invitation"],
  "teams update": [uuid, "--display-name", "Acme"],
  "token explain": [],
  "users create": ["--email", email, "--password-stdin"],
  "users delete": [uuid, "--yes"],
  "users export": ["exported.csv"],
  "users import": ["users.csv"],
  "users update": [uuid, "--password-stdin"]
}

/** What is written to standard input; otherwise a password. */
const input: Readonly<Record<string, string>> = {
  "keys check": kinds.apiKey,
  mcp: [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } }
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "list_users", arguments: {} } }
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    .join(""),
  // Header and claims are shown, for that is what is asked for; the signature, of 64 bytes with a good end, is not.
  "token explain": [
    base64url({ alg: "ES256", kid: "key-1" }),
    base64url({ aud: uuid }),
    `${kinds.passkeySignature.slice(0, 85)}w`
  ].join(".")
}

/** The files that commands read. */
const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ dependencies: { next: "16" } }),
  "seed.json": JSON.stringify(seedData),
  "settings.json": JSON.stringify({
    config: { oauthProviders: seedData.config?.oauthProviders, emailConfig: seedData.config?.emailConfig }
  }),
  "snapshot.json": JSON.stringify({ rows: seedData }),
  "users.csv": [
    "email,password,password_hash,totp_secret_base64",
    `${email},${kinds.password},,${kinds.totpSecret}`,
    `bob@example.org,,${kinds.passwordHash},`
  ].join("\n")
}

/** These ask no service that they are told of, by design; what is in environment and files they do not show either. */
const askNobody: Readonly<Record<string, string>> = {
  add: "copies files of the package",
  docs: "prints pages of the package",
  init: "writes files",
  start: "serves an emulator, until it is told to end",
  tour: "asks an emulator of its own"
}

/** A command that does something. */
interface Leaf {
  readonly name: string
  /** What is typed, with its arguments. */
  readonly typed: ReadonlyArray<string>
}

/** What a command knows of its arguments, and `Command.Any` does not tell. */
type Configured = { readonly config?: { readonly arguments?: ReadonlyArray<{ readonly name?: string }> } }

const listLeaves = (command: Command.Command.Any, typed: ReadonlyArray<string>): ReadonlyArray<Leaf> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  if (below.length > 0) return below.flatMap((one) => listLeaves(one, [...typed, one.name]))
  const { arguments: taken = [] } = (command as Configured).config ?? {}
  const name = typed.join(" ")
  return [{ name, typed: [...typed, ...(own[name] ?? taken.map(({ name = "" }) => argument[name] ?? "some"))] }]
}

const readBody = async (incoming: IncomingMessage) => {
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
    void readBody(incoming).then(async (body) => {
      const request = { method: method as "GET", url: `http://${headers.host}${url}`, headers: headers as {}, body }
      const { header, status, text } = await Effect.runPromise(
        answer({ ...request, maxResponseBytes: 1e6, timeoutMillis: 1e6 })
      )
      outgoing.writeHead(status, { "content-type": header("content-type") ?? "text/plain" }).end(text)
    })
  })
  const port = await listen(server)
  return { name, url: `http://127.0.0.1:${port}`, requests: () => requests, close: () => server.close() }
}

const program = path.resolve(import.meta.dirname, "../../../src/cli/Program.ts")

const runCommand = (typed: ReadonlyArray<string>, env: Readonly<Record<string, string>>, cwd: string, stdin: string) =>
  new Promise<string>((resolve) => {
    const child = spawn(process.execPath, ["--conditions", "gatefold-source", program, ...typed], { cwd, env })
    let output = ""
    const hear = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.stdin.on("error", () => undefined)
    child.stdin.end(stdin)
    // Those that wait for something wait for ever.
    const limit = setTimeout(() => child.kill(), 20_000)
    child.on("close", () => {
      clearTimeout(limit)
      resolve(output)
    })
  })

/** Somebody is signed in here. */
const signIn = (env: { readonly HOME: string; readonly STACK_API_URL: string }) =>
  Effect.flatMap(TokenStore, (store) =>
    store.set({ accessToken: Redacted.make(kinds.accessToken), refreshToken: Redacted.make(kinds.refreshToken) })
  ).pipe(
    Effect.provide(
      ConfigFileTokenStore.layer({
        app: "gatefold",
        folder: findConfigFolder("gatefold", { platform: process.platform, env, home: env.HOME }),
        apiUrl: env.STACK_API_URL,
        projectId: uuid
      })
    ),
    Effect.runPromise
  )

/** Runs every command; answers how many there were, and which did not do as they should: ask a service, or nobody. */
export const run = async (
  search: Search,
  every = 1
): Promise<{ readonly commands: number; readonly asked: number; readonly unexpected: ReadonlyArray<string> }> => {
  const commands = listLeaves(gatefold, []).filter((_, index) => index % every === 0)
  const services = [await serve(echoing[0]![0]!), await serve(echoing[5]![0]!)]
  let asked = 0
  const unexpected: Array<string> = []
  for (const [index, { name, typed }] of commands.entries()) {
    // One of the four ways each, for a process takes seconds.
    const service = services[index % 2]!
    const more = index % 4 < 2 || name === "mcp" ? [] : ["--json"]
    // None finds what another one has left.
    const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-canaries-"))
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
    const stdin = input[name] ?? `${kinds.password}\n`
    const variables = Object.entries(env).map((entry) => `${entry.join("=")}\n`)
    fs.writeFileSync(path.join(folder, ".env.local"), variables.join(""))
    for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text)
    play(JSON.stringify([env, typed, stdin, typed.map((file) => files[file])]))
    await signIn(env)
    const before = service.requests()
    const output = await runCommand([...typed, ...more], env, folder, stdin)
    const hasAsked = service.requests() > before
    if (hasAsked) asked++
    if (hasAsked === name in askNobody) unexpected.push(name)
    search.look("command", `${["gatefold", name, ...more].join(" ")}, with ${service.name}`, output)
    fs.rmSync(folder, { recursive: true })
  }
  services.forEach(({ close }) => close())
  return { commands: commands.length, asked, unexpected }
}
