/** What is published, file by file; `install.test.ts` installs and uses it. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pack, type Packed } from "../../tools/package/npm.ts"
import { staged } from "../../tools/package/stage.ts"
import budget from "./tarball.json" with { type: "json" }

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))

let packed: Packed
beforeAll(async () => {
  packed = await pack(temporary)
})

afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }))

describe("the tarball", () => {
  it("holds the code, third-party licences, and the documents with every file that they link to", () => {
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"]
    assert.deepStrictEqual(
      packed.files.filter((file) => !/^(dist|docs|screens)\//.test(file)),
      documents
    )
    assert.include(packed.files, "dist/cli/THIRD-PARTY.txt")
    assert.include(packed.files, "dist/console/THIRD-PARTY.md")
    for (const page of packed.files.filter((name) => /^(README|docs\/.*)\.(md|txt)$/.test(name))) {
      const text = fs.readFileSync(path.join(staged, page), "utf8")
      for (const [, link = ""] of text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)) {
        const target = path.posix.join(path.posix.dirname(page), link).replace(/\/$/, "")
        const isThere = packed.files.some((file) => file === target || file.startsWith(`${target}/`))
        assert.isTrue(isThere, `${page} links to ${link}`)
      }
    }
  })

  it("stays within the budget for its size and its number of files", () => {
    assert.isAtMost(packed.size, budget.packed)
    assert.isAtMost(packed.unpackedSize, budget.unpacked)
    assert.isAtMost(packed.files.length, budget.files)
  })

  it("mentions no sources, source maps or scripts, which stay in the repository", () => {
    const manifest = fs.readFileSync(path.join(staged, "package.json"), "utf8")
    assert.notMatch(manifest, /gatefold-source|"(?:scripts|devDependencies|private)":/)
    for (const file of packed.files.filter((name) => /^dist\/.*\.(js|d\.ts)$/.test(name))) {
      assert.notMatch(fs.readFileSync(path.join(staged, file), "utf8"), /^\/\/# sourceMappingURL=/m, file)
    }
  })

  it("holds every declaration file that another one imports", () => {
    const published = new Set(packed.files)
    for (const file of packed.files.filter((name) => name.endsWith(".d.ts"))) {
      const text = fs.readFileSync(path.join(staged, file), "utf8")
      for (const [, target = ""] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.[jt]sx?"/g)) {
        const other = path.posix.join(path.posix.dirname(file), `${target}.d.ts`)
        assert.isTrue(published.has(other), `${file} imports ${other}`)
      }
    }
  })

  it("has a package.json that publint accepts", async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(fs.readFileSync(packed.tarball)).buffer }
    })
    assert.deepStrictEqual(
      messages.map((message) => formatMessage(message, pkg)),
      []
    )
  })
})
