/** The screens as apps copy them: complete, by themselves, and without a name that an app may have. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { readFiles, listLanguages, screens, stylesheet } from "../../src/cli/add/Screens.ts"
import { root } from "../support/root.ts"

const all = readFiles(screens)
const css = fs.readFileSync(path.join(root, "screens", stylesheet), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")
const readGuide = (name: string) => fs.readFileSync(path.join(root, `docs/guides/${name}.md`), "utf8")
const guide = readGuide("screens")

const listImports = (text: string) =>
  Array.from(
    text.matchAll(/^(?:import|export|\}).* from "([^"]+)"|import\("([^"]+)"\)/gm),
    ([, fixed, dynamic]) => fixed ?? dynamic ?? ""
  )

describe("screens", () => {
  it.each(screens)("$name is complete, and exports $component", (screen) => {
    const files = new Map(readFiles([screen]).map(({ file, text }) => [file, text]))
    expect(files.get(`${screen.module}.tsx`)).toContain(`export const ${screen.component} = `)
    expect(files.get(`${screen.module}.tsx`)?.startsWith(`"use client"\n`)).toBe(true)
    expect(files.has(stylesheet)).toBe(true)
    const isThere = (file: string, name: string) => {
      const target = path.posix.join(path.posix.dirname(file), name)
      return files.has(`${target}.tsx`) || files.has(`${target}.ts`)
    }
    const missing = Array.from(files).flatMap(([file, text]) =>
      listImports(text)
        .filter((name) => !["react", "gatefold", "gatefold/react"].includes(name) && !isThere(file, name))
        .map((name) => `${file} imports ${name}`)
    )
    expect(missing).toStrictEqual([])
  })

  it("are all files that ship, and nothing of the demo", () => {
    const shipped = fs
      .readdirSync(path.join(root, "screens"), { recursive: true, encoding: "utf8" })
      .filter((name) => path.extname(name) !== "")
      .map((name) => name.replaceAll(path.sep, "/"))
    // The demo's admin view is made of the same parts.
    const forTheDemo = shipped.filter((name) => !all.some(({ file }) => file === name))
    expect(
      forTheDemo.every(
        (name) => name.startsWith("components/") || listLanguages().includes(path.basename(name, ".ts"))
      ),
      forTheDemo.join()
    ).toBe(true)
  })

  it("have class names that begin with gf", () => {
    const names = all.flatMap(({ file, text }) =>
      Array.from(text.matchAll(/className="([^"]*)"|classNames\(([^)]*)\)/g)).flatMap(([, plain, parts = ""]) =>
        [plain ?? "", ...Array.from(parts.matchAll(/["`]([^"`]+)["`]/g), ([, part = ""]) => part)]
          .flatMap((part) => part.split(" "))
          .filter((name) => /^[a-z-]+$/.test(name) && !["neutral", "team"].includes(name))
          .map((name) => ({ file, name }))
      )
    )
    expect(names.length).toBeGreaterThan(200)
    expect(names.filter(({ name }) => name !== "gf" && !name.startsWith("gf-"))).toStrictEqual([])
    const styled = new Set(Array.from(css.matchAll(/\.(gf(?:-[a-z-]+)?)/g), ([, name = ""]) => name))
    const plain = names.filter(({ name }) => !name.endsWith("-") && !styled.has(name))
    expect(plain).toStrictEqual([])
  })

  it("have styles for themselves alone", () => {
    const rules = Array.from(css.matchAll(/^([^\s}@][^{]*)\{([^{}]*)/gm), ([, selector = "", body = ""]) => ({
      selector: selector.trim(),
      properties: Array.from(body.matchAll(/^ *([\w-]+):/gm), ([, name = ""]) => name)
    }))
    // Elements of the app get custom properties, and nothing that shows.
    const foreign = rules.filter(({ selector }) => !selector.split(",").every((one) => one.includes(".gf")))
    expect(foreign.flatMap(({ properties }) => properties).filter((name) => !name.startsWith("--gf-"))).toStrictEqual(
      []
    )
    const classes = Array.from(css.matchAll(/\.([a-z][\w-]*)/g), ([, name = ""]) => name)
    expect([...new Set(classes.filter((name) => name !== "gf" && !name.startsWith("gf-")))]).toStrictEqual([
      "light",
      "dark"
    ])
    const properties = Array.from(css.matchAll(/(--[\w-]+):/g), ([, name = ""]) => name)
    expect(properties.filter((name) => !name.startsWith("--gf-"))).toStrictEqual([])
    const keyframes = Array.from(css.matchAll(/@keyframes ([\w-]+)/g), ([, name = ""]) => name)
    expect(keyframes.every((name) => name.startsWith("gf-"))).toBe(true)
  })
})

describe("the guides", () => {
  it("names every screen", () => {
    const lines = guide.split("\n")
    const isDescribed = ({ component, description, name }: (typeof screens)[number]) =>
      lines.some(
        (line) => line.startsWith(`| \`${name}\` | \`<${component} />\` |`) && line.length > description.length / 2
      )
    expect(screens.filter((screen) => !isDescribed(screen))).toStrictEqual([])
  })

  it("names every custom property that an app may set, and no other", () => {
    const derived = Array.from(css.matchAll(/^ {2}(--gf-[\w-]+):/gm), ([, name = ""]) => name)
    const defined = [...derived, ...Array.from(css.matchAll(/var\(\s*(--gf-theme-[\w-]+)/g), ([, name = ""]) => name)]
    const named = Array.from(readGuide("screens-theme").matchAll(/`(--gf-[\w-]+)`/g), ([, name = ""]) => name)
    expect([...new Set(named)].toSorted()).toStrictEqual([...new Set(defined)].toSorted())
  })

  it("shows lines that are there", () => {
    const pages = all.find(({ file }) => file === "lib/pages.ts")?.text ?? ""
    const [, block = ""] = /```ts\n(export const pages[\s\S]*?)```/.exec(guide) ?? []
    expect(pages).toContain(block.trimEnd())
  })
})
