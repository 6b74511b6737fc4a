/** What is published, file by file; `install.test.ts` installs and uses it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { beforeAll, describe, expect, it } from "@effect/vitest"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pack, type Packed } from "../../tools/package/npm.ts"
import { staged } from "../../tools/package/stage.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"
import budget from "./tarball.json" with { type: "json" }

const temporary = useTemporaryFolder()

let packed: Packed
beforeAll(async () => {
  packed = await pack(temporary)
})

describe("the tarball", () => {
  it("holds the code, third-party licenses, and the documents with every file that they link to", () => {
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"]
    expect(packed.files.filter((file) => !/^(dist|docs|screens|starters)\//.test(file))).toStrictEqual(documents)
    expect(packed.files).toContain("dist/cli/THIRD-PARTY.txt")
    expect(packed.files).toContain("dist/console/THIRD-PARTY.md")
    for (const page of packed.files.filter((name) => /^(README|docs\/.*)\.(md|txt)$/.test(name))) {
      const text = fs.readFileSync(path.join(staged, page), "utf8")
      for (const [, link = ""] of text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)) {
        const target = path.posix.join(path.posix.dirname(page), link).replace(/\/$/, "")
        const isThere = packed.files.some((file) => file === target || file.startsWith(`${target}/`))
        expect(isThere, `${page} links to ${link}`).toBe(true)
      }
    }
  })

  it("stays within the budget for its size and its number of files", () => {
    expect(packed.size).toBeLessThanOrEqual(budget.packed)
    expect(packed.unpackedSize).toBeLessThanOrEqual(budget.unpacked)
    expect(packed.files.length).toBeLessThanOrEqual(budget.files)
  })

  it("mentions no sources, source maps or scripts, which stay in the repository", () => {
    const manifest = fs.readFileSync(path.join(staged, "package.json"), "utf8")
    expect(manifest).not.toMatch(/gatefold-source|"(?:scripts|devDependencies|private)":/)
    for (const file of packed.files.filter((name) => /^dist\/.*\.(js|d\.ts)$/.test(name))) {
      expect(fs.readFileSync(path.join(staged, file), "utf8"), file).not.toMatch(/^\/\/# sourceMappingURL=/m)
    }
  })

  it("holds every declaration file that another one imports", () => {
    const published = new Set(packed.files)
    for (const file of packed.files.filter((name) => name.endsWith(".d.ts"))) {
      const text = fs.readFileSync(path.join(staged, file), "utf8")
      for (const [, target = ""] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.[jt]sx?"/g)) {
        const other = path.posix.join(path.posix.dirname(file), `${target}.d.ts`)
        expect(published.has(other), `${file} imports ${other}`).toBe(true)
      }
    }
  })

  it("has a package.json that publint accepts", async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(fs.readFileSync(packed.tarball)).buffer }
    })
    expect(messages.map((message) => formatMessage(message, pkg))).toStrictEqual([])
  })
})
