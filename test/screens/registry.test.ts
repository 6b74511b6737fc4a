/** The screens in the format of shadcn's registry. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { filesOf, screens } from "../../src/cli/add/Screens.ts"
import itemSchema from "../fixtures/shadcn/registry-item.schema.json" with { type: "json" }
import registrySchema from "../fixtures/shadcn/registry.schema.json" with { type: "json" }
import { itemOf, registry, writeRegistry } from "../tools/registry.ts"

const root = path.resolve(import.meta.dirname, "../..")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-registry-"))
const ajv = new Ajv2020({ allErrors: true })
const check = { registry: ajv.compile(registrySchema), item: ajv.compile(itemSchema) }

afterAll(() => fs.rmSync(folder, { recursive: true }))

const read = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"))

describe("registry", () => {
  writeRegistry(folder)

  it("is of shadcn's schema, which refuses others", () => {
    const value = read("registry")
    assert.isTrue(check.registry(value), JSON.stringify(check.registry.errors))
    assert.isFalse(check.registry({ ...value, items: [{ ...value.items[0], type: "registry:screen" }] }))
    assert.deepStrictEqual(
      value.items.map(({ name }: { readonly name: string }) => name),
      screens.map(({ name }) => name)
    )
  })

  it("names files that ship", () => {
    for (const { files } of registry().items) {
      for (const { path: file } of files) assert.isTrue(fs.existsSync(path.join(root, file)), file)
    }
  })

  for (const screen of screens) {
    it(`has ${screen.name} as gatefold add copies it`, () => {
      const item = read(screen.name)
      assert.isTrue(check.item(item), JSON.stringify(check.item.errors))
      assert.isFalse(check.item({ ...item, files: [{ path: "a.css", type: "registry:file" }] }))
      assert.deepStrictEqual(item, JSON.parse(JSON.stringify(itemOf(screen))))
      assert.deepStrictEqual(
        item.files.map(({ content, target }: { readonly content: string; readonly target: string }) => [
          target,
          content
        ]),
        filesOf([screen]).map(({ file, text }) => [`components/gatefold/${file}`, text])
      )
    })
  }
})
