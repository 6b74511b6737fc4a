/** The screens in the format of shadcn's registry. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { readFiles, screens } from "../../src/cli/add/Screens.ts"
import { toRegistryItem } from "../../src/cli/add/Shadcn.ts"
import itemSchema from "../fixtures/shadcn/registry-item.schema.json" with { type: "json" }
import { root } from "../support/root.ts"

const isItem = new Ajv2020({ allErrors: true }).compile(itemSchema)

describe("an item of shadcn's registry", () => {
  it.each([...screens.map((screen) => [screen.name, [screen]] as const), ["gatefold", screens] as const])(
    "has %s as gatefold add copies it",
    (name, asked) => {
      const item = JSON.parse(JSON.stringify(toRegistryItem(asked, ["de"])))
      expect(isItem(item), JSON.stringify(isItem.errors)).toBe(true)
      expect(isItem({ ...item, files: [{ path: "a.css", type: "registry:file" }] })).toBe(false)
      expect(item.name).toBe(name)
      const files: ReadonlyArray<{ readonly path: string; readonly target: string; readonly content: string }> =
        item.files
      expect(files.map(({ content, target }) => [target, content])).toStrictEqual(
        readFiles(asked, ["de"]).map(({ file, text }) => [`components/gatefold/${file}`, text])
      )
      for (const file of files) expect(fs.existsSync(path.join(root, file.path)), file.path).toBe(true)
    }
  )
})
