/** A token store in a file is shared by processes, survives their crashes, and only its owner can read it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { hostname } from "node:os"
import * as path from "node:path"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import { Locks } from "../../src/platform/Locks.ts"
import * as ConfigFileTokenStore from "../../src/terminal/ConfigFileTokenStore.ts"
import { findConfigFolder } from "../../src/terminal/internal/ConfigFolder.ts"
import { withLock } from "../../src/terminal/internal/FileLocks.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { texts, tokens } from "../support/tokens.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"
import { behavesLikeATokenStore } from "../token/suite.ts"

const all = useTemporaryFolder()

const newFolder = () => fs.mkdtempSync(path.join(all, "config-"))
const project = { app: "my-cli", projectId: "p", apiUrl: "http://127.0.0.1:8102" }

behavesLikeATokenStore("A file", () => Layer.orDie(ConfigFileTokenStore.layer({ ...project, folder: newFolder() })))

/** A store of a process. */
const open = (options: ConfigFileTokenStore.Options) =>
  Effect.map(Layer.build(ConfigFileTokenStore.layer(options)), Context.get(TokenStore))

describe("a token store in a file", () => {
  it.live("is shared by processes, with one file for each service and project", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const [one, same] = [yield* open({ ...project, folder }), yield* open({ ...project, folder })]
      yield* one.set(tokens("r1", "a1"))
      expect(texts(yield* same.get)).toStrictEqual(["r1", "a1"])
      const others = [
        { ...project, folder, projectId: "q" },
        { ...project, folder, apiUrl: "http://127.0.0.1:8103" }
      ]
      const found = yield* Effect.forEach(others, (other) => Effect.flatMap(open(other), ({ get }) => get))
      expect(found).toStrictEqual([undefined, undefined])
      expect(yield* same.compareAndSet(tokens("r0"), tokens("r2"))).toBe(false)
      expect(yield* same.compareAndSet(tokens("r1"), tokens("r2"))).toBe(true)
      expect(texts(yield* one.get)).toStrictEqual(["r2", undefined])
      yield* same.clear
      expect(yield* one.get).toBeUndefined()
      expect(fs.readdirSync(path.join(folder, "sessions"))).toStrictEqual([])
    })
  )

  it.live("keeps the login that began last, in whichever process", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const [one, other] = [yield* open({ ...project, folder }), yield* open({ ...project, folder })]
      const first = yield* one.begin
      const second = yield* other.begin
      expect(yield* first.set(tokens("r1"))).toBe(false)
      yield* second.drop
      expect(yield* first.set(tokens("r1"))).toBe(true)
    })
  )

  it.live("does not wait for a login whose process has ended", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const store = yield* open({ ...project, folder })
      const first = yield* store.begin
      yield* store.begin
      const file = yield* ConfigFileTokenStore.fileOf({ ...project, folder })
      const stored = JSON.parse(fs.readFileSync(file, "utf8"))
      // No process has this id: it is larger than any system gives.
      const intents = [stored.intents[0], `${hostname()} 999999999 x`]
      fs.writeFileSync(file, JSON.stringify({ ...stored, intents }))
      expect(yield* first.set(tokens("r1"))).toBe(true)
    })
  )

  it.live("is readable by its owner only, and ignored when others can read it", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const store = yield* open({ ...project, folder })
      yield* store.set(tokens("r1", "a1"))
      const file = yield* ConfigFileTokenStore.fileOf({ ...project, folder })
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
      fs.chmodSync(file, 0o644)
      expect(yield* store.get).toBeUndefined()
      fs.chmodSync(file, 0o600)
      fs.chmodSync(path.dirname(file), 0o755)
      expect(yield* store.get).toBeUndefined()
      const error = yield* Effect.flip(store.set(tokens("r2")))
      expect(error.message).toContain("chmod 700")
    })
  )

  it.live("reads and writes through no symbolic link", () =>
    Effect.gen(function* () {
      const [folder, elsewhere] = [newFolder(), newFolder()]
      const store = yield* open({ ...project, folder })
      yield* store.set(tokens("r1", "a1"))
      const file = yield* ConfigFileTokenStore.fileOf({ ...project, folder })
      const planted = path.join(elsewhere, "planted.json")
      fs.copyFileSync(file, planted)
      fs.chmodSync(planted, 0o600)
      fs.rmSync(file)
      fs.symlinkSync(planted, file)
      expect(yield* store.get).toBeUndefined()
      yield* store.set(tokens("r2"))
      expect(fs.lstatSync(file).isSymbolicLink()).toBe(false)
      expect(fs.readFileSync(planted, "utf8")).toContain("r1")

      fs.rmSync(path.dirname(file), { recursive: true })
      fs.symlinkSync(elsewhere, path.dirname(file))
      const error = yield* Effect.flip(store.set(tokens("CANARY")))
      expect(error.message).toContain("is a link")
      expect(error.message).not.toContain("CANARY")
      expect(yield* store.clear).toBeUndefined()
    })
  )

  it.live("signs out in memory when the file cannot be removed", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const store = yield* open({ ...project, folder })
      yield* store.set(tokens("r1"))
      const lock = `${yield* ConfigFileTokenStore.fileOf({ ...project, folder })}.lock`
      // A folder in the place of the lock: nobody gets it, and nothing can be written.
      fs.chmodSync(path.join(folder, "sessions"), 0o500)
      fs.rmSync(lock, { force: true })
      const cleared = yield* store.clear
      fs.chmodSync(path.join(folder, "sessions"), 0o700)
      expect(texts(cleared)).toStrictEqual(["r1", undefined])
      expect(yield* store.get).toBeUndefined()
    })
  )

  it.live("treats a damaged file, a large file and a file of another project as absent", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const store = yield* open({ ...project, folder })
      yield* store.set(tokens("r1"))
      const file = yield* ConfigFileTokenStore.fileOf({ ...project, folder })
      const good = fs.readFileSync(file, "utf8")
      const damaged = [
        "",
        "null",
        "[]",
        good.slice(0, -9),
        good.replace('"r1"', '"r1\\n"'),
        good.replace('"p"', '"q"'),
        good.replace("{", `{ "x": "${"x".repeat(70_000)}",`)
      ]
      for (const text of damaged) {
        fs.writeFileSync(file, text)
        expect(yield* store.get, text.slice(0, 99)).toBeUndefined()
      }
      yield* store.set(tokens("r2"))
      expect(texts(yield* store.get)).toStrictEqual(["r2", undefined])
    })
  )

  it.live("removes the draft of a killed writer, and keeps the draft of a writer at work", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const store = yield* open({ ...project, folder })
      yield* store.set(tokens("r1"))
      const file = yield* ConfigFileTokenStore.fileOf({ ...project, folder })
      const [left, writing] = [`${file}.1.tmp`, `${file}.2.tmp`]
      for (const draft of [left, writing]) fs.writeFileSync(draft, "secret")
      const longAgo = new Date(Date.now() - 61_000)
      fs.utimesSync(left, longAgo, longAgo)
      yield* store.set(tokens("r2"))
      expect({ left: fs.existsSync(left), writing: fs.existsSync(writing) }).toStrictEqual({
        left: false,
        writing: true
      })
    })
  )

  it.live("refuses a relative folder", () =>
    Effect.gen(function* () {
      const relative = yield* Effect.flip(ConfigFileTokenStore.fileOf({ ...project, folder: "x" }))
      expect(relative.option).toBe("folder")
    })
  )

  it.live.each(["", ".", "..", "../x", "a/b", "a\\b", "a.", "x".repeat(65), "a\0b"])(
    'refuses an app named "$0"',
    (app) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(ConfigFileTokenStore.fileOf({ ...project, app }))
        expect(error).toBeInstanceOf(InvalidOption)
        expect(error.option).toBe("app")
      })
  )

  it.each([
    ["linux", {}, "/home/ann/.config/my-cli"],
    ["linux", { XDG_CONFIG_HOME: "/etc/xdg" }, "/etc/xdg/my-cli"],
    ["linux", { XDG_CONFIG_HOME: "xdg" }, "/home/ann/.config/my-cli"],
    ["darwin", {}, "/home/ann/Library/Application Support/my-cli"],
    ["win32", {}, "/home/ann/AppData/Roaming/my-cli"],
    ["win32", { APPDATA: "/appdata" }, "/appdata/my-cli"]
  ] as const)("is in the configuration folder of the operating system: %s with %j", (platform, env, folder) => {
    expect(findConfigFolder("my-cli", { platform, env, home: "/home/ann" })).toBe(folder)
  })
})

