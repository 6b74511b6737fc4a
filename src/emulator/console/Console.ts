/**
 * The files of the web console, at the root of the emulator (decision 0040). They contain no data: the console loads it
 * from the control paths and the API with the control token of this start.
 */
import * as fs from "node:fs"
import * as path from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Profile pictures may come from any host.
  "img-src 'self' data: https: http:",
  // Documents of mails, which are sandboxed.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const pageHeaders = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** The console's folder in this package, whether this module is a source, compiled, or part of the bundled command. */
const folderIn = (within: string): string | undefined => {
  const folder = path.join(within, "dist/console")
  if (fs.existsSync(path.join(folder, "index.html"))) return folder
  const parent = path.dirname(within)
  return parent === within || fs.existsSync(path.join(within, "package.json")) ? undefined : folderIn(parent)
}

const notBuilt = () =>
  new Response("The console is not built here. In the repository of Gatefold, npm run build does that.", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...pageHeaders }
  })

const answerWith = (file: string, content: Uint8Array<ArrayBuffer>): Response =>
  new Response(content, {
    headers: {
      ...pageHeaders,
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      // Files with a hash in their names never change.
      "cache-control": file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"
    }
  })

/**
 * Answers requests for the console's files from a folder, by default that of this package; `undefined` for all other
 * requests. Reads each file at its first request.
 */
export const make = (given?: string): ((request: Request) => Response | undefined) => {
  let files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined

  const load = () => {
    const folder = given ?? folderIn(import.meta.dirname)
    if (folder === undefined) return new Map<string, Uint8Array<ArrayBuffer>>()
    const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      names.map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(folder, file).replaceAll(path.sep, "/"), new Uint8Array(fs.readFileSync(file))]
      })
    )
  }

  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined
    const { pathname } = new URL(request.url)
    if (pathname !== "/" && pathname !== "/favicon.svg" && !pathname.startsWith("/assets/")) return undefined
    files ??= load()
    if (files.size === 0) return notBuilt()
    const file = pathname === "/" ? "index.html" : pathname.slice(1)
    const content = files.get(file)
    return content && answerWith(file, content)
  }
}

/** The address of the console that signs its reader in: what follows the `#` is never sent to a server. */
export const urlOf = (baseUrl: string, token: string): string => `${baseUrl}/#token=${token}`
