/**
 * A full disk: what could not be written is refused with a reason, what was acknowledged stays, and it goes on after.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { Refused, type Service, start } from "../support/Service.ts"
import { check, findDamage, type Ledger, newLedger, write } from "./writers.ts"

const works = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0

/** A kind of full disk. */
interface Disk {
  readonly name: string
  /** Why it cannot be had here. */
  readonly missing: () => string | undefined
  /** The shell command within which the service runs. */
  readonly within: (folder: string) => string
  /** The folder as this process sees it. */
  readonly seen: (folder: string, service: Service) => string
  readonly makeRoom: (folder: string, service: Service) => void
}

const disks: ReadonlyArray<Disk> = [
  {
    name: "a limit for the size of files (EFBIG)",
    missing: () => (works("prlimit", "--version") ? undefined : "there is no prlimit, which lifts the limit again"),
    within: () => `ulimit -S -f 2000; exec "$0" "$@"`,
    seen: (folder) => folder,
    makeRoom: (_, { pid }) => void works("prlimit", "--pid", String(pid), "--fsize=unlimited:")
  },
  {
    name: "a file system without room (ENOSPC)",
    missing: () =>
      works("unshare", "-Urm", "bash", "-c", "mount -t tmpfs -o size=1m none /mnt")
        ? undefined
        : "no file system can be mounted by this user",
    within: (folder) =>
      `exec unshare -Urm bash -c 'mount -t tmpfs -o size=32m none "$1" && head -c 30000000 /dev/zero >"$1/filler" && cd "$1" && shift && exec "$@"' bash "${folder}" "$0" "$@"`,
    seen: (folder, { pid }) => path.join("/proc", String(pid), "root", folder),
    makeRoom(folder, service) {
      fs.rmSync(path.join(this.seen(folder, service), "filler"))
    }
  }
]

const sum = ({ refused }: Ledger) => Array.from(refused.values()).reduce((all, count) => all + count, 0)

const fill = (disk: Disk, writers: number, seed: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const random = makeRandom(seed)
    const file = path.join(folder, "emulator.db")
    const ledger = newLedger()
    const full = await start(file, { within: disk.within(folder) })
    await full.ask("PATCH", "/internal/projects/current", { config: { create_team_on_sign_up: true } })
    const until = (isOver: () => boolean) => write(full, ledger, { writers, name: `w${sum(ledger)}`, random, isOver })
    await until(() => sum(ledger) >= writers)
    const [acknowledged, refused] = [ledger.acknowledged, sum(ledger)]
    const whileFull = await check(full, ledger)
    disk.makeRoom(folder, full)
    await until(() => ledger.acknowledged >= acknowledged + writers)
    const after = await check(full, ledger, random)
    // What is there at this moment is what a kill leaves.
    full.signal("SIGSTOP")
    const copy = path.join(folder, "copy")
    fs.mkdirSync(copy)
    const seen = disk.seen(folder, full)
    for (const name of fs.readdirSync(seen)) {
      if (name.startsWith("emulator.db")) fs.copyFileSync(path.join(seen, name), path.join(copy, name))
    }
    await full.end("SIGKILL")
    const again = await start(path.join(copy, "emulator.db"))
    const problems = [
      ...whileFull,
      ...after,
      ...(await check(again, ledger, random)),
      ...findDamage(path.join(copy, "emulator.db"))
    ]
    await again.end("SIGINT")
    return [
      holdsIf(
        `${disk.name}: refusals say why`,
        refused > 0 && ledger.unexplained === undefined && ledger.unknown === 0,
        ledger.unexplained ??
          `${refused} refused (${Array.from(ledger.refused, ([status, count]) => `${count} with ${status}`).join(", ")}), ${ledger.unknown} without an answer`
      ),
      holdsIf(
        `${disk.name}: nothing is lost, and it goes on when there is room`,
        problems.length === 0,
        problems.slice(0, 5).join("; ") ||
          `${acknowledged} acknowledged before, ${ledger.acknowledged - acknowledged} after`
      )
    ]
  })

/** A start that cannot write at all. */
const startWithoutRoom = (): Promise<Verdict> =>
  inFolder(async (folder) => {
    const name = "a start without room is refused, and leaves nothing in the way"
    const file = path.join(folder, "emulator.db")
    const within = `ulimit -S -f 8; exec "$0" "$@"`
    const error = await start(file, { within, env: { NODE_COMPILE_CACHE: "" } }).catch((cause: unknown) => cause)
    if (!(error instanceof Refused)) return holdsIf(name, false, "it started")
    const service = await start(file)
    await service.end("SIGINT")
    const says = error.message.trim()
    return holdsIf(name, error.code === 1 && says.includes(file) && !says.includes("\n"), says.slice(0, 300))
  })

export const full = async (writers: number, seed: number): Promise<ReadonlyArray<Verdict>> => {
  if (process.platform === "win32") return [skipped("a full disk", "there are no such limits on Windows")]
  const verdicts: Array<Verdict> = []
  for (const disk of disks) {
    const missing = disk.missing()
    verdicts.push(...(missing === undefined ? await fill(disk, writers, seed) : [skipped(disk.name, missing)]))
  }
  return [...verdicts, await startWithoutRoom()]
}