describe("a lock between processes", () => {
  it.live("is held by one process at a time", () =>
    Effect.gen(function* () {
      const folder = newFolder()
      const file = path.join(folder, "count")
      fs.writeFileSync(file, "0")
      const script = `
        import * as Effect from "effect/Effect"
        import * as fs from "node:fs"
        import { withLock } from ${JSON.stringify(new URL("../../src/terminal/internal/FileLocks.ts", import.meta.url).href)}
        const file = ${JSON.stringify(file)}
        const add = Effect.gen(function* () {
          const count = Number(fs.readFileSync(file, "utf8"))
          yield* Effect.sleep(1)
          fs.writeFileSync(file, String(count + 1))
        })
        for (let i = 0; i < 20; i++) await Effect.runPromise(withLock(file + ".lock", add))`
      const processes = [1, 2].map(() =>
        spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "inherit", "inherit"] })
      )
      yield* Effect.promise(() => Promise.all(processes.map((child) => once(child, "exit"))))
      expect(fs.readFileSync(file, "utf8")).toBe("40")
    })
  )

  it.live("is taken over from a process that has ended or has held it for a minute", () =>
    Effect.gen(function* () {
      const lock = path.join(newFolder(), "lock")
      fs.writeFileSync(lock, `${hostname()} 999999999 x`)
      expect(
        yield* withLock(
          lock,
          Effect.sync(() => fs.readFileSync(lock, "utf8").includes(`${process.pid}`))
        )
      ).toBe(true)
      expect(fs.existsSync(lock)).toBe(false)

      fs.writeFileSync(lock, `${hostname()} ${process.pid} another`)
      const waiting = yield* withLock(lock, Effect.succeed("in")).pipe(Effect.timeoutOption(200))
      expect(waiting._tag === "None").toBe(true)
      const longAgo = new Date(Date.now() - 61_000)
      fs.utimesSync(lock, longAgo, longAgo)
      expect(yield* withLock(lock, Effect.succeed("in"))).toBe("in")
    })
  )

  it.live("is not taken from a process that took it over a moment earlier", () =>
    Effect.gen(function* () {
      const lock = path.join(newFolder(), "lock")
      const abandoned = `${hostname()} 999999999 x`
      const held = `${hostname()} ${process.pid} another`
      fs.writeFileSync(lock, abandoned)
      // The other process is faster at the moment when this one is about to take the lock away.
      const builtin = process.getBuiltinModule("node:fs")
      const overtake = (file: fs.PathLike) => {
        if (file === lock && fs.readFileSync(lock, "utf8") === abandoned) fs.writeFileSync(lock, held)
      }
      const { renameSync, rmSync } = builtin
      const spies = [
        vi.spyOn(builtin, "rmSync").mockImplementation((file, options) => (overtake(file), rmSync(file, options))),
        vi.spyOn(builtin, "renameSync").mockImplementation((from, to) => (overtake(from), renameSync(from, to)))
      ]
      syncBuiltinESMExports()
      const entered = yield* withLock(lock, Effect.succeed("in")).pipe(Effect.timeoutOption(200))
      for (const spy of spies) spy.mockRestore()
      syncBuiltinESMExports()
      expect(entered._tag).toBe("None")
      expect(fs.readFileSync(lock, "utf8")).toBe(held)
    })
  )

  it.live("does not fail the work that it was held for if it cannot be removed", () =>
    Effect.gen(function* () {
      const lock = path.join(newFolder(), "lock")
      const removal = vi.spyOn(process.getBuiltinModule("node:fs"), "rmSync").mockImplementation(() => {
        throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" })
      })
      syncBuiltinESMExports()
      const exit = yield* Effect.exit(withLock(lock, Effect.succeed("in")))
      removal.mockRestore()
      syncBuiltinESMExports()
      expect(fs.existsSync(lock)).toBe(true)
      expect(exit).toStrictEqual(Exit.succeed("in"))
    })
  )

  it.effect("is provided by the layer of the store", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(ConfigFileTokenStore.layer({ ...project, folder: newFolder() }))
      expect(Context.get(context, Locks)).toBe(withLock)
      expect(Context.get(context, TokenStore).lockName ?? "").toMatch(/\.refresh$/)
      // The names of other stores are no paths.
      expect(yield* withLock("gatefold/session/p", Effect.succeed("in"))).toBe("in")
    })
  )
})
