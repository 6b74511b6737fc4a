/** A provider with components that use its hooks, mounted and taken away. Bundled, because Node reads no JSX. */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { Window } from "happy-dom"
import { root } from "../../support/root.ts"
import type { Verdict } from "../../support/verdicts.ts"
import type { mounted as Mounted } from "./mounted.tsx"

export const mounts = async (count: number): Promise<ReadonlyArray<Verdict>> => {
  const outfile = path.join(root, ".cache/soak/mounted.mjs")
  await build({
    entryPoints: [path.join(import.meta.dirname, "mounted.tsx")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    logLevel: "silent"
  })
  // Before React looks whether it is in a browser.
  const window = new Window({ url: "http://localhost:3000/" })
  Object.assign(globalThis, { window, document: window.document })
  const { mounted } = (await import(pathToFileURL(outfile).href)) as { readonly mounted: typeof Mounted }
  return mounted(count)
}
