/** No command lets a terminal obey what users, services, mails or files say, whatever it prints, on whichever way. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { createTransport } from "nodemailer"
import { vi } from "vitest"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import { runWith } from "../../src/cli/Run.ts"
import * as SafeConsole from "../../src/cli/SafeConsole.ts"
import { jsonLine, plain, plainJson, plainLine, visible } from "../../src/cli/TerminalText.ts"
import { sampleOf } from "../support/seeds.ts"
import { base64url } from "../support/tokens.ts"
import { serving, withInput } from "./commands.ts"

/** Colors, a title, a cleared screen, another order, a line that is written over, and the same in one byte. */
const hostile =
  "Ann\u001b[31m\u001b[8m\u001b]0;x\u0007\u001b[2J\u009b2J\u009d0;x\u009c\u202eevil\u202c\u2066\u2069\u200f\u061c\u007f\b\r$ rm"

/** What a terminal may get: lines, and bold titles and colors of our own. */
const steers = /[^\P{Cc}\n]|\p{Bidi_C}/u
const ownColors = /\u001b\[(?:1|22|3[1236]|39)m/g

const printsNothing = (text: string, what: string) => {
  const found = steers.exec(text.replaceAll(ownColors, ""))
  expect(
    found && { what, near: JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20)) }
  ).toBeNull()
}

/** A terminal on both ends of the output, which keeps what it gets. */
const terminal = Effect.acquireRelease(
  Effect.sync(() => {
    let text = ""
    const streams = [process.stdout, process.stderr]
    const were = streams.map((stream) => Object.getOwnPropertyDescriptor(stream, "isTTY"))
    const writes = streams.map((stream) => {
      Object.defineProperty(stream, "isTTY", { value: true, configurable: true })
      return vi.spyOn(stream, "write").mockImplementation((chunk, ...rest) => {
        text += String(chunk)
        const done = rest.findLast((one) => typeof one === "function")
        if (done !== undefined) queueMicrotask(() => done())
        return true
      })
    })
    const print = (line: unknown) => void (text += `${String(line)}\n`)
    return {
      get text() {
        return text
      },
      clear: () => void (text = ""),
      print,
      end: () => {
        for (const write of writes) write.mockRestore()
        for (const [at, stream] of streams.entries()) {
          Reflect.deleteProperty(stream, "isTTY")
          if (were[at] !== undefined) Object.defineProperty(stream, "isTTY", were[at])
        }
      }
    }
  }),
  ({ end }) => Effect.sync(end)
)

type Terminal = Effect.Success<typeof terminal>

/** Runs a command as the process does, errors included. */
const runOn = ({ print }: Terminal, args: ReadonlyArray<string>) =>
  runWith(gatefold, args).pipe(
    Effect.provideService(Console.Console, { ...globalThis.console, log: print, error: print }),
    Effect.provideService(TerminalCapabilities.TerminalCapabilities, {
      canColor: true,
      canAnimate: false,
      canPrompt: false
    }),
    Effect.provide(NodeServices.layer),
    Effect.exit
  )

const leavesOf = (command: Command.Command.Any, typed: ReadonlyArray<string>): ReadonlyArray<string> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  return below.length === 0 ? [typed.join(" ")] : below.flatMap((one) => leavesOf(one, [...typed, one.name]))
}

/** Commands with nothing of others in their output, and why they are not here. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["mcp", "prints the protocol, to a program"],
  ["tour", "has an emulator and users of its own"],
  ["start", "is below, because it does not end"]
])

/** Commands that show what users wrote. */
const shows = [
  "users list",
  "users get",
  "users export",
  "teams list",
  "teams get",
  "teams members list",
  "keys list",
  "keys project list",
  "project get",
  "permissions definitions list",
  "export",
  "mail list",
  "mail show",
  "emulator export",
  "emulator snapshot"
]

/** Commands that can only fail here. */
const unsuccessful =
  "doctor,emulator faults remove,emulator restore,keys check,keys project revoke,keys revoke,login,permissions definitions delete,project check,redirect explain,teams delete,token,token explain,users delete,users import,whoami".split(
    ","
  )

