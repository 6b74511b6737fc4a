/** A Redis of its own on a free port, which is stopped, killed and started again. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createConnection, createServer, type AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

export const isInstalled = (): boolean => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0

export interface Redis {
  readonly url: string
  readonly signal: (signal: NodeJS.Signals) => void
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })

export const makeRedis = async (folder: string): Promise<Redis> => {
  const port = await freePort()
  let child: ChildProcess | undefined
  const end = () => void child?.kill("SIGKILL")
  process.once("exit", end)
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void child?.kill(signal),
    kill: async () => {
      const ended = child && once(child, "exit")
      child?.kill("SIGKILL")
      await ended
    },
    start: async () => {
      const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
      child = spawn("redis-server", flags, { cwd: folder, stdio: "ignore" })
      while (!(await answers(port))) await setTimeout(20)
    }
  }
  await redis.start()
  return redis
}
