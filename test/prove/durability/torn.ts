/** Files that were cut off, or have other bytes: what opens has what was acknowledged, and what does not says why. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as ProgressFile from "../../../src/cli/bulk/ProgressFile.ts"
import { decode } from "../../../src/emulator/state/SnapshotText.ts"
import { DatabaseError } from "../../../src/emulator/storage/DatabaseError.ts"
import * as DatabaseFile from "../../../src/emulator/storage/DatabaseFile.ts"
import * as ConfigFileTokenStore from "../../../src/terminal/ConfigFileTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { command, launch, Refused, start } from "../support/Service.ts"
import { optionsIn } from "./stores.ts"

/** Some damage to bytes, and how it is called. */
type Damage = readonly [name: string, bytes: Buffer]

const cut = (bytes: Buffer, at: number): Damage => [`cut at ${at} of ${bytes.length}`, bytes.subarray(0, at)]

/** Cut at every nth byte, and around the beginning and the end. */
const cuts = (bytes: Buffer, count: number): ReadonlyArray<Damage> => {
  const step = Math.max(1, Math.floor(bytes.length / count))
  const places = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) => i * step)
  return [...new Set([...places, 1, 16, 31, 99, 100, 511, 512, bytes.length - 1])]
    .filter((at) => at >= 0 && at < bytes.length)
    .map((at) => cut(bytes, at))
}

/** Eight bytes that follow each other have other values. */
const flips = (bytes: Buffer, count: number, random: () => number): ReadonlyArray<Damage> =>
  Array.from({ length: count }, () => {
    const at = Math.floor(random() * bytes.length)
    const flipped = Buffer.from(bytes)
    for (let i = at; i < Math.min(at + 8, bytes.length); i++) flipped[i]! ^= 1 + Math.floor(random() * 255)
    return [`flipped at ${at} of ${bytes.length}`, flipped]
  })

/** The addresses of all users in the order of their creation. */
const usersIn = (file: string): ReadonlyArray<string> => {
  const { close, database } = DatabaseFile.open(file)
  try {
    return database
      .prepare("SELECT value FROM users u LEFT JOIN contact_channels c ON c.user_id = u.id ORDER BY u.rowid")
      .all()
      .map(({ value }) => String(value))
  } finally {
    close()
  }
}

/** What becomes of a file with damage. */
interface Tally {
  whole: number
  /** Without the last of what was acknowledged. */
  shorter: number
  refused: number
  /** Opens with other data, which nothing in the file shows. */
  other: number
  readonly problems: Array<string>
}

const damageOne = (
  folder: string,
  [name, bytes]: Damage,
  log: Buffer | undefined,
  users: ReadonlyArray<string>,
  tally: Tally
) => {
  const file = path.join(folder, "damaged.db")
  for (const suffix of ["", "-wal", "-shm", "-journal"]) fs.rmSync(file + suffix, { force: true })
  fs.writeFileSync(file, bytes)
  fs.writeFileSync(`${file}-lock`, "")
  if (log !== undefined) fs.writeFileSync(`${file}-wal`, log)
  try {
    const found = usersIn(file)
    if (found.join() === users.join()) tally.whole++
    else if (found.length > 0 && users.join().startsWith(found.join())) tally.shorter++
    else if (found.length > 0) tally.other++
    else tally.problems.push(`${name}: opens empty`)
  } catch (error) {
    if (error instanceof DatabaseError && error.message.includes(file)) {
      tally.refused++
      if (log === undefined && !fs.readFileSync(file).equals(bytes)) {
        tally.problems.push(`${name}: refused, and changed`)
      }
    } else if (error instanceof Error && "errcode" in error) {
      // It opens, and the damaged table fails: requests are answered 503.
      tally.refused++
    } else tally.problems.push(`${name}: ${String(error)}`)
  }
}

const makeTally = () => ({ whole: 0, shorter: 0, refused: 0, other: 0, problems: [] }) satisfies Tally as Tally

const told = ({ other, problems, refused, shorter, whole }: Tally): string =>
  problems.slice(0, 5).join("; ") ||
  `${whole} open with everything, ${shorter} as of an earlier change, ${other} with other data, ${refused} refused`

const databases = (cells: number, seed: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const random = makeRandom(seed)
    const file = path.join(folder, "emulator.db")
    const users: Array<string> = []
    const service = await start(file)
    for (let i = 0; i < 60; i++) {
      const email = `user${i}@example.org`
      const answer = await service.ask("POST", "/users", { primary_email: email, primary_email_auth_enabled: true })
      if (answer?.status !== 201) throw new Error(`a user answered ${answer?.status}`)
      users.push(email)
      // So that the file has users besides those in its log.
      if (i === 9) {
        await service.end("SIGINT")
        Object.assign(service, await start(file))
      }
    }
    await service.end("SIGKILL")
    const [early, log] = [fs.readFileSync(file), fs.readFileSync(`${file}-wal`)]
    const again = await start(file)
    await again.end("SIGINT")
    const whole = fs.readFileSync(file)
    const tallies = { fileCut: makeTally(), fileFlipped: makeTally(), logCut: makeTally(), logFlipped: makeTally() }
    for (const damage of cuts(whole, cells)) damageOne(folder, damage, undefined, users, tallies.fileCut)
    for (const damage of flips(whole, cells, random)) damageOne(folder, damage, undefined, users, tallies.fileFlipped)
    for (const [name, bytes] of cuts(log, cells)) damageOne(folder, [name, early], bytes, users, tallies.logCut)
    for (const [name, bytes] of flips(log, cells, random)) {
      damageOne(folder, [name, early], bytes, users, tallies.logFlipped)
    }
    const { fileCut, fileFlipped, logCut, logFlipped } = tallies
    const isSound = ({ problems }: Tally) => problems.length === 0
    // The command says it, too.
    fs.writeFileSync(file, whole.subarray(0, whole.length >> 1))
    const refusal = await start(file).catch((cause: unknown) => cause)
    const says = refusal instanceof Refused ? refusal.message.trim() : "it started"
    return [
      holdsIf(
        "a file that was cut off is refused",
        isSound(fileCut) && fileCut.shorter + fileCut.other === 0,
        told(fileCut)
      ),
      holdsIf("a file with other bytes opens or is refused, never empty", isSound(fileFlipped), told(fileFlipped)),
      holdsIf("a log that was cut off gives a state that was", isSound(logCut) && logCut.other === 0, told(logCut)),
      holdsIf(
        "a log with other bytes gives a state that was",
        isSound(logFlipped) && logFlipped.other === 0,
        told(logFlipped)
      ),
      holdsIf(
        "the command names the file and what to do",
        refusal instanceof Refused && refusal.code === 1 && says.includes(file) && says.includes("Restore"),
        says.replace(file, "emulator.db")
      )
    ]
  })

