/** No command lets a terminal obey what users, services, mails or files say, whatever it prints, on whichever way. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it, layer } from "@effect/vitest"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { createTransport } from "nodemailer"
import { vi } from "vitest"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import * as SafeConsole from "../../src/cli/output/SafeConsole.ts"
import {
  toJsonLine,
  stripControls,
  toPlainJson,
  toPlainLine,
  escapeControls
} from "../../src/cli/output/TerminalText.ts"
import { runWith } from "../../src/cli/Run.ts"
import { takeSample } from "../support/seeds.ts"
import { listCommands, serving, withInput } from "./commands.ts"
import { elsewhere, hostile, linesIn, mail, shows, unsuccessful, write } from "./hostileCommands.ts"

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

/** What every command has printed, in a project whose texts are those of a stranger. */
const printed = Effect.gen(function* () {
  const { baseUrl, folder, mailbox } = yield* serving({
    displayName: hostile,
    config: { allowUserApiKeys: true, clientTeamCreationEnabled: true }
  })
  const screen = yield* terminal
  // What a service answers or a request asks for is in the journal.
  const asked = encodeURIComponent(hostile)
  yield* Effect.promise(() => fetch(`${baseUrl}/api/v1/${asked}?x=${asked}`))
  const typedLines = linesIn(folder).flatMap(([name, ...args], at) => {
    const typed = [...(name === hostile ? [name] : name.split(" ")), ...args]
    // `npm test` has each command as text or as JSON, `npm run test:all` has both.
    return takeSample([[], ["--json"]], at, 2).map((json) => ({ name, typed: [...typed, ...json] }))
  })
  return yield* Effect.forEach(typedLines, ({ name, typed }) =>
    Effect.gen(function* () {
      yield* mailbox.deliver(mail)
      withInput(hostile)
      screen.clear()
      const exit = yield* runOn(screen, typed)
      return { name, typed, text: screen.text, isSuccess: Exit.isSuccess(exit) }
    })
  )
}).pipe(Effect.scoped)

class Printed extends Context.Service<Printed, Effect.Success<typeof printed>>()("hostileText/Printed") {}

const all = listCommands(gatefold).map((words) => words.join(" "))

describe("terminal output", () => {
  it("is harmless for any text", () => {
    const texts = [hostile, ...Array.from({ length: 0x2100 }, (_, code) => `a${String.fromCharCode(code)}b\nc`)]
    const isHarmless = (text: string) =>
      [stripControls(text), toPlainLine(text), escapeControls(text), toJsonLine({ [text]: text })].every(
        (made) => !steers.test(made)
      ) &&
      [toPlainLine(text), escapeControls(text), toJsonLine(text)].every((made) => !made.includes("\n")) &&
      JSON.parse(toJsonLine(text)) === text &&
      JSON.parse(toPlainJson(JSON.stringify([text], undefined, 2)))[0] === text
    expect(texts.filter((text) => !isHarmless(text)).map((text) => JSON.stringify(text))).toStrictEqual([])
  })

  layer(Layer.effect(Printed, printed), { excludeTestServices: true, timeout: 120_000 })("of a command", (it) => {
    it.effect("has no control characters", () =>
      Effect.gen(function* () {
        for (const { text, typed } of yield* Printed) printsNothing(text, typed.join(" "))
      })
    )

    it.effect("shows what users wrote, where it lists that", () =>
      Effect.gen(function* () {
        const listed = (yield* Printed).filter(({ isSuccess, name }) => isSuccess && shows.includes(name))
        expect(new Set(listed.map(({ name }) => name))).toStrictEqual(new Set(shows))
        for (const { text, typed } of listed) expect(text, typed.join(" ")).toContain("evil")
      })
    )

    it.effect("is that of its work, and not of one error", () =>
      Effect.gen(function* () {
        const succeeded = new Set((yield* Printed).filter(({ isSuccess }) => isSuccess).map(({ name }) => name))
        const failed = all.filter((name) => !elsewhere.has(name) && !succeeded.has(name))
        expect(failed.toSorted()).toStrictEqual(unsuccessful)
      })
    )

    it.effect("is looked at for every command", () =>
      Effect.gen(function* () {
        const names = new Set((yield* Printed).map(({ name }) => name))
        expect(all.filter((leaf) => !names.has(leaf) && !elsewhere.has(leaf))).toStrictEqual([])
      })
    )
  })

  it.live.each(["users list", "project get", "whoami", "doctor", "token e30.e30.AAAA", "init"])(
    "has no control characters where an env file has them: $0",
    (line) =>
      Effect.gen(function* () {
        const { folder } = yield* serving({ displayName: hostile })
        write(folder, ".env", `STACK_PROJECT_ID=${hostile}\nSTACK_API_URL=${hostile}\n`)
        const screen = yield* terminal
        yield* runOn(screen, line.split(" "))
        printsNothing(screen.text, line)
        expect(screen.text).not.toBe("")
      })
  )

  it.live("has no control characters of mails that arrive during start", () =>
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

  it.live("has no control characters of logs, crashes and libraries", () =>
    Effect.gen(function* () {
      const screen = yield* terminal
      const { print } = screen
      const console = SafeConsole.makeSafe({
        ...globalThis.console,
        log: print,
        error: print,
        warn: print,
        info: print
      })
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
    })
  )

  it("goes through Output, which removes control characters", () => {
    const cli = path.resolve(import.meta.dirname, "../../src/cli")
    const found = fs
      .readdirSync(cli, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/^(output\/(Output|SafeConsole)|Usage|Run)\.ts$/.test(file))
      .filter((file) =>
        /\b[Cc]onsole\.(log|error|warn|info)\(|\bstdout\.write\(/.test(fs.readFileSync(path.join(cli, file), "utf8"))
      )
    expect(found).toStrictEqual([])
  })
})
