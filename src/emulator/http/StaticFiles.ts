/** The files of the emulator's own pages, which Vite builds. They contain no data. */
import * as fs from "node:fs"
import * as path from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

/** The folder in this package, whether this module is a source, compiled, or part of the bundled command. */
const findFolder = (within: string, name: string): string | undefined => {
  const folder = path.join(within, "dist", name)
  if (fs.existsSync(path.join(folder, "index.html"))) return folder
  const parent = path.dirname(within)
  return parent === within || fs.existsSync(path.join(within, "package.json")) ? undefined : findFolder(parent, name)
}

/** One of the emulator's sites. */
export interface Site {
  /** The name of its folder in `dist`. */
  readonly name: string
  readonly folder: string | undefined
  /** Whether a page of the site is at this path; all of them are one file. */
  readonly isPage: (pathname: string) => boolean
  readonly headers: () => Readonly<Record<string, string>>
}

/**
 * Answers requests for the files of a site; `undefined` for all other requests. Reads the files at the first request.
 */
export const make = ({ folder, headers, isPage, name }: Site): ((request: Request) => Response | undefined) => {
  let files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | undefined

  const load = () => {
    const directory = folder ?? findFolder(import.meta.dirname, name)
    if (directory === undefined) return new Map<string, Uint8Array<ArrayBuffer>>()
    const names = fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      names.map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(directory, file).replaceAll(path.sep, "/"), new Uint8Array(fs.readFileSync(file))]
      })
    )
  }

  const answerNotBuilt = () =>
    new Response(`The ${name} pages are not built here. In the repository of Gatefold, npm run build does that.`, {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers() }
    })

  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined
    const { pathname } = new URL(request.url)
    const isFile = pathname === "/favicon.svg" || pathname.startsWith("/assets/")
    if (!isFile && !isPage(pathname)) return undefined
    files ??= load()
    if (files.size === 0) return answerNotBuilt()
    const file = isFile ? pathname.slice(1) : "index.html"
    const content = files.get(file)
    return (
      content &&
      new Response(content, {
        headers: {
          ...headers(),
          "content-type": types[path.extname(file)] ?? "application/octet-stream",
          // Files with a hash in their names never change.
          "cache-control": file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"
        }
      })
    )
  }
}
