/** What is published, file by file; `install.test.ts` installs and uses it. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pack, type Packed } from "../tools/npm.ts"

const root = path.resolve(import.meta.dirname, "../..")
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))

let packed: Packed
beforeAll(async () => {
  packed = await pack(temporary)
})

afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }))

it("holds the code, the licences of others' code, the sources that its maps name, and the documents with what they link to", () => {
  const documents = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"]
  assert.deepStrictEqual(
    packed.files.filter((file) => !/^(dist|src|docs|screens)\//.test(file)),
    documents
  )
  assert.include(packed.files, "dist/cli/THIRD-PARTY.txt")
  assert.include(packed.files, "dist/console/THIRD-PARTY.md")
  for (const page of packed.files.filter((name) => /^(README|docs\/.*)\.md$/.test(name))) {
    const text = fs.readFileSync(path.join(root, page), "utf8")
    for (const [, link = ""] of text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)) {
      const target = path.posix.join(path.posix.dirname(page), link).replace(/\/$/, "")
      const isThere = packed.files.some((file) => file === target || file.startsWith(`${target}/`))
      assert.isTrue(isThere, `${page} links to ${link}`)
    }
  }
  const published = new Set(packed.files)
  for (const file of packed.files.filter((name) => name.endsWith(".map"))) {
    const { sources } = JSON.parse(fs.readFileSync(path.join(root, file), "utf8")) as { sources: Array<string> }
    const absent = sources.filter((source) => !published.has(path.posix.join(path.posix.dirname(file), source)))
    assert.deepStrictEqual(absent, [], file)
  }
})

it("declares what it holds", async () => {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(fs.readFileSync(packed.tarball)).buffer } })
  assert.deepStrictEqual(
    messages.map((message) => formatMessage(message, pkg)),
    []
  )
})
