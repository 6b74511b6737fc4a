/** Serves a folder of pages on 127.0.0.1, where addresses have no extension. */
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webp": "image/webp"
}

/** The file of an address, or undefined. */
export const resolveFile = (folder: string, address: string): string | undefined => {
  const plain = decodeURIComponent(address).replace(/\/$/, "/index")
  return [plain, `${plain}.html`]
    .map((name) => path.join(folder, name))
    .find((file) => file.startsWith(folder) && fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

/** A server of a folder, until it is closed. */
export const serve = async (folder: string): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const server = http.createServer((request, response) => {
    const file = resolveFile(folder, new URL(request.url ?? "/", "http://localhost").pathname)
    response.statusCode = file === undefined ? 404 : 200
    response.setHeader("content-type", types[path.extname(file ?? "")] ?? "text/plain; charset=utf-8")
    if (file === undefined) response.end("Not found")
    else fs.createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
