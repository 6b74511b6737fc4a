/**
 * The packages that Gatefold is measured beside. Each is installed into a folder of its own below `.cache/`, where it
 * stays between runs; none is a dependency of this package.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { slowMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"

/** What is installed; better-auth and Clerk at the newest version whose dependencies all exist on the registry. */
const versions = {
  "@clerk/backend": "3.20.1",
  "@stackframe/js": "2.8.108",
  "@stackframe/react": "2.8.108",
  "@supabase/auth-js": "2.119.0",
  "better-auth": "1.6.0",
  "cognito-local": "5.3.0",
  "firebase-tools": "15.34.2",
  zod: "4.6.7"
}

/** A package to compare with. */
export type Peer = keyof typeof versions

/** The version that is compared with. */
export const getVersion = (peer: Peer): string => versions[peer]

/** Where a peer is, or why it is not there. */
export type Installed = { readonly folder: string } | { readonly problem: string }

/** Installs a peer unless this version is there already. */
export const install = (peer: Peer): Installed => {
  const folder = path.join(
    root,
    ".cache/peers",
    `${peer.replaceAll(/[@/]+/g, "-").replace(/^-/, "")}-${versions[peer]}`
  )
  if (fs.existsSync(path.join(folder, "node_modules", peer, "package.json"))) return { folder }
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${peer}@${versions[peer]}`]
  const npm = spawnSync("npm", args, { cwd: folder, encoding: "utf8", timeout: slowMillis })
  if (npm.status === 0) return { folder }
  fs.rmSync(folder, { recursive: true, force: true })
  return { problem: /npm error (?!code)(.*)/.exec(npm.stderr ?? "")?.[1] ?? "npm install failed" }
}
