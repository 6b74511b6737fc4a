/**
 * How many bytes an app's users download: `npm run size [-- --json] [--no-peers] [--modules]`.
 *
 * All sizes are gzip level 9 of minified ES modules for browsers, in bytes; tables show kB of 1000 bytes. An app is
 * what it starts with; what it loads when somebody asks for it is shown apart. `gzipOverEffect` is what an entry adds
 * to its floor, an app that uses Effect without Gatefold: `bare-effect`, and for an app that uses Schema itself
 * `bare-schema`.
 */
import * as path from "node:path"
import { parseArgs } from "node:util"
import { dist, ensureBuilt } from "./built.ts"
import { bundle, type Bundler, bundlers, type Source } from "./bundle.ts"
import { install, type Peer, getVersion } from "./peers.ts"
import * as quickstart from "./quickstart.ts"

/** One line of the result. */
export interface Size {
  readonly entry: string
  readonly bundler: Bundler
  readonly gzip: number
  readonly laterGzip: number
  /** Null where the comparison says nothing: without Effect, and for peers. */
  readonly gzipOverEffect: number | null
}

const file = (name: string) => path.join(import.meta.dirname, "entries", `${name}.ts`)

/** The app of `password-client.ts` over promises, whose files are published as they are bundled here. */
const promiseClient = `import { createClientApp } from "./standalone/client.js"
export const main = async () => {
  const app = createClientApp({ projectId: "project", publishableClientKey: "pck_key" })
  await app.password.signIn({ email: "ann@example.org", password: "correct horse" })
  const user = await app.currentUser.get()
  await app.sessions.signOut()
  return user
}`

/** The apps that are measured, and kept to their budget. */
export const entries: Readonly<Record<string, Source>> = {
  "bare-effect": { file: file("bare-effect") },
  "password-client": { file: file("password-client") },
  "password-client-effect-external": { file: file("password-client"), externalEffect: true },
  "gatefold-root": { file: file("gatefold-root") },
  "promise-client": { text: promiseClient, folder: dist },
  "react-client": { file: file("react-client"), external: /^react(-dom)?(\/|$)/ },
  "bare-http-api": { file: file("bare-http-api") },
  "backend-middleware": { file: file("backend-middleware") },
  // With React.
  "vite-home": { file: quickstart.main },
  "vite-sign-in": { file: quickstart.main, opens: quickstart.signInPage }
}

/** Apps that use Schema themselves, beside their floor: what is left of the difference that Schema makes. */
const schemaEntries: Readonly<Record<string, Source>> = {
  "bare-schema": { file: file("bare-schema") },
  "password-client-schema": { file: file("password-client-schema") }
}

/** The same app over other packages. */
const peerEntries: ReadonlyArray<readonly [peer: Peer, text: string]> = [
  [
    "@stackframe/js",
    `import { StackClientApp } from "@stackframe/js"
export const main = async () => {
  const app = new StackClientApp({ projectId: "p", publishableClientKey: "pck_key", tokenStore: "memory" })
  await app.signInWithCredential({ email: "ann@example.org", password: "correct horse" })
  const user = await app.getUser()
  await user.signOut()
  return user
}`
  ],
  [
    "@supabase/auth-js",
    `import { GoTrueClient } from "@supabase/auth-js"
export const main = async () => {
  const auth = new GoTrueClient({ url: "https://example.org/auth/v1" })
  await auth.signInWithPassword({ email: "ann@example.org", password: "correct horse" })
  const user = await auth.getUser()
  await auth.signOut()
  return user
}`
  ],
  [
    "better-auth",
    `import { createAuthClient } from "better-auth/client"
export const main = async () => {
  const auth = createAuthClient({ baseURL: "https://example.org" })
  await auth.signIn.email({ email: "ann@example.org", password: "correct horse" })
  const session = await auth.getSession()
  await auth.signOut()
  return session
}`
  ]
]

/** Measures apps of this package with both bundlers; the first is the floor of the others. */
export const measureEntries = async (
  sources: Readonly<Record<string, Source>> = entries
): Promise<ReadonlyArray<Size & { readonly code: string }>> => {
  quickstart.write()
  const sizes: Array<Size & { readonly code: string }> = []
  for (const bundler of bundlers) {
    let floor: number | undefined
    for (const [entry, source] of Object.entries(sources)) {
      const { code, gzip, laterGzip } = await bundle(bundler, source)
      floor ??= gzip
      const gzipOverEffect = source.externalEffect === true || source.file === quickstart.main ? null : gzip - floor
      sizes.push({ entry, bundler, gzip, laterGzip, gzipOverEffect, code })
    }
  }
  return sizes
}

const measurePeers = async (note: (text: string) => void): Promise<ReadonlyArray<Size>> => {
  const sizes: Array<Size> = []
  for (const [peer, text] of peerEntries) {
    const installed = install(peer)
    if ("problem" in installed) {
      note(`${peer}@${getVersion(peer)} is not available: ${installed.problem}`)
      continue
    }
    for (const bundler of bundlers) {
      try {
        const { gzip, laterGzip } = await bundle(bundler, { text, folder: installed.folder })
        sizes.push({ entry: peer, bundler, gzip, laterGzip, gzipOverEffect: null })
      } catch (error) {
        note(`${peer}@${getVersion(peer)} does not bundle with ${bundler}: ${String(error).split("\n")[0]}`)
      }
    }
  }
  return sizes
}

const kB = (bytes: number | null) => (bytes === null ? "" : (bytes / 1000).toFixed(1))

const printTable = (sizes: ReadonlyArray<Size>): void => {
  const names = [...new Set(sizes.map(({ entry }) => entry))]
  const find = (entry: string, bundler: Bundler) =>
    sizes.find((size) => size.entry === entry && size.bundler === bundler)
  const row = (cells: ReadonlyArray<string>) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(34) : cell.padStart(13))).join("")
  console.log(row(["kB gzip (1 kB = 1000 bytes)", ...bundlers.flatMap((bundler) => [bundler, "over Effect", "later"])]))
  for (const name of names) {
    const cells = bundlers.flatMap((bundler) => {
      const size = find(name, bundler)
      return [kB(size?.gzip ?? null), kB(size?.gzipOverEffect ?? null), kB(size?.laterGzip || null)]
    })
    console.log(row([name, ...cells]))
  }
}

const printModules = async (): Promise<void> => {
  const client = await bundle("rolldown", entries["password-client"]!)
  const bare = new Map((await bundle("rolldown", entries["bare-effect"]!)).modules)
  console.log("\nMinified bytes by module of password-client with rolldown, and what they add to bare-effect")
  for (const [module, bytes] of client.modules) {
    console.log(`${String(bytes).padStart(8)} ${String(bytes - (bare.get(module) ?? 0)).padStart(8)}  ${module}`)
  }
}

if (import.meta.main) {
  const { values: flags } = parseArgs({
    options: { json: { type: "boolean" }, modules: { type: "boolean" }, "no-peers": { type: "boolean" } }
  })
  await ensureBuilt()
  const measured = [...(await measureEntries()), ...(await measureEntries(schemaEntries))]
  const own = measured.map(({ code: _, ...size }) => size)
  const peers = flags["no-peers"] ? [] : await measurePeers((text) => console.error(text))
  const sizes = [...own, ...peers]
  if (flags.json) {
    console.log(JSON.stringify(sizes, undefined, 2))
  } else {
    printTable(sizes)
    if (flags.modules) await printModules()
  }
}
