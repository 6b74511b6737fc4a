/** The emulator opens its own intact files, and leaves every other file as it is. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"
import { toFetchHandler } from "../../../src/emulator/index.ts"
import * as Database from "../../../src/emulator/storage/Database.ts"
import { DatabaseError, find } from "../../../src/emulator/storage/DatabaseError.ts"
import { database } from "../../support/database.ts"
import { call, layer, password, signUp } from "../../support/emulatorCalls.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

/** A file in a folder of its own. */
const newFile = Effect.map(temporaryFolder, (folder) => path.join(folder, "emulator.db"))

const build = (file: string) => Effect.scoped(Layer.build(database(file)))

/** Why a file is refused, with what the error says. */
const refusal = Effect.fnUntraced(function* (file: string) {
  const error = yield* Effect.flip(build(file))
  expect(error).toBeInstanceOf(DatabaseError)
  expect({ file: error.file, message: error.message }).toStrictEqual({ file, message: expect.stringContaining(file) })
  return error.reason
})

const readMode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)

const onPosix = it.live.skipIf(process.platform === "win32")

/** What was logged with level error or above. */
const capture = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    if (logLevel === "Error" || logLevel === "Fatal") lines.push(String(message))
  })
  return { lines, layer: Logger.layer([logger]) }
}