const snapshots = (cells: number, seed: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const file = path.join(folder, "emulator.db")
    const service = await start(file)
    for (let i = 0; i < 5; i++) await service.ask("POST", "/users", { primary_email: `user${i}@example.org` })
    const taken = path.join(folder, "snapshot.json")
    const child = launch(folder, [...command, "emulator", "snapshot", taken])
    await new Promise((resolve) => child.once("close", resolve))
    await service.end("SIGINT")
    const text = fs.readFileSync(taken)
    const problems: Array<string> = []
    let refused = 0
    const damages = [
      ...cuts(text.subarray(0, text.length - 1), cells),
      ...flips(text.subarray(0, text.length - 8), cells, makeRandom(seed))
    ]
    for (const [name, bytes] of damages) {
      const exit = Effect.runSyncExit(decode(bytes.toString()))
      if (Exit.isSuccess(exit)) problems.push(`${name}: taken`)
      else if (Cause.hasDies(exit.cause)) problems.push(`${name}: ${Cause.pretty(exit.cause)}`)
      else refused++
    }
    const sound = Effect.runSyncExit(decode(text.toString()))
    return [
      holdsIf(
        "a snapshot that was damaged is refused",
        problems.length === 0 && Exit.isSuccess(sound),
        problems.slice(0, 3).join("; ") || `${refused} refused`
      )
    ]
  })

const tokens = (cells: number, seed: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const options = optionsIn(folder)
    const layer = ConfigFileTokenStore.layer(options)
    const use = <A, E>(effect: Effect.Effect<A, E, TokenStore>) => Effect.runPromise(Effect.provide(effect, layer))
    const refreshToken = "a-refresh-token-of-the-usual-length-0123456789"
    const set = Effect.flatMap(TokenStore, (store) => store.set({ refreshToken: Redacted.make(refreshToken) }))
    const get = Effect.flatMap(TokenStore, (store) => store.get)
    await use(set)
    const file = await Effect.runPromise(ConfigFileTokenStore.fileOf(options))
    const bytes = fs.readFileSync(file)
    let [whole, absent, other] = [0, 0, 0]
    for (const [, damaged] of [...cuts(bytes, cells), ...flips(bytes, cells, makeRandom(seed))]) {
      fs.writeFileSync(file, damaged)
      const tokens = await use(get)
      const token = tokens?.refreshToken && Redacted.value(tokens.refreshToken)
      if (token === undefined) absent++
      else if (token === refreshToken) whole++
      else other++
    }
    await use(set)
    const isBack = (await use(get))?.refreshToken !== undefined
    return [
      holdsIf(
        "a damaged file of a terminal's session counts as signed out, and the next sign-in mends it",
        isBack,
        `${whole} with the session, ${absent} signed out, ${other} with a token that no service takes`
      )
    ]
  })

const journals = (cells: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const file = path.join(folder, "users.csv.progress")
    const subject = { sha256: "0".repeat(64), apiUrl: "https://api.example.org", projectId: "p" }
    const open = Effect.scoped(ProgressFile.open(file, subject, null))
    const row = (at: number) =>
      ({ row: at, line: at, oldId: undefined }) as unknown as Parameters<ProgressFile.ProgressFile["settle"]>[0]
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const progress = yield* ProgressFile.open(file, subject, null)
          for (let at = 0; at < 20; at++) {
            yield* progress.recordSending([row(at)])
            yield* progress.settle(row(at), { outcome: "created", userId: undefined })
          }
        })
      )
    )
    const bytes = fs.readFileSync(file)
    const problems: Array<string> = []
    for (const [name, damaged] of cuts(bytes, cells)) {
      fs.writeFileSync(file, damaged)
      const exit = await Effect.runPromiseExit(open)
      if (Exit.isFailure(exit)) problems.push(`${name}: ${Cause.pretty(exit.cause)}`)
      else {
        // A row is done, or known to have been sent, as long as its line is there.
        const known = new Set([...exit.value.done.keys(), ...exit.value.unsettled])
        const sent = damaged.toString().match(/"sending":\[\d+\]\}\n/g)?.length ?? 0
        if (known.size !== sent) problems.push(`${name}: knows ${known.size} of ${sent}`)
      }
    }
    return [
      holdsIf(
        "the progress of an import that was cut off is known up to there",
        problems.length === 0,
        problems.slice(0, 3).join("; ") || `${cuts(bytes, cells).length} cuts`
      )
    ]
  })

export const torn = async (cells: number, seed: number): Promise<ReadonlyArray<Verdict>> => [
  ...(await databases(cells, seed)),
  ...(await snapshots(cells, seed)),
  ...(await tokens(cells, seed)),
  ...(await journals(cells))
]
