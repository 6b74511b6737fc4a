/** What is not part of the package's interface cannot be imported by those who have it installed. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../../package.json" with { type: "json" }
import { root } from "../support/root.ts"

/** Folders whose modules are subpaths, such as `./token/*`. */
const published = Object.keys(packageJson.exports).flatMap((subpath) => /^\.\/([^*]+)\/\*$/.exec(subpath)?.[1] ?? [])

const modulesIn = (folder: string): ReadonlyArray<string> => {
  const directory = path.join(root, "src", folder)
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `gatefold/${folder}/${file.replace(/\.tsx?$/, "")}`)
}

/** Modules that other folders use, but apps must not. */
const closed = Object.entries(packageJson.exports).flatMap(([subpath, target]) =>
  target === null && !subpath.includes("*") ? [subpath.replace(".", "gatefold")] : []
)

/** What Node says of importing them: nothing, or why not. */
const resolve = (specifiers: ReadonlyArray<string>): ReadonlyArray<string> =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--conditions=gatefold-source",
        "--input-type=module",
        "--eval",
        `const of = (name) => { try { import.meta.resolve(name); return "" } catch (error) { return error.code } }
         console.log(JSON.stringify(${JSON.stringify(specifiers)}.map(of)))`
      ],
      { cwd: root, encoding: "utf8" }
    )
  )

describe("internal modules", () => {
  it("cannot be imported from any published folder, and their neighbors can", () => {
    const own = published.filter((folder) => !folder.endsWith("/internal"))
    const internal = [...own.flatMap((folder) => modulesIn(`${folder}/internal`)), ...closed]
    const open = own.flatMap(modulesIn).filter((name) => !closed.includes(name))
    expect(internal.length).toBeGreaterThan(5)
    expect(open.length).toBeGreaterThan(20)
    expect(own.flatMap(modulesIn)).toStrictEqual(expect.arrayContaining(closed))
    expect(resolve(internal)).toStrictEqual(internal.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED"))
    expect(resolve(open)).toStrictEqual(open.map(() => ""))
  })

  it("are all of `http`, `session` and `token` but ports, stores and what calls are made with", () => {
    const open = ["http", "session", "token"].flatMap(modulesIn).filter((name) => !closed.includes(name))
    expect(open.map((name) => name.replace("gatefold/", "")).toSorted()).toStrictEqual([
      "http/CallTimeout",
      "http/CircuitBreaker",
      "http/ClientApp",
      "http/ClientAppConfig",
      "http/Credentials",
      "http/Environment",
      "http/Http",
      "http/HttpClientLayer",
      "http/RetryPolicy",
      "http/ServiceConfig",
      "http/Transport",
      "session/AllowedUsers",
      "session/AuthorizedTransport",
      "session/Session",
      "token/BrowserCookieTokenStore",
      "token/ExplicitTokenStore",
      "token/ExternalTokenStore",
      "token/KeyValueTokenStore",
      "token/MemoryTokenStore",
      "token/NoTokenStore",
      "token/RequestCookieTokenStore",
      "token/RequestTokenStore",
      "token/ServerCookieTokenStore",
      "token/SignOutElsewhere",
      "token/TokenChanges",
      "token/TokenStore"
    ])
  })
})

/** All files that a target names, under whatever conditions. */
const listFiles = (target: unknown): ReadonlyArray<string> =>
  typeof target === "string" ? [target] : Object.values(target ?? {}).flatMap(listFiles)

describe("the entries of `exports` and `imports`", () => {
  it("name files that have a source", () => {
    const files = [packageJson.exports, packageJson.imports].flatMap(listFiles).filter((file) => !file.includes("*"))
    const sources = files.flatMap((file) => {
      const source = /^\.\/dist\/(?:node\/)?(?!standalone\/)(.+?)(?:\.d\.ts|\.js)$/.exec(file)?.[1]
      return source === undefined ? [] : [source]
    })
    const exists = (source: string) =>
      ["ts", "tsx"].some((extension) => fs.existsSync(path.join(root, "src", `${source}.${extension}`)))
    expect(sources.length).toBeGreaterThan(60)
    expect(sources.filter((source) => !exists(source))).toStrictEqual([])
  })
})