describe("terminal output", () => {
  it("is harmless for any text", () => {
    const texts = [hostile, ...Array.from({ length: 0x2100 }, (_, code) => `a${String.fromCharCode(code)}b\nc`)]
    const isHarmless = (text: string) =>
      [plain(text), plainLine(text), visible(text), jsonLine({ [text]: text })].every((made) => !steers.test(made)) &&
      [plainLine(text), visible(text), jsonLine(text)].every((made) => !made.includes("\n")) &&
      JSON.parse(jsonLine(text)) === text &&
      JSON.parse(plainJson(JSON.stringify([text], undefined, 2)))[0] === text
    expect(texts.filter((text) => !isHarmless(text)).map((text) => JSON.stringify(text))).toStrictEqual([])
  })

  it.live(
    "of any command has no control characters",
    () =>
      Effect.gen(function* () {
        const email = "ann@example.org"
        const userId = "11111111-1111-4111-8111-111111111111"
        const teamId = "22222222-2222-4222-8222-222222222222"
        const { baseUrl, clock, folder, mailbox } = yield* serving({
          displayName: hostile,
          config: { allowUserApiKeys: true, clientTeamCreationEnabled: true }
        })
        yield* clock.currentTimeMillis
        const metadata = { [hostile]: hostile }
        const users = [
          {
            id: userId,
            email,
            displayName: hostile,
            clientMetadata: metadata,
            clientReadOnlyMetadata: metadata,
            serverMetadata: metadata
          }
        ]
        const teams = [
          {
            id: teamId,
            displayName: hostile,
            serverMetadata: metadata,
            members: [{ user: email, displayName: hostile }]
          }
        ]
        const file = (name: string, text: string) => {
          fs.writeFileSync(path.join(folder, name), text)
          return path.join(folder, name)
        }
        const seed = file("seed.json", JSON.stringify({ users, teams }))
        const csv = file("users.csv", `email,display_name,${hostile.replaceAll("\r", "")}\n${hostile},x,y\n`)
        const deliver = mailbox.deliver({
          projectId: undefined,
          from: hostile,
          to: email,
          subject: hostile,
          text: hostile,
          html: hostile,
          link: `https://x.example/${hostile}`,
          code: hostile
        })
        yield* deliver
        file("package.json", JSON.stringify({ name: hostile, dependencies: { react: hostile, vite: "*" } }))
        const screen = yield* terminal

        const jwt = [
          { alg: "ES256", kid: hostile },
          { sub: hostile, exp: 1, iss: hostile, [hostile]: hostile }
        ]
          .map(base64url)
          .join(".")
        const commands: ReadonlyArray<readonly [name: string, ...args: ReadonlyArray<string>]> = [
          ["emulator seed", seed],
          ["project set", "displayName", hostile, "--yes"],
          [
            "project set",
            "config.domains",
            JSON.stringify([{ domain: `https://${hostile}`, handlerPath: "/" }]),
            "--yes"
          ],
          ["project get"],
          ["project get", "displayName"],
          ["project get", hostile],
          ["project check"],
          [
            "users create",
            "--email",
            "bob@example.org",
            "--display-name",
            hostile,
            "--server-metadata",
            `{"a":${JSON.stringify(hostile)}}`
          ],
          ["users create", "--email", hostile],
          ["users list"],
          ["users list", "--query", hostile],
          ["users get", email],
          ["users get", hostile],
          ["users update", email, "--client-metadata", JSON.stringify(metadata)],
          ["users update", email, "--restrict", hostile],
          ["users export", "-"],
          ["users export", "-", "--format", "csv"],
          ["users export", "-", "--format", "csv", "--raw"],
          ["users export", "-", "--format", "json"],
          ["users import", csv],
          ["users import", path.join(folder, hostile.replaceAll("/", ""))],
          ["users delete", email],
          ["users delete", hostile, "--yes"],
          ["teams create", hostile],
          ["teams list"],
          ["teams get", teamId],
          ["teams get", hostile],
          ["teams update", teamId, "--display-name", hostile],
          ["teams members list", teamId],
          ["teams members add", teamId, "bob@example.org"],
          ["teams members remove", teamId, "bob@example.org", "--yes"],
          ["teams members remove", teamId, email],
          ["teams invite", teamId, "cleo@example.org", "--callback-url", "http://localhost:3000/join"],
          ["teams invite", teamId, "cleo@example.org", "--callback-url", `https://${hostile}`],
          ["teams delete", teamId],
          ["teams delete", hostile, "--yes"],
          ["permissions definitions create", "read", "--scope", "team", "--description", hostile],
          ["permissions definitions list", "--scope", "team"],
          ["permissions definitions update", "read", "--scope", "team", "--description", hostile],
          ["permissions definitions delete", "read", "--scope", "team"],
          ["permissions grant", email, hostile],
          ["permissions grant", email, "read", "--team", teamId],
          ["permissions list", email, "--team", teamId],
          ["permissions revoke", email, "read", "--team", teamId],
          ["keys create", hostile, "--user", email],
          ["keys list", "--user", email],
          ["keys revoke", hostile],
          ["keys check", "--key-stdin"],
          ["keys project create", hostile, "--server", "--expires-at", "2030-01-01"],
          ["keys project list"],
          ["keys project revoke", hostile],
          ["config pull", "--yes"],
          ["config push", "--yes"],
          ["config diff"],
          ["export", "-"],
          ["import", seed, "--existing", "skip"],
          ["import", csv],
          ["mail list"],
          ["mail show"],
          ["mail show", hostile],
          ["mail wait", "--to", email, "--within", "0"],
          ["mail wait", "--to", hostile, "--within", "0"],
          ["emulator faults add", "--path", `/${hostile}`, "--fault", "offline"],
          ["emulator faults add", "--path", "/nowhere", "--status", "503"],
          ["emulator faults list"],
          ["emulator faults remove", hostile],
          ["emulator faults clear"],
          ["emulator clock show"],
          ["emulator clock advance", hostile],
          ["emulator clock advance", "1 minute"],
          ["emulator clock reset"],
          ["emulator export"],
          ["emulator snapshot"],
          ["emulator requests", "--curl"],
          ["emulator restore", csv],
          ["emulator import", seed],
          ["emulator reset"],
          ["redirect explain", `https://${hostile}/`],
          ["redirect explain", `/${hostile}`, "--page", "https://app.example.com"],
          ["redirect explain", "/x", "--page", `https://${hostile}/`],
          ["token", `${jwt}.AAAA`],
          ["token explain", `${jwt}.AAAA`],
          ["token explain", hostile],
          ["whoami"],
          ["login", "--app-url", `https://${hostile}`],
          ["logout"],
          ["doctor"],
          ["docs", hostile],
          ["docs", "teams"],
          ["docs", "mail"],
          ["init"],
          ["add"],
          ["add", hostile],
          ["add", "sign-in", "--dir", hostile],
          [hostile],
          ["users", hostile],
          ["users list", `--${hostile}`]
        ]
        const named = new Set(commands.map(([name]) => name))
        const leaves = leavesOf(gatefold, [])
        expect(leaves.filter((leaf) => !named.has(leaf) && !elsewhere.has(leaf))).toStrictEqual([])

        // What a service answers or a request asks for is in the journal.
        yield* Effect.promise(() =>
          fetch(`${baseUrl}/api/v1/${encodeURIComponent(hostile)}?x=${encodeURIComponent(hostile)}`)
        )
        const succeeded = new Set<string>()
        for (const [at, [name, ...args]] of commands.entries()) {
          for (const asJson of sampleOf([false, true], at, 2)) {
            yield* deliver
            withInput(hostile)
            screen.clear()
            const typed = [...(name === hostile ? [name] : name.split(" ")), ...args, ...(asJson ? ["--json"] : [])]
            const exit = yield* runOn(screen, typed)
            if (Exit.isSuccess(exit)) succeeded.add(name)
            printsNothing(screen.text, typed.join(" "))
            if (Exit.isSuccess(exit) && shows.includes(name)) expect(screen.text, typed.join(" ")).toContain("evil")
          }
        }
        // Otherwise it would be messages of one error.
        expect(leaves.filter((name) => named.has(name) && !succeeded.has(name)).toSorted()).toStrictEqual(
          unsuccessful.filter((name) => leaves.includes(name))
        )

        file(".env", `STACK_PROJECT_ID=${hostile}\nSTACK_API_URL=${hostile}\n`)
        for (const name of ["users list", "project get", "whoami", "doctor", "token e30.e30.AAAA", "init"]) {
          screen.clear()
          yield* runOn(screen, name.split(" "))
          printsNothing(screen.text, `${name} with a hostile env file`)
        }
      }).pipe(Effect.scoped),
    120_000
  )

  it.live("of mails that arrive during start has no control characters", () =>
    Effect.gen(function* () {
      for (const asJson of [false, true]) {
        yield* Effect.gen(function* () {
          const { folder } = yield* serving()
          const seed = path.join(folder, "seed.json")
          fs.writeFileSync(seed, JSON.stringify({ users: [{ email: "a@example.org", displayName: hostile }] }))
          const screen = yield* terminal
          const args = ["start", "--port", "0", "--smtp-port", "0", "--seed", seed, ...(asJson ? ["--json"] : [])]
          const fiber = yield* Effect.forkScoped(runOn(screen, args))
          const smtp = () => /smtp"?\s*:?\s*(?:\{"host":"127.0.0.1","port":|127\.0\.0\.1:)(\d+)/.exec(screen.text)?.[1]
          yield* Effect.promise(() => vi.waitUntil(smtp, 30_000))
          yield* Effect.promise(() =>
            createTransport({ host: "127.0.0.1", port: Number(smtp()), secure: false }).sendMail({
              from: "a@example.com",
              to: "ann@example.org",
              subject: `Subject ${hostile}`,
              text: `https://x.example/${hostile}`
            })
          )
          yield* Effect.promise(() => vi.waitUntil(() => screen.text.includes("Subject"), 30_000))
          yield* Fiber.interrupt(fiber)
          printsNothing(screen.text, args.join(" "))
        }).pipe(Effect.scoped)
      }
    })
  )

  it.live("of logs, crashes and libraries has no control characters", () =>
    Effect.gen(function* () {
      const screen = yield* terminal
      const { print } = screen
      const console = SafeConsole.over({ ...globalThis.console, log: print, error: print, warn: print, info: print })
      yield* Effect.gen(function* () {
        yield* Effect.logWarning(hostile, { name: hostile }, new Error(hostile))
        yield* Effect.logError("crash", hostile)
        yield* Console.error(hostile)
        yield* Console.warn("%s", hostile)
        yield* SafeConsole.withColors(Console.log("\u001b[1mTITLE\u001b[22m"))
      }).pipe(Effect.provideService(Console.Console, console))
      expect(screen.text).toContain("\u001b[1mTITLE\u001b[22m\n")
      expect(screen.text).toContain("evil")
      printsNothing(screen.text, "the console")
      screen.end()
      screen.clear()
      console.log(hostile)
      expect(screen.text).toBe(`${hostile}\n`)
    }).pipe(Effect.scoped)
  )

  it("goes through Output, which removes control characters", () => {
    const cli = path.resolve(import.meta.dirname, "../../src/cli")
    const found = fs
      .readdirSync(cli, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/^(Output|SafeConsole|Usage|Run)\.ts$/.test(file))
      .filter((file) =>
        /\b[Cc]onsole\.(log|error|warn|info)\(|\bstdout\.write\(/.test(fs.readFileSync(path.join(cli, file), "utf8"))
      )
    expect(found).toStrictEqual([])
  })
})