describe("a database file", () => {
  it.live("is refused when it is not the emulator's, and kept unchanged", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      for (const text of ["short", "no database, but a long enough text to have a header. ".repeat(20)]) {
        fs.writeFileSync(file, text, { mode: 0o644 })
        expect({ reason: yield* refusal(file), text: fs.readFileSync(file, "utf8") }).toStrictEqual({
          reason: "Foreign",
          text
        })
      }
      fs.rmSync(file)
      const other = new DatabaseSync(file)
      other.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
      other.close()
      fs.chmodSync(file, 0o644)
      const before = fs.readFileSync(file)
      expect(yield* refusal(file)).toBe("Foreign")
      expect(fs.readFileSync(file).equals(before)).toBe(true)
      expect(fs.readdirSync(path.dirname(file))).toStrictEqual(["emulator.db"])
      expect(process.platform === "win32" ? "644" : readMode(file)).toBe("644")
    })
  )

  it.live("is refused when a later version made it", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* build(file)
      const database = new DatabaseSync(file)
      database.exec("INSERT INTO migrations (migration_id, name) VALUES (9999, 'later')")
      database.close()
      expect(yield* refusal(file)).toBe("Newer")
    })
  )

  it.live("is accepted from version 0.1", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* build(file)
      const database = new DatabaseSync(file)
      database.exec("PRAGMA application_id = 0")
      database.close()
      yield* build(file)
    })
  )

  it.live("is refused when it is damaged", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* build(file)
      const whole = fs.readFileSync(file)
      const refused = (damaged: Uint8Array) =>
        Effect.andThen(
          Effect.sync(() => fs.writeFileSync(file, damaged)),
          refusal(file)
        )
      const refusals = yield* Effect.all({
        half: refused(whole.subarray(0, whole.length >> 1)),
        overwritten: refused(Buffer.from(whole).fill(0x5a, 4096, 20_000))
      })
      expect(refusals).toStrictEqual({ half: "Corrupt", overwritten: "Corrupt" })
    })
  )

  it.live("is refused if it was emptied, and its log stays", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* build(file)
      for (const rest of ["S", ""]) {
        fs.writeFileSync(file, rest)
        expect(yield* refusal(file), rest).toBe("Corrupt")
      }
      fs.rmSync(`${file}-lock`)
      fs.writeFileSync(`${file}-wal`, "what was written last")
      expect(yield* refusal(file)).toBe("Corrupt")
      expect(fs.readFileSync(`${file}-wal`, "utf8")).toBe("what was written last")
    })
  )

  it.live("is new when there is none, whatever an earlier one has left, or an empty one that was never ours", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      for (const suffix of ["-wal", "-journal", "-new"]) fs.writeFileSync(file + suffix, "of an earlier one")
      yield* build(file)
      yield* build(file)
      expect(fs.readdirSync(path.dirname(file)).toSorted()).toStrictEqual(["emulator.db", "emulator.db-lock"])
      for (const suffix of ["", "-lock"]) fs.rmSync(file + suffix)
      fs.writeFileSync(file, "")
      yield* build(file)
    })
  )

  it.live("is refused when it cannot be opened", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      expect(yield* refusal(path.dirname(file))).toBe("Inaccessible")
      expect(yield* refusal(path.join(path.dirname(file), "missing", "emulator.db"))).toBe("Inaccessible")
    })
  )

  it.live("is refused while another emulator has it, under whatever name", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const scope = yield* Scope.make()
      yield* Scope.provide(Layer.build(database(file)), scope)
      expect(yield* refusal(file)).toBe("InUse")
      const relative = yield* Effect.flip(build(path.relative(process.cwd(), file)))
      expect({ reason: relative.reason, file: relative.file }).toStrictEqual({ reason: "InUse", file })
      if (process.platform !== "win32") {
        fs.symlinkSync(file, `${file}-link`)
        expect(yield* refusal(`${file}-link`)).toBe("InUse")
      }
      yield* Scope.close(scope, Exit.void)
      yield* build(file)
    })
  )

  onPosix("has one lock, also when a link led to it before it was there", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const link = `${file}-link`
      fs.symlinkSync(path.basename(file), link)
      yield* Layer.build(database(link))
      for (const name of [link, file]) expect((yield* Effect.flip(build(name))).reason, name).toBe("InUse")
      fs.symlinkSync(`${file}-circle`, `${file}-circle`)
      expect(yield* refusal(`${file}-circle`)).toBe("Inaccessible")
    }).pipe(Effect.scoped)
  )

  it.live("is not affected by another file with the name of its lock", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      fs.writeFileSync(`${file}-lock`, "my notes")
      const error = yield* Effect.flip(build(file))
      expect(error).toMatchObject({ reason: "Foreign", file: `${file}-lock` })
      expect(fs.readFileSync(`${file}-lock`, "utf8")).toBe("my notes")
    })
  )

  it.live("is free again when the process that had it was killed", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const source = path.resolve(import.meta.dirname, "../../../src/emulator/storage/DatabaseFile.ts")
      const child = spawn(
        process.execPath,
        [
          "--input-type=module",
          "--eval",
          `import { open } from ${JSON.stringify(source)}
          // Kept whole: the lock ends with its handle, if that is collected.
          const file = open(${JSON.stringify(file)})
          file.database.exec("CREATE TABLE notes (text TEXT)")
          console.log("open")
          setInterval(() => file, 1000)`
        ],
        { stdio: ["ignore", "pipe", "inherit"] }
      )
      const ended = once(child, "close")
      yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
      yield* Effect.promise(() => once(child.stdout, "data"))
      expect(yield* refusal(file)).toBe("InUse")
      child.kill("SIGKILL")
      yield* Effect.promise(() => ended)
      fs.rmSync(file)
      yield* build(file)
    })
  )

  onPosix("belongs to its owner alone, whatever the umask and what was there", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const files = [file, `${file}-wal`, `${file}-shm`, `${file}-lock`]
      const before = process.umask(0)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.umask(before)))
      const modes = Effect.scoped(
        Effect.andThen(
          Layer.build(database(file)),
          Effect.sync(() => files.map(readMode))
        )
      )
      expect(yield* modes).toStrictEqual(["600", "600", "600", "600"])
      for (const name of files) {
        fs.writeFileSync(name, "", { flag: "a" })
        fs.chmodSync(name, 0o666)
      }
      expect(yield* modes).toStrictEqual(["600", "600", "600", "600"])
      process.umask(0o777)
      fs.rmSync(file)
      expect(yield* modes).toStrictEqual(["600", "600", "600", "600"])
    }).pipe(Effect.scoped)
  )

  it.live("is reported once when it is full, and written again when there is space", () => {
    const log = capture()
    return Effect.gen(function* () {
      const sql = yield* SqlClient
      const write = sql`INSERT INTO server_secrets (name, value) VALUES (hex(randomblob(8)), hex(zeroblob(20000)))`
      const transaction = Database.transaction(Effect.orDie(Effect.andThen(write, write)))
      const { page_count: pages } = (yield* Database.first(Database.sql<{ page_count: number }>`PRAGMA page_count`))!
      yield* sql`PRAGMA max_page_count = ${sql.literal(String(pages))}`
      for (let i = 0; i < 5; i++) {
        const errors = [yield* Effect.flip(write), yield* Effect.flip(Effect.sandbox(transaction))]
        expect(errors.map((error) => find(error)?.reason)).toStrictEqual(["Full", "Full"])
        yield* sql`SELECT * FROM server_secrets`
        yield* Database.transaction(Effect.orDie(sql`DELETE FROM server_secrets WHERE name = 'nobody'`))
      }
      expect(log.lines).toStrictEqual([expect.stringContaining("no space left")])
      yield* sql`PRAGMA max_page_count = 1000000`
      yield* transaction
      yield* sql`PRAGMA max_page_count = ${sql.literal(String(pages))}`
      yield* Effect.flip(Effect.forEach([1, 2, 3, 4, 5, 6], () => write))
      expect(log.lines).toHaveLength(2)
    }).pipe(Effect.provide(database()), Effect.provide(log.layer))
  })

  it.live("makes requests fail while another program locks it, with one line in the log", () => {
    const log = capture()
    return Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.gen(function* () {
        yield* signUp("ann@example.org")
        const other = new DatabaseSync(file)
        yield* Effect.addFinalizer(() => Effect.sync(() => other.close()))
        other.exec("BEGIN EXCLUSIVE")
        const signIn = call("POST", "/auth/password/sign-in", {
          body: { email: "ann@example.org", password }
        })
        const answers = yield* Effect.replicateEffect(signIn, 5)
        expect(answers).toMatchObject(
          answers.map(() => ({
            status: 503,
            text: expect.stringContaining("The database file emulator.db is in use")
          }))
        )
        expect(answers.filter(({ text }) => text.includes(path.dirname(file)))).toStrictEqual([])
        expect(log.lines).toStrictEqual([expect.stringContaining(`The database file ${file} is in use`)])
        other.exec("ROLLBACK")
        expect((yield* signIn).status).toBe(200)
      }).pipe(Effect.provide(layer({ data: file })))
    }).pipe(Effect.scoped, Effect.provide(log.layer))
  })

  it.live("is not used after the emulator has ended", () => {
    const log = capture()
    return Effect.gen(function* () {
      const { dispose, emulator } = toFetchHandler({ project: {} })
      const { baseUrl, fetch, project } = yield* Effect.promise(() => emulator)
      yield* Effect.promise(dispose)
      const headers = { "x-stack-access-type": "client", "x-stack-project-id": project?.projectId ?? "" }
      const late = yield* Effect.promise(() => fetch(new Request(`${baseUrl}/api/v1/users/me`, { headers })))
      expect([late.status, yield* Effect.promise(() => late.text())]).toStrictEqual([503, "The emulator has ended."])
      expect(log.lines).toStrictEqual([])
    }).pipe(Effect.provide(log.layer))
  })

  it.live("rejects the promise of a handler with the error if it cannot be used", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      fs.writeFileSync(file, "no database")
      const { dispose, emulator } = toFetchHandler({ data: file })
      const error = yield* Effect.promise(() =>
        emulator.then(
          () => undefined,
          (error: unknown) => error
        )
      )
      expect(error).toBeInstanceOf(DatabaseError)
      expect(error).toMatchObject({ _tag: "DatabaseError", reason: "Foreign", file })
      yield* Effect.promise(dispose)
    })
  )
})
