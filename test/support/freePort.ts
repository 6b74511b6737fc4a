/** Ports for servers of other programs, which cannot be told to choose one. */
import { once } from "node:events"
import { createServer } from "node:net"
import { listen } from "./listen.ts"

/** A port of this machine that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, "close")
  return port
}
