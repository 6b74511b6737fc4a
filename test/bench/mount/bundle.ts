/** Bundles what is mounted as its author would: for production, everything included, one React for all. */
import * as path from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../support/root.ts"
import { dist } from "../built.ts"

const own = path.join(root, "package.json")

/** A module of this folder, or the text of one whose packages are looked up in another. */
export type Module = { readonly file: string } | { readonly text: string; readonly folder: string }

/** The subject as a minified script. */
export const bundleSubject = async (module: Module): Promise<string> => {
  const virtual = "text" in module ? path.join(module.folder, "bench-mount.js") : undefined
  const bundle = await rolldown({
    input: virtual ?? path.join(import.meta.dirname, "file" in module ? module.file : ""),
    cwd: root,
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
    plugins: [
      {
        name: "mount",
        async resolveId(specifier) {
          if (specifier === virtual) return specifier
          if (specifier === "bench:page") return path.join(import.meta.dirname, "page.ts")
          if (/^react(-dom)?(\/|$)/.test(specifier)) return this.resolve(specifier, own, { skipSelf: true })
          const published = /(?:\.\.\/)+src\/(.*)\.tsx?$/.exec(specifier)?.[1]
          return published === undefined ? null : path.join(dist, `${published}.js`)
        },
        load: (id) => (id === virtual && "text" in module ? module.text : null)
      }
    ]
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}
