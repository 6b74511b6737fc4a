/** Servers of stores that a run starts, pauses, kills and starts again without data. Each is on a free port. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { createConnection } from "node:net"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "./freePort.ts"

/** A server of a store. */
export interface Server {
  readonly port: number
  /** Pauses or resumes all of its processes. */
  readonly signal: (signal: "SIGSTOP" | "SIGCONT") => void
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
  /** Starts it without data. */
  readonly start: () => Promise<void>
}

/** Where a backend finds its store. */
export interface StoreSettings {
  readonly redisUrl?: string
  readonly postgresUrl?: string
}

/** A kind of store. */
export interface Kind {
  readonly name: string
  /** Why there is no server to start, if so. */
  readonly missing: () => string | undefined
  readonly make: (folder: string) => Promise<Server>
  /** How a backend reaches one. */
  readonly settings: (port: number) => StoreSettings
}

/** Ends the servers that still run. One listener for all, because Node warns of more than ten. */
const atExit: Array<() => void> = []
process.once("exit", () => atExit.forEach((end) => end()))

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })

export const redis: Kind = {
  name: "Redis",
  missing: () =>
    spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0
      ? undefined
      : "there is no redis-server to start, kill and pause",
  settings: (port) => ({ redisUrl: `redis://127.0.0.1:${port}` }),
  make: async (folder) => {
    const port = await freePort()
    let child: ChildProcess | undefined
    atExit.push(() => child?.kill("SIGKILL"))
    const server: Server = {
      port,
      signal: (signal) => void child?.kill(signal),
      kill: async () => {
        const ended = child?.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined
        child?.kill("SIGKILL")
        await ended
      },
      start: async () => {
        const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        child = spawn("redis-server", flags, { cwd: folder, stdio: "ignore" })
        while (!(await accepts(port))) await setTimeout(20)
      }
    }
    await server.start()
    return server
  }
}

/** The newest Postgres of Debian's folders. */
const binaries = (): string | undefined => {
  const root = "/usr/lib/postgresql"
  if (!fs.existsSync(root)) return undefined
  const versions = fs.readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => path.join(root, version, "bin")).find((bin) => fs.existsSync(`${bin}/initdb`))
}

/** Postgres refuses to run as root: then it runs as the user whom its package has made. */
const owner = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout)
  )
  if (uid === undefined || gid === undefined || !(uid > 0 && gid > 0)) throw new Error("there is no user postgres")
  return { uid, gid }
}

export const postgres: Kind = {
  name: "Postgres",
  missing: () => {
    if (binaries() === undefined) return "there is no initdb in /usr/lib/postgresql to make a Postgres with"
    return process.getuid?.() === 0 && spawnSync("id", ["postgres"], { stdio: "ignore" }).status !== 0
      ? "a Postgres does not run as root, and there is no user postgres"
      : undefined
  },
  settings: (port) => ({ postgresUrl: `postgres://gatefold@127.0.0.1:${port}/postgres` }),
  make: async (folder) => {
    const [bin, user, port] = [binaries()!, owner(), await freePort()]
    const home = fs.mkdtempSync(path.join(folder, "postgres-"))
    const data = path.join(home, "data")
    if (user !== undefined) {
      fs.chmodSync(folder, 0o755)
      fs.chownSync(home, user.uid, user.gid)
    }
    const options = { cwd: home, ...user, env: { PATH: process.env["PATH"], LC_ALL: "C" } }
    let child: ChildProcess | undefined
    /** The postmaster and its children. */
    const members = (): ReadonlyArray<number> => {
      const pid = child?.pid
      if (pid === undefined) return []
      const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      return [pid, ...stdout.split("\n").filter(Boolean).map(Number)]
    }
    const send = (signal: NodeJS.Signals) => {
      for (const pid of members()) {
        try {
          process.kill(pid, signal)
        } catch {
          // It has ended on its own.
        }
      }
    }
    atExit.push(() => send("SIGKILL"))
    const server: Server = {
      port,
      signal: send,
      kill: async () => {
        const ended = child?.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined
        send("SIGKILL")
        await ended
        // Its children notice it, and let go of the port.
        while (await accepts(port)) await setTimeout(20)
      },
      start: async () => {
        fs.rmSync(data, { recursive: true, force: true })
        const made = spawnSync(`${bin}/initdb`, ["-D", data, "-U", "gatefold", "-A", "trust", "-N", "-E", "UTF8"], {
          ...options,
          encoding: "utf8"
        })
        if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
        const flags = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", home]
        let log = ""
        child = spawn(`${bin}/postgres`, flags, { ...options, stdio: ["ignore", "ignore", "pipe"] })
        child.stderr!.on("data", (chunk) => (log += chunk))
        while (!log.includes("ready to accept connections")) {
          if (child.exitCode !== null) throw new Error(`Postgres ended: ${log}`)
          await setTimeout(20)
        }
      }
    }
    await server.start()
    return server
  }
}
