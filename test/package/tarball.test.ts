/** What is published, file by file; `install.test.ts` installs and uses it. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
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

it("holds the code, the licences of others' code, and the documents with what they link to", () => {
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

it("is small", () => {
  assert.isAtMost(packed.size, budget.packed)
  assert.isAtMost(packed.unpackedSize, budget.unpacked)
  assert.isAtMost(packed.files.length, budget.files)
})

it("has no word of sources, maps or scripts, which stay in the repository", () => {
  const manifest = fs.readFileSync(path.join(staged, "package.json"), "utf8")
  assert.notMatch(manifest, /gatefold-source|"(?:scripts|devDependencies|private)":/)
  for (const file of packed.files.filter((name) => /^dist\/.*\.(js|d\.ts)$/.test(name))) {
    assert.notMatch(fs.readFileSync(path.join(staged, file), "utf8"), /^\/\/# sourceMappingURL=/m, file)
  }
})

it("has all declarations that others import", () => {
  const published = new Set(packed.files)
  for (const file of packed.files.filter((name) => name.endsWith(".d.ts"))) {
    const text = fs.readFileSync(path.join(staged, file), "utf8")
    for (const [, target = ""] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.[jt]sx?"/g)) {
      const other = path.posix.join(path.posix.dirname(file), `${target}.d.ts`)
      assert.isTrue(published.has(other), `${file} imports ${other}`)
    }
  }
})

it("declares what it holds", async () => {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(fs.readFileSync(packed.tarball)).buffer } })
  assert.deepStrictEqual(
    messages.map((message) => formatMessage(message, pkg)),
    []
  )
})
