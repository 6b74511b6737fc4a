/** Every block of TypeScript in the documentation compiles as it stands. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { readFiles as screenFiles, screens } from "../../src/cli/add/Screens.ts"
import { type App, selectStarter } from "../../src/cli/init/Starter.ts"
import type { Framework } from "../../src/cli/start/Framework.ts"
import { importsFor } from "../fixtures/nuxtImports.ts"
import { root } from "../support/root.ts"
import { expoModules } from "./expoModules.ts"
import { type Block, listBlocks, pages } from "./markdown.ts"

const folder = path.join(root, ".cache/blocks")

/** What a careful consumer has in `tsconfig.json`; `gatefold` is what is published. */
const tsconfig = {
  compilerOptions: {
    // That of the templates of React Router; Vite's has ES2023.
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable", "ESNext.Disposable"],
    module: "ESNext",
    moduleResolution: "bundler",
    moduleDetection: "force",
    types: ["node", "vite/client"],
    // That of SvelteKit.
    paths: { "$lib/server/auth": ["./docs-guides-sveltekit-md/src/lib/server/auth.ts"] },
    jsx: "react-jsx",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    skipLibCheck: true,
    noEmit: true
  },
  include: ["."]
}

/** The files of a page's blocks: those with names by these, all others by their lines. */
const readFiles = (page: string): ReadonlyArray<readonly [file: string, block: Block]> => {
  const blocks = listBlocks(page).filter(({ language }) => language === "ts" || language === "tsx")
  const taken = new Set<string>()
  return blocks.map((block) => {
    const { file, language, line } = block
    const isNamed = file !== undefined && !taken.has(file)
    if (isNamed) taken.add(file)
    // What runs in Node without a build is checked like TypeScript, which it is.
    const name = isNamed ? file.replace(/\.mjs$/, ".mts") : `line-${line}.${language}`
    return [path.posix.join(page.replaceAll(/[/.]/g, "-"), name), block]
  })
}

/** What `gatefold init` and `gatefold add` have written before a page goes on, by its framework. */
const starters = (
  [
    ["docs-start-vite-md", "Vite", "src/gatefold", ["handler"]],
    ["docs-start-react-router-md", "React Router", "app/gatefold", ["handler"]],
    ["docs-start-tanstack-start-md", "TanStack Start", "src/gatefold", ["handler"]],
    ["docs-start-nextjs-md", "Next.js", "components/gatefold", ["handler"]],
    ["docs-start-expo-md", "Expo", "", []],
    ["docs-start-hono-md", "Node", "", [], "hono"],
    ["docs-start-express-md", "Node", "", [], "express"],
    ["docs-start-effect-md", "Node", "", [], "effect"],
    ["docs-recipes-custom-theme-and-language-md", "Vite", "src/gatefold", ["handler"]],
    ["docs-guides-screens-md", "Vite", "src/gatefold", screens.map(({ name }) => name)],
    ["docs-guides-screens-customize-md", "Vite", "src/gatefold", screens.map(({ name }) => name)],
    ["docs-guides-screens-languages-md", "Vite", "src/gatefold", ["account", "handler", "sign-in"]],
    ["docs-guides-screens-theme-md", "Vite", "src/gatefold", ["handler"]],
    ["docs-guides-screens-md", "Next.js", "components/gatefold", ["account", "handler", "team-settings"]]
  ] as ReadonlyArray<
    readonly [page: string, framework: Framework, dir: string, names: ReadonlyArray<string>, dependency?: string]
  >
).flatMap(([page, framework, dir, names, dependency = "react"]) => {
  const app: App = {
    framework,
    brand: "STACK",
    dependencies: [dependency],
    screens: dir,
    language: undefined,
    has: () => false
  }
  const copied = screenFiles(screens.filter(({ name }) => names.includes(name)))
  return [
    ...selectStarter(app).files,
    ...copied.map(({ file, text }) => ({ file: path.posix.join(dir, file), text }))
  ].map(({ file, text }) => [path.posix.join(page, file), text] as const)
})

const fixture = (file: string) => fs.readFileSync(path.join(root, "test/fixtures", file), "utf8")

/** What React Router generates for the root route, and what apps use of TanStack Start. */
const generated = [
  ["tanstack-start.d.ts", fixture("types/tanstack-start.d.txt")] as const,
  ["sveltekit-astro.d.ts", fixture("types/sveltekit-astro.d.txt")] as const,
  ["vue-nuxt.d.ts", fixture("types/vue-nuxt.d.txt")] as const,
  ["tanstack-routes.ts", fixture("types/tanstack-routes.txt")] as const,
  ...["docs-start-react-router-md/app", "docs-guides-react-router-md/app"].map(
    (app) =>
      [
        `${app}/+types/root.ts`,
        `import type { DehydratedState } from "gatefold/react"
export declare namespace Route {
  interface ComponentProps {
    loaderData: DehydratedState
  }
}
`
      ] as const
  )
]

/** A block as it is compiled; in Nuxt, the line with the name of the file imports what Nuxt imports by itself. */
const makeCode = ({ code, page }: Block): string =>
  page === "docs/guides/nuxt.md" ? code.replace(/^\/\/ .*/, importsFor(code)) : code

/** What the compiler says. */
const compile = () =>
  new Promise<string>((resolve, reject) =>
    execFile(
      process.execPath,
      [path.join(root, "node_modules/typescript/bin/tsc"), "--project", folder, "--pretty", "false", "--checkers", "1"],
      { cwd: folder, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => (stdout === "" && error !== null ? reject(new Error(stderr)) : resolve(stdout))
    )
  )

describe("TypeScript blocks in the docs", () => {
  it("compile", async () => {
    const files = new Map(pages.flatMap(readFiles))
    fs.rmSync(folder, { recursive: true, force: true })
    const modules = ["expo-modules.d.ts", expoModules] as const
    const written = [
      modules,
      ...starters,
      ...generated,
      ...Array.from(files, ([name, block]) => [name, makeCode(block)] as const)
    ]
    for (const [name, code] of written) {
      fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      fs.writeFileSync(path.join(folder, name), code)
    }
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
    const said = (await compile()).replaceAll(/^(\S+?)\((\d+),\d+\)/gm, (found, name: string, line: string) => {
      const block = files.get(name)
      return block === undefined ? found : `${block.page}:${block.line + Number(line) - 1}`
    })
    expect(said.split("\n").filter((line) => line !== "")).toStrictEqual([])
    expect(files.size).toBeGreaterThan(200)
  })
})
