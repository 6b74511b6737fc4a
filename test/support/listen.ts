/** Servers on this machine. */
import { once } from "node:events"
import type * as net from "node:net"

/** Has a server listen on a free port of this machine, and returns the port. */
export const listen = async (server: net.Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  return (server.address() as net.AddressInfo).port
}
